// SPDX-License-Identifier: AGPL-3.0-or-later
//! What a player sees of a race: everybody's score, and the own puzzle. Of others no puzzle and no move.

use tabiya_game::{PlayerId, Time};
use tabiya_protocol::{RacePuzzle, RaceView, RacedPuzzle, RacerView};

use super::course::{Race, Racer};
use crate::puzzle::Puzzle;
use crate::solving::{placed, told_line};

pub(super) fn view(id: &str, race: &Race, player: PlayerId, now: Time) -> RaceView {
    let racer = race.racer(player);
    let [starts_in_ms, left_ms] = race.clock(now);
    let at_hand = racer.and_then(|racer| Some((racer, race.puzzle(racer, now)?)));
    let played = racer.map_or(&[][..], |racer| &racer.ends[..]).iter().zip(race.puzzles(now));
    RaceView {
        id: id.to_owned(),
        stage: race.stage(now),
        starts_in_ms,
        left_ms,
        may_start: race.may_start(player, now),
        may_join: race.may_join(player, now),
        may_remove: race.may_remove(player, now),
        has_joined: racer.is_some(),
        was_removed: race.was_removed(player),
        is_of_class: race.is_of_class(),
        racers: race.racers().iter().map(|racer| racer_view(race, racer, player)).collect(),
        puzzle: at_hand.map(|(racer, puzzle)| puzzle_view(racer, puzzle)),
        played: played
            .map(|(is_solved, puzzle)| RacedPuzzle { id: puzzle.id().to_string(), is_solved: *is_solved })
            .collect(),
        may_repeat: race.may_repeat(player, now),
        // Whoever was removed stays so, and is not told.
        next: race.next().filter(|_| !race.was_removed(player)).map(str::to_owned),
    }
}

fn racer_view(race: &Race, racer: &Racer, player: PlayerId) -> RacerView {
    let [score, missed] = racer.counts();
    RacerView {
        number: racer.number,
        name: racer.name.clone(),
        score,
        missed,
        is_you: racer.player == player,
        leads_class: race.leads_class(racer.player),
    }
}

/// The puzzle, and the moves in it from the mistake on, as far as the racer has found them.
fn puzzle_view(racer: &Racer, puzzle: &Puzzle) -> RacePuzzle {
    let moves: Vec<_> = puzzle.moves().take(1 + 2 * racer.found).collect();
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    RacePuzzle {
        number: count(racer.ends.len() + 1),
        found: count(racer.found),
        solver: puzzle.solver(),
        before: puzzle.before().to_fen(),
        line: told_line(puzzle.before(), &moves),
        position: placed(&puzzle.position_after(racer.found)),
    }
}
