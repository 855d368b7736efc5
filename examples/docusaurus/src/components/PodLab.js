import BrowserOnly from "@docusaurus/BrowserOnly";

/**
 * A figure: its properties are the attributes of <pod-lab>, such as scene, controls, panels or start-at. The element is made
 * in the browser; what is rendered without one keeps its room.
 */
export default function PodLab(attributes) {
  const room = (
    <div className="podlab-room">
      <noscript>This figure needs JavaScript.</noscript>
    </div>
  );
  return <BrowserOnly fallback={room}>{() => <pod-lab {...attributes} />}</BrowserOnly>;
}
