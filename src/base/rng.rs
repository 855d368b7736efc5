//! The only source of random numbers: a small named generator that yields the same numbers on every machine.

/// PCG32 (XSH RR), seeded as `pcg32_srandom_r` does, with one stream for all seeds. O'Neill, "PCG: A Family of Simple Fast
/// Space-Efficient Statistically Good Algorithms for Random Number Generation", 2014.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng {
    state: u64,
}

const MULTIPLIER: u64 = 6_364_136_223_846_793_005;
const INCREMENT: u64 = 1_442_695_040_888_963_407;

impl Rng {
    /// Returns a generator. The same seed always yields the same numbers.
    ///
    /// ```
    /// use podlab::base::rng::Rng;
    ///
    /// let (mut one, mut other) = (Rng::new(7), Rng::new(7));
    /// assert_eq!(one.bits(), other.bits());
    /// assert!(one.below(6) < 6);
    /// ```
    pub fn new(seed: u64) -> Self {
        let mut rng = Rng { state: seed.wrapping_add(INCREMENT) };
        rng.bits();
        rng
    }

    /// Returns the next 32 random bits.
    pub fn bits(&mut self) -> u32 {
        step(&mut self.state, INCREMENT)
    }

    /// Returns a number from 0 to `bound` - 1, or 0 when `bound` is 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        (u64::from(self.bits()) * bound) >> 32
    }
}

/// Advances a state of the stream `increment`, and returns the 32 bits that the old state gives.
fn step(state: &mut u64, increment: u64) -> u32 {
    let old = *state;
    *state = old.wrapping_mul(MULTIPLIER).wrapping_add(increment);
    let shifted = (((old >> 18) ^ old) >> 27) as u32;
    shifted.rotate_right((old >> 59) as u32)
}

#[cfg(test)]
mod tests {
    use super::{INCREMENT, Rng, step};

    /// Seeds a generator as `pcg32_srandom_r` of the C library does, and returns its state and its increment.
    fn seeded(seed: u64, stream: u64) -> (u64, u64) {
        let (mut state, increment) = (0, stream << 1 | 1);
        step(&mut state, increment);
        state = state.wrapping_add(seed);
        step(&mut state, increment);
        (state, increment)
    }

    /// The numbers are those that `pcg32-demo` of the C library (github.com/imneme/pcg-c-basic) prints for the seed 42
    /// and the stream 54.
    #[test]
    fn the_numbers_are_those_of_the_reference_implementation() {
        let (mut state, increment) = seeded(42, 54);
        let numbers = [(); 6].map(|()| step(&mut state, increment));
        let published =
            [0xa15c_02b7, 0x7b47_f409, 0xba1d_3330, 0x83d2_f293, 0xbfa4_784b, 0xcbed_606e];
        assert_eq!(numbers, published);
    }

    #[test]
    fn a_generator_is_seeded_as_the_reference_implementation_seeds_it() {
        for seed in [0, 1, 42, u64::MAX] {
            let (state, increment) = seeded(seed, INCREMENT >> 1);
            assert_eq!((Rng::new(seed), INCREMENT), (Rng { state }, increment));
        }
    }

    #[test]
    fn numbers_depend_on_the_seed_alone() {
        let draw = |seed| (0..4).map(|_| Rng::new(seed).below(1000)).collect::<Vec<_>>();
        assert_eq!(draw(1), draw(1));
        let mut rng = Rng::new(7);
        let numbers: Vec<u64> = (0..1000).map(|_| rng.below(10)).collect();
        assert!((0..10).all(|n| numbers.contains(&n)));
    }
}
