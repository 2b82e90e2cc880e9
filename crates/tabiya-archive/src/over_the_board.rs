// SPDX-License-Identifier: AGPL-3.0-or-later
//! A game over the board, from the page's record of it.
//!
//! The recorded moves are played through [`Game::decide`], as a room does, with the recorded times. So a saved game is a log
//! like any other.

use std::iter::zip;

use tabiya_game::{
    Command, Event, Game, Millis, PlayerId, PlayerName, Refusal as GameRefusal, Seat, Seats, Stamped, Terms,
    TermsError, Time, TimeControl,
};
use tabiya_protocol::Refusal;
use tabiya_protocol::boards::{
    BoardChecked, BoardEnding, BoardGame, BoardRefused, MAX_BOARD_NAME, MAX_FEN, SaveBoardGame,
};
use tabiya_rules::{Attempt, Color, Position};
use tabiya_runtime::chance;
use tabiya_runtime::clean::visible;
use tabiya_runtime::identity::Identity;

use crate::view;

/// The first move of a side costs nothing, however long it takes. The game core ends a game whose first move does not
/// come within two minutes, so no more than this is counted for it.
const FIRST_MOVE: Millis = Millis::from_secs(60);

/// What the page shows of a game that goes on: how far its moves are possible, and how it stands then. Takes as long as a
/// ruling on whether mate is possible.
///
/// # Errors
/// Why there is no such game, in words for people.
pub fn checked(game: &BoardGame) -> Result<BoardChecked, String> {
    let (white, black) = (PlayerId::from_bytes([1; 16]), PlayerId::from_bytes([2; 16]));
    let terms = terms(game, Seats { white: Seat::Player(white), black: Seat::Player(black) })?;
    let mut record = Record::begin(terms, Time(0));
    let refused = record.play(game).err();
    let refused = refused.map(|refusal| BoardRefused {
        ply: record.game.ply(),
        message: refusal.to_string(),
        refusal: Refusal::from((refusal, record.game.ply())),
    });
    Ok(BoardChecked {
        start_fen: record.game.history().start().to_fen(),
        moves: view::moves(&record.game),
        situation: view::situation(&record.game, record.now),
        refused,
    })
}

/// The terms of a game that `creator` saves, who sat on one side. It is private: nobody asked the other side, whose name
/// `creator` may have typed.
///
/// # Errors
/// Why there is no such game, in words for people.
pub fn terms_of(wish: &SaveBoardGame, creator: &Identity) -> Result<Terms, String> {
    let beside = Seat::Player(chance::player_id());
    let mut terms = terms(&wish.game, Seats::new(creator.player, wish.you, beside))?;
    let bad = |error: TermsError| error.to_string();
    for (color, name) in zip(Color::ALL, [&wish.white, &wish.black]) {
        // Whoever has an account is known by it.
        let own = creator.details.as_deref().filter(|_| color == wish.you);
        terms = match own {
            Some(details) => terms.with_details(color, details.clone()).map_err(bad)?,
            None => terms.with_name_at_the_board(color, board_name(name, color)?).map_err(bad)?,
        };
    }
    terms.private().map_err(bad)
}

/// All events of a game that has ended now, and began as long ago as its moves took.
///
/// # Errors
/// Why it can't be saved, in words for people.
pub fn events(terms: Terms, now: Time, wish: &SaveBoardGame) -> Result<Vec<Stamped>, String> {
    let mut record = Record::begin(terms, Time(0));
    let refused = |refusal: GameRefusal, ply: u32| format!("half-move {} can't be saved: {refusal}", ply + 1);
    record.play(&wish.game).map_err(|refusal| refused(refusal, record.game.ply()))?;
    if let Some(ending) = wish.ending.filter(|_| !record.game.is_over()) {
        record.end(ending).map_err(|refusal| refusal.to_string())?;
    }
    if record.game.is_over() {
        let ago = now.0.saturating_sub(record.now.0);
        record.events.iter_mut().for_each(|event| event.at.0 += ago);
        Ok(record.events)
    } else {
        Err("a game of two players at one screen is saved when it is over: say how it ended".to_owned())
    }
}

/// A game that is played again from its record.
struct Record {
    game: Game,
    events: Vec<Stamped>,
    now: Time,
}

impl Record {
    fn begin(terms: Terms, now: Time) -> Self {
        let (game, created) = Game::create(terms, now);
        Self { game, events: vec![created], now }
    }

