//! What must not depend on the machine: each test runs natively and, under Node.js, in Wasm.

#[cfg(not(target_arch = "wasm32"))]
use core::prelude::v1::test;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[test]
fn sixty_four_bit_arithmetic_is_the_same() {
    let mixed =
        (1..=1_000_u64).fold(0, |hash: u64, step| (hash ^ step).wrapping_mul(0x0100_0000_01b3));
    assert_eq!(mixed, 0x24f5_75eb_89e8_a788);
}
