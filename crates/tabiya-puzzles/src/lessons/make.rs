// SPDX-License-Identifier: AGPL-3.0-or-later
//! Makes a lesson of the games that a teacher names.

use std::collections::HashSet;

use tabiya_accounts::people::class::pupils_of;
use tabiya_archive::archive::{Archive, ReadError};
use tabiya_game::{GameId, Seat, Time};
use tabiya_protocol::{LessonView, NewLesson};
use tabiya_rules::Variant;
use tabiya_store::{
    Account, ArchivedGame, Audience, GameFilter, Lesson, LessonGame, LessonLimits, LessonSide, StorageError,
};

use super::games::{LessonPgn, MOST_GAMES, Pupil, kept_game, with_pupil};
use crate::door;
use crate::no_lesson::{MOST_LESSONS, MOST_UNFINISHED, NoLesson};
use crate::sets::checked_name;
use crate::solving::{NotSolved, Solving};

/// Games of a pupil that are looked through, the latest first.
const MOST_OF_PUPIL: u32 = 40;
/// Games of a class that are looked through.
const MOST_OF_CLASS: usize = 1_000;
/// The longest span of time of which games are taken, in milliseconds: 32 days.
const LONGEST_SPAN: u64 = 32 * 24 * 60 * 60 * 1_000;

/// Which games of the class are wanted.
struct Wanted<'a> {
    filter: GameFilter,
    event: Option<&'a str>,
    now: Time,
}

impl Solving {
    /// Makes a lesson of the games in a PGN, of those that the class has played in a span of time, and of those of an event. The PGN
    /// of the wish was read into `pgn`.
    ///
    /// # Errors
    /// If there is no game, the teacher has too many lessons, the name or the span is wrong, or the storage fails.
    pub async fn new_lesson(
        &self,
        (organiser, archive): (&Account, &Archive),
        wish: &NewLesson,
        pgn: LessonPgn,
        (id, now): (String, Time),
    ) -> Result<LessonView, NotSolved> {
        let name = checked_name(&wish.name)?;
        if let Some([from, to]) = wish.between
            && (from > to || to - from > LONGEST_SPAN)
        {
            return Err(NotSolved::Moves(
                "a lesson takes the games of 32 days at most, the first one first".to_owned(),
            ));
        }
        let pupils = self.pupils(organiser).await?;
        let LessonPgn { games, unread, left_out } = pgn;
        let mut all: Vec<LessonGame> = Vec::new();
        let resolved = games.into_iter().map(|game| LessonGame {
            white: with_pupil(game.white, &pupils),
            black: with_pupil(game.black, &pupils),
            ..game
        });
        resolved.for_each(|game| add_new(&mut all, game));
        let mut left_out = left_out + all.len().saturating_sub(MOST_GAMES);
        all.truncate(MOST_GAMES);
        if wish.between.is_some() || wish.event.is_some() {
            let [from, to] = wish.between.map_or([None, None], |span| span.map(|at| Some(Time(at))));
            let filter = GameFilter { from, to, variant: Some(Variant::Standard), ..GameFilter::default() };
            let wanted = Wanted { filter, event: wish.event.as_deref(), now };
            left_out += self.add_games_of_class((organiser, archive), &pupils, &wanted, &mut all).await?;
        }
        if all.is_empty() {
            return Err(if unread > 0 { NoLesson::Unreadable { unread } } else { NoLesson::NoGames }.into());
        }
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let lesson = Lesson {
            id,
            organiser: organiser.player,
            name,
            created: now,
            total: count(all.len()),
            done: 0,
            unread,
            left_out: count(left_out),
        };
        let limits = LessonLimits { all: MOST_LESSONS, unfinished: MOST_UNFINISHED };
        if !self.store.puzzle_lessons.add_lesson(&lesson, &all, limits).await? {
            let kept = self.store.puzzle_lessons.lessons_of(organiser.player, MOST_LESSONS).await?;
            let is_full = kept.len() >= MOST_LESSONS as usize;
            return Err(if is_full { NoLesson::TooMany } else { NoLesson::Busy }.into());
        }
        self.lesson_view(organiser, lesson).await
    }

