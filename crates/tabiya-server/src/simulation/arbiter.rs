// SPDX-License-Identifier: AGPL-3.0-or-later
//! What an arbiter does in a game: pauses the clocks, sets one, goes back, resumes, decides. The
//! orders take the way that those of an event's desk take.
//!
//! It is drawn from numbers of its own, so a seed without an arbiter tells the story that it told before there was one.

use tabiya_game::{Decided, Millis, PlayerId, Verdict};
use tabiya_live::room::{ArbiterAct, RoomCommand};
use tabiya_rules::Color;
use tabiya_runtime::identity::Identity;

use super::plan::ANN;
use super::world::{Process, World};

/// The arbiter's account.
const JUDGE: PlayerId = PlayerId::from_bytes([77; 16]);
/// What the arbiter decides.
const VERDICTS: [Verdict; 4] = [Verdict::WhiteWins, Verdict::Draw, Verdict::BlackWins, Verdict::BothLose];

impl World {
    /// The arbiter does something. Once everything has healed, the clocks run.
    pub(super) fn intervene(&mut self, process: &Process) {
        let drawn = self.arbiter_random.below(10);
        let (ply, half_moves) = (self.truth.game().ply(), self.arbiter_random.below(4));
        let is_paused = self.truth.game().is_paused();
        let act = match drawn {
            _ if self.healed && is_paused => ArbiterAct::Resume,
            _ if self.healed => return,
            // Also where it can't be done.
            0..3 => ArbiterAct::Pause,
            3 => ArbiterAct::SetClock {
                side: *self.arbiter_random.pick(&[Color::White, Color::Black]),
                left: Millis(u32::try_from(self.arbiter_random.below(100_000)).unwrap_or(0)),
            },
            4 => ArbiterAct::SetBack { ply: ply.saturating_sub(u32::try_from(half_moves).unwrap_or(0)) },
            5 if self.arbiter_random.below(8) == 0 => ArbiterAct::Decide {
                decided: Decided {
                    verdict: *self.arbiter_random.pick(&VERDICTS),
                    arbiter: (self.arbiter_random.below(2) == 0).then_some(JUDGE),
                },
                by_default: self.arbiter_random.below(2) == 0,
            },
            _ => ArbiterAct::Resume,
        };
        self.say(&format!("the arbiter: {act:?}"));
        let (rooms, id) = (process.rooms.clone(), self.id);
        tokio::spawn(async move {
            // A refusal is for the arbiter alone; what happened stands in the log.
            let _ = rooms.order(id, Identity::guest(ANN), RoomCommand::Arbiter(act)).await;
        });
    }
}
