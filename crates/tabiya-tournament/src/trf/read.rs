// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reading a tournament file.

use std::collections::BTreeMap;

use super::columns::Line;
use super::settings::Settings;
use super::{Kept, TrfError, TrfFile, rounds};
use crate::tournament::{MOST_PLAYERS, MOST_ROUNDS};
use crate::{Player, Tournament};

/// The largest file that is read, in bytes: 9,999 players with 200 rounds have 21 MB.
const LONGEST_FILE: usize = 32 << 20;

/// Where the line of each player stands, by starting number.
pub(super) type LineNumbers = BTreeMap<u16, usize>;

impl TrfFile {
    /// Reads a file. Lines may end with CR, LF or both. Text that is not UTF-8 is read as Latin-1, which older
    /// programs write.
    ///
    /// # Errors
    /// The first line that can't be understood or contradicts another, with its column.
    pub fn read(bytes: &[u8]) -> Result<Self, TrfError> {
        if bytes.len() > LONGEST_FILE {
            return Err(TrfError::new(1, 0, format!("the file is over {} MB", LONGEST_FILE >> 20)));
        }
        match std::str::from_utf8(bytes) {
            Ok(text) => Self::parse(text.trim_start_matches('\u{feff}')),
            Err(_) => Self::parse(&bytes.iter().map(|byte| char::from(*byte)).collect::<String>()),
        }
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// As [`TrfFile::read`].
    pub fn parse(text: &str) -> Result<Self, TrfError> {
        let mut file = Self::default();
        let mut settings = Settings::default();
        let mut lines = LineNumbers::new();
        for (number, text) in numbered(text) {
            if text.trim().is_empty() {
                continue;
            }
            let line = Line::new(number, text);
            if text.starts_with("001") && matches!(line.at(4), ' ' | '\t') {
                let player = player(&line)?;
                if let Some(earlier) = lines.insert(player.number, number) {
                    let problem = format!("starting number {} is also that of line {earlier}", player.number);
                    return Err(line.error(5, problem));
                }
                file.tournament.players.push(player);
                if file.tournament.players.len() > MOST_PLAYERS {
                    return Err(line.error(0, format!("over {MOST_PLAYERS} players")));
                }
            } else if !settings.read(&line, &mut file.tournament)? {
                let before_players = file.tournament.players.is_empty();
                file.kept.push(Kept { text: text.to_owned(), before_players });
            }
        }
        if file.tournament.players.is_empty() {
            return Err(TrfError::new(1, 0, "no player found: a player's line begins with 001"));
        }
        settings.finish(&mut file.tournament, &lines)?;
        file.tournament.players.sort_by_key(|player| player.number);
        rounds::check(&file.tournament, &lines)?;
        check_points(&file.tournament, &lines)?;
        Ok(file)
    }
}

/// The lines with their numbers. CR alone, LF alone and CR LF each end a line.
fn numbered(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = Some(text);
    let mut number = 0;
    std::iter::from_fn(move || {
        let text = rest?;
        number += 1;
        let end = text.find(['\r', '\n']);
        let (line, after) = match end {
            None => (text, None),
            Some(at) if text[at..].starts_with("\r\n") => (&text[..at], Some(&text[at + 2..])),
            Some(at) => (&text[..at], Some(&text[at + 1..])),
        };
        rest = after;
        Some((number, line))
    })
}

fn player(line: &Line<'_>) -> Result<Player, TrfError> {
    let Some(number) = line.number::<u16>(5, 8, "a starting number")? else {
        return Err(line.error(5, "expected a starting number in columns 5 to 8, found blanks"));
    };
    if !(1..=9999).contains(&number) {
        return Err(line.error(5, format!("a starting number is 1 to 9999, not {number}")));
    }
    let mut player = Player::new(number, line.text(15, 47), None);
    player.sex = match line.at(10) {
        ' ' | '-' => None,
        sex => Some(sex),
    };
    player.title = line.text(11, 13);
    player.rating = line.number::<u16>(49, 52, "a rating")?.filter(|rating| *rating > 0);
    player.federation = line.text(54, 56);
    player.fide_id = line.text(58, 68);
    player.birth = line.text(70, 79);
    player.points = line.number(81, 84, "a score like 4.5")?;
    player.rank = line.number(86, 89, "a rank")?;
    let rounds = line.len().saturating_sub(91).div_ceil(10);
    for round in 0..rounds {
        if round >= usize::from(MOST_ROUNDS) {
            return Err(line.error(92 + 10 * round, format!("over {MOST_ROUNDS} rounds")));
        }
        player.cells.push(rounds::cell(line, 92 + 10 * round)?);
    }
    rounds::drop_open_end(line, &mut player.cells);
    Ok(player)
}

/// Stated scores must follow from the results: after the last round that was paired, or with the byes written after it.
fn check_points(tournament: &Tournament, lines: &LineNumbers) -> Result<(), TrfError> {
    let paired = tournament.rounds_paired();
    for player in &tournament.players {
        let Some(stated) = player.points else { continue };
        let computed = tournament.score(player, paired);
        let with_byes = tournament.score(player, MOST_ROUNDS);
        if stated != computed && stated != with_byes {
            let line = lines.get(&player.number).copied().unwrap_or(1);
            let problem = format!(
                "player {} has {computed} points by the results, but {stated} is stated; correct one of them, \
                 or state the scoring in a line 162",
                player.number
            );
            return Err(TrfError::new(line, 81, problem));
        }
    }
    Ok(())
}
