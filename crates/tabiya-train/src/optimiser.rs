// SPDX-License-Identifier: MIT OR Apache-2.0
//! Updates weights from a gradient: Adam with decoupled weight decay (I. Loshchilov and F. Hutter, 2017).

use crate::model::{MOST, Weights};

const FIRST_DECAY: f32 = 0.9;
const SECOND_DECAY: f32 = 0.999;
const TINY: f32 = 1e-8;
/// The weight decay of one step at the full learning rate.
const WEIGHT_DECAY: f32 = 0.01;

/// The moments of all weights.
pub(crate) struct Optimiser {
    first: Weights,
    second: Weights,
    steps: i32,
}

impl Optimiser {
    pub(crate) fn new() -> Optimiser {
        Optimiser { first: Weights::zero(), second: Weights::zero(), steps: 0 }
    }

    /// One optimisation step. The gradient was summed over this number of samples.
    pub(crate) fn step(&mut self, weights: &mut Weights, gradient: &Weights, samples: usize, rate: f32) {
        self.steps += 1;
        let mean = 1.0 / samples as f32;
        let first_correction = 1.0 / (1.0 - FIRST_DECAY.powi(self.steps));
        let second_correction = 1.0 / (1.0 - SECOND_DECAY.powi(self.steps));
        let moments = self.first.parts_mut().into_iter().zip(self.second.parts_mut());
        for (((weights, gradients), first), second) in weights
            .parts_mut()
            .into_iter()
            .zip(gradient.parts())
            .zip(moments)
            .map(|((weights, gradients), (first, second))| (((weights, gradients), first), second))
        {
            for (((weight, gradient), first), second) in
                weights.iter_mut().zip(gradients).zip(first).zip(second)
            {
                let gradient = gradient * mean;
                *first += (1.0 - FIRST_DECAY) * (gradient - *first);
                *second += (1.0 - SECOND_DECAY) * (gradient * gradient - *second);
                let step = *first * first_correction / ((*second * second_correction).sqrt() + TINY);
                *weight = (*weight - rate * (step + WEIGHT_DECAY * *weight)).clamp(-MOST, MOST);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_go_down_and_stay_within_bounds() {
        let mut weights = Weights::zero();
        let mut gradient = Weights::zero();
        gradient.bias[0] = 8.0;
        gradient.bias[1] = -0.001;
        let mut optimiser = Optimiser::new();
        optimiser.step(&mut weights, &gradient, 16, 0.01);
        // The first step has the size of the learning rate, however large the gradient is.
        assert!((weights.bias[0] + 0.01).abs() < 1e-4, "{}", weights.bias[0]);
        assert!((weights.bias[1] - 0.01).abs() < 1e-3, "{}", weights.bias[1]);
        assert!(weights.bias[2].abs() < 1e-9);
        for _ in 0..500 {
            optimiser.step(&mut weights, &gradient, 16, 0.1);
        }
        assert!(weights.bias[0] >= -MOST && weights.bias[0] < -1.9, "{}", weights.bias[0]);
    }
}
