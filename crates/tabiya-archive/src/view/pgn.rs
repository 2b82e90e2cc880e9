// SPDX-License-Identifier: AGPL-3.0-or-later
//! A game as PGN.

use tabiya_game::{
    Bonus, Computer, Ending, Game, GameId, GameResult, Origin, Seat, Termination, Time, TimeControl,
};
use tabiya_pgn::{PgnGame, PgnResult, PgnTermination, PgnTimeControl};
use tabiya_protocol::PlayerView;
use tabiya_rules::Color;
use tabiya_runtime::ghosts::GHOST_NAME;
use time::UtcDateTime;

use super::annotations::annotations;
use super::game::player;
use crate::openings;

/// The game so far, with the clock after each move.
pub(crate) fn pgn(id: GameId, game: &Game) -> String {
    let event = if game.terms().is_rated() { "Rated game" } else { "Casual game" };
    let site = format!("Tabiya, game {id}");
    match game.terms().origin() {
        None => pgn_with(game, event, &site, opening_tags(game), Remarks::CLOCKS),
        Some(origin) => {
            let (event, site) = event_and_site(origin);
            pgn_with(game, &event, &site, opening_tags(game), Remarks::CLOCKS)
        }
    }
}

/// Where a game from elsewhere was played, as its PGN said.
pub fn event_and_site(origin: &Origin) -> (String, String) {
    let said = |text: &Option<String>| text.clone().unwrap_or_else(|| "?".to_owned());
    (said(&origin.event), said(&origin.site))
}

/// Code and name of the opening, where the game has one.
pub fn opening_tags(game: &Game) -> Vec<(&'static str, String)> {
    let Some((opening, _)) = openings::of_game(game) else { return Vec::new() };
    vec![("ECO", opening.eco.to_owned()), ("Opening", opening.name.to_owned())]
}

/// What stands between the moves, and what the game itself does not say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remarks<'a> {
    /// The time that was left after each move.
    pub clocks: bool,
    /// The opening's name, and how the game ended, in words.
    pub words: bool,
    /// The round of an event; `-` where there is none.
    pub round: &'a str,
    /// What the players are called, White first; `None` for what the game says.
    pub names: [Option<&'a str>; 2],
    /// More comments, each with the number of half-moves behind which it stands, in their order.
    pub more: &'a [(usize, String)],
}

impl Remarks<'_> {
    const CLOCKS: Self = Self { clocks: true, words: false, round: "-", names: [None; 2], more: &[] };
}

