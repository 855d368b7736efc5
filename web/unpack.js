/** What `cargo xtask` packed, as a response. */
export function unpack(bytes) {
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate")));
}
