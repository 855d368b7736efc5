//! The only source of random numbers: a small named generator that yields the same numbers on every machine.

/// PCG32 (XSH RR), seeded. O'Neill, "PCG: A Family of Simple Fast Space-Efficient
/// Statistically Good Algorithms for Random Number Generation", 2014.
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
        let old = self.state;
        self.state = old.wrapping_mul(MULTIPLIER).wrapping_add(INCREMENT);
        let shifted = (((old >> 18) ^ old) >> 27) as u32;
        shifted.rotate_right((old >> 59) as u32)
    }

    /// Returns a number from 0 to `bound` - 1, or 0 when `bound` is 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        (u64::from(self.bits()) * bound) >> 32
    }
}

#[cfg(test)]
mod tests {
    use super::Rng;

    #[test]
    fn numbers_depend_on_the_seed_alone() {
        let draw = |seed| (0..4).map(|_| Rng::new(seed).below(1000)).collect::<Vec<_>>();
        assert_eq!(draw(1), draw(1));
        let mut rng = Rng::new(7);
        let numbers: Vec<u64> = (0..1000).map(|_| rng.below(10)).collect();
        assert!((0..10).all(|n| numbers.contains(&n)));
    }
}
