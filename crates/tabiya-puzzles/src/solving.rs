// SPDX-License-Identifier: AGPL-3.0-or-later
//! Solving: which puzzle comes next, what a move is worth, and what an attempt does. The server decides, and a reply is told only after a
//! right move.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tabiya_archive::view::{legal, played};
use tabiya_game::{PlayerId, Rating, Time};
use tabiya_protocol::{
    MOST_PUZZLE_MOVES, MoveView, NextPuzzle, PuzzleAnswer, PuzzleDone, PuzzleEnd, PuzzleHint,
    PuzzlePlayerView, PuzzlePosition, PuzzleSolution, PuzzleThemes, PuzzleVerdict, PuzzleView, RatingView,
};
use tabiya_rules::{Attempt, Move, Position, san};
use tabiya_store::{
    AttemptEnd, AttemptKept, Audience, EndedAttempt, MOST_OPENINGS, NewPuzzle, PuzzleAttempt, PuzzleWish,
    StorageError, Store, StoredPuzzle,
};
use tokio::sync::Mutex;

use crate::again::due_after;
use crate::answer::Answer;
use crate::door;
use crate::no_lesson::NoLesson;
use crate::puzzle::{Origin, Puzzle};
use crate::start_set::START_SET;
use crate::theme::Theme;

