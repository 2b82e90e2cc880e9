// SPDX-License-Identifier: AGPL-3.0-or-later
//! Whether a line may be stored.

use std::collections::HashMap;

use tabiya_game::{Game, Seat, Status};
use tabiya_rules::{Attempt, Color, History, Position, Reason, explain, san};

use super::{Conditional, Line, MOST_HALF_MOVES, MOST_LINES, Prepared, Standing, WhyDropped, mode};

/// Why a line is not stored. Nothing has changed. The text is for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineRefused {
    /// The game has another time control.
    #[error(
        "conditional moves and private lines are for correspondence games, which have days for each move"
    )]
    NotCorrespondence,
    /// The game is over.
    #[error("this game is over, so no further line is stored")]
    GameOver,
    /// A seat is still open.
    #[error("your opponent has not joined yet")]
    NoOpponent,
    /// The opponent is the computer, which answers at once.
    #[error("the computer answers at once, so no move needs to be prepared")]
    OfComputer,
    /// There is no move in it.
    #[error("there is no move in this line")]
    Empty,
    /// A move can't be read.
    #[error("{found:?} is no move; write moves like e2e4 or e7e8q")]
    Unreadable {
        /// The text, at most ten characters of it.
        found: String,
    },
    /// It has too many half-moves.
    #[error("a line has at most {limit} half-moves")]
    TooLong {
        /// The maximum number.
        limit: usize,
    },
    /// A move is illegal.
    #[error("half-move {half_move} of this line is illegal: {reason}")]
    Illegal {
        /// Its number in the line, from 1.
        half_move: usize,
        /// Why.
        reason: Reason,
    },
    /// The line goes on after its game would be over.
    #[error("the game would be over after {last}, so nothing can follow it")]
    AfterEnd {
        /// The move that ends the game, in SAN.
        last: String,
    },
    /// It was the player's own turn when the line was made.
    #[error(
        "it is your turn: play your move, then say what follows it; a conditional line begins with a move of your opponent"
    )]
    OwnTurn,
    /// It ends with a move of the opponent.
    #[error("this line ends with a move of your opponent; add your reply")]
    NoReply,
    /// Moves were taken back since.
    #[error("moves were taken back, so this line no longer applies")]
    TakenBack,
    /// The opponent has played another move since.
    #[error("your opponent has just played another move, so this line no longer applies")]
    OtherMove,
    /// All of it has been played since.
    #[error("all moves of this line have just been played")]
    Played,
    /// There are too many lines.
    #[error("{limit} lines are stored already; remove one first")]
    TooMany {
        /// The maximum number.
        limit: usize,
    },
    /// Another line, or the same one earlier, has another reply in the same position.
    #[error("in the same position your lines play {other} and {reply}; keep one of the two")]
    Contradicts {
        /// The reply of this line, in SAN.
        reply: String,
        /// The other reply, in SAN.
        other: String,
    },
    /// A private line begins in a position that the game has not had.
    #[error("a private line begins in a position of the game")]
    OtherGame,
}

impl Prepared {
    /// The same lines and one more, which was made when `since` was the newest event of the game. It takes the place of
    /// those that it continues. Of the lines that don't wait any more the last 20 stay, so that their owner is told.
    ///
    /// # Errors
    /// Why the line is not stored.
    pub fn with_conditional(
        &self,
        game: &Game,
        side: Color,
        since: u32,
        moves: &[String],
    ) -> Result<Self, LineRefused> {
        match game.status() {
            Status::Waiting => return Err(LineRefused::NoOpponent),
            Status::Ended(_) => return Err(LineRefused::GameOver),
            Status::Playing => {}
        }
        // The computer answers at once, whether its opponent may be helped or not: those moves are asked about one by one.
        if Color::ALL.into_iter().any(|color| matches!(game.seats()[color], Seat::Computer(_))) {
            return Err(LineRefused::OfComputer);
        }
        let moves = read(moves)?;
        if game.was_taken_back_after(since) || since > game.last_seq() {
            return Err(LineRefused::TakenBack);
        }
        let mut before = game.history().clone();
        let later = game.plies().iter().filter(|played| played.seq > since).count();
        before.take_back(later);
        if before.position().turn() == side {
            return Err(LineRefused::OwnTurn);
        }
        let line = legal(before, &moves)?;
        if line.moves.len() % 2 == 1 {
            return Err(LineRefused::NoReply);
        }
        let new = Conditional { since, line };
        let rest = match Self::standing(&new, game) {
            Standing::Waits { played } => &new.line.moves[played..],
            Standing::Played => return Err(LineRefused::Played),
            Standing::Dropped(WhyDropped::TakenBack) => return Err(LineRefused::TakenBack),
            Standing::Dropped(WhyDropped::OtherMove { .. } | WhyDropped::GameOver) => {
                return Err(LineRefused::OtherMove);
            }
        };
        let others: Vec<_> = self.waiting(game).collect();
        check_replies(game.history(), side, others.iter().map(|(_, rest)| *rest), rest)?;
        let is_known = others.iter().any(|(_, other)| other.starts_with(rest));
        let is_continued = |line: &Conditional| {
            !is_known && others.iter().any(|(each, other)| *each == line && rest.starts_with(other))
        };
        let mut conditional = self.conditional.clone();
        conditional.retain(|line| !is_continued(line));
        if !is_known {
            room_for_one_more(conditional.iter().filter(|line| waits(line, game)).count())?;
            conditional.push(new);
        }
        forget_oldest(&mut conditional, game);
        Ok(Self { conditional, private: self.private.clone() })
    }

