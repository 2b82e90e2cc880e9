// SPDX-License-Identifier: AGPL-3.0-or-later
//! What a correspondence player prepares in a game of theirs: the way from a call to the store, and to the room that plays
//! conditional moves.
//!
//! Nobody but the player of a seat gets in here, and each gets their own lines: there is no argument that names another
//! player. Staff have no way in.

use std::sync::Arc;
use std::time::Duration;

use tabiya_archive::archive::{Archive, ReadError, ReadGame};
use tabiya_archive::view;
use tabiya_game::{Game, GameId, PlayerId, TimeControl};
use tabiya_protocol::boards::{BoardRefused, MAX_FEN};
use tabiya_protocol::{
    ConditionalView, LineEdit, LineStanding, LinesView, MoveView, PrivateLineView, Refusal, TriedLine,
    TryLine,
};
use tabiya_rules::{Color, History, Position, explain};
use tabiya_runtime::identity::Identity;
use tabiya_runtime::log_once::LogOnce;
use tabiya_store::{Lines, PlayerLines, StorageError};
use tokio::time::timeout;

use crate::lines::{Line, LineRefused, MOST_HALF_MOVES, MOST_LINES, Prepared, Standing, WhyDropped};
use crate::room::Rooms;

#[cfg(test)]
mod tests;

/// How often a change is tried while other tabs of the player change the same lines.
const TRIES: usize = 8;

/// How long an edit waits for the game's room. Longer only while the room can store nothing.
const ROOM_ANSWERS: Duration = Duration::from_secs(10);

/// A page asks again and again for a row that can't be read.
static UNREADABLE: LogOnce = LogOnce::new();

/// Why lines are not shown or stored.
#[derive(Debug)]
pub enum NotPrepared {
    /// The line can't be stored.
    Refused(LineRefused),
    /// Whoever asks does not play in this game.
    NotAPlayer,
    /// The text is no FEN.
    NoFen,
    /// The player changes the same lines again and again from elsewhere.
    Busy,
    /// There is no such game for whoever asks, or the storage fails.
    Read(ReadError),
}

impl From<ReadError> for NotPrepared {
    fn from(error: ReadError) -> Self {
        Self::Read(error)
    }
}

impl From<StorageError> for NotPrepared {
    fn from(error: StorageError) -> Self {
        Self::Read(error.into())
    }
}

impl From<LineRefused> for NotPrepared {
    fn from(refused: LineRefused) -> Self {
        Self::Refused(refused)
    }
}

/// What a call about lines needs. Made for one call.
pub struct Preparing<'a> {
    /// Where lines are kept.
    pub lines: &'a Arc<dyn Lines>,
    /// Games as they are read.
    pub archive: &'a Archive,
    /// Games as they are played.
    pub rooms: &'a Rooms,
}

/// A game, and the seat of whoever asks.
struct Own {
    read: ReadGame,
    side: Color,
    /// As the game's seat names the player.
    player: PlayerId,
}

/// What the store has of a player in a game.
struct Stored {
    prepared: Prepared,
    /// 0 where nothing is stored that can be read.
    version: u32,
    /// Whether there is a row that can't be read.
    is_damaged: bool,
}

impl Own {
    fn game(&self) -> &Game {
        self.read.game()
    }
}

