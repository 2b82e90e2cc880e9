// SPDX-License-Identifier: MIT OR Apache-2.0
//! The cells of a player's line, and whether those of two opponents agree.

use std::collections::{BTreeMap, BTreeSet};

use super::TrfError;
use super::columns::{Line, LineNumbers};
use crate::round_robin;
use crate::tournament::RequestedBye;
use crate::{Bye, Cell, Colour, GameResult, Tournament};

/// Reads the cell that begins in a column: opponent in four columns, a blank, colour, a blank, result.
pub(super) fn cell(line: &Line<'_>, column: usize) -> Result<Cell, TrfError> {
    let opponent: u16 = line.number(column, column + 3, "an opponent's starting number")?.unwrap_or(0);
    for blank in [column + 4, column + 6, column + 8] {
        if line.at(blank) != ' ' {
            let round = (column - 92) / 10 + 1;
            let problem = format!(
                "expected a blank, found \"{}\": round {round} takes columns {column} to {}",
                line.at(blank),
                column + 7
            );
            return Err(line.error(blank, problem));
        }
    }
    let colour = match line.at(column + 5) {
        'w' | 'W' => Some(Colour::White),
        'b' | 'B' => Some(Colour::Black),
        '-' | ' ' => None,
        other => return Err(line.error(column + 5, format!("expected w, b or -, found \"{other}\""))),
    };
    let found = line.at(column + 7);
    let code = found.to_ascii_uppercase();
    if opponent == 0 {
        return bye(code).map(Cell::Bye).ok_or_else(|| {
            let problem = format!("expected U, F, H or Z without an opponent, found \"{found}\"");
            line.error(column + 7, problem)
        });
    }
    let result = match code {
        '1' => GameResult::Win,
        '=' => GameResult::Draw,
        '0' => GameResult::Loss,
        'W' => GameResult::ShortWin,
        'D' => GameResult::ShortDraw,
        'L' => GameResult::ShortLoss,
        '+' => GameResult::ForfeitWin,
        '-' => GameResult::ForfeitLoss,
        ' ' => GameResult::Unknown,
        _ => {
            let problem = format!("expected 1 = 0 W D L + or - against an opponent, found \"{found}\"");
            return Err(line.error(column + 7, problem));
        }
    };
    if result.is_played() && colour.is_none() {
        return Err(line.error(column + 5, "a game that was played needs its colour, w or b"));
    }
    Ok(Cell::Game { opponent, colour, result })
}

const fn bye(code: char) -> Option<Bye> {
    match code {
        'U' => Some(Bye::PairingAllocated),
        'F' | '+' => Some(Bye::Full),
        'H' | '=' => Some(Bye::Half),
        'Z' | '-' | ' ' => Some(Bye::Zero),
        _ => None,
    }
}

/// Drops cells at the end of a line in which nothing is written: those rounds are open.
pub(super) fn drop_open_end(line: &Line<'_>, cells: &mut Vec<Cell>) {
    while let Some(last) = cells.len().checked_sub(1) {
        let column = 92 + 10 * last;
        if !line.text(column, column + 8).is_empty() {
            break;
        }
        cells.pop();
    }
}

/// Byes that players' lines give behind a round that is neither paired nor written for them: that round stays open, and the
/// byes become those of lines `240`. In the cells they would make the open round one of absence.
pub(super) fn move_later_byes(
    tournament: &mut Tournament,
    lines: &LineNumbers,
    blanks: &[(u16, usize)],
) -> Result<(), TrfError> {
    if !tournament.teams.is_empty() {
        return Ok(());
    }
    let paired = usize::from(tournament.rounds_paired());
    let mut open: BTreeMap<u16, BTreeSet<usize>> = BTreeMap::new();
    for (number, index) in blanks.iter().filter(|(_, index)| *index >= paired) {
        open.entry(*number).or_default().insert(*index);
    }
    let asked: BTreeMap<(u16, u16), Bye> = tournament
        .byes
        .iter()
        .flat_map(|asked| asked.players.iter().map(|player| ((asked.round, *player), asked.bye)))
        .collect();
    let kinds = [Bye::Full, Bye::Half, Bye::Zero];
    let mut moved: BTreeMap<(u16, usize), Vec<u16>> = BTreeMap::new();
    for player in &mut tournament.players {
        let number = player.number;
        let Some(blank) = open.get(&number) else { continue };
        let Some(first) = blank.first().copied().filter(|first| *first < player.cells.len()) else {
            continue;
        };
        let later = player.cells.split_off(first);
        for (index, cell) in (first..).zip(later) {
            let Cell::Bye(bye) = cell else { continue };
            let round = u16::try_from(index + 1).unwrap_or(u16::MAX);
            if blank.contains(&index) {
                continue;
            }
            let line = lines.get(&number).copied().unwrap_or(1);
            let error = |problem| Err(TrfError::new(line, 92 + 10 * index, problem));
            let Some(kind) = kinds.iter().position(|kind| *kind == bye) else {
                return error(format!(
                    "round {round} has a pairing-allocated bye, and round {} of this player is still open: write U once \
                     round {} is paired, or F, H or Z for a bye that is given ahead",
                    first + 1,
                    round - 1
                ));
            };
            match asked.get(&(round, number)) {
                None => moved.entry((round, kind)).or_default().push(number),
                Some(same) if *same == bye => {}
                Some(_) => {
                    return error(format!(
                        "round {round}: a line 240 gives player {number} a bye of another kind"
                    ));
                }
            }
        }
    }
    open_before_forfeits(tournament, blanks);
    let byes =
        moved.into_iter().map(|((round, kind), players)| RequestedBye { bye: kinds[kind], round, players });
    tournament.byes.extend(byes);
    Ok(())
}

