// SPDX-License-Identifier: AGPL-3.0-or-later
//! Races: several players solve the same puzzles at the same time. The server keeps the score and the time.
//!
//! A race lives in memory, and for an hour or so: it is over in two minutes, and a restart ends it. Whoever has the link joins; a
//! race of a class is for that class alone, and children race with their own class alone. Nothing counts for a rating; what players
//! with accounts have tried is kept as practice.
//!
//! Of several nodes one has a race, whose number stands in its id; the others ask that one ([`elsewhere`]).

mod course;
mod elsewhere;
mod room;
mod view;

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use tabiya_accounts::people::class::class_of;
use tabiya_game::{PlayerId, Time};
use tabiya_live::peers::Everybody;
use tabiya_protocol::{NewRace, PuzzleFilter, RaceMove, RaceMoved, RaceView};
use tabiya_store::{Account, AttemptEnd, StorageError};

use crate::puzzle::Puzzle;
use crate::solving::{NotSolved, Solving, read};
use course::{Joined, MOST, Race};
use elsewhere::{Deed, Done, unknown};
use room::Room;
use view::view;

/// How many puzzles a race has. Nobody solves more in its time.
pub const RACE_PUZZLES: u8 = 60;
/// With fewer it would be over before it has begun.
const LEAST: usize = 10;
/// What a race may refuse whoever may see it, in words.
const WAS_REMOVED: &str = "you were removed from this race";
const MAY_NOT_START: &str = "whoever made the race starts it";
const MAY_NOT_REPEAT: &str = "whoever made the race makes it again, once it is over";
const MAY_NOT_REMOVE: &str = "whoever made the race removes players, until it is over";
/// From the first puzzle to the last, in points.
const RATINGS: [u16; 2] = [500, 2600];

/// The id of a race without the node that has it.
pub fn key_of(race: &str) -> &str {
    race.split_once('-').map_or(race, |(key, _)| key)
}

/// A player who looks at a race or takes part.
#[derive(Clone, Copy, Debug)]
pub struct Entrant<'a> {
    /// The player, with or without an account.
    pub player: PlayerId,
    /// The account; `None` for a guest.
    pub account: Option<&'a Account>,
}

impl Entrant<'_> {
    /// The organiser whose class the entrant leads or belongs to.
    fn class(&self) -> Option<PlayerId> {
        let account = self.account?;
        if account.role.is_staff() { Some(account.player) } else { class_of(account) }
    }

    /// The class that alone may race, where the entrant makes a race and asks for that or not.
    fn class_of_race(&self, wants_class: bool) -> Result<Option<PlayerId>, NotSolved> {
        let is_child = self.account.is_some_and(|account| account.kid);
        if !wants_class && !is_child {
            return Ok(None);
        }
        let class = self.class();
        let say = if is_child { "children race with their own class alone" } else { "you have no class yet" };
        class.map(Some).ok_or(NotSolved::NoRace(say))
    }
}

/// How a race stands, for programs.
#[derive(Clone, Debug)]
pub struct RaceResults {
    /// The username of whoever made it, where it is known among the racers.
    pub owner: Option<String>,
    /// The racers, as everybody sees them.
    pub race: RaceView,
    /// When the first puzzle comes, and when the time is up; `None` without a start.
    pub span: Option<[Time; 2]>,
    /// The puzzles in their order; none before the race is over.
    pub puzzles: Vec<Puzzle>,
}

/// All races of this server. Cheap to clone.
#[derive(Clone)]
pub struct Races {
    solving: Solving,
    all: Arc<Mutex<Room>>,
    /// The other nodes; empty where this server is alone.
    others: Arc<OnceLock<Everybody>>,
}

impl Races {
    /// Over these puzzles.
    #[must_use]
    pub fn new(solving: Solving) -> Self {
        Self { solving, all: Arc::default(), others: Arc::default() }
    }

    /// Makes a race. `id` is new, `chance` a random number.
    ///
    /// # Errors
    /// If there are too few puzzles of these themes, the entrant has no class for it, there are too many races, or the storage fails.
    pub async fn make(
        &self,
        by: Entrant<'_>,
        wish: NewRace,
        (id, chance): (String, u32),
        now: Time,
    ) -> Result<String, NotSolved> {
        let race = self.drawn(by, wish, chance, now).await?;
        let id = self.named(id);
        self.all().add(id.clone(), race, now)?;
        Ok(id)
    }

    /// A new race of puzzles that are drawn by chance.
    async fn drawn(&self, by: Entrant<'_>, wish: NewRace, chance: u32, now: Time) -> Result<Race, NotSolved> {
        let class = by.class_of_race(wish.class)?;
        let [from, to] = RATINGS;
        let NewRace { themes, openings, .. } = wish.clone();
        let filter = PuzzleFilter { themes, openings, from, to, count: RACE_PUZZLES };
        // In the results of a set a race would count as the first try.
        let assigned = match class {
            Some(organiser) => self.solving.assigned_puzzles(organiser).await?,
            None => Vec::new(),
        };
        let stored = self.solving.filtered(&filter, &assigned, chance).await?;
        if stored.len() < LEAST {
            return Err(NotSolved::FewPuzzles(stored.len()));
        }
        let puzzles = stored.iter().map(|stored| read(stored).map(small));
        let puzzles = puzzles.collect::<Result<Vec<_>, StorageError>>()?;
        Ok(Race::new((by.player, by.account.is_none()), class, (wish, puzzles), now))
    }

