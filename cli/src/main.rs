//! The program `podlab`.
fn main() {}
