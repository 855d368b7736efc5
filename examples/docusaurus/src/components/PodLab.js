import BrowserOnly from "@docusaurus/BrowserOnly";

/**
 * A figure: its properties are the attributes of <pod-lab>, such as scene, controls, panels or start-at; a block of YAML between
 * the tags is its manifest. The element is made in the browser; what is rendered without one keeps its room.
 */
export default function PodLab({ children, ...attributes }) {
  const manifest = text(children);
  const room = (
    <div className="podlab-room">
      <noscript>{children ?? "This figure needs JavaScript."}</noscript>
    </div>
  );
  return (
    <BrowserOnly fallback={room}>
      {() => <pod-lab {...attributes} {...(manifest && { manifest })} />}
    </BrowserOnly>
  );
}

/** The text of what MDX made of a block. */
function text(node) {
  if (typeof node === "string") return node;
  if (Array.isArray(node)) return node.map(text).join("");
  return node?.props ? text(node.props.children) : "";
}