    /// Whoever made a race makes it again once it is over, with other puzzles. Its racers are told by the view of the old one. A call
    /// that comes twice makes one race. `new` is an id and a random number.
    ///
    /// # Errors
    /// If there is no such race for the entrant, the entrant has not made it, or as for a [new one](Self::make).
    pub async fn repeat(
        &self,
        id: &str,
        by: Entrant<'_>,
        (new, chance): (String, u32),
        now: Time,
    ) -> Result<String, NotSolved> {
        self.act(id, by, Deed::Repeat { new, chance }, now).await?.made(id)
    }

    fn all(&self) -> MutexGuard<'_, Room> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does something in a race that the entrant may see. Others can't tell it from one that is not there.
    fn with<T>(
        &self,
        id: &str,
        by: Entrant<'_>,
        now: Time,
        act: impl FnOnce(&mut Race) -> Result<T, NotSolved>,
    ) -> Result<T, NotSolved> {
        let mut all = self.all();
        let race = all.get(id, now).filter(|race| race.lets_in(by.account));
        act(race.ok_or_else(|| unknown(id))?)
    }

    /// A race as the entrant sees it.
    ///
    /// # Errors
    /// If there is none that the entrant may see, or the storage fails.
    pub async fn look(&self, id: &str, by: Entrant<'_>, now: Time) -> Result<RaceView, NotSolved> {
        self.act(id, by, Deed::Look, now).await?.view(id)
    }

    /// How a race stands, for a program. Once it is over, that tells the solutions, so its puzzles count no more for the account that
    /// asks.
    ///
    /// # Errors
    /// If there is none that the entrant may see, or the storage fails.
    pub async fn results(&self, id: &str, by: Entrant<'_>, now: Time) -> Result<RaceResults, NotSolved> {
        self.act(id, by, Deed::Results, now).await?.results(id)
    }

    /// The entrant joins, once.
    ///
    /// # Errors
    /// If there is none that the entrant may see, it is over, or it is full.
    pub async fn join(&self, id: &str, by: Entrant<'_>, now: Time) -> Result<RaceView, NotSolved> {
        self.act(id, by, Deed::Join, now).await?.view(id)
    }

    /// Whoever made it starts it, or any racer while that one is away.
    ///
    /// # Errors
    /// If the entrant may not start it, or nobody has joined.
    pub async fn start(&self, id: &str, by: Entrant<'_>, now: Time) -> Result<RaceView, NotSolved> {
        self.act(id, by, Deed::Start, now).await?.view(id)
    }

    /// Removes a racer, by the number. Removing one who is gone changes nothing.
    ///
    /// # Errors
    /// If there is no such race for the entrant, or the entrant may not do that.
    pub async fn remove(
        &self,
        id: &str,
        by: Entrant<'_>,
        number: u32,
        now: Time,
    ) -> Result<RaceView, NotSolved> {
        self.act(id, by, Deed::Remove(number), now).await?.view(id)
    }

    /// The entrant's move in the puzzle at hand.
    ///
    /// # Errors
    /// If the entrant does not race, the race does not run, or the move is not legal.
    pub async fn play(
        &self,
        id: &str,
        by: Entrant<'_>,
        played: &RaceMove,
        now: Time,
    ) -> Result<RaceMoved, NotSolved> {
        self.act(id, by, Deed::Play(played.clone()), now).await?.moved(id)
    }

    /// Does something in a race of this node.
    async fn act_here(&self, id: &str, by: Entrant<'_>, deed: Deed, now: Time) -> Result<Done, NotSolved> {
        match deed {
            Deed::Look => {
                self.name_racers(id, by, now).await?;
                self.with(id, by, now, |race| {
                    race.note(by.player, now);
                    Ok(Done::View(view(id, race, by.player, now)))
                })
            }
            Deed::Results => Ok(Done::Results(self.results_here(id, by, now).await?)),
            Deed::Join => self.with(id, by, now, |race| {
                race.note(by.player, now);
                match race.join(by.player, by.account.map(|account| account.name.to_string()), now) {
                    Joined::In => Ok(Done::View(view(id, race, by.player, now))),
                    Joined::Over => Err(NotSolved::Moves("the race is over".to_owned())),
                    Joined::Removed => Err(NotSolved::NoRace(WAS_REMOVED)),
                    Joined::Full => Err(NotSolved::Moves(format!("the race is full: {MOST} are in it"))),
                }
            }),
            Deed::Start => self.with(id, by, now, |race| {
                if !race.may_start(by.player, now) {
                    return Err(NotSolved::NoRace(MAY_NOT_START));
                }
                race.note(by.player, now);
                if !race.start(now) {
                    return Err(NotSolved::Moves("nobody has joined yet".to_owned()));
                }
                Ok(Done::View(view(id, race, by.player, now)))
            }),
            Deed::Remove(number) => self.with(id, by, now, |race| {
                if !race.may_remove(by.player, now) {
                    return Err(NotSolved::NoRace(MAY_NOT_REMOVE));
                }
                race.note(by.player, now);
                race.remove(by.player, number);
                Ok(Done::View(view(id, race, by.player, now)))
            }),
            Deed::Repeat { new, chance } => {
                Ok(Done::Made(self.repeat_here(id, by, (new, chance), now).await?))
            }
            Deed::Play(played) => Ok(Done::Moved(self.play_here(id, by, &played, now).await?)),
        }
    }