/// How much harder or easier the next puzzle is where somebody wants that, in points.
const SHIFT: i32 = 300;
/// With which rating guests begin, in points.
const GUEST: u16 = 1200;
/// How many puzzles that are due again are looked at, because some may be gone.
const MOST_DUE: u32 = 10;
/// Whoever is of a class gets one of its own puzzles so often: one of three, while there are any.
const EACH_OF_CLASS: u32 = 3;
/// So many of the puzzles that a player misses for practice within a day come again.
const MOST_MISSED: usize = 5;
/// So many of a player's latest puzzles are looked at to count them.
const LOOKED_BACK: u32 = 100;
/// A day in milliseconds.
const DAY: u64 = 24 * 60 * 60 * 1_000;
/// How long the count of all puzzles serves: it reads every row.
const COUNT_SERVES: Duration = Duration::from_secs(60);

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum NotSolved {
    /// There is no puzzle of this name.
    #[error("there is no puzzle {0:?}")]
    Unknown(String),
    /// It was taken away, perhaps while it was being solved.
    #[error("this puzzle was withdrawn; it counts for nothing, and the next one is ready")]
    Withdrawn,
    /// The moves are not those of somebody who solves it.
    #[error("{0}")]
    Moves(String),
    /// There is no set of this name that the player may look at.
    #[error("there is no set {0:?}")]
    UnknownSet(String),
    /// There is no race of this name that the player may see.
    #[error("there is no race {0:?}; races end with a restart of the server")]
    UnknownRace(String),
    /// The player may not do this with a race.
    #[error("{0}")]
    NoRace(&'static str),
    /// There are too few puzzles of these themes for a race.
    #[error("there are {0} puzzles of these themes, too few for a race; choose others, or none")]
    FewPuzzles(usize),
    /// There is no room for another race.
    #[error("there are too many races at once")]
    TooManyRaces,
    /// Only the owner of a set, or the organiser of a class, may do this.
    #[error("this is for the owner of the set, and for the organiser of a pupil")]
    NotYours,
    /// It was changed since the caller has seen it.
    #[error("it was changed in another window; load it again")]
    Stale,
    /// There is no lesson.
    #[error(transparent)]
    Lesson(#[from] NoLesson),
    /// The storage failed, or holds something that is no puzzle.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

/// Which puzzle somebody wants.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wish {
    /// One of these themes; empty for any.
    pub themes: Vec<Theme>,
    /// Of a game with one of these openings, by their names in the public CSV; empty for any.
    pub openings: Vec<String>,
    /// -1 for an easier one, 1 for a harder one.
    pub shift: i8,
    /// None of these, as long as others are left; the last one is not given in any case.
    pub except: Vec<String>,
    /// One that the solver has failed and that is due again, if there is one.
    pub again: bool,
    /// How hard it should be, in points; `None`: as hard as the solver is strong.
    pub points: Option<u16>,
    /// A random number.
    pub chance: u32,
}

impl Wish {
    /// Whether nothing is asked of it but that it is new and not too hard.
    const fn is_for_any(&self) -> bool {
        self.themes.is_empty() && self.openings.is_empty() && self.shift == 0 && self.points.is_none()
    }
}

/// What an attempt may count for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// The ratings, if it is the first of its player.
    Rated,
    /// Nothing: a streak, a rush. It is kept, so that nobody tries first and is rated afterwards.
    Practice,
}

/// Gives puzzles to solvers.
#[derive(Clone)]
pub struct Solving {
    pub(crate) store: Store,
    /// The themes in use and when they were counted. A second caller waits for the count that is under way.
    themes: Arc<Mutex<Option<(Instant, PuzzleThemes)>>>,
}

impl Solving {
    /// Over this store.
    #[must_use]
    pub fn new(store: Store) -> Self {
        Self { store, themes: Arc::default() }
    }

    /// Adds the puzzles that the program brings, where they are missing.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn add_start_set(&self) -> Result<u64, StorageError> {
        let puzzles = START_SET.lines().filter_map(|line| Puzzle::from_line(line).ok());
        let puzzles: Vec<NewPuzzle> =
            puzzles.filter_map(|puzzle| to_store(&puzzle, Audience::Everybody)).collect();
        self.store.puzzles.add_puzzles(&puzzles).await
    }

    /// The next puzzle for a player, or for a guest.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn next(
        &self,
        player: Option<PlayerId>,
        wish: &Wish,
        now: Time,
    ) -> Result<NextPuzzle, NotSolved> {
        let (points, view) = match player {
            None => (GUEST, None),
            Some(player) => {
                let found = self.store.puzzles.puzzle_player(player).await?;
                let rating = found.standing.at(now);
                let view = PuzzlePlayerView { rating: rating_view(rating), tried: found.tried };
                (rating.rounded().points, Some(view))
            }
        };
        let points = shifted(wish.points.unwrap_or(points), wish.shift);
        let mut puzzle = self.sought(player, (wish, points), &wish.except, now).await?;
        if puzzle.is_none() && wish.except.len() > 1 {
            let last = &wish.except[wish.except.len() - 1..];
            puzzle = self.sought(player, (wish, points), last, now).await?;
        }
        Ok(NextPuzzle { puzzle, player: view })
    }

    /// A puzzle that is due; if there is none, one that the player has not tried. Those in `except` are left out.
    async fn sought(
        &self,
        player: Option<PlayerId>,
        (wish, points): (&Wish, u16),
        except: &[String],
        now: Time,
    ) -> Result<Option<PuzzleView>, StorageError> {
        if let Some(player) = player.filter(|_| wish.again)
            && let Some(puzzle) = self.due(player, except, now).await?
        {
            return Ok(Some(puzzle));
        }
        if let Some(player) =
            player.filter(|_| wish.is_for_any() && wish.chance.is_multiple_of(EACH_OF_CLASS))
            && let Some(puzzle) = self.of_class(player, except).await?
        {
            return Ok(Some(puzzle));
        }
        let themes: Vec<u8> = wish.themes.iter().map(|theme| theme.number()).collect();
        let openings = &wish.openings;
        let chance = wish.chance;
        let wanted = PuzzleWish { player, themes: &themes, openings, points, within: None, chance, except };
        match self.store.puzzles.next_puzzle(&wanted).await? {
            Some(stored) => Ok(Some(shown(&stored, &read(&stored)?, None, player.is_some()))),
            None => Ok(None),
        }
    }

    /// A puzzle of the games of the player's own class that the player has not tried. Such puzzles come among the others: nobody else
    /// may find them, so they are in no list.
    async fn of_class(
        &self,
        player: PlayerId,
        except: &[String],
    ) -> Result<Option<PuzzleView>, StorageError> {
        let Some(account) = self.store.accounts.account(player).await? else { return Ok(None) };
        let own = account.role.is_staff().then_some(player);
        for organiser in account.list_owner.into_iter().chain(own) {
            if let Some(stored) = self.store.puzzles.puzzle_of_class(organiser, player, except).await?
                && door::sees(stored.audience, Some(&account))
            {
                return Ok(Some(shown(&stored, &read(&stored)?, None, true)));
            }
        }
        Ok(None)
    }

    /// The first puzzle that a player is to try again, leaving out those that were just seen and those that are gone.
    async fn due(
        &self,
        player: PlayerId,
        except: &[String],
        now: Time,
    ) -> Result<Option<PuzzleView>, StorageError> {
        let most = MOST_DUE + u32::try_from(except.len()).unwrap_or(0);
        let due = self.store.puzzles.due_attempts(player, now, most).await?;
        for attempt in due.iter().filter(|attempt| !except.contains(&attempt.puzzle)) {
            let stored = self.store.puzzles.puzzle(&attempt.puzzle).await?;
            if let Some(stored) = stored.filter(|stored| !stored.is_withdrawn)
                && door::shows(&self.store, &stored, Some(player)).await?
                && let Ok(puzzle) = read(&stored)
            {
                return Ok(Some(shown(&stored, &puzzle, Some(attempt), true)));
            }
        }
        Ok(None)
    }

    /// A puzzle by its id.
    ///
    /// # Errors
    /// If there is none, it was withdrawn, or the storage fails.
    pub async fn look(&self, id: &str, player: Option<PlayerId>) -> Result<PuzzleView, NotSolved> {
        let (stored, puzzle) = self.puzzle(id, player).await?;
        let tried = self.tried(id, player).await?;
        Ok(shown(&stored, &puzzle, tried.as_ref(), player.is_some()))
    }

    /// Which themes and openings there are, and how many puzzles.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn themes(&self) -> Result<PuzzleThemes, NotSolved> {
        let mut counted = self.themes.lock().await;
        if let Some((at, themes)) = &*counted
            && at.elapsed() < COUNT_SERVES
        {
            return Ok(themes.clone());
        }
        let all: Vec<u8> = Theme::ALL.iter().map(|theme| theme.number()).collect();
        let used = self.store.puzzles.themes_in_use(&all).await?;
        let named = Theme::ALL.iter().filter(|theme| used.contains(&theme.number()));
        let themes = named.map(|theme| theme.name().to_owned()).collect();
        let mut openings = self.store.puzzles.openings_in_use().await?;
        let lacks_openings = openings.len() > MOST_OPENINGS;
        openings.truncate(MOST_OPENINGS);
        let puzzles = self.store.puzzles.puzzle_count().await?;
        let themes = PuzzleThemes { themes, openings, lacks_openings, puzzles };
        *counted = Some((Instant::now(), themes.clone()));
        Ok(themes)
    }

    /// What the last of these moves is worth. A wrong one, and the last right one, end the attempt.
    ///
    /// A wrong move counts wherever it stands among them. Otherwise somebody could ask about a move after it, and learn for nothing
    /// that it is wrong.
    ///
    /// # Errors
    /// If the puzzle is not there, the moves are not those of a solver, or the storage fails.
    pub async fn answer(
        &self,
        id: &str,
        player: Option<PlayerId>,
        (moves, worth): (&[String], Worth),
        now: Time,
    ) -> Result<PuzzleAnswer, NotSolved> {
        let (_, puzzle) = self.puzzle(id, player).await?;
        if let Some(missed) = first_wrong(&puzzle, moves) {
            return self.failed(&puzzle, (player, worth), missed, now).await;
        }
        let Tried { solved, position, mv, answer } = tried_move(&puzzle, moves)?;
        let after = position.after(mv);
        let (verdict, end) = match answer {
            Answer::Solved => (PuzzleVerdict::Solved, Some(AttemptEnd::Solved)),
            Answer::Good => (PuzzleVerdict::Good, None),
            Answer::Wrong => return self.failed(&puzzle, (player, worth), (position, mv), now).await,
            Answer::Right { reply } => {
                let reply = told(&after, reply);
                (PuzzleVerdict::Right { reply, position: placed(&puzzle.position_after(solved + 1)) }, None)
            }
        };
        let done = match end {
            Some(end) => Some(self.end(&puzzle, (player, worth), end, now).await?),
            None => None,
        };
        Ok(PuzzleAnswer { played: told(&position, mv), verdict, done })
    }

    /// A wrong move was played.
    async fn failed(
        &self,
        puzzle: &Puzzle,
        by: (Option<PlayerId>, Worth),
        (position, mv): (Position, Move),
        now: Time,
    ) -> Result<PuzzleAnswer, NotSolved> {
        let done = self.end(puzzle, by, AttemptEnd::Failed, now).await?;
        Ok(PuzzleAnswer { played: told(&position, mv), verdict: PuzzleVerdict::Wrong, done: Some(done) })
    }

    /// Where the piece stands that should move after these right moves. The puzzle counts for no rating any more, also where they are
    /// not right: the refusal says so.
    ///
    /// # Errors
    /// As [`answer`](Self::answer).
    pub async fn hint(
        &self,
        id: &str,
        player: Option<PlayerId>,
        moves: &[String],
        now: Time,
    ) -> Result<PuzzleHint, NotSolved> {
        let (_, puzzle) = self.puzzle(id, player).await?;
        self.end(&puzzle, (player, Worth::Rated), AttemptEnd::Shown, now).await?;
        let solved = found_so_far(&puzzle, moves)?;
        let step = puzzle.steps().get(solved).ok_or_else(|| NotSolved::Moves("it is solved".to_owned()))?;
        Ok(PuzzleHint { from: step.right[0].from() })
    }

    /// The whole solution. The puzzle counts for no rating any more.
    ///
    /// # Errors
    /// As [`answer`](Self::answer).
    pub async fn solution(
        &self,
        id: &str,
        player: Option<PlayerId>,
        now: Time,
    ) -> Result<PuzzleSolution, NotSolved> {
        let (_, puzzle) = self.puzzle(id, player).await?;
        let done = self.end(&puzzle, (player, Worth::Rated), AttemptEnd::Shown, now).await?;
        let moves: Vec<Move> = puzzle.moves().skip(1).collect();
        Ok(PuzzleSolution { line: told_line(&puzzle.start(), &moves), done })
    }

    /// The id of a puzzle as [`next`](Self::next) would give it, but for these.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn another(
        &self,
        player: Option<PlayerId>,
        wish: &Wish,
        except: &[String],
        now: Time,
    ) -> Result<Option<String>, NotSolved> {
        let points = match player {
            None => GUEST,
            Some(player) => self.store.puzzles.puzzle_player(player).await?.standing.at(now).rounded().points,
        };
        let themes: Vec<u8> = wish.themes.iter().map(|theme| theme.number()).collect();
        let points = shifted(wish.points.unwrap_or(points), wish.shift);
        let wanted = PuzzleWish {
            player,
            themes: &themes,
            openings: &wish.openings,
            points,
            within: None,
            chance: wish.chance,
            except,
        };
        Ok(self.store.puzzles.next_puzzle(&wanted).await?.map(|stored| stored.id))
    }

    /// A program says how a puzzle went whose solution it has. It is practice. Where nothing was tried before, the solution counts
    /// as seen first: nobody has solved a puzzle at the first try because a program says so.
    ///
    /// # Errors
    /// If the puzzle is not there, or the storage fails.
    pub async fn report_practice(
        &self,
        id: &str,
        player: PlayerId,
        end: AttemptEnd,
        now: Time,
    ) -> Result<(), NotSolved> {
        let (_, puzzle) = self.told_whole(id, Some(player), now).await?;
        self.end(&puzzle, (Some(player), Worth::Practice), end, now).await.map(drop)
    }

    /// The player has the solution by a program, or on paper. That is no failure, so the puzzle is not due again.
    async fn note_seen(&self, id: &str, player: PlayerId, now: Time) -> Result<(), NotSolved> {
        let seen = EndedAttempt { end: AttemptEnd::Shown, at: now, due: None, may_count: false };
        match self.store.puzzles.end_attempt(player, id, seen).await? {
            AttemptKept::First(_) | AttemptKept::Again(_) => Ok(()),
            AttemptKept::Withdrawn => Err(NotSolved::Withdrawn),
            AttemptKept::Unknown => Err(NotSolved::Unknown(id.to_owned())),
        }
    }

    /// A puzzle with its solution, for a program or for paper. An account that has not tried it yet has seen the solution now.
    ///
    /// # Errors
    /// As [`answer`](Self::answer).
    pub async fn told_whole(
        &self,
        id: &str,
        player: Option<PlayerId>,
        now: Time,
    ) -> Result<(StoredPuzzle, Puzzle), NotSolved> {
        let found = self.puzzle(id, player).await?;
        if let Some(player) = player
            && self.store.puzzles.attempt(player, id).await?.is_none()
        {
            self.note_seen(id, player, now).await?;
        }
        Ok(found)
    }

    /// The position in which the last of these moves was played, and the move, if it is wrong or only good.
    ///
    /// # Errors
    /// As [`answer`](Self::answer), if the move is right, or if a player with an account has not tried the puzzle yet: asked
    /// first, it would say which moves are wrong.
    pub async fn wrong_move(
        &self,
        id: &str,
        player: Option<PlayerId>,
        moves: &[String],
    ) -> Result<(Position, Move), NotSolved> {
        let (_, puzzle) = self.puzzle(id, player).await?;
        let Tried { position, mv, answer, .. } = tried_move(&puzzle, moves)?;
        let is_telling = !matches!(answer, Answer::Good);
        if is_telling && player.is_some() && self.tried(id, player).await?.is_none() {
            return Err(NotSolved::Moves("play the move first".to_owned()));
        }
        match answer {
            Answer::Good | Answer::Wrong => Ok((position, mv)),
            Answer::Solved | Answer::Right { .. } => Err(NotSolved::Moves("this move is right".to_owned())),
        }
    }

    /// A puzzle that this player may see. One that is not for the player looks as if it did not exist.
    pub(crate) async fn puzzle(
        &self,
        id: &str,
        player: Option<PlayerId>,
    ) -> Result<(StoredPuzzle, Puzzle), NotSolved> {
        let unknown = || NotSolved::Unknown(id.chars().take(40).collect());
        let stored = self.store.puzzles.puzzle(id).await?.ok_or_else(unknown)?;
        if !door::shows(&self.store, &stored, player).await? {
            return Err(unknown());
        }
        if stored.is_withdrawn {
            return Err(NotSolved::Withdrawn);
        }
        let puzzle = read(&stored)?;
        Ok((stored, puzzle))
    }

    async fn tried(&self, id: &str, player: Option<PlayerId>) -> Result<Option<PuzzleAttempt>, StorageError> {
        match player {
            Some(player) => self.store.puzzles.attempt(player, id).await,
            None => Ok(None),
        }
    }

    /// An attempt has ended that counts for no rating.
    pub(crate) async fn practised(
        &self,
        puzzle: &Puzzle,
        player: PlayerId,
        end: AttemptEnd,
        now: Time,
    ) -> Result<(), NotSolved> {
        self.end(puzzle, (Some(player), Worth::Practice), end, now).await.map(drop)
    }

    /// Whether enough of what this player has missed for practice in the last day comes again. A rush would fill many days with its
    /// misses, and what was missed for rating would wait behind them.
    async fn missed_enough(&self, player: PlayerId, now: Time) -> Result<bool, StorageError> {
        let latest = self.store.puzzles.attempts_of(player, None, LOOKED_BACK).await?;
        let of_practice = latest.iter().filter(|attempt| {
            attempt.rated.is_none() && attempt.first == AttemptEnd::Failed && attempt.due.is_some()
        });
        Ok(of_practice.filter(|attempt| now.0 < attempt.at.0 + DAY).count() >= MOST_MISSED)
    }

    /// An attempt has ended. A guest's is not kept.
    async fn end(
        &self,
        puzzle: &Puzzle,
        (player, worth): (Option<PlayerId>, Worth),
        end: AttemptEnd,
        now: Time,
    ) -> Result<PuzzleDone, NotSolved> {
        let id = puzzle.id().as_str();
        let mut rated = None;
        if let Some(player) = player {
            let before = self.store.puzzles.attempt(player, id).await?;
            let mut due = due_after(before.as_ref(), end, now);
            if worth == Worth::Practice
                && before.is_none()
                && due.is_some()
                && self.missed_enough(player, now).await?
            {
                due = None;
            }
            let ended = EndedAttempt { end, at: now, due, may_count: worth == Worth::Rated };
            match self.store.puzzles.end_attempt(player, id, ended).await? {
                AttemptKept::First(attempt) => rated = attempt.rated,
                AttemptKept::Again(_) => {}
                AttemptKept::Withdrawn => return Err(NotSolved::Withdrawn),
                AttemptKept::Unknown => return Err(NotSolved::Unknown(id.to_owned())),
            }
        }
        let is_open = end != AttemptEnd::Failed;
        let names = puzzle.themes.iter().map(|theme| theme.name().to_owned());
        Ok(PuzzleDone {
            end: end_view(end),
            rated: rated.map(|ratings| ratings.map(rating_view)),
            themes: if is_open { names.collect() } else { Vec::new() },
            game: match &puzzle.origin {
                Origin::Game(game) if is_open => Some(game.clone()),
                Origin::Game(_) | Origin::SelfPlay | Origin::File | Origin::Import(_) => None,
            },
        })
    }
}

