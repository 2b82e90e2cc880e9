// SPDX-License-Identifier: MIT OR Apache-2.0
//! The network during training: floating-point weights and their gradients.

use tabiya_engine::nnue::{GROUPS, HIDDEN, INPUTS, Net, NetError, ONE, OUTPUT_ONE, SCALE};

use crate::random::Random;
use crate::samples::{Sample, UNPLAYED};

/// One number for each sum of the first layer.
type Row = [f32; HIDDEN];

/// One number for each weight: the weight itself, its gradient, or a moment.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Weights {
    /// By input.
    pub(crate) rows: Vec<Row>,
    pub(crate) bias: Row,
    /// By group and view.
    pub(crate) output: [[Row; 2]; GROUPS],
    pub(crate) output_bias: [f32; GROUPS],
}

/// The bound of all weights, so that they can be quantised.
pub(crate) const MOST: f32 = 127.0 / OUTPUT_ONE as f32;

impl Weights {
    pub(crate) fn zero() -> Weights {
        Weights {
            rows: vec![[0.0; HIDDEN]; INPUTS],
            bias: [0.0; HIDDEN],
            output: [[[0.0; HIDDEN]; 2]; GROUPS],
            output_bias: [0.0; GROUPS],
        }
    }

    /// Small random weights, the same in all groups.
    pub(crate) fn random(random: &mut Random) -> Weights {
        let mut within = |bound: f32| ((random.next() >> 40) as f32 / (1 << 23) as f32 - 1.0) * bound;
        let mut weights = Weights::zero();
        weights.rows.as_flattened_mut().iter_mut().for_each(|weight| *weight = within(0.08));
        weights.bias.iter_mut().for_each(|weight| *weight = within(0.08) + 0.1);
        let first = [(); 2].map(|()| [(); HIDDEN].map(|()| within(0.1)));
        weights.output = [first; GROUPS];
        weights
    }

    /// All numbers, in the order of a network file.
    pub(crate) fn parts(&self) -> [&[f32]; 4] {
        let output = self.output.as_flattened().as_flattened();
        [self.rows.as_flattened(), &self.bias, output, &self.output_bias]
    }

    pub(crate) fn parts_mut(&mut self) -> [&mut [f32]; 4] {
        let output = self.output.as_flattened_mut().as_flattened_mut();
        [self.rows.as_flattened_mut(), &mut self.bias, output, &mut self.output_bias]
    }

    pub(crate) fn clear(&mut self) {
        self.parts_mut().into_iter().for_each(|part| part.fill(0.0));
    }

    pub(crate) fn add(&mut self, other: &Weights) {
        for (part, others) in self.parts_mut().into_iter().zip(other.parts()) {
            part.iter_mut().zip(others).for_each(|(number, other)| *number += other);
        }
    }

    /// The number that represents 1 in each part of a quantised network.
    const ONES: [f32; 4] = [ONE as f32, ONE as f32, OUTPUT_ONE as f32, (ONE * OUTPUT_ONE) as f32];

    /// Quantises the network to integers.
    ///
    /// # Errors
    /// If a weight is too large.
    pub(crate) fn quantised(&self) -> Result<Net, NetError> {
        let round = |(part, one): (&[f32], f32)| -> Vec<i16> {
            part.iter().map(|weight| (weight * one).round() as i16).collect()
        };
        let numbers: Vec<i16> = self.parts().into_iter().zip(Weights::ONES).flat_map(round).collect();
        Net::from_numbers(&numbers)
    }

    /// Converts a quantised network back, to continue training from it.
    pub(crate) fn from_net(net: &Net) -> Weights {
        let mut weights = Weights::zero();
        let mut numbers = net.numbers();
        for (part, one) in weights.parts_mut().into_iter().zip(Weights::ONES) {
            part.iter_mut().zip(&mut numbers).for_each(|(weight, number)| *weight = f32::from(number) / one);
        }
        weights
    }
}