impl Preparing<'_> {
    /// All lines of this player in this game.
    ///
    /// # Errors
    /// If the game is another's or no correspondence, or the storage fails.
    pub async fn look(&self, id: GameId, visitor: &Identity) -> Result<LinesView, NotPrepared> {
        let own = self.own(id, visitor).await?;
        Ok(shown(&self.stored(&own).await?.prepared, own.game()))
    }

    /// Changes the lines of this player in this game. When this returns, a reply that is due is played, if it can be stored,
    /// and none is played any more that was removed.
    ///
    /// # Errors
    /// Why nothing has changed; or, after the store or the room gave no answer in time, that it is not known. The same edit may
    /// be sent again then.
    pub async fn edit(
        &self,
        id: GameId,
        visitor: &Identity,
        edit: &LineEdit,
    ) -> Result<LinesView, NotPrepared> {
        for _ in 0..TRIES {
            let own = self.own(id, visitor).await?;
            let Stored { prepared: before, version, is_damaged } = self.stored(&own).await?;
            let after = edited(&before, &own, edit)?;
            if is_damaged && after != before {
                self.lines.give_up_damaged(own.read.id(), own.player).await?;
            }
            let kept = if after == before { Ok(true) } else { self.keep(&own, &after, version + 1).await };
            match kept {
                Ok(false) => continue,
                // Also where nothing has changed: then a call before this one may have stored the lines, and its room not
                // have heard of them.
                Ok(true) => self.tell_room(&own, &after).await?,
                // A database that gave no answer may have stored them. The room looks at what is stored.
                Err(error) => {
                    if let Err(error) = self.tell_room(&own, &after).await {
                        tracing::debug!(game = %id, ?error, "a room was not told of lines that may be stored");
                    }
                    return Err(error.into());
                }
            }
            return self.look(id, visitor).await;
        }
        Err(NotPrepared::Busy)
    }

    /// Stores lines. Returns whether those of the version before were the newest.
    async fn keep(&self, own: &Own, lines: &Prepared, version: u32) -> Result<bool, StorageError> {
        let changed = self.rooms.timeline().wall();
        let (game, player, lines) = (own.read.id(), own.player, lines.write());
        self.lines.keep_lines(&PlayerLines { game, player, version, changed, lines }).await
    }

    /// The game's room looks at the lines. A game without a room gets one only where a reply is due.
    async fn tell_room(&self, own: &Own, lines: &Prepared) -> Result<(), NotPrepared> {
        if own.game().is_over() {
            return Ok(());
        }
        let side = own.side;
        let told = self.rooms.lines_changed(own.read.id(), |game| lines.reply(game, side).is_some());
        match timeout(ROOM_ANSWERS, told).await {
            Ok(told) => Ok(told?),
            Err(_) => Err(StorageError::Unanswered.into()),
        }
    }

    /// Moves that this player tries in this game: which of them are legal, and what may follow.
    ///
    /// # Errors
    /// If the game is another's or no correspondence, or the text is no position.
    pub async fn tried(
        &self,
        id: GameId,
        visitor: &Identity,
        tried: &TryLine,
    ) -> Result<TriedLine, NotPrepared> {
        let own = self.own(id, visitor).await?;
        let start = position(&tried.start_fen, own.game())?;
        if tried.moves.len() > MOST_HALF_MOVES {
            return Err(LineRefused::TooLong { limit: MOST_HALF_MOVES }.into());
        }
        Ok(try_moves(start, &tried.moves))
    }

    /// The game, if whoever asks plays in it and it is correspondence.
    async fn own(&self, id: GameId, visitor: &Identity) -> Result<Own, NotPrepared> {
        let read = self.archive.game_for(id, Some(visitor)).await?;
        let seats = read.game().seats();
        let side = visitor.side_in(&seats).ok_or(NotPrepared::NotAPlayer)?;
        let player = seats[side].player().ok_or(NotPrepared::NotAPlayer)?;
        match read.game().time_control() {
            Some(TimeControl::Correspondence { .. }) => Ok(Own { read, side, player }),
            Some(TimeControl::Clocks { .. }) | None => Err(LineRefused::NotCorrespondence.into()),
        }
    }

    /// What is stored. A damaged row, or a text that can't be read, counts as no lines, so that the player's next edit takes its
    /// place. The room plays none of it, either.
    async fn stored(&self, own: &Own) -> Result<Stored, NotPrepared> {
        let id = own.read.id();
        let none = |is_damaged| Stored { prepared: Prepared::default(), version: 0, is_damaged };
        let row = match self.lines.lines(id, own.player).await {
            Ok(Some(row)) => row,
            Ok(None) => return Ok(none(false)),
            Err(error @ StorageError::Damaged { .. }) => {
                UNREADABLE.log(|| tracing::error!(game = %id, %error, "the lines of a player are damaged"));
                return Ok(none(true));
            }
            Err(error) => return Err(error.into()),
        };
        let mode = own.game().history().start().castling_mode();
        let prepared = Prepared::read(&row.lines, mode).unwrap_or_else(|error| {
            UNREADABLE.log(|| tracing::error!(game = %id, %error, "the lines of a player can't be read"));
            Prepared::default()
        });
        Ok(Stored { prepared, version: row.version, is_damaged: false })
    }
}