/// How hard a puzzle should be for whoever wants it easier or harder.
fn shifted(points: u16, shift: i8) -> u16 {
    let wanted = i32::from(points) + SHIFT * i32::from(shift);
    u16::try_from(wanted.clamp(100, 4000)).unwrap_or(GUEST)
}

/// A puzzle as it is stored; `None` if no rating has its points.
#[must_use]
pub fn to_store(puzzle: &Puzzle, audience: Audience) -> Option<NewPuzzle> {
    let rating = Rating::set(puzzle.points, puzzle.deviation.clamp(30, 350)).ok()?;
    let themes = puzzle.themes.iter().map(|theme| theme.number()).collect();
    Some(NewPuzzle { id: puzzle.id().to_string(), line: puzzle.to_line(), themes, rating, audience })
}

pub(crate) fn read(stored: &StoredPuzzle) -> Result<Puzzle, StorageError> {
    Puzzle::from_line(&stored.line)
        .map_err(|error| StorageError::Damaged { detail: format!("puzzle {}: {error}", stored.id) })
}

/// A move that somebody tries.
struct Tried {
    solved: usize,
    position: Position,
    mv: Move,
    answer: Answer,
}

fn tried_move(puzzle: &Puzzle, moves: &[String]) -> Result<Tried, NotSolved> {
    let (last, before) =
        moves.split_last().ok_or_else(|| NotSolved::Moves("a move is missing".to_owned()))?;
    let solved = found_so_far(puzzle, before)?;
    let position = puzzle.position_after(solved);
    let mv = parsed(&position, last)?;
    let answer = puzzle.answer(solved, mv).ok_or_else(|| NotSolved::Moves("it is solved".to_owned()))?;
    Ok(Tried { solved, position, mv, answer })
}