/// How the training target is computed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TargetSettings {
    /// The weight of the game's result against the score, 0 to 1.
    pub(crate) result_share: f32,
    /// The score with an expected result of 73 %, in hundredths of a pawn. With a smaller value the network
    /// learns less about large advantages and more about small ones.
    pub(crate) winning_score: f32,
}

impl TargetSettings {
    /// The expected result of a game at that score: from 0, a loss, to 1, a win.
    fn expectation(self, score: f32) -> f32 {
        1.0 / (1.0 + (-score / self.winning_score).exp())
    }

    /// The training target of a sample: between the expected result of its score and the game's result.
    fn target(self, sample: &Sample) -> f32 {
        let expected = self.expectation(sample.score.into());
        if sample.result == UNPLAYED {
            return expected;
        }
        expected + self.result_share * (f32::from(sample.result) / 2.0 - expected)
    }
}

/// The sums of the first layer, kept for backpropagation.
struct Sums {
    inputs: arrayvec::ArrayVec<[u16; 2], 32>,
    sums: [Row; 2],
}

impl Sums {
    fn new(weights: &Weights, sample: &Sample) -> Sums {
        let mut sums = Sums { inputs: arrayvec::ArrayVec::new(), sums: [weights.bias; 2] };
        sample.for_each_input(|own, other| {
            sums.inputs.push([own as u16, other as u16]);
            add(&mut sums.sums[0], &weights.rows[own]);
            add(&mut sums.sums[1], &weights.rows[other]);
        });
        sums
    }

    fn output(&self, weights: &Weights, group: usize) -> f32 {
        let mut total = weights.output_bias[group];
        for (sums, weights) in self.sums.iter().zip(&weights.output[group]) {
            let mut lanes = [0.0; 16];
            for (sums, weights) in sums.as_chunks::<16>().0.iter().zip(weights.as_chunks::<16>().0) {
                for lane in 0..16 {
                    let active = sums[lane].clamp(0.0, 1.0);
                    lanes[lane] += active * active * weights[lane];
                }
            }
            total += lanes.iter().sum::<f32>();
        }
        total
    }
}

#[inline]
fn add(sums: &mut Row, row: &Row) {
    sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
}

/// The loss on these samples: the sum of the squared errors.
pub(crate) fn loss(weights: &Weights, samples: &[Sample], settings: TargetSettings) -> f64 {
    let wrong = |sample: &Sample| {
        let output = Sums::new(weights, sample).output(weights, sample.group());
        let error = settings.expectation(SCALE as f32 * output) - settings.target(sample);
        f64::from(error * error)
    };
    samples.iter().map(wrong).sum()
}