/// Blank rounds of a round robin that has not come to them are open, whatever forfeits stand behind them.
fn open_before_forfeits(tournament: &mut Tournament, blanks: &[(u16, usize)]) {
    let Some(next) = round_robin::next_round(tournament) else { return };
    for (number, index) in blanks {
        let round = u16::try_from(index + 1).unwrap_or(u16::MAX);
        let Some(player) = tournament.index_of(*number).map(|place| &mut tournament.players[place]) else {
            continue;
        };
        if round >= next && *index < player.cells.len() {
            player.open.push(round);
        }
    }
}

/// A round of which nothing is written can't come before one that was paired: most often the results stand ten columns too far.
pub(super) fn check_written(
    tournament: &Tournament,
    lines: &LineNumbers,
    written: &[bool],
) -> Result<(), TrfError> {
    let paired = usize::from(tournament.rounds_paired());
    let Some(empty) = written.iter().take(paired).position(|written| !written) else { return Ok(()) };
    let later = |cell: &Cell| cell.opponent().is_some() || *cell == Cell::Bye(Bye::PairingAllocated);
    let found = tournament.players.iter().find_map(|player| {
        let index = player.cells.iter().skip(empty).position(later)?;
        Some((lines.get(&player.number).copied().unwrap_or(1), 92 + 10 * (empty + index), empty + index + 1))
    });
    let (line, column, round) = found.unwrap_or((1, 0, paired));
    let problem = format!(
        "round {} is empty in the lines of all players, and round {round} is not: are the results in the wrong columns?",
        empty + 1
    );
    Err(TrfError::new(line, column, problem))
}

/// Each game must stand in both players' lines, with both colours and with results that fit.
pub(super) fn check(tournament: &Tournament, lines: &LineNumbers) -> Result<(), TrfError> {
    let paired = usize::from(tournament.rounds_paired());
    for player in &tournament.players {
        let line = lines.get(&player.number).copied().unwrap_or(1);
        for (index, cell) in player.cells.iter().enumerate().take(paired) {
            let round = index + 1;
            let column = 92 + 10 * index;
            let Cell::Game { opponent, colour, result } = *cell else { continue };
            if opponent == player.number {
                let problem = format!("round {round}: player {opponent} has itself as opponent");
                return Err(TrfError::new(line, column, problem));
            }
            let Some(other) = tournament.player(opponent) else {
                return Err(TrfError::new(
                    line,
                    column,
                    format!("round {round}: there is no player {opponent}"),
                ));
            };
            let there = lines.get(&opponent).copied().unwrap_or(1);
            let Some(Cell::Game { opponent: back, colour: theirs, result: reply }) =
                other.cells.get(index).copied()
            else {
                let problem = format!(
                    "round {round}: player {} names opponent {opponent}, who has no opponent in line {there}",
                    player.number
                );
                return Err(TrfError::new(line, column, problem));
            };
            if back != player.number {
                let problem = format!(
                    "round {round}: player {} names opponent {opponent}, but {opponent} names {back} in line {there}",
                    player.number
                );
                return Err(TrfError::new(line, column, problem));
            }
            if colour.is_some() && colour == theirs {
                let problem = format!(
                    "round {round}: players {} and {opponent} (line {there}) have the same colour",
                    player.number
                );
                return Err(TrfError::new(line, column + 5, problem));
            }
            if reply == GameResult::Unknown && result != reply {
                let problem = format!(
                    "round {round}: player {} has the result of this game, and player {opponent} (line {there}) has a \
                     blank; write it there too",
                    player.number
                );
                return Err(TrfError::new(line, column + 7, problem));
            }
            if !fits(result, reply) && result != GameResult::Unknown {
                let problem = format!(
                    "round {round}: the results of players {} and {opponent} (line {there}) contradict each other",
                    player.number
                );
                return Err(TrfError::new(line, column + 7, problem));
            }
        }
    }
    Ok(())
}

/// Whether two results can be those of one game. An arbiter may have ruled that both lost, or one drew and one lost.
const fn fits(one: GameResult, other: GameResult) -> bool {
    use GameResult::{Draw, ForfeitLoss, ForfeitWin, Loss, ShortDraw, ShortLoss, ShortWin, Unknown, Win};
    matches!(
        (one, other),
        (Win, Loss)
            | (Loss, Win | Loss | Draw)
            | (Draw, Draw | Loss)
            | (ShortWin, ShortLoss)
            | (ShortLoss, ShortWin | ShortLoss | ShortDraw)
            | (ShortDraw, ShortDraw | ShortLoss)
            | (ForfeitWin, ForfeitLoss)
            | (ForfeitLoss, ForfeitWin | ForfeitLoss)
            | (Unknown, Unknown)
    )
}
