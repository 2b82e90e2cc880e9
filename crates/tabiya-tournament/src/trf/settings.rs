// SPDX-License-Identifier: MIT OR Apache-2.0
//! The lines that set a tournament up: TRF26's numbers, JaVaFo's `XX` lines, bbpPairings' `BB` lines.

use super::TrfError;
use super::columns::{Line, LineNumbers, Word};
use super::teams::TeamLines;
use crate::assigned::{AssignedPoints, Outcome};
use crate::tournament::{Forbidden, MOST_ROUNDS, OddPoints, RequestedBye, VirtualPoints};
use crate::{Bye, Colour, Points, System, Tournament};

/// What can be understood only once all lines are read.
#[derive(Default)]
pub(super) struct Settings {
    /// `XXZ`: absent in the round to pair.
    absent: Vec<u16>,
    /// Lines that name players, or teams in a team tournament, to check that these exist.
    named: Vec<(usize, usize, Vec<u16>)>,
    teams: TeamLines,
    /// Whether the value of the pairing-allocated bye was stated.
    pairing_bye_stated: bool,
    /// The first line `250` that has match points alone, which only teams have.
    match_points_alone: Option<usize>,
    /// Whether a line `XXC` asks to pair by the ranks in place of the starting numbers.
    pub(super) by_rank: bool,
    /// Whether line `092` calls the tournament a round robin.
    called_round_robin: bool,
}

impl Settings {
    /// Reads a line into the tournament. `false` where it is of no kind that this crate writes itself.
    pub(super) fn read(&mut self, line: &Line<'_>, tournament: &mut Tournament) -> Result<bool, TrfError> {
        let code: String = line.text.chars().take(3).collect();
        let words = line.words_from(4);
        match code.as_str() {
            "012" => {
                tournament.name = line.text(5, usize::MAX - 1);
                return Ok(false);
            }
            "092" => {
                let kind = line.text(5, usize::MAX - 1).to_lowercase();
                self.called_round_robin = kind.contains("round") && kind.contains("robin");
                return Ok(false);
            }
            "142" | "XXR" => {
                let word = only(line, &words, "the number of rounds")?;
                let rounds: u16 = line.parse(word, "the number of rounds")?;
                if !(1..=MOST_ROUNDS).contains(&rounds) {
                    return Err(
                        line.error(word.column, format!("expected 1 to {MOST_ROUNDS} rounds, not {rounds}"))
                    );
                }
                tournament.rounds = Some(rounds);
            }
            "152" => {
                let word = only(line, &words, "W or B")?;
                tournament.first_colour = Some(match word.text {
                    "W" | "w" => Colour::White,
                    "B" | "b" => Colour::Black,
                    other => {
                        return Err(line.error(word.column, format!("expected W or B, found \"{other}\"")));
                    }
                });
            }
            "XXC" => self.configuration(line, &words, tournament)?,
            "162" => self.scoring(line, &words, tournament)?,
            "XXS" => self.javafo_scoring(line, &words, tournament)?,
            "BBW" | "BBD" | "BBL" | "BBZ" | "BBF" | "BBU" => {
                let word = only(line, &words, "points")?;
                let points = line.points(word)?;
                self.set_symbol(&code[2..], points, tournament);
            }
            "192" => {
                let word = only(line, &words, "the type of tournament")?;
                tournament.system = system(line, word)?;
            }
            "202" | "212" => {
                let list = line.text(5, usize::MAX - 1);
                let codes = list.split([',', ' ']).map(str::trim).filter(|code| !code.is_empty());
                tournament.tie_breaks =
                    codes.filter(|code| !code.eq_ignore_ascii_case("PTS")).map(str::to_owned).collect();
            }
            "240" => self.bye(line, &words, tournament)?,
            "XXZ" => {
                let players = self.players(line, &words)?;
                self.absent.extend(players);
            }
            "250" => self.virtual_points(line, tournament)?,
            "XXA" => self.javafo_virtual_points(line, &words, tournament)?,
            "260" => {
                let [first, last, rest @ ..] = words.as_slice() else {
                    return Err(line.error(5, "expected two rounds and starting numbers"));
                };
                let first_round: u16 = line.parse(first, "the first round")?;
                let last_round: u16 = line.parse(last, "the last round")?;
                if first_round > last_round {
                    let problem =
                        format!("the first round, {first_round}, is after the last one, {last_round}");
                    return Err(line.error(first.column, problem));
                }
                let players = self.apart(line, rest)?;
                tournament.forbidden.push(Forbidden { first_round, last_round, players });
            }
            "XXP" => {
                let players = self.apart(line, &words)?;
                tournament.forbidden.push(Forbidden { first_round: 1, last_round: MOST_ROUNDS, players });
            }
            "299" => {
                self.odd_points(line, tournament)?;
                return Ok(false);
            }
            code => return self.teams.read(code, line, &mut tournament.teams),
        }
        Ok(true)
    }