    /// The same lines and one more private one. It takes the place of those that it continues.
    ///
    /// # Errors
    /// Why the line is not stored.
    pub fn with_private(&self, game: &Game, start: &Position, moves: &[String]) -> Result<Self, LineRefused> {
        if game.is_over() {
            return Err(LineRefused::GameOver);
        }
        let start = start.with_castling_mode(mode(game));
        let mut position = *game.history().start();
        let mut had = vec![position.to_fen()];
        for &mv in game.history().moves() {
            position.play(mv);
            had.push(position.to_fen());
        }
        if !had.contains(&start.to_fen()) {
            return Err(LineRefused::OtherGame);
        }
        let new = legal(History::new(start), &read(moves)?)?;
        let mut private = self.private.clone();
        let goes_on =
            |one: &Line, other: &Line| one.start == other.start && one.moves.starts_with(&other.moves);
        if !private.iter().any(|other| goes_on(other, &new)) {
            private.retain(|other| !goes_on(&new, other));
            room_for_one_more(private.len())?;
            private.push(new);
        }
        Ok(Self { conditional: self.conditional.clone(), private })
    }
}

fn waits(line: &Conditional, game: &Game) -> bool {
    matches!(Prepared::standing(line, game), Standing::Waits { .. })
}

/// Of the lines that were played or no longer apply, only the last [`MOST_LINES`] stay.
fn forget_oldest(lines: &mut Vec<Conditional>, game: &Game) {
    let done = lines.iter().filter(|line| !waits(line, game)).count();
    let mut too_many = done.saturating_sub(MOST_LINES);
    lines.retain(|line| {
        let stays = too_many == 0 || waits(line, game);
        too_many -= usize::from(!stays);
        stays
    });
}

const fn room_for_one_more(lines: usize) -> Result<(), LineRefused> {
    if lines < MOST_LINES { Ok(()) } else { Err(LineRefused::TooMany { limit: MOST_LINES }) }
}

/// The moves of a text, few enough for a line.
pub(super) fn read(moves: &[String]) -> Result<Vec<Attempt>, LineRefused> {
    if moves.is_empty() {
        return Err(LineRefused::Empty);
    }
    if moves.len() > MOST_HALF_MOVES {
        return Err(LineRefused::TooLong { limit: MOST_HALF_MOVES });
    }
    let unreadable = |text: &str| LineRefused::Unreadable { found: text.chars().take(10).collect() };
    moves.iter().map(|text| text.parse().map_err(|_| unreadable(text))).collect()
}

/// The line of these moves behind a game so far.
fn legal(mut history: History, moves: &[Attempt]) -> Result<Line, LineRefused> {
    let start = *history.position();
    let mode = start.castling_mode();
    let mut legal = Vec::with_capacity(moves.len());
    let mut last = None;
    for (half_move, &attempt) in (1..).zip(moves) {
        let mv = explain(&history, attempt).map_err(|reason| match (reason, last.take()) {
            (Reason::GameOver { .. }, Some(last)) => LineRefused::AfterEnd { last },
            (reason, _) => LineRefused::Illegal { half_move, reason },
        })?;
        legal.push(mv.as_uci(mode));
        last = Some(san(history.position(), mv));
        history.play(mv);
    }
    Ok(Line { start, moves: legal })
}

/// In each position that lines lead to, all of them have the same reply. A line may come back to a position, and has the same
/// reply there, too.
fn check_replies<'a>(
    game: &History,
    side: Color,
    others: impl Iterator<Item = &'a [Attempt]>,
    new: &[Attempt],
) -> Result<(), LineRefused> {
    let mut replies: HashMap<u64, Vec<(Attempt, String)>> = HashMap::new();
    for (key, reply) in others.flat_map(|other| replies_of(game, side, other)) {
        replies.entry(key).or_default().push(reply);
    }
    for (key, (reply, words)) in replies_of(game, side, new) {
        let earlier = replies.entry(key).or_default();
        if let Some((_, other)) = earlier.iter().find(|(other, _)| *other != reply) {
            return Err(LineRefused::Contradicts { reply: words, other: other.clone() });
        }
        earlier.push((reply, words));
    }
    Ok(())
}

/// The positions in which this side replies, each with the reply and its name in SAN.
fn replies_of(game: &History, side: Color, moves: &[Attempt]) -> Vec<(u64, (Attempt, String))> {
    let mut history = game.clone();
    let mut replies = Vec::new();
    for &attempt in moves {
        // They were legal when they were stored.
        let Ok(mv) = explain(&history, attempt) else { break };
        let position = history.position();
        if position.turn() == side {
            replies.push((position.key(), (mv.as_uci(position.castling_mode()), san(position, mv))));
        }
        history.play(mv);
    }
    replies
}
