import MDXComponents from "@theme-original/MDXComponents";
import PodLab from "@site/src/components/PodLab";

// Every page knows <PodLab> without importing it.
export default { ...MDXComponents, PodLab };