    /// Settles what needs the players.
    pub(super) fn finish(self, tournament: &mut Tournament, lines: &LineNumbers) -> Result<(), TrfError> {
        for (line, column, players) in &self.named {
            let teams = !tournament.teams.is_empty();
            let known =
                |number: &&u16| if teams { self.teams.has(**number) } else { lines.contains_key(number) };
            if let Some(missing) = players.iter().find(|number| !known(number)) {
                let what = if teams { "team" } else { "player" };
                return Err(TrfError::new(*line, *column, format!("there is no {what} {missing}")));
            }
        }
        if let Some(line) = self.match_points_alone.filter(|_| tournament.teams.is_empty()) {
            let problem = "match points alone accelerate teams (lines 310); of players the points stand in columns 10 to 13";
            return Err(TrfError::new(line, 10, problem));
        }
        // Line 092 does not say which table is used, so it does not make one by Berger's.
        if self.called_round_robin && tournament.system == System::Unstated {
            let code =
                if tournament.teams.is_empty() { "CUSTOM_ROUNDROBIN" } else { "CUSTOM_TEAM_ROUNDROBIN" };
            tournament.system = System::Other(code.to_owned());
        }
        let round = tournament.rounds_paired() + 1;
        // A line 240 says more than XXZ does.
        let asked = |player: &u16| {
            tournament.byes.iter().any(|bye| bye.round == round && bye.players.contains(player))
        };
        let players: Vec<u16> = self.absent.iter().copied().filter(|player| !asked(player)).collect();
        if !players.is_empty() {
            tournament.byes.push(RequestedBye { bye: Bye::Zero, round, players });
        }
        self.teams.finish(tournament, lines)
    }

