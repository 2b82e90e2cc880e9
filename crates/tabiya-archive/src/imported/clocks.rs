// SPDX-License-Identifier: AGPL-3.0-or-later
//! The clocks of a game from elsewhere: `[%clk]` after each move, or `[%emt]` where the time control is known.
//!
//! They become the clocks of the log's moves, so the chart of times, replay and exports show them as those of any game.

use tabiya_game::{Millis, TimeControl};
use tabiya_pgn::{GameTree, NodeId, PgnCommand, PgnCommands};
use tabiya_rules::Color;

/// The clocks of each half-move.
pub(super) struct Clocks {
    /// As the tag says it; else the longest time that a clock shows, and no increment.
    pub(super) time: TimeControl,
    /// What the mover's clock showed after each half-move.
    pub(super) after: Vec<Millis>,
    increment: u32,
    initial: u32,
}

impl Clocks {
    /// `None` where the PGN does not say them of each move of the main line, or our clocks can't be set so.
    pub(super) fn of(tree: &GameTree, line: &[NodeId]) -> Option<Self> {
        let control = tree.tags().get("TimeControl").and_then(control);
        let said: Vec<Said> = line.iter().map(|id| said(tree, *id)).collect();
        let shown: Option<Vec<u32>> = said.iter().map(|said| said.clock).collect();
        let after = match (shown, control) {
            (Some(shown), _) => shown,
            (None, Some(control)) => counted(&said, control)?,
            (None, None) => return None,
        };
        let (initial, increment) = control.or_else(|| Some((*after.iter().max()?, 0)))?;
        let time = TimeControl::new(Millis(initial), Millis(increment)).ok()?;
        let after = after.into_iter().map(Millis).collect();
        Some(Self { time, after, increment, initial: time.starting_clock(Color::White).0 })
    }

    /// How long the mover thought, in milliseconds: never so long that the flag would have fallen.
    pub(super) fn taken(&self, index: usize) -> u64 {
        let before = index.checked_sub(2).map_or(self.initial, |last| self.after[last].0);
        let increment = if index < 2 { 0 } else { self.increment };
        let taken = (before + increment).saturating_sub(self.after[index].0);
        taken.min(before.saturating_sub(1)).into()
    }
}

/// What the comments after a move say, in milliseconds.
struct Said {
    clock: Option<u32>,
    taken: Option<u32>,
}

fn said(tree: &GameTree, id: NodeId) -> Said {
    let comments = tree.node(id).map(|node| node.comments()).unwrap_or_default();
    let mut said = Said { clock: None, taken: None };
    for command in comments.iter().flat_map(|comment| PgnCommands::in_comment(comment)) {
        match command {
            PgnCommand::Clock(ms) => said.clock = Some(ms),
            PgnCommand::MoveTime(ms) => said.taken = Some(ms),
            _ => {}
        }
    }
    said
}

/// The clocks as they follow from the time that each move took. A side's first move gets no increment.
fn counted(said: &[Said], (initial, increment): (u32, u32)) -> Option<Vec<u32>> {
    let mut left = [initial; 2];
    let mut after = Vec::with_capacity(said.len());
    for (index, said) in said.iter().enumerate() {
        let clock = &mut left[index % 2];
        let bonus = if index < 2 { 0 } else { increment };
        *clock = clock.checked_sub(said.taken?)?.checked_add(bonus)?;
        after.push(*clock);
    }
    Some(after)
}

/// `300+3` and `300`, in milliseconds; `None` for what one clock for the whole game is not.
fn control(tag: &str) -> Option<(u32, u32)> {
    let (initial, increment) = tag.split_once('+').unwrap_or((tag, "0"));
    Some((millis(initial)?, millis(increment)?))
}

fn millis(seconds: &str) -> Option<u32> {
    let seconds: f64 = seconds.parse().ok().filter(|seconds| (0.0..=1e6).contains(seconds))?;
    Some((seconds * 1_000.0).round() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clocks(pgn: &str) -> Option<(Vec<u32>, Vec<u64>)> {
        let tree = GameTree::from_pgn(pgn.as_bytes()).expect("a game");
        let line: Vec<_> = tree.main_line(GameTree::ROOT).collect();
        let clocks = Clocks::of(&tree, &line)?;
        let taken = (0..line.len()).map(|index| clocks.taken(index)).collect();
        Some((clocks.after.iter().map(|clock| clock.0).collect(), taken))
    }

    #[test]
    fn clocks_are_read_where_each_move_has_one() {
        let pgn = "[TimeControl \"180+2\"]\n\n1. e4 {[%clk 0:03:00]} e5 {[%clk 0:03:00] [%eval 0.2]} \
                   2. Nf3 {good [%clk 0:02:55.5]} Nc6 {[%clk 0:03:01]} *";
        let expected = (vec![180_000, 180_000, 175_500, 181_000], vec![0, 0, 6_500, 1_000]);
        assert_eq!(clocks(pgn), Some(expected));
        assert_eq!(clocks(&pgn.replace("[%clk 0:03:01]", "")), None);
        let unknown = pgn.replace("180+2", "?");
        let (after, taken) = clocks(&unknown).unwrap();
        assert_eq!(after, [180_000, 180_000, 175_500, 181_000]);
        assert_eq!(taken[0], 1_000, "the longest time that is shown is the time control then");
    }

    #[test]
    fn times_of_moves_are_subtracted_where_the_time_control_is_known() {
        let pgn =
            "[TimeControl \"60+1\"]\n\n1. e4 {[%emt 0:00:02]} e5 {[%emt 0:00:00]} 2. Nf3 {[%emt 0:00:05]} *";
        assert_eq!(clocks(pgn), Some((vec![58_000, 60_000, 54_000], vec![2_000, 0, 5_000])));
        assert_eq!(clocks(&pgn.replace("60+1", "40/7200")), None);
        assert_eq!(clocks(&pgn.replace("0:00:05", "0:09:05")), None, "longer than there was time");
    }

    #[test]
    fn what_no_clock_here_can_show_is_left_out() {
        for control in ["-", "?", "1/259200", "-5", "1e9", "NaN", "5+x", ""] {
            assert_eq!(self::control(control), None, "{control}");
        }
        assert_eq!(self::control("0.5+0"), Some((500, 0)));
        assert_eq!(clocks("1. e4 {[%clk 71:23:44]} *"), None);
        assert_eq!(clocks("1. e4 e5 *"), None);
    }
}
