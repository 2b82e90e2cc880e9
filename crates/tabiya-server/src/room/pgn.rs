// SPDX-License-Identifier: AGPL-3.0-or-later
//! A game as PGN.

use tabiya_game::{Game, GameId, GameResult, Seat, Termination, Time};
use tabiya_rules::{Color, PgnGame, PgnResult, PgnTermination, PgnTimeControl};

use super::view::guest_name;

const MILLIS_A_DAY: u64 = 24 * 60 * 60 * 1000;

/// The game so far, with the clock after each move.
pub(super) fn pgn(id: GameId, game: &Game) -> String {
    let clocks: Vec<_> = game.plies().iter().map(|ply| ply.clock.map(|clock| clock.0)).collect();
    let ending = game.ending();
    let pgn = PgnGame {
        event: "Casual game",
        site: &format!("Tabiya, game {id}"),
        date: &date(game.created()),
        round: "-",
        white: &name(game.seats()[Color::White]),
        black: &name(game.seats()[Color::Black]),
        result: ending.map_or(PgnResult::Unfinished, |ending| result(ending.result)),
        time_control: game
            .time_control()
            .map(|time| PgnTimeControl { initial_ms: time.initial().0, increment_ms: time.increment().0 }),
        termination: ending.map_or(PgnTermination::Unterminated, |ending| termination(ending.termination)),
        clocks: &clocks,
        ..PgnGame::new(game.history())
    };
    pgn.to_string()
}

fn name(seat: Seat) -> String {
    match seat {
        Seat::Open => "?".to_owned(),
        Seat::Guest(player) => guest_name(player),
        Seat::Computer(level) => format!("Tabiya, level {level}"),
    }
}

const fn result(result: GameResult) -> PgnResult {
    match result {
        GameResult::WhiteWins => PgnResult::WhiteWins,
        GameResult::BlackWins => PgnResult::BlackWins,
        GameResult::Draw => PgnResult::Draw,
        GameResult::Aborted => PgnResult::Unfinished,
    }
}

const fn termination(termination: Termination) -> PgnTermination {
    match termination {
        Termination::TimeForfeit | Termination::TimeForfeitInsufficientMaterial => {
            PgnTermination::TimeForfeit
        }
        Termination::Abort => PgnTermination::Abandoned,
        Termination::Checkmate
        | Termination::Resignation
        | Termination::Stalemate
        | Termination::InsufficientMaterial
        | Termination::FivefoldRepetition
        | Termination::SeventyFiveMoves
        | Termination::ThreefoldRepetition
        | Termination::FiftyMoves
        | Termination::Agreement => PgnTermination::Normal,
    }
}

/// The day in UTC as `YYYY.MM.DD`; the proleptic Gregorian calendar in integers, counted in eras of 400 years
/// that begin in March.
fn date(time: Time) -> String {
    let days = time.0 / MILLIS_A_DAY + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (days, expected) in [
            (0, "1970.01.01"),
            (59, "1970.03.01"),
            (11_016, "2000.02.29"),
            (11_017, "2000.03.01"),
            (20_454, "2026.01.01"),
            (20_778, "2026.11.21"),
        ] {
            assert_eq!(date(Time(days * MILLIS_A_DAY)), expected);
            assert_eq!(date(Time(days * MILLIS_A_DAY + MILLIS_A_DAY - 1)), expected);
        }
    }
}