/// The same for this event and site, with more tags, and with these remarks.
pub fn pgn_with(
    game: &Game,
    event: &str,
    site: &str,
    tags: Vec<(&'static str, String)>,
    remarks: Remarks<'_>,
) -> String {
    let plies = game.plies().iter().filter(|_| remarks.clocks);
    let clocks: Vec<_> = plies.map(|ply| ply.clock.map(|clock| clock.0)).collect();
    let ending = game.ending();
    let more_tags: Vec<_> = tags.into_iter().chain(more_tags(game)).collect();
    let more_tags: Vec<_> = more_tags.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let mut comments = remarks.more.to_vec();
    if remarks.words {
        comments.extend(annotations(game));
    }
    comments.sort_by_key(|(ply, _)| *ply);
    let comments: Vec<_> = comments.iter().map(|(ply, text)| (*ply, text.as_str())).collect();
    let [white, black] = remarks.names;
    let called = |given: Option<&str>, color| given.map_or_else(|| name(game, color), str::to_owned);
    let pgn = PgnGame {
        event,
        site,
        date: &game.terms().origin().map_or_else(|| date(game.created()), played_on),
        round: remarks.round,
        white: &called(white, Color::White),
        black: &called(black, Color::Black),
        result: ending.map_or(PgnResult::Unfinished, |ending| result(ending.result)),
        time_control: game.time_control().map(time_control),
        termination: ending.map_or(Some(PgnTermination::Unterminated), termination),
        more_tags: &more_tags,
        clocks: &clocks,
        comments: &comments,
        ..PgnGame::new(game.history())
    };
    pgn.to_string()
}

/// PGN has no result for games that nobody finished; they are unfinished (PGN 8.1.1.7).
fn result(result: GameResult) -> PgnResult {
    match result {
        GameResult::WhiteWins => PgnResult::WhiteWins,
        GameResult::BlackWins => PgnResult::BlackWins,
        GameResult::Draw => PgnResult::Draw,
        GameResult::Aborted => PgnResult::Unfinished,
    }
}

/// PGN distinguishes losses on time and abandoned games from all other ends (PGN 9.8.1). `None` where only the result is known.
fn termination(ending: Ending) -> Option<PgnTermination> {
    Some(match ending.termination {
        Termination::TimeForfeit | Termination::TimeForfeitInsufficientMaterial => {
            PgnTermination::TimeForfeit
        }
        Termination::Abort
        | Termination::NoFirstMove
        | Termination::Abandonment
        | Termination::AbandonmentInsufficientMaterial => PgnTermination::Abandoned,
        // Also where the verdict is none of PGN's results, such as a loss for both.
        Termination::ArbiterDecision => PgnTermination::Adjudication,
        Termination::Unknown if ending.result == GameResult::Aborted => PgnTermination::Unterminated,
        Termination::Unknown => return None,
        Termination::Checkmate
        | Termination::Resignation
        | Termination::Stalemate
        | Termination::InsufficientMaterial
        | Termination::FivefoldRepetition
        | Termination::SeventyFiveMoves
        | Termination::ThreefoldRepetition
        | Termination::FiftyMoves
        | Termination::Agreement => PgnTermination::Normal,
    })
}

/// The time control as far as PGN can express it (section 9.6). PGN has no delay, so a clock with a delay is
/// written as its initial time. Time odds are written as `?`.
fn time_control(control: TimeControl) -> PgnTimeControl {
    match control {
        TimeControl::Correspondence { days } => {
            PgnTimeControl::Period { moves: 1, seconds: days.span().0 / 1000 }
        }
        TimeControl::Clocks { white, black } if white == black => {
            let initial_ms = white.initial().0;
            match white.bonus() {
                Bonus::Increment(increment) => {
                    PgnTimeControl::Clock { initial_ms, increment_ms: increment.0 }
                }
                Bonus::Delay(_) | Bonus::Bronstein(_) => PgnTimeControl::SuddenDeath { initial_ms },
            }
        }
        TimeControl::Clocks { .. } => PgnTimeControl::Unknown,
    }
}

/// The name at the time of the game.
fn name(game: &Game, color: Color) -> String {
    match player(game, color) {
        PlayerView::Open => "?".to_owned(),
        PlayerView::Player { name, .. } | PlayerView::Guest { name } => name,
        PlayerView::Ghost => GHOST_NAME.to_owned(),
        PlayerView::Computer { level, .. } => format!("Tabiya, level {level}"),
    }
}

/// Titles and ratings at the time of the game, whether a side is a program, and the meaning of its level.
fn more_tags(game: &Game) -> Vec<(&'static str, String)> {
    let mut tags = Vec::new();
    for ([title, rating], color) in
        [(["WhiteTitle", "WhiteElo"], Color::White), (["BlackTitle", "BlackElo"], Color::Black)]
    {
        let Some(details) = game.details(color) else { continue };
        tags.extend(details.title.map(|known| (title, known.to_string())));
        tags.extend(details.rating.map(|then| (rating, then.points.to_string())));
    }
    for (tag, color) in [("WhiteType", Color::White), ("BlackType", Color::Black)] {
        if let Seat::Computer(Computer { version, .. }) = game.seats()[color] {
            tags.push((tag, "program".to_owned()));
            tags.extend(version.map(|version| ("LevelsVersion", version.to_string())));
        }
    }
    tags
}

/// The date of a game from elsewhere.
fn played_on(origin: &Origin) -> String {
    origin.date.clone().unwrap_or_else(|| "????.??.??".to_owned())
}

/// The date in UTC as `YYYY.MM.DD`, or question marks after the year 9999.
fn date(time: Time) -> String {
    let seconds = i64::try_from(time.0 / 1000).unwrap_or(i64::MAX);
    match UtcDateTime::from_unix_timestamp(seconds) {
        Ok(date) => format!("{:04}.{:02}.{:02}", date.year(), u8::from(date.month()), date.day()),
        Err(_) => "????.??.??".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use tabiya_game::{PlayerDetails, PlayerId, PlayerName, RatingThen, Seats, Terms, TimeControl, Title};
    use tabiya_rules::Position;

    use super::*;

    #[test]
    fn names_titles_and_ratings_are_those_of_the_day() {
        let seats = Seats {
            white: Seat::Player(PlayerId::from_bytes([1; 16])),
            black: Seat::Player(PlayerId::from_bytes([0x2e; 16])),
        };
        let time = TimeControl::new(tabiya_game::Millis::from_secs(300), tabiya_game::Millis::ZERO).unwrap();
        let known = PlayerDetails {
            name: PlayerName::try_from("Zoë".to_owned()).unwrap(),
            title: Some(Title::Fm),
            rating: Some(RatingThen { points: 2311, provisional: false }),
        };
        let terms = Terms::new(Position::start(), Some(time), seats).unwrap().rated().unwrap();
        let (game, _) = Game::create(terms.with_details(Color::White, known).unwrap(), Time(0));
        let pgn = pgn(GameId::from_bits(1), &game);
        for line in [
            r#"[Event "Rated game"]"#,
            r#"[White "Zoë"]"#,
            r#"[WhiteTitle "FM"]"#,
            r#"[WhiteElo "2311"]"#,
            r#"[Black "Guest 2e2e"]"#,
        ] {
            assert!(pgn.lines().any(|found| found == line), "{line} is not in\n{pgn}");
        }
        assert!(!pgn.contains("BlackElo"), "{pgn}");
    }

    const MILLIS_A_DAY: u64 = 24 * 60 * 60 * 1000;

    #[test]
    fn dates_are_written_as_pgn_wants_them() {
        for (days, expected) in [(0, "1970.01.01"), (11_016, "2000.02.29"), (20_778, "2026.11.21")] {
            assert_eq!(date(Time(days * MILLIS_A_DAY)), expected);
            assert_eq!(date(Time((days + 1) * MILLIS_A_DAY - 1)), expected);
        }
        assert_eq!(date(Time(u64::MAX)), "????.??.??");
    }
    #[test]
    fn time_controls_are_written_as_far_as_pgn_can() {
        let check = |json: &str, text: &str| {
            let control: TimeControl = serde_json::from_str(json).unwrap();
            assert_eq!(time_control(control).to_string(), text);
        };
        check(r#"{"initial":300000,"increment":3000}"#, "300+3");
        check(r#"{"initial":300000,"delay":3000}"#, "300");
        check(r#"{"initial":300000,"bronstein":3000}"#, "300");
        check(r#"{"days":3}"#, "1/259200");
        check(r#"{"white":{"initial":60000,"increment":0},"black":{"initial":300000,"increment":0}}"#, "?");
    }
}
