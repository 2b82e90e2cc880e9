// SPDX-License-Identifier: AGPL-3.0-or-later
//! An arena that is played: which games run, who is free, and what each has scored.
//!
//! It has no rounds. Whoever is present and has no game is free, and the server pairs those who are free in waves.

use tabiya_game::{GameId, Time};
use tabiya_tournament::Colour;
use tabiya_tournament::arena::{Finished, Outcome as Ending, Sheet, Waiting};

use super::EntrantId;
use super::outcome::Outcome;

/// A game of an arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArenaGame {
    /// White.
    pub white: EntrantId,
    /// Black.
    pub black: EntrantId,
    /// The game on this server.
    pub game: GameId,
    /// How it ended; `None` while it runs, and for ever where it ran when the arena ended.
    pub outcome: Option<Outcome>,
    /// Whether White and Black went berserk; known when the game has ended.
    pub berserk: [bool; 2],
    /// Moves of both sides, once the game has ended.
    pub plies: u16,
}

impl ArenaGame {
    /// The game as a side's score sees it; `None` while it runs, and where it counts for nobody.
    pub(crate) fn finished_for(&self, side: Colour) -> Option<Finished> {
        let outcome = self.outcome.filter(|outcome| outcome.is_played())?;
        let ending = match outcome.better() {
            Some(better) if better == side => Ending::Win,
            Some(_) => Ending::Loss,
            None => Ending::Draw,
        };
        let berserk = self.berserk[usize::from(side == Colour::Black)];
        Some(Finished { outcome: ending, berserk, plies: self.plies })
    }
}

/// What an entrant has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seat {
    /// The points.
    pub sheet: Sheet,
    /// Games with a result that counts.
    pub games: u32,
    /// Games won.
    pub wins: u32,
    /// Games in which the entrant went berserk.
    pub berserks: u32,
    /// The sum of what each counted game says about the strength: the opponent's rating, and 500 more or less.
    performed: i64,
    /// The place of the game that runs, in [`Arena::games`].
    pub playing: Option<usize>,
    /// Since when the entrant is free.
    pub free_since: Time,
    last_opponent: Option<EntrantId>,
    difference: i16,
    run: Option<(Colour, u8)>,
}

impl Seat {
    /// The rating that the games show: the mean of the opponents', 500 more for a win and 500 less for a loss. `None` without
    /// a game.
    pub fn performance(&self) -> Option<i64> {
        (self.games > 0).then(|| self.performed / i64::from(self.games))
    }

    /// Whether the entrant was ever paired.
    pub const fn has_played(&self) -> bool {
        self.last_opponent.is_some()
    }

    fn sit(&mut self, place: usize, colour: Colour, opponent: EntrantId) {
        self.playing = Some(place);
        self.last_opponent = Some(opponent);
        self.difference = self.difference.saturating_add(if colour == Colour::White { 1 } else { -1 });
        self.run = Some(match self.run {
            Some((last, times)) if last == colour => (last, times.saturating_add(1)),
            Some(_) | None => (colour, 1),
        });
    }
}

/// The rating that counts for somebody without one.
const UNRATED: u16 = 1500;
/// How much more than the opponent's rating a win shows.
const WIN_SHOWS: i64 = 500;

/// An arena that has begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arena {
    /// When it began.
    pub opened: Time,
    /// All games in the order in which they were paired.
    pub games: Vec<ArenaGame>,
    /// The places of the games that run.
    pub running: Vec<usize>,
    /// What each entrant has done, in the order of entry.
    pub seats: Vec<Seat>,
}

impl Arena {
    /// An arena that begins with so many entrants.
    pub(super) fn open(at: Time, entrants: usize) -> Self {
        let seat = Seat { free_since: at, ..Seat::default() };
        Self { opened: at, games: Vec::new(), running: Vec::new(), seats: vec![seat; entrants] }
    }

    /// The seat of an entrant.
    pub fn seat(&self, id: EntrantId) -> Option<&Seat> {
        self.seats.get(id.index())
    }

    /// Somebody has come, or is back.
    pub(super) fn comes(&mut self, id: EntrantId, at: Time) {
        if self.seats.len() <= id.index() {
            self.seats.resize(id.index() + 1, Seat::default());
        }
        self.seats[id.index()].free_since = at;
    }

    /// Two begin a game.
    pub(super) fn pair(&mut self, white: EntrantId, black: EntrantId, game: GameId) -> Result<(), String> {
        let place = self.games.len();
        for (id, opponent, colour) in [(white, black, Colour::White), (black, white, Colour::Black)] {
            let seat = self.seats.get_mut(id.index()).ok_or_else(|| format!("there is no entrant {id}"))?;
            if seat.playing.is_some() {
                return Err(format!("{id} plays already"));
            }
            seat.sit(place, colour, opponent);
        }
        self.games.push(ArenaGame { white, black, game, outcome: None, berserk: [false; 2], plies: 0 });
        self.running.push(place);
        Ok(())
    }

    /// A game has ended. Where somebody did not come it counts for nobody. `ratings` are White's and Black's.
    pub(super) fn end(
        &mut self,
        place: usize,
        (outcome, plies, berserk): (Outcome, u16, [bool; 2]),
        ratings: [Option<u16>; 2],
        at: Time,
    ) -> Result<(), String> {
        let game = self.games.get_mut(place).filter(|game| game.outcome.is_none());
        let game = game.ok_or_else(|| format!("game {} does not run", place + 1))?;
        (game.outcome, game.berserk, game.plies) = (Some(outcome), berserk, plies);
        let game = *game;
        self.running.retain(|one| *one != place);
        let sides = [(game.white, Colour::White, ratings[1]), (game.black, Colour::Black, ratings[0])];
        for (id, colour, theirs) in sides {
            let Some(seat) = self.seats.get_mut(id.index()) else { continue };
            seat.playing = None;
            seat.free_since = at;
            let Some(finished) = game.finished_for(colour) else { continue };
            let shows = match finished.outcome {
                Ending::Win => WIN_SHOWS,
                Ending::Loss => -WIN_SHOWS,
                Ending::Draw => 0,
            };
            seat.sheet.record(finished);
            seat.berserks += u32::from(finished.berserk);
            seat.games += 1;
            seat.wins += u32::from(finished.outcome == Ending::Win);
            seat.performed += i64::from(theirs.unwrap_or(UNRATED)) + shows;
        }
        Ok(())
    }

    /// An entrant as the pairing sees them; `None` while they play.
    pub(crate) fn waiting(&self, id: EntrantId, rating: Option<u16>) -> Option<Waiting> {
        let seat = self.seat(id).filter(|seat| seat.playing.is_none())?;
        Some(Waiting {
            id: id.0.into(),
            rating: rating.unwrap_or(UNRATED),
            since: seat.free_since.0,
            last_opponent: seat.last_opponent.map(|id| id.0.into()),
            difference: seat.difference,
            run: seat.run,
        })
    }
}
