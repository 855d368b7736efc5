export default { probes: ["startup", "liveness"] };
