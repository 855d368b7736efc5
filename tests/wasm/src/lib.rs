//! Tests that run natively and in Wasm and must come out alike; they are in `tests/`.
