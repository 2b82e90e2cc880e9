// SPDX-License-Identifier: AGPL-3.0-or-later
//! Whether a position can still occur in a game.
//!
//! Nobody can search all games, so this asks what can't be undone: men that were taken, pawns that have moved, castling rights
//! that were lost. Where these allow a position, it counts as possible. So it sometimes says that a position can occur which
//! can't, and never the other way round.

use tabiya_rules::{Color, Position, Role, Square};

/// Whether moves may lead from one position to the other, or both are the same.
pub fn can_still_occur(from: &Position, to: &Position) -> bool {
    if from.key() == to.key() {
        return true;
    }
    let rights_remain =
        to.castling_rights().iter().all(|(color, side, rook)| from.castling_rook(color, side) == Some(rook));
    rights_remain
        && Color::ALL.into_iter().all(|color| men_suffice(from, to, color) && pawns_fit(from, to, color))
}

/// A position stands shortly before another one if at most this many pawns have moved and this many men were taken between them.
const SHORTLY: usize = 2;

/// Whether one position stands so little before the other that what is good there is good here, too: a pawn or two were a step
/// back, or a man was not yet taken. Where the other men stand does not matter, because they can go back.
pub fn stands_shortly_before(before: &Position, now: &Position) -> bool {
    let changed: usize = Color::ALL
        .into_iter()
        .map(|color| {
            let moved = before.pieces(color, Role::Pawn) & !now.pieces(color, Role::Pawn);
            let pawns = count(before, color, Role::Pawn)
                - count(now, color, Role::Pawn).min(count(before, color, Role::Pawn));
            // A pawn that was taken is counted as one that moved.
            moved.len() + taken(before, now, color).unwrap_or(SHORTLY).saturating_sub(pawns)
        })
        .sum();
    changed <= SHORTLY && can_still_occur(before, now)
}

fn count(position: &Position, color: Color, role: Role) -> usize {
    position.pieces(color, role).len()
}

/// How many men of this side are gone; `None` if there are more than before.
fn taken(from: &Position, to: &Position, color: Color) -> Option<usize> {
    from.by_color(color).len().checked_sub(to.by_color(color).len())
}

/// Whether this side's pieces can be those that there were, and pawns that have promoted.
fn men_suffice(from: &Position, to: &Position, color: Color) -> bool {
    let Some(spent) = count(from, color, Role::Pawn).checked_sub(count(to, color, Role::Pawn)) else {
        return false;
    };
    let others = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    let more = |role: Role| count(to, color, role).saturating_sub(count(from, color, role));
    let promoted: usize = others.into_iter().map(more).sum();
    taken(from, to, color).is_some() && promoted <= spent
}

/// Whether each of this side's pawns can have come from another pawn's square, with as many captures as there were.
fn pawns_fit(from: &Position, to: &Position, color: Color) -> bool {
    let Some(captures) = taken(from, to, color.opposite()) else { return false };
    let sources: Vec<Square> = from.pieces(color, Role::Pawn).into_iter().collect();
    let targets: Vec<Square> = to.pieces(color, Role::Pawn).into_iter().collect();
    let ways: Vec<Vec<usize>> = targets
        .iter()
        .map(|target| {
            let fits = |source: &Square| {
                files_between(*source, *target, color).is_some_and(|files| files <= captures)
            };
            (0..sources.len()).filter(|number| fits(&sources[*number])).collect()
        })
        .collect();
    let least = |(target, ways): (&Square, &Vec<usize>)| {
        ways.iter().filter_map(|number| files_between(sources[*number], *target, color)).min()
    };
    let Some(needed) = targets.iter().zip(&ways).map(least).sum::<Option<usize>>() else { return false };
    needed <= captures && all_matched(&ways, sources.len())
}

/// How many files a pawn has to cross from one square to the other, each by a capture; `None` if it can't get there.
fn files_between(source: Square, target: Square, color: Color) -> Option<usize> {
    let rank = |square: Square| square.rank().seen_by(color).index();
    let forward = rank(target).checked_sub(rank(source))?;
    let files = source.file().index().abs_diff(target.file().index());
    (files <= forward).then_some(files)
}

/// Whether each target gets a source of its own (Kuhn's algorithm).
fn all_matched(ways: &[Vec<usize>], sources: usize) -> bool {
    let mut taken_by: Vec<Option<usize>> = vec![None; sources];
    (0..ways.len()).all(|target| find(target, ways, &mut taken_by, &mut vec![false; sources]))
}