    /// Players that may not meet: at least two.
    fn apart(&mut self, line: &Line<'_>, words: &[Word<'_>]) -> Result<Vec<u16>, TrfError> {
        match words {
            [] => Err(line.error(5, "expected the starting numbers of players that may not meet")),
            [only] => Err(line.error(only.column, "one player alone can't be kept apart: name at least two")),
            _ => self.players(line, words),
        }
    }

    fn players(&mut self, line: &Line<'_>, words: &[Word<'_>]) -> Result<Vec<u16>, TrfError> {
        let players = line.players(words)?;
        let column = words.first().map_or(5, |word| word.column);
        self.named.push((line.number, column, players.clone()));
        Ok(players)
    }

    /// `XXC rank white1`: JaVaFo's configuration. Programs write its words in one line or in several, with blanks or commas
    /// between them, in capitals or not.
    fn configuration(
        &mut self,
        line: &Line<'_>,
        words: &[Word<'_>],
        tournament: &mut Tournament,
    ) -> Result<(), TrfError> {
        for part in words.iter().flat_map(parts) {
            match part.text.to_ascii_lowercase().as_str() {
                "white1" | "white" | "w" => tournament.first_colour = Some(Colour::White),
                "black1" | "black" | "b" => tournament.first_colour = Some(Colour::Black),
                "rank" => self.by_rank = true,
                "" => {}
                _ => {
                    let problem = format!("expected white1, black1 or rank, found \"{}\"", part.text);
                    return Err(line.error(part.column, problem));
                }
            }
        }
        Ok(())
    }

    /// `162  W 3.0    D 1.0`: a symbol and its points, with or without a blank between them.
    fn scoring(&mut self, line: &Line<'_>, words: &[Word<'_>], to: &mut Tournament) -> Result<(), TrfError> {
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let (symbol, rest) = word.text.split_at(word.text.chars().next().map_or(0, char::len_utf8));
            if !["W", "D", "L", "A", "P", "X"].contains(&symbol) {
                let problem = format!("expected one of W D L A P X, found \"{symbol}\"");
                return Err(line.error(word.column, problem));
            }
            let value = match rest {
                "" => words.next().ok_or_else(|| line.error(word.column + 1, "expected points like 1.0"))?,
                text => &Word { column: word.column + 1, text },
            };
            let points = line.points(value)?;
            self.set_symbol(symbol, points, to);
        }
        Ok(())
    }

    fn set_symbol(&mut self, symbol: &str, points: Points, tournament: &mut Tournament) {
        let scoring = &mut tournament.scoring;
        match symbol {
            "W" => {
                (scoring.white_win, scoring.black_win) = (points, points);
                (scoring.forfeit_win, scoring.full_bye) = (points, points);
                if !self.pairing_bye_stated {
                    scoring.pairing_bye = points;
                }
            }
            "D" => {
                (scoring.white_draw, scoring.black_draw) = (points, points);
                (scoring.half_bye, scoring.unknown) = (points, points);
            }
            "L" => (scoring.white_loss, scoring.black_loss) = (points, points),
            "A" => (scoring.zero_bye, scoring.forfeit_loss) = (points, points),
            "Z" => scoring.zero_bye = points,
            "F" => scoring.forfeit_loss = points,
            "X" => scoring.unknown = points,
            _ => {
                scoring.pairing_bye = points;
                self.pairing_bye_stated = true;
            }
        }
    }

    /// `XXS WW=3.0 BD=1`: JaVaFo's names.
    fn javafo_scoring(
        &mut self,
        line: &Line<'_>,
        words: &[Word<'_>],
        to: &mut Tournament,
    ) -> Result<(), TrfError> {
        for word in words {
            let Some((name, value)) = word.text.split_once('=') else {
                return Err(line.error(word.column, format!("expected CODE=points, found \"{}\"", word.text)));
            };
            let value = Word { column: word.column + name.len() + 1, text: value };
            let points = line.points(&value)?;
            let scoring = &mut to.scoring;
            match name {
                "W" | "D" => self.set_symbol(name, points, to),
                "L" => (scoring.white_loss, scoring.black_loss) = (points, points),
                "WW" => scoring.white_win = points,
                "BW" => scoring.black_win = points,
                "WD" => scoring.white_draw = points,
                "BD" => scoring.black_draw = points,
                "WL" => scoring.white_loss = points,
                "BL" => scoring.black_loss = points,
                "ZPB" => scoring.zero_bye = points,
                "HPB" => scoring.half_bye = points,
                "FPB" => scoring.full_bye = points,
                "PAB" => self.set_symbol("P", points, to),
                "FW" => scoring.forfeit_win = points,
                "FL" => scoring.forfeit_loss = points,
                other => {
                    let problem = format!(
                        "unknown code \"{other}\"; known are W D L WW BW WD BD WL BL ZPB HPB FPB PAB FW FL"
                    );
                    return Err(line.error(word.column, problem));
                }
            }
        }
        Ok(())
    }

    fn bye(
        &mut self,
        line: &Line<'_>,
        words: &[Word<'_>],
        tournament: &mut Tournament,
    ) -> Result<(), TrfError> {
        let [kind, round, rest @ ..] = words else {
            return Err(line.error(5, "expected F, H or Z, a round and starting numbers"));
        };
        let bye = match kind.text {
            "F" | "f" => Bye::Full,
            "H" | "h" => Bye::Half,
            "Z" | "z" => Bye::Zero,
            other => return Err(line.error(kind.column, format!("expected F, H or Z, found \"{other}\""))),
        };
        let round: u16 = line.parse(round, "a round")?;
        let Some(first) = rest.first() else {
            return Err(line.error(5, "expected starting numbers after the round: who has the bye?"));
        };
        let players = self.players(line, rest)?;
        let twice = |player: &&u16| {
            let another = |known: &RequestedBye| {
                known.round == round && known.bye != bye && known.players.contains(player)
            };
            tournament.byes.iter().any(another)
        };
        if let Some(player) = players.iter().find(twice) {
            let problem = format!("round {round}: another line 240 gives {player} a bye of another kind");
            return Err(line.error(first.column, problem));
        }
        tournament.byes.push(RequestedBye { bye, round, players });
        Ok(())
    }

    fn virtual_points(&mut self, line: &Line<'_>, tournament: &mut Tournament) -> Result<(), TrfError> {
        let missing = |column, what: &str| line.error(column, format!("expected {what}, found blanks"));
        let match_points: Option<Points> = line.number(5, 8, "match points like 1.0")?;
        let points: Option<Points> = line.number(10, 13, "points like 1.0")?;
        match (match_points, points) {
            (None, None) => return Err(missing(10, "points like 1.0")),
            (Some(_), None) => {
                self.match_points_alone.get_or_insert(line.number);
            }
            (_, Some(_)) => {}
        }
        let first_round =
            line.number(15, 17, "the first round")?.ok_or_else(|| missing(15, "the first round"))?;
        let last_round = line.number(19, 21, "the last round")?.unwrap_or(first_round);
        let first_player =
            line.number(23, 26, "a starting number")?.ok_or_else(|| missing(23, "a starting number"))?;
        let last_player = line.number(28, 31, "a starting number")?.unwrap_or(first_player);
        tournament.virtual_points.push(VirtualPoints {
            points: points.unwrap_or(Points::ZERO),
            match_points: match_points.unwrap_or(Points::ZERO),
            first_round,
            last_round,
            first_player,
            last_player,
        });
        Ok(())
    }

    /// `XXA NNNN pp.p pp.p`: one value for each round.
    fn javafo_virtual_points(
        &mut self,
        line: &Line<'_>,
        words: &[Word<'_>],
        tournament: &mut Tournament,
    ) -> Result<(), TrfError> {
        let [player, values @ ..] = words else {
            return Err(line.error(5, "expected a starting number and points for each round"));
        };
        let number = self.players(line, std::slice::from_ref(player))?[0];
        for (index, value) in values.iter().enumerate().take(usize::from(MOST_ROUNDS)) {
            let points = line.points(value)?;
            let round = u16::try_from(index + 1).unwrap_or(MOST_ROUNDS);
            if points != Points::ZERO || index == 0 {
                tournament.virtual_points.push(VirtualPoints {
                    points,
                    match_points: Points::ZERO,
                    first_round: round,
                    last_round: round,
                    first_player: number,
                    last_player: number,
                });
            }
        }
        Ok(())
    }

    /// `299 T MMMM GGGG RRR IIII`: points that do not follow from the results, or with a type those of a kind of result.
    fn odd_points(&mut self, line: &Line<'_>, tournament: &mut Tournament) -> Result<(), TrfError> {
        let OddValues { match_points, points, behind } = odd_values(line)?;
        let round = if behind { None } else { line.number::<u16>(20, 22, "a round")? };
        let round = round.filter(|round| *round > 0);
        // Some programs fill the fields with zeros: 0000 names nobody.
        let words: Vec<Word<'_>> = line.words_from(24);
        let words: Vec<Word<'_>> =
            words.into_iter().filter(|word| !word.text.bytes().all(|digit| digit == b'0')).collect();
        let players = self.players(line, &words)?;
        if line.at(5) == ' ' {
            let (match_points, points) = (match_points.unwrap_or_default(), points.unwrap_or_default());
            tournament.odd_points.push(OddPoints { match_points, points, round, players });
            return Ok(());
        }
        let Some(outcome) = Outcome::from_letter(line.at(5)) else {
            let problem = format!(
                "expected a kind of result, one of W D L F H Z + -, or a blank for bonus and penalty points, found \"{}\"",
                line.at(5)
            );
            return Err(line.error(5, problem));
        };
        if match_points.is_none() && points.is_none() {
            return Err(line.error(14, "expected points in columns 14 to 17, or match points in 8 to 11"));
        }
        tournament.assigned_points.push(AssignedPoints { outcome, match_points, points, round, players });
        Ok(())
    }
}

/// What a line `299` is about.
struct OddValues {
    match_points: Option<Points>,
    points: Option<Points>,
    /// Whether the points stand behind their columns, where a round would stand.
    behind: bool,
}

/// The points of a line `299`. The example of FIDE's own document has the game points in columns 19 to 21:
/// `299 +    2.0      2.5`.
fn odd_values(line: &Line<'_>) -> Result<OddValues, TrfError> {
    let words = line.words_from(6);
    let is_behind = |word: &&Word<'_>| (18..=22).contains(&word.column) && word.text.contains('.');
    let Some(points) = words.iter().find(is_behind) else {
        let match_points = line.number(8, 11, "match points like 1.0")?;
        let points = line.number(14, 17, "points like 1.0")?;
        return Ok(OddValues { match_points, points, behind: false });
    };
    let before = words.iter().find(|word| word.column < 18);
    let match_points = before.map(|word| line.points(word)).transpose()?;
    Ok(OddValues { match_points, points: Some(line.points(points)?), behind: true })
}

/// The parts of a word between commas, each with its column.
fn parts<'a>(word: &Word<'a>) -> impl Iterator<Item = Word<'a>> + use<'a> {
    let mut column = word.column;
    word.text.split(',').map(move |text| {
        let part = Word { column, text };
        column += text.chars().count() + 1;
        part
    })
}

fn only<'w, 'a>(line: &Line<'_>, words: &'w [Word<'a>], what: &str) -> Result<&'w Word<'a>, TrfError> {
    match words {
        [word] => Ok(word),
        [] => Err(line.error(5, format!("expected {what}, found nothing"))),
        [_, second, ..] => {
            Err(line.error(second.column, format!("expected {what} alone, found \"{}\"", second.text)))
        }
    }
}

/// The code of line 192. `FIDE_DUTCH` and the names of 2025 and 2026 all mean the rules in force.
fn system(line: &Line<'_>, word: &Word<'_>) -> Result<System, TrfError> {
    let code = word.text.to_ascii_uppercase();
    let berger = code.strip_prefix("BERGER_TEAM_").or(code.strip_prefix("BERGER_"));
    if berger == Some("DOUBLEROUNDROBIN") {
        return Ok(System::RoundRobin { games: 2 });
    }
    if let Some(games) = berger.and_then(|table| table.strip_prefix("ROUNDROBIN")) {
        let games = games.strip_prefix("_G").map_or(Some(1), |games| games.parse().ok());
        let problem = || {
            line.error(word.column, format!("expected BERGER_ROUNDROBIN_G and a number, found \"{code}\""))
        };
        return Ok(System::RoundRobin { games: games.filter(|games| *games > 0).ok_or_else(problem)? });
    }
    Ok(match code.as_str() {
        "FIDE_DUTCH" | "FIDE_DUTCH_2025" | "FIDE_DUTCH_2026" => System::Dutch { baku: false },
        "FIDE_DUTCH_BAKU" | "FIDE_DUTCH_2025_BAKU" | "FIDE_DUTCH_2026_BAKU" => System::Dutch { baku: true },
        "FIDE_ROUNDROBIN" | "FIDE_TEAM_ROUNDROBIN" => System::RoundRobin { games: 1 },
        "FIDE_DOUBLEROUNDROBIN" | "FIDE_TEAM_DOUBLEROUNDROBIN" => System::RoundRobin { games: 2 },
        "CUSTOM_KNOCKOUT" => System::KnockOut,
        _ => System::Other(code),
    })
}
