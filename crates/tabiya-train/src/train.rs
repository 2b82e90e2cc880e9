// SPDX-License-Identifier: MIT OR Apache-2.0
//! Trains a network on games.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, bail};
use tabiya_engine::nnue::Net;

use crate::model::{TargetSettings, Weights, add_gradient, loss};
use crate::optimiser::Optimiser;
use crate::random::Random;
use crate::samples::{Sample, Samples, shuffle};

/// Train a network on games
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: tabiya-train train --games first.games --out first.net --epochs 20")]
pub struct Args {
    /// Files of games, as `datagen` writes them.
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    games: Vec<PathBuf>,
    /// Where to write the network, after each epoch.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// A network to start from; by default small random weights.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// The number of passes over all positions.
    #[arg(long, value_name = "N", default_value = "20")]
    epochs: NonZeroUsize,
    /// The weight of the game's result against the score of the search, 0 to 1.
    #[arg(long, value_name = "SHARE", default_value_t = 0.3)]
    result_share: f32,
    /// The score with an expected result of 73 %, in hundredths of a pawn.
    #[arg(long, value_name = "CP", default_value_t = 200.0)]
    winning_score: f32,
    /// Read at most this number of games.
    #[arg(long, alias = "most-games", value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    max_games: u64,
    /// For each position of a game, add this number of positions after random moves, scored by the
    /// hand-crafted evaluation.
    #[arg(long, alias = "imagined", value_name = "N", default_value_t = 0)]
    augment: usize,
    /// The number of positions after which the weights are updated.
    #[arg(long, value_name = "N", default_value = "16384")]
    batch: NonZeroUsize,
    /// The initial learning rate; it falls along half a cosine wave to a hundredth of it.
    #[arg(long, value_name = "RATE", default_value_t = 0.001)]
    rate: f32,
    /// The seed of the initial weights and of the order of the positions.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of threads. The last digits of the result depend on it.
    #[arg(long, value_name = "N", default_value = "1")]
    threads: NonZeroUsize,
}

/// Trains and writes the network.
///
/// # Errors
/// If games can't be read or the network can't be written.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let mut samples = Samples::read(&args.games, args.max_games, args.augment, args.seed)?;
    let settings = TargetSettings { result_share: args.result_share, winning_score: args.winning_score };
    eprintln!(
        "{} games, {} positions: {} to train on, {} for validation",
        samples.games,
        samples.positions,
        samples.training.len(),
        samples.validation.len()
    );
    if samples.training.is_empty() {
        bail!("no position to train on");
    }
    let mut random = Random::new(args.seed, 0);
    let mut weights = match &args.from {
        None => Weights::random(&mut random),
        Some(file) => {
            let cannot = || format!("cannot begin with {}", file.display());
            let bytes = std::fs::read(file).with_context(cannot)?;
            Weights::from_net(&Net::from_bytes(&bytes).with_context(cannot)?)
        }
    };
    let mut optimiser = Optimiser::new();
    let mut gradients = vec![Weights::zero(); args.threads.get()];
    let begun = Instant::now();
    let steps = samples.training.len().div_ceil(args.batch.get()) * args.epochs.get();
    let mut step = 0;
    for epoch in 1..=args.epochs.get() {
        shuffle(&mut samples.training, &mut random);
        let mut total = 0.0;
        for batch in samples.training.chunks(args.batch.get()) {
            total += add_gradients_on_threads(&weights, &mut gradients, batch, settings);
            let (sum, rest) = gradients.split_at_mut(1);
            rest.iter().for_each(|part| sum[0].add(part));
            optimiser.step(&mut weights, &sum[0], batch.len(), rate(args.rate, step, steps));
            step += 1;
        }
        let validation =
            loss(&weights, &samples.validation, settings) / samples.validation.len().max(1) as f64;
        let seconds = begun.elapsed().as_secs_f64();
        eprintln!(
            "epoch {epoch}: loss {:.6}, on validation games {validation:.6}; {:.0} positions a second",
            total / samples.training.len() as f64,
            (epoch * samples.training.len()) as f64 / seconds
        );
        let net = weights.quantised().context("a weight is too large for the file of the network")?;
        std::fs::write(&args.out, net.to_bytes())
            .with_context(|| format!("cannot write {}", args.out.display()))?;
    }
    Ok(())
}

/// Computes the gradients of a batch in parts, one for each thread. Returns the loss.
fn add_gradients_on_threads(
    weights: &Weights,
    gradients: &mut [Weights],
    batch: &[Sample],
    settings: TargetSettings,
) -> f64 {
    let part = batch.len().div_ceil(gradients.len());
    std::thread::scope(|scope| {
        let mut parts = batch.chunks(part);
        let mut threads = Vec::new();
        for gradient in gradients {
            gradient.clear();
            let samples = parts.next().unwrap_or(&[]);
            threads.push(scope.spawn(move || add_gradient(weights, gradient, samples, settings)));
        }
        let done = threads.into_iter().map(|thread| thread.join().expect("learning does not panic"));
        done.sum()
    })
}

/// The learning rate falls along half a cosine wave.
fn rate(first: f32, step: usize, steps: usize) -> f32 {
    let way = step as f32 / steps as f32;
    let wave = (1.0 + (std::f32::consts::PI * way).cos()) / 2.0;
    first * (0.01 + 0.99 * wave)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GameResult;

    /// Positions whose score is their material, which a network must learn.
    fn material(count: usize) -> Vec<Sample> {
        let mut random = Random::new(8, 0);
        let worth = [100, 300, 300, 500, 900, 0];
        let mut sample = || {
            let position = tabiya_rules::random_board(&mut || random.next());
            let side = |color| -> i32 {
                let of = |role| position.pieces(color, role).len() as i32 * worth[role as usize];
                tabiya_rules::Role::ALL.into_iter().map(of).sum()
            };
            let score = side(position.turn()) - side(position.turn().opposite());
            Sample::new(&position, score as i16, GameResult::Draw)
        };
        (0..count).map(|_| sample()).collect()
    }

    #[test]
    fn learning_finds_what_pieces_are_worth() {
        let samples = material(4_000);
        let (validation, training) = samples.split_at(500);
        let settings = TargetSettings { result_share: 0.0, winning_score: 200.0 };
        let mut weights = Weights::random(&mut Random::new(1, 0));
        let before = loss(&weights, validation, settings) / 500.0;
        let mut optimiser = Optimiser::new();
        let mut gradients = vec![Weights::zero(); 2];
        for _ in 0..30 {
            for batch in training.chunks(250) {
                add_gradients_on_threads(&weights, &mut gradients, batch, settings);
                let (sum, rest) = gradients.split_at_mut(1);
                sum[0].add(&rest[0]);
                optimiser.step(&mut weights, &sum[0], batch.len(), 0.003);
            }
        }
        let after = loss(&weights, validation, settings) / 500.0;
        assert!(after < before / 10.0, "{before} {after}");
    }

    #[test]
    fn the_rate_falls_to_a_hundredth() {
        assert!((rate(0.001, 0, 100) - 0.001).abs() < 1e-9);
        assert!((rate(0.001, 100, 100) - 0.000_01).abs() < 1e-9);
    }
}