/// Adds the gradient of the loss on these samples. Returns the loss.
pub(crate) fn add_gradient(
    weights: &Weights,
    gradient: &mut Weights,
    samples: &[Sample],
    settings: TargetSettings,
) -> f64 {
    let mut total = 0.0;
    for sample in samples {
        let group = sample.group();
        let sums = Sums::new(weights, sample);
        let expected = settings.expectation(SCALE as f32 * sums.output(weights, group));
        let error = expected - settings.target(sample);
        total += f64::from(error * error);
        let slope = 2.0 * error * expected * (1.0 - expected) * (SCALE as f32 / settings.winning_score);
        gradient.output_bias[group] += slope;
        let mut slopes = [[0.0; HIDDEN]; 2];
        for ((slopes, sums), (weights, gradient)) in slopes
            .iter_mut()
            .zip(&sums.sums)
            .zip(weights.output[group].iter().zip(&mut gradient.output[group]))
        {
            for n in 0..HIDDEN {
                let active = sums[n].clamp(0.0, 1.0);
                gradient[n] += slope * active * active;
                let open = if sums[n] > 0.0 && sums[n] < 1.0 { 1.0 } else { 0.0 };
                slopes[n] = open * slope * weights[n] * 2.0 * active;
            }
        }
        let [own_slopes, other_slopes] = &slopes;
        add(&mut gradient.bias, own_slopes);
        add(&mut gradient.bias, other_slopes);
        for [own, other] in &sums.inputs {
            add(&mut gradient.rows[usize::from(*own)], own_slopes);
            add(&mut gradient.rows[usize::from(*other)], other_slopes);
        }
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GameResult;

    const SETTINGS: TargetSettings = TargetSettings { result_share: 0.3, winning_score: 200.0 };

    fn samples(count: usize) -> Vec<Sample> {
        let mut random = Random::new(21, 0);
        let mut sample = || {
            let position = tabiya_rules::random_position(&mut || random.next());
            Sample::new(&position, (random.below(1_600) as i16) - 800, GameResult::White)
        };
        (0..count).map(|_| sample()).collect()
    }

    #[test]
    fn the_gradient_is_that_of_finite_differences() {
        let samples = samples(24);
        let mut weights = Weights::random(&mut Random::new(4, 0));
        let mut gradient = Weights::zero();
        let total = add_gradient(&weights, &mut gradient, &samples, SETTINGS);
        assert!((total - loss(&weights, &samples, SETTINGS)).abs() < 1e-6);
        let mut compared = 0;
        for part in 0..4 {
            let gradients = gradient.parts()[part].to_vec();
            // Only the larger gradients, because 32-bit floating point is too coarse to check the small ones.
            let mut order: Vec<usize> = (0..gradients.len()).collect();
            order.sort_by(|a, b| gradients[*b].abs().total_cmp(&gradients[*a].abs()));
            for &at in order.iter().take(12) {
                let step = 2e-3;
                let mut losses = [1.0, -1.0].map(|sign| {
                    weights.parts_mut()[part][at] += sign * step;
                    let found = loss(&weights, &samples, SETTINGS);
                    weights.parts_mut()[part][at] -= sign * step;
                    found
                });
                losses[0] -= losses[1];
                let measured = losses[0] / f64::from(2.0 * step);
                let found = f64::from(gradients[at]);
                assert!(
                    (measured - found).abs() <= 0.05 * found.abs() + 1e-3,
                    "part {part}, weight {at}: measured {measured}, computed {found}"
                );
                compared += usize::from(found.abs() > 1e-2);
            }
        }
        assert!(compared > 20, "only {compared} gradients were large enough to tell");
    }

    #[test]
    fn whole_numbers_say_nearly_the_same() {
        let weights = Weights::random(&mut Random::new(9, 0));
        let net = weights.quantised().unwrap();
        let mut random = Random::new(5, 0);
        for _ in 0..300 {
            let position = tabiya_rules::random_position(&mut || random.next());
            let sample = Sample::new(&position, 0, GameResult::Draw);
            let exact = SCALE as f32 * Sums::new(&weights, &sample).output(&weights, sample.group());
            let found = net.evaluate(&position) as f32;
            assert!((exact - found).abs() <= 12.0, "{exact} {found} {}", position.to_fen());
        }
    }

    #[test]
    fn a_network_can_be_learnt_on() {
        let net = Weights::random(&mut Random::new(2, 0)).quantised().unwrap();
        assert_eq!(Weights::from_net(&net).quantised(), Ok(net));
    }

    #[test]
    fn expectations_follow_scores() {
        assert!((SETTINGS.expectation(0.0) - 0.5).abs() < 1e-6);
        assert!((SETTINGS.expectation(200.0) - 0.731).abs() < 1e-3);
        let sample = Sample::new(&tabiya_rules::Position::start(), 0, GameResult::White);
        assert!((SETTINGS.target(&sample) - 0.65).abs() < 1e-6);
        let mut unplayed = sample;
        unplayed.result = UNPLAYED;
        assert!((SETTINGS.target(&unplayed) - 0.5).abs() < 1e-6);
    }
}