    async fn repeat_here(
        &self,
        id: &str,
        by: Entrant<'_>,
        (new, chance): (String, u32),
        now: Time,
    ) -> Result<String, NotSolved> {
        let wish = self.with(id, by, now, |race| {
            if !race.may_repeat(by.player, now) {
                return Err(NotSolved::NoRace(MAY_NOT_REPEAT));
            }
            Ok(race.wish().clone())
        })?;
        if let Some(next) = self.all().after(id, now) {
            return Ok(next);
        }
        let next = self.drawn(by, wish, chance, now).await?;
        let mut all = self.all();
        // Asked twice, perhaps the other one was faster.
        if let Some(next) = all.after(id, now) {
            return Ok(next);
        }
        let new = self.named(new);
        all.add_after(id, new.clone(), next, now)?;
        Ok(new)
    }

    async fn results_here(&self, id: &str, by: Entrant<'_>, now: Time) -> Result<RaceResults, NotSolved> {
        self.name_racers(id, by, now).await?;
        let results = self.with(id, by, now, |race| {
            let owner = race.racer(race.owner()).and_then(|racer| racer.name.clone());
            let puzzles = race.puzzles(now).to_vec();
            Ok(RaceResults { owner, race: view(id, race, by.player, now), span: race.span(), puzzles })
        })?;
        if let Some(account) = by.account {
            self.note_told(account.player, &results.puzzles, now).await?;
        }
        Ok(results)
    }

    /// This player has been told the solutions of these puzzles.
    async fn note_told(&self, player: PlayerId, puzzles: &[Puzzle], now: Time) -> Result<(), NotSolved> {
        let ids: Vec<String> = puzzles.iter().map(|puzzle| puzzle.id().to_string()).collect();
        let tried = self.solving.store.puzzle_sets.attempts_at(&ids, &[player]).await?;
        let tried: HashSet<&str> = tried.iter().map(|(_, attempt)| &*attempt.puzzle).collect();
        for id in ids.iter().filter(|id| !tried.contains(id.as_str())) {
            match self.solving.told_whole(id, Some(player), now).await {
                // One that was withdrawn is rated for nobody.
                Ok(_) | Err(NotSolved::Withdrawn | NotSolved::Unknown(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Looks up the names of the racers anew, where that was not done a moment ago.
    async fn name_racers(&self, id: &str, by: Entrant<'_>, now: Time) -> Result<(), NotSolved> {
        let players = self.with(id, by, now, |race| Ok(race.names_wanted(now)))?;
        if players.is_empty() {
            return Ok(());
        }
        let accounts = self.solving.store.accounts.accounts_of(&players).await?;
        self.with(id, by, now, |race| {
            race.name(&players, &accounts);
            Ok(())
        })
    }

    async fn play_here(
        &self,
        id: &str,
        by: Entrant<'_>,
        played: &RaceMove,
        now: Time,
    ) -> Result<RaceMoved, NotSolved> {
        let (moved, ended) = self.with(id, by, now, |race| {
            race.note(by.player, now);
            let moved = race.play(by.player, played, now).map_err(NotSolved::Moves)?;
            let view = view(id, race, by.player, now);
            Ok((RaceMoved { verdict: moved.verdict, race: view }, moved.ended))
        })?;
        if let (Some((puzzle, end)), Some(account)) = (ended, by.account) {
            self.keep(account.player, &puzzle, end, now).await;
        }
        Ok(moved)
    }

    /// Keeps an attempt as practice, so that nobody is rated later for a puzzle that they know from a race. If that fails, the score
    /// of the race counts all the same.
    async fn keep(&self, player: PlayerId, puzzle: &Puzzle, end: AttemptEnd, now: Time) {
        match self.solving.practised(puzzle, player, end, now).await {
            Ok(()) | Err(NotSolved::Withdrawn | NotSolved::Unknown(_)) => {}
            Err(error) => tracing::warn!(%error, "a puzzle of a race can't be kept in its player's history"),
        }
    }
}

/// The puzzle without what a race does not need: a proof is longer than all the rest.
fn small(mut puzzle: Puzzle) -> Puzzle {
    puzzle.proof = None;
    puzzle.themes = Vec::new();
    puzzle.openings = Vec::new();
    puzzle
}
