// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reproducible random numbers: the same seed always gives the same numbers.

/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    /// The random numbers for one part of what a seed is used for.
    pub(crate) fn new(seed: u64, part: u64) -> Random {
        let mut random = Random(seed);
        random.0 = random.next().wrapping_add(part);
        random.0 = random.next();
        random
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// A number below `bound`, which is at least 1.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_differ_and_repeat() {
        let draw = |seed, part| Random::new(seed, part).next();
        assert_eq!(draw(1, 2), draw(1, 2));
        assert_ne!(draw(1, 2), draw(1, 3));
        assert_ne!(draw(1, 2), draw(2, 1));
        let mut random = Random::new(5, 0);
        assert!((0..1_000).all(|_| random.below(3) < 3));
    }
}