    fn play(&mut self, game: &BoardGame) -> Result<(), GameRefusal> {
        for (index, (uci, &took)) in zip(&game.moves, &game.took_ms).enumerate() {
            if self.game.is_over() {
                return Err(GameRefusal::GameOver);
            }
            let took = if index < 2 { Millis(took).min(FIRST_MOVE) } else { Millis(took) };
            self.now = self.now.after(took);
            let attempt: Attempt = uci.parse().map_err(|_| GameRefusal::Stale { ply: self.game.ply() })?;
            let by = self.game.turn();
            self.tell(Command::Play { by, attempt, seq: self.game.last_seq(), lag: None })?;
        }
        Ok(())
    }

    fn end(&mut self, ending: BoardEnding) -> Result<(), GameRefusal> {
        let by = self.game.turn();
        match ending {
            BoardEnding::Resigned { by } => self.tell(Command::Resign { by }),
            BoardEnding::Agreed {} => {
                // The side that has just moved offers.
                self.tell(Command::OfferDraw { by: !by })?;
                self.tell(Command::AcceptDraw { by })
            }
            BoardEnding::Claimed {} => self.tell(Command::ClaimDraw { by }),
            BoardEnding::TimeUp {} => {
                self.now = self.game.deadline().ok_or(GameRefusal::ClockNotRunning)?;
                self.tell(Command::TimeUp)
            }
        }
    }

    fn tell(&mut self, command: Command) -> Result<(), GameRefusal> {
        for event in self.game.decide(command, self.now)? {
            let stamped = Stamped::new(self.now, event);
            debug_assert!(!matches!(stamped.event, Event::Created(_)));
            self.game.apply(&stamped);
            self.events.push(stamped);
        }
        Ok(())
    }
}

/// What the game is played under.
fn terms(game: &BoardGame, seats: Seats) -> Result<Terms, String> {
    if game.moves.len() != game.took_ms.len() {
        return Err(format!(
            "there are {} moves, so took_ms has as many entries, not {}",
            game.moves.len(),
            game.took_ms.len()
        ));
    }
    let start = match &game.start_fen {
        None => Position::start(),
        Some(fen) if fen.len() > MAX_FEN => return Err(format!("a FEN has at most {MAX_FEN} bytes")),
        Some(fen) => Position::from_fen(fen).map_err(|error| format!("the FEN can't be read: {error}"))?,
    };
    let time = game.time.map(TimeControl::try_from).transpose().map_err(|error| error.to_string())?;
    if matches!(time, Some(TimeControl::Correspondence { .. })) {
        return Err("a game of two players at one screen has a clock or no limit, not days".to_owned());
    }
    Terms::new(start, time, seats).map_err(|error| error.to_string())
}

fn board_name(name: &str, color: Color) -> Result<PlayerName, String> {
    let cleaned = visible(name);
    let side = match color {
        Color::White => "White",
        Color::Black => "Black",
    };
    let shown = if cleaned.is_empty() { side.to_owned() } else { cleaned };
    let found = shown.chars().count();
    if found > MAX_BOARD_NAME {
        return Err(format!("{side}'s name has {found} characters, at most {MAX_BOARD_NAME} are possible"));
    }
    PlayerName::try_from(shown).map_err(|error| format!("{side}'s name: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_lost_on_time_has_ended_now() {
        let clock = r#"{"initial_ms": 60000, "increment_ms": 0}"#;
        let game = format!(
            r#"{{"start_fen": null, "time": {clock}, "moves": ["e2e4", "e7e5", "g1f3"], "took_ms": [900, 900, 900]}}"#
        );
        let wish = format!(
            r#"{{"game": {game}, "you": "white", "white": "Ann", "black": "Ben", "ending": {{"kind": "time_up"}}}}"#
        );
        let wish: SaveBoardGame = serde_json::from_str(&wish).expect("a wish");
        let seat = |number| Seat::Player(PlayerId::from_bytes([number; 16]));
        let terms = terms(&wish.game, Seats { white: seat(1), black: seat(2) }).expect("terms");
        let now = Time(1_000_000_000);
        let events = events(terms, now, &wish).expect("a whole game");
        assert_eq!(events.last().map(|event| event.at), Some(now));
        // The moves took 2.7 s, and Black thought for a minute.
        assert_eq!(events.first().map(|event| event.at), Some(Time(now.0 - 2_700 - 60_000)));
        assert!(Game::replay(&events).is_ok_and(|game| game.is_over()));
    }
}
