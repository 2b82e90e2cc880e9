// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reading a tournament file.

use super::columns::{Line, LineNumbers};
use super::settings::Settings;
use super::{Kept, TrfError, TrfFile, rounds, teams};
use crate::tournament::{MOST_PLAYERS, MOST_ROUNDS};
use crate::{Player, Tournament};

/// The largest file that is read, in bytes: 9,999 players with 200 rounds have 21 MB.
const LONGEST_FILE: usize = 32 << 20;

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
        if bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF") {
            return Err(TrfError::new(
                1,
                0,
                "the file is in UTF-16; save it as UTF-8 (\"Unicode\" is UTF-16 in some editors)",
            ));
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
        let (mut written, mut blanks) = (Vec::new(), Vec::new());
        for (number, text) in numbered(text) {
            if text.trim().is_empty() {
                continue;
            }
            let line = Line::new(number, text);
            if text.starts_with("001") && matches!(line.at(4), ' ' | '\t') {
                let player = player(&line, &mut written, &mut blanks)?;
                if let Some(earlier) = lines.insert(player.number, number) {
                    let problem = format!("starting number {} is also that of line {earlier}", player.number);
                    return Err(line.error(5, problem));
                }
                file.tournament.players.push(player);
                if file.tournament.players.len() > MOST_PLAYERS {
                    return Err(line.error(0, format!("over {MOST_PLAYERS} players")));
                }
            } else if !settings.read(&line, &mut file.tournament)? {
                refuse_misspelt_player(&line)?;
                let before_players = file.tournament.players.is_empty();
                file.kept.push(Kept { text: text.to_owned(), before_players });
            }
        }
        if file.tournament.players.is_empty() {
            return Err(TrfError::new(1, 0, "no player found: a player's line begins with 001"));
        }
        file.by_rank = settings.by_rank;
        settings.finish(&mut file.tournament, &lines)?;
        file.tournament.players.sort_by_key(|player| player.number);
        rounds::check_written(&file.tournament, &lines, &written)?;
        rounds::check(&file.tournament, &lines)?;
        if file.tournament.teams.is_empty() {
            check_points(&file.tournament, &lines)?;
        } else {
            // Players of teams may have points that no game of theirs explains.
            teams::check_matches(&file.tournament, &lines)?;
        }
        // Behind the check of the points, which may count byes of later rounds.
        rounds::move_later_byes(&mut file.tournament, &lines, &blanks)?;
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

/// Columns between the fields of a player's line, with what stands before and behind them.
const GAPS: [(usize, &str); 10] = [
    (9, "the starting number takes columns 5 to 8"),
    (14, "the title takes columns 11 to 13, and the name begins in column 15"),
    (48, "the name takes columns 15 to 47, and the rating columns 49 to 52"),
    (53, "the rating takes columns 49 to 52, and the federation columns 54 to 56"),
    (57, "the federation takes columns 54 to 56, and FIDE's number columns 58 to 68"),
    (69, "FIDE's number takes columns 58 to 68, and the date of birth columns 70 to 79"),
    (80, "the date of birth takes columns 70 to 79, and the points columns 81 to 84"),
    (85, "the points take columns 81 to 84, and the rank columns 86 to 89"),
    (90, "the rank takes columns 86 to 89, and round 1 begins in column 92"),
    (91, "the rank takes columns 86 to 89, and round 1 begins in column 92"),
];

/// Refuses a line that is meant as a player's but has another code, because the player would be missing without a word.
fn refuse_misspelt_player(line: &Line<'_>) -> Result<(), TrfError> {
    let code: String = line.text.chars().take(3).collect();
    let digits: String = code
        .chars()
        .map(|character| match character {
            'O' | 'o' => '0',
            'I' | 'l' | 'i' | '|' => '1',
            other => other,
        })
        .collect();
    // 801 is FIDE's code of a team.
    let one_off = digits.chars().count() == 3
        && digits.chars().zip("001".chars()).filter(|(one, other)| one != other).count() <= 1;
    let looks = (one_off && digits != "801") || matches!(digits.trim(), "01" | "1" | "00");
    let has_number = (4..=9).any(|column| line.at(column).is_ascii_digit());
    let has_name = (11..=47).any(|column| line.at(column).is_alphabetic());
    if looks && has_number && has_name {
        return Err(line.error(1, format!("expected 001, found \"{code}\": this looks like a player's line")));
    }
    Ok(())
}

/// Reads a player's line, and notes the rounds in which something is written, and those in which nothing is: player and
/// index.
fn player(
    line: &Line<'_>,
    written: &mut Vec<bool>,
    blanks: &mut Vec<(u16, usize)>,
) -> Result<Player, TrfError> {
    for (column, fields) in GAPS {
        if !line.at(column).is_whitespace() {
            let problem = format!("expected a blank, found \"{}\": {fields}", line.at(column));
            return Err(line.error(column, problem));
        }
    }
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
        let column = 92 + 10 * round;
        player.cells.push(rounds::cell(line, column)?);
        if written.len() <= round {
            written.resize(round + 1, false);
        }
        if line.text(column, column + 8).is_empty() {
            blanks.push((number, round));
        } else {
            written[round] = true;
        }
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