/// The first of these moves that throws the advantage away, with the position in which it was played. `None` where a move before it
/// leads nowhere.
fn first_wrong(puzzle: &Puzzle, moves: &[String]) -> Option<(Position, Move)> {
    for (solved, text) in moves.iter().take(MOST_PUZZLE_MOVES).enumerate() {
        let position = puzzle.position_after(solved);
        let mv = parsed(&position, text).ok()?;
        match puzzle.answer(solved, mv)? {
            Answer::Right { .. } => {}
            Answer::Wrong => return Some((position, mv)),
            Answer::Solved | Answer::Good => return None,
        }
    }
    None
}

/// How many steps these moves solve, all of which must be right.
fn found_so_far(puzzle: &Puzzle, moves: &[String]) -> Result<usize, NotSolved> {
    if moves.len() > MOST_PUZZLE_MOVES {
        return Err(NotSolved::Moves(format!("a puzzle has {MOST_PUZZLE_MOVES} moves at most")));
    }
    for (solved, text) in moves.iter().enumerate() {
        let position = puzzle.position_after(solved);
        let mv = parsed(&position, text)?;
        if !matches!(puzzle.answer(solved, mv), Some(Answer::Right { .. })) {
            return Err(NotSolved::Moves(format!("{} is not the way on", san(&position, mv))));
        }
    }
    Ok(moves.len())
}

