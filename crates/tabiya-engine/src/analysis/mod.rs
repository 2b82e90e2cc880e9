// SPDX-License-Identifier: MIT OR Apache-2.0
//! Analysis of positions and of the moves of a game.
//!
//! A [`Pool`] has a fixed number of threads, each with an [`Analyst`]: our own engine ([`OwnEngine`]) or any
//! other UCI engine ([`uci::Client`](crate::uci::Client)). Requests wait in one bounded queue, which serves
//! the requesters in turn. A [`Review`] judges the moves of a game from the reports on its positions: Win %,
//! accuracy, inaccuracies, mistakes and blunders by the formulas that lichess.org publishes, and a reason
//! ([`Flaw`]) where one can be found.
//!
//! ```
//! use std::sync::mpsc::channel;
//! use tabiya_engine::Untimed;
//! use tabiya_engine::analysis::{Budget, Judgement, Update, OwnEngine, Pool, Request, Requester, Review};
//! use tabiya_rules::{History, Position, parse_san};
//!
//! let mut game = History::new(Position::start());
//! let mut positions = vec![game.clone()];
//! for san in ["f3", "e5", "g4", "Qh4#"] {
//!     game.play(parse_san(game.position(), san)?);
//!     positions.push(game.clone());
//! }
//!
//! let pool = Pool::start(2, || Ok(Box::new(OwnEngine::new(1, || Box::new(Untimed)))));
//! let (sender, answers) = channel();
//! let mut tickets = Vec::new();
//! for (number, history) in positions.into_iter().enumerate() {
//!     let request = Request { history, budget: Budget::Nodes(2_000), lines: 1 };
//!     let sender = sender.clone();
//!     tickets.push(pool.ask(Requester(1), request, move |update| {
//!         if let Update::Done(report) = update {
//!             sender.send((number, report)).ok();
//!         }
//!     })?);
//! }
//! let mut reports: Vec<_> = answers.iter().take(5).collect();
//! reports.sort_by_key(|(number, _)| *number);
//! let reports: Vec<_> = reports.into_iter().map(|(_, report)| report).collect();
//!
//! let review = Review::new(&game, &reports).expect("there is a report for each position");
//! let last = &review.moves[2];
//! assert_eq!(last.judgement, Some(Judgement::Blunder));
//! assert_eq!(last.flaw.unwrap().to_string(), "Allows mate in 1.");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod accuracy;
mod analyst;
mod by_line;
mod chances;
mod exchange;
mod flaw;
mod forced;
mod judgement;
mod line;
mod phases;
#[cfg(not(target_family = "wasm"))]
mod pool;
#[cfg(not(target_family = "wasm"))]
mod queue;
mod reason;
mod review;
mod taking;

pub use accuracy::{game_accuracy, move_accuracy};
pub use analyst::{Analyst, Budget, OwnEngine, Request};
pub use chances::{centipawns, win_percent, winning_chances};
pub use flaw::Flaw;
pub use forced::Proofs;
pub use judgement::Judgement;
pub use phases::{Phase, Phases};
#[cfg(not(target_family = "wasm"))]
pub use pool::{Pool, Ticket, Update};
#[cfg(not(target_family = "wasm"))]
pub use queue::{QueueFull, Requester};
pub use review::{MoveReview, Review, SideReview};
