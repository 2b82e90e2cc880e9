// SPDX-License-Identifier: AGPL-3.0-or-later
//! A game as PGN.

use tabiya_game::{Computer, Game, GameId, Seat, Time};
use tabiya_rules::{Color, PgnGame, PgnResult, PgnTermination};
use time::UtcDateTime;

use super::view::guest_name;

/// The game so far, with the clock after each move.
pub(super) fn pgn(id: GameId, game: &Game) -> String {
    let clocks: Vec<_> = game.plies().iter().map(|ply| ply.clock.map(|clock| clock.0)).collect();
    let ending = game.ending();
    let types = types(game);
    let more_tags: Vec<_> = types.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let pgn = PgnGame {
        event: "Casual game",
        site: &format!("Tabiya, game {id}"),
        date: &date(game.created()),
        round: "-",
        white: &name(game.seats()[Color::White]),
        black: &name(game.seats()[Color::Black]),
        result: ending.map_or(PgnResult::Unfinished, |ending| ending.result.into()),
        time_control: game.time_control().map(Into::into),
        termination: ending.map_or(PgnTermination::Unterminated, |ending| ending.termination.into()),
        more_tags: &more_tags,
        clocks: &clocks,
        ..PgnGame::new(game.history())
    };
    pgn.to_string()
}

fn name(seat: Seat) -> String {
    match seat {
        Seat::Open => "?".to_owned(),
        Seat::Guest(player) => guest_name(player),
        Seat::Computer(Computer { level, .. }) => format!("Tabiya, level {level}"),
    }
}

/// Which side is a program, and what its level means.
fn types(game: &Game) -> Vec<(&'static str, String)> {
    let mut tags = Vec::new();
    for (tag, color) in [("WhiteType", Color::White), ("BlackType", Color::Black)] {
        if let Seat::Computer(Computer { version, .. }) = game.seats()[color] {
            tags.push((tag, "program".to_owned()));
            tags.extend(version.map(|version| ("LevelsVersion", version.to_string())));
        }
    }
    tags
}

/// The day in UTC as `YYYY.MM.DD`, or question marks beyond the year 9999.
fn date(time: Time) -> String {
    let seconds = i64::try_from(time.0 / 1000).unwrap_or(i64::MAX);
    match UtcDateTime::from_unix_timestamp(seconds) {
        Ok(date) => format!("{:04}.{:02}.{:02}", date.year(), u8::from(date.month()), date.day()),
        Err(_) => "????.??.??".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MILLIS_A_DAY: u64 = 24 * 60 * 60 * 1000;

    #[test]
    fn dates_are_written_as_pgn_wants_them() {
        for (days, expected) in [(0, "1970.01.01"), (11_016, "2000.02.29"), (20_778, "2026.11.21")] {
            assert_eq!(date(Time(days * MILLIS_A_DAY)), expected);
            assert_eq!(date(Time((days + 1) * MILLIS_A_DAY - 1)), expected);
        }
        assert_eq!(date(Time(u64::MAX)), "????.??.??");
    }
}