    /// The pupils on an organiser's list.
    pub(super) async fn pupils(&self, organiser: &Account) -> Result<Vec<Pupil>, StorageError> {
        let names = self.store.puzzle_sets.pupil_names(organiser.player).await?;
        let accounts = pupils_of(&self.store, organiser.player).await?;
        let pupil = |account: Account| {
            let real_name = names.iter().find(|(pupil, _)| *pupil == account.player);
            Pupil::new(account.player, account.name.to_string(), real_name.map(|(_, name)| name.clone()))
        };
        Ok(accounts.into_iter().filter(Account::is_open).map(pupil).collect())
    }

    /// Adds the finished games that the class has played within itself, of each pupil the latest first. Returns how many there were
    /// beyond [`MOST_GAMES`].
    async fn add_games_of_class(
        &self,
        (organiser, archive): (&Account, &Archive),
        pupils: &[Pupil],
        wanted: &Wanted<'_>,
        all: &mut Vec<LessonGame>,
    ) -> Result<usize, StorageError> {
        let mut left_out = 0;
        for row in self.rows_of_class(pupils, &wanted.filter).await? {
            if !self.may_be_taken(organiser, archive, &row, wanted).await? {
                continue;
            }
            if all.len() >= MOST_GAMES {
                left_out += 1;
                continue;
            }
            let read = match archive.game(row.id).await {
                Ok(read) => read,
                Err(ReadError::NoSuchGame(_)) => continue,
                Err(ReadError::Storage(error)) => return Err(error),
            };
            if door::is_open(read.game()) {
                let seats = row.seats();
                let sides = [seats.white, seats.black].map(|seat| side_of_seat(seat, pupils));
                add_new(all, kept_game(sides, Some(row.id.to_string()), read.game().history()));
            }
        }
        Ok(left_out)
    }

    /// Of each pupil the last game, then of each the one before, and so on, so that nobody's are missing where there are too many.
    async fn rows_of_class(
        &self,
        pupils: &[Pupil],
        filter: &GameFilter,
    ) -> Result<Vec<ArchivedGame>, StorageError> {
        let mut of_pupils = Vec::new();
        for pupil in pupils {
            let rows = self.store.archive.finished_of(pupil.player, filter, None, MOST_OF_PUPIL).await?;
            of_pupils.push(rows.into_iter());
        }
        let (mut seen, mut rows) = (HashSet::<GameId>::new(), Vec::new());
        for _ in 0..MOST_OF_PUPIL {
            for row in of_pupils.iter_mut().filter_map(Iterator::next) {
                if rows.len() < MOST_OF_CLASS && seen.insert(row.id) {
                    rows.push(row);
                }
            }
        }
        Ok(rows)
    }

    async fn may_be_taken(
        &self,
        organiser: &Account,
        archive: &Archive,
        row: &ArchivedGame,
        wanted: &Wanted<'_>,
    ) -> Result<bool, StorageError> {
        // What others see late is for no lesson before they do.
        if !row.end.as_ref().is_some_and(|end| archive.delay().is_past(end.at, wanted.now)) {
            return Ok(false);
        }
        if let Some(event) = wanted.event
            && self.store.events.event_of_game(row.id).await?.as_deref() != Some(event)
        {
            return Ok(false);
        }
        let audience = door::audience_in_lesson(&self.store, row).await?;
        Ok(audience == Some(Audience::Class(organiser.player)))
    }
}

/// Adds a game, unless the same players have played the same moves: played here, and in the PGN, too.
fn add_new(all: &mut Vec<LessonGame>, game: LessonGame) {
    let is_same = |other: &LessonGame| {
        (&other.white, &other.black, &other.start, &other.moves)
            == (&game.white, &game.black, &game.start, &game.moves)
    };
    if !all.iter().any(is_same) {
        all.push(game);
    }
}

/// The pupil on a seat; nobody where there is none: the organiser and the computer get no positions.
fn side_of_seat(seat: Seat, pupils: &[Pupil]) -> LessonSide {
    let pupil = seat.player().and_then(|player| pupils.iter().find(|pupil| pupil.player == player));
    pupil.map_or_else(LessonSide::default, |pupil| LessonSide {
        pupil: Some(pupil.player),
        name: pupil.name.clone(),
    })
}