fn find(target: usize, ways: &[Vec<usize>], taken_by: &mut [Option<usize>], seen: &mut [bool]) -> bool {
    for source in &ways[target] {
        if std::mem::replace(&mut seen[*source], true) {
            continue;
        }
        let is_free = match taken_by[*source] {
            None => true,
            Some(other) => find(other, ways, taken_by, seen),
        };
        if is_free {
            taken_by[*source] = Some(target);
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use tabiya_rules::{History, parse_san};

    use super::*;

    fn after(moves: &str) -> Position {
        let mut history = History::new(Position::start());
        for san in moves.split_whitespace() {
            history.play(parse_san(history.position(), san).unwrap());
        }
        *history.position()
    }

    fn check(from: &str, to: &str, expected: bool) {
        let position = |text: &str| {
            if text.contains('/') { Position::from_fen(text).unwrap() } else { after(text) }
        };
        assert_eq!(can_still_occur(&position(from), &position(to)), expected, "{from} -> {to}");
    }

    #[test]
    fn what_a_game_has_left_behind_does_not_come_back() {
        check("e4", "e4", true);
        check("e4", "e4 e5 Nf3", true);
        check("e4", "", false);
        check("e4 e5", "d4 d5", false);
        // A transposition, and pawns that can still get there.
        check("d4", "Nf3 Nf6 d4", true);
        check("Nf3", "d4 d5 Nf3", true);
        // The king has moved.
        check("e4 e5 Ke2 Ke7 Ke1 Ke8", "e4 e5 Nf3", false);
        // A man is gone.
        check("e4 d5 exd5", "e4 d5 e5", false);
    }

    #[test]
    fn a_position_shortly_before_differs_in_two_pawns_or_men_at_most() {
        let check = |before: &str, now: &str, expected: bool| {
            assert_eq!(stands_shortly_before(&after(before), &after(now)), expected, "{before} / {now}");
        };
        check("e4 e5 Nf3", "e4 e5 Nf3 Nc6 d3", true);
        check("e4 e5 Nf3", "e4 e5 Nf3 Nc6 d3 d6", true);
        check("e4 e5 Nf3", "e4 e5 Nf3 Nc6 d3 d6 a3", false);
        // The pieces stand elsewhere; a pawn takes a pawn; a piece takes a piece.
        check("e4 e5 Nc3", "e4 e5 Nf3 Nc6 d3", true);
        check("e4 d5", "e4 d5 exd5", true);
        check("e4 d5", "e4 d5 exd5 Qxd5", true);
        check("e4 d5", "e4 d5 exd5 Qxd5 d4", false);
        check("e4 e5 Nf3 Nc6 Bb5 a6", "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6", true);
        // It comes after, not before.
        check("e4 e5 d3", "e4 e5", false);
    }

    #[test]
    fn pawns_change_files_by_captures_alone() {
        let start = "4k3/pppp4/8/8/8/8/4PPPP/4K3 w - - 0 1";
        check(start, "4k3/ppp5/8/8/8/3P4/5PPP/4K3 w - - 0 1", true);
        check(start, "4k3/pppp4/8/8/8/3P4/5PPP/4K3 w - - 0 1", false);
        // Two pawns can't both come from the same one.
        check(start, "4k3/ppp5/8/8/8/3P1P2/6PP/4K3 w - - 0 1", true);
        check("4k3/pppp4/8/8/8/8/4P2P/4K3 w - - 0 1", "4k3/pp6/8/8/8/3P1P2/8/4K3 w - - 0 1", false);
    }

    #[test]
    fn a_second_queen_takes_a_pawn() {
        let start = "4k3/8/8/8/8/8/4P3/3QK3 w - - 0 1";
        check(start, "4k3/8/8/8/8/8/8/2QQK3 w - - 0 1", true);
        check(start, "4k3/8/8/8/8/8/4P3/2QQK3 w - - 0 1", false);
    }

    /// Whatever is played, it was possible before.
    #[test]
    fn what_is_played_could_occur() {
        let mut seed = 7_u64;
        for _ in 0..40 {
            let mut position = Position::start();
            let mut before = vec![position];
            for _ in 0..80 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let number = usize::try_from(seed >> 33).unwrap() % moves.len();
                position.play(moves[number]);
                assert!(before.iter().all(|earlier| can_still_occur(earlier, &position)), "{position:?}");
                before.push(position);
            }
        }
    }
}
