// SPDX-License-Identifier: AGPL-3.0-or-later
//! What a move is worth, and what an attempt does.

use tabiya_game::{PlayerId, Time};
use tabiya_protocol::{
    MOST_PUZZLE_MOVES, PuzzleAnswer, PuzzleDone, PuzzleHint, PuzzleSolution, PuzzleVerdict,
};
use tabiya_rules::{Attempt, Move, Position, san};
use tabiya_store::{AttemptEnd, AttemptKept, EndedAttempt, StorageError, StoredPuzzle};

use super::told::{end_view, placed, rating_view, told, told_line};
use super::{NotSolved, Solving};
use crate::again::due_after;
use crate::answer::Answer;
use crate::puzzle::{Origin, Puzzle};

/// So many of the puzzles that a player misses for practice within a day come again.
const MOST_MISSED: usize = 5;
/// So many of a player's latest puzzles are looked at to count them.
const LOOKED_BACK: u32 = 100;
/// A day in milliseconds.
const DAY: u64 = 24 * 60 * 60 * 1_000;

/// What an attempt may count for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// The ratings, if it is the first of its player.
    Rated,
    /// Nothing: a streak, a rush. It is kept, so that nobody tries first and is rated afterwards.
    Practice,
}

impl Solving {
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
        self.end(&puzzle, (player, Worth::Rated), AttemptEnd::Hinted, now).await?;
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