fn parsed(position: &Position, text: &str) -> Result<Move, NotSolved> {
    let short: String = text.chars().take(20).collect();
    let attempt: Attempt =
        text.parse().map_err(|_| NotSolved::Moves(format!("{short:?} is no move in UCI")))?;
    attempt.to_move(position).map_err(|reason| NotSolved::Moves(reason.to_string()))
}

pub(crate) fn shown(
    stored: &StoredPuzzle,
    puzzle: &Puzzle,
    tried: Option<&PuzzleAttempt>,
    has_account: bool,
) -> PuzzleView {
    PuzzleView {
        id: stored.id.clone(),
        before: puzzle.before().to_fen(),
        mistake: told(puzzle.before(), puzzle.mistake()),
        position: placed(&puzzle.start()),
        solver: puzzle.solver(),
        rating: rating_view(stored.rating),
        tried: tried.map(|attempt| end_view(attempt.last)),
        counts: has_account && tried.is_none() && stored.audience == Audience::Everybody,
    }
}

pub(crate) fn placed(position: &Position) -> PuzzlePosition {
    PuzzlePosition { fen: position.to_fen(), check: position.is_check(), legal: legal(position) }
}

/// A move as the page shows it.
fn told(position: &Position, mv: Move) -> MoveView {
    played(position, mv, &position.after(mv), None)
}

/// Moves that follow each other.
pub(crate) fn told_line(start: &Position, moves: &[Move]) -> Vec<MoveView> {
    let mut position = *start;
    let one = |mv: &Move| {
        let view = told(&position, *mv);
        position.play(*mv);
        view
    };
    moves.iter().map(one).collect()
}

pub(crate) fn rating_view(rating: Rating) -> RatingView {
    let rounded = rating.rounded();
    RatingView { points: rounded.points, provisional: rounded.provisional }
}

pub(crate) const fn end_view(end: AttemptEnd) -> PuzzleEnd {
    match end {
        AttemptEnd::Shown => PuzzleEnd::Shown,
        AttemptEnd::Failed => PuzzleEnd::Failed,
        AttemptEnd::Solved => PuzzleEnd::Solved,
    }
}