/// The lines after an edit.
fn edited(before: &Prepared, own: &Own, edit: &LineEdit) -> Result<Prepared, NotPrepared> {
    let game = own.game();
    let mut after = before.clone();
    match edit {
        LineEdit::AddConditional { since, moves } => {
            return Ok(before.with_conditional(game, own.side, *since, moves)?);
        }
        LineEdit::AddPrivate { start_fen, moves } => {
            return Ok(before.with_private(game, &position(start_fen, game)?, moves)?);
        }
        LineEdit::RemoveConditional { since, moves } => {
            after.conditional.retain(|each| each.since != *since || !is_it(&each.line, moves));
        }
        LineEdit::RemoveDropped {} => {
            after.conditional.retain(|each| matches!(Prepared::standing(each, game), Standing::Waits { .. }))
        }
        LineEdit::RemovePrivate { start_fen, moves } => {
            let start = position(start_fen, game)?;
            after.private.retain(|each| each.start != start || !is_it(each, moves));
        }
    }
    Ok(after)
}

/// Whether a line has these moves, as it is shown.
fn is_it(line: &Line, moves: &[String]) -> bool {
    line.moves.len() == moves.len() && line.moves.iter().zip(moves).all(|(mv, text)| mv.to_string() == *text)
}

/// A position of this game, from its FEN.
fn position(fen: &str, game: &Game) -> Result<Position, NotPrepared> {
    let start = if fen.len() > MAX_FEN { None } else { Position::from_fen(fen).ok() };
    let mode = game.history().start().castling_mode();
    start.map(|start| start.with_castling_mode(mode)).ok_or(NotPrepared::NoFen)
}

fn try_moves(start: Position, moves: &[String]) -> TriedLine {
    let mut history = History::new(start);
    let (mut told, mut refused) = (Vec::new(), None);
    for (ply, text) in (0..).zip(moves) {
        let played = match text.parse() {
            Ok(attempt) => explain(&history, attempt).map_err(|reason| Refusal::Illegal { reason }),
            Err(error) => Err(Refusal::Malformed { detail: format!("{error}") }),
        };
        match played {
            Ok(mv) => {
                let before = *history.position();
                history.play(mv);
                told.push(view::played(&before, mv, history.position(), None));
            }
            Err(refusal) => {
                refused = Some(BoardRefused { ply, message: refusal.to_string(), refusal });
                break;
            }
        }
    }
    let position = history.position();
    let is_over = history.outcome().is_some();
    let legal = if is_over { Vec::new() } else { position.legal_moves().iter().copied().collect() };
    let mode = position.castling_mode();
    TriedLine { moves: told, legal: legal.iter().map(|mv| mv.as_uci(mode).to_string()).collect(), refused }
}

fn shown(prepared: &Prepared, game: &Game) -> LinesView {
    let conditional = prepared.conditional.iter().map(|each| ConditionalView {
        since: each.since,
        start_fen: each.line.start.to_fen(),
        moves: moves(&each.line),
        standing: standing(Prepared::standing(each, game)),
    });
    let private = prepared.private.iter();
    let private = private.map(|each| PrivateLineView { start_fen: each.start.to_fen(), moves: moves(each) });
    LinesView {
        conditional: conditional.collect(),
        private: private.collect(),
        waits: game.draw_offer().is_some() || game.takeback_proposal().is_some(),
        most_lines: number(MOST_LINES),
        most_half_moves: number(MOST_HALF_MOVES),
    }
}

fn moves(line: &Line) -> Vec<MoveView> {
    line.steps().iter().map(|(before, mv)| view::played(before, *mv, &before.after(*mv), None)).collect()
}

fn standing(standing: Standing) -> LineStanding {
    match standing {
        Standing::Waits { played } => LineStanding::Waits { played: number(played) },
        Standing::Played => LineStanding::Played,
        Standing::Dropped(WhyDropped::OtherMove { played }) => {
            LineStanding::OtherMove { played: number(played) }
        }
        Standing::Dropped(WhyDropped::TakenBack) => LineStanding::TakenBack,
        Standing::Dropped(WhyDropped::GameOver) => LineStanding::GameOver,
    }
}

fn number(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
