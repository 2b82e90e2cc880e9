// SPDX-License-Identifier: AGPL-3.0-or-later
//! The computer analysis of finished games.
//!
//! A player asks for the analysis of a game. It waits in a queue, in which accounts take turns and go before guests, and is
//! done by a few threads of low priority. Each position gets the same number of nodes, so the verdicts are the same on every
//! machine, and the same as those of `tabiya analyse`, which calls [`Examination`] too. Whoever follows the topic
//! `analysis:ID` sees it grow. What was found is stored when it is complete; a request is stored before it is answered, so
//! none is lost by a restart.
//!
//! Who may see a game may see its analysis, unless a game of their own runs in which it could help: [`fair_play`] decides.
#![forbid(unsafe_code)]

mod analyses;
mod cache;
mod cloud;
mod examine;
pub mod fair_play;
mod kept;
mod queue;
mod quota;
mod report;
mod sheet;
#[cfg(test)]
mod simulation_tests;

pub use analyses::{Analyses, Asking, NotAnalysed, NotJudged};
pub use cloud::Evaluated;
pub use examine::{Examination, HASH_MIB, NODES, judged_part, own_engine};
pub use report::{eval as eval_view, reason_view};
