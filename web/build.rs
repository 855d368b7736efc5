//! What the linker is told about the page's Wasm.

fn main() {
    // 32 MiB from the start, so that memory seldom has to grow while a lab runs.
    println!("cargo::rustc-link-arg-cdylib=--initial-memory=33554432");
    println!("cargo::rerun-if-changed=build.rs");
}
