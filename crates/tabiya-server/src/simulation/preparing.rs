// SPDX-License-Identifier: AGPL-3.0-or-later
//! Conditional moves: what players of correspondence prepare, and what must come of them.
//!
//! Lines are drawn from numbers of their own, so a seed whose players prepare nothing tells the story that it told before
//! there were conditional moves.

use async_trait::async_trait;
use tabiya_game::{Event, Game, GameId, PlayerId, Time};
use tabiya_live::lines::Prepared;
use tabiya_rules::{CastlingMode, Color, Position};
use tabiya_store::{Lines, PlayerLines, StorageError};
use tabiya_testkit::history::{Sent, Uci};
use tokio::time::{Duration, sleep};

use super::kept_lines::KeptLines;
use super::ledger::Ledger;
use super::world::{Process, World};

fn read(row: &PlayerLines) -> Prepared {
    Prepared::read(&row.lines, CastlingMode::Standard).expect("it was written by us")
}

impl World {
    /// The player of this client prepares replies to many moves of the opponent. As in the server the row is written first, and
    /// then the room hears of it, if the process lives so long.
    pub(super) fn prepare(&mut self, client: usize, process: &Process) {
        let (Some(side), Some(player), Some(since)) =
            (self.clients[client].you, self.clients[client].player, self.clients[client].last)
        else {
            return;
        };
        let game = self.truth.game().clone();
        if game.turn() == side || game.is_over() {
            return;
        }
        let row = self.ledger.row_of(self.id, player);
        let mut prepared = row.as_ref().map_or_else(Prepared::default, read);
        let mut added = Vec::new();
        for opponents in game.history().position().legal_moves() {
            let line = self.line_behind(*game.history().position(), opponents);
            if let Ok(more) = prepared.with_conditional(&game, side, since, &line) {
                prepared = more;
                added.push(line);
            }
        }
        if added.is_empty() {
            return;
        }
        self.say(&format!("client {client} prepares {} lines", added.len()));
        let ply = usize::try_from(game.ply()).expect("a short game");
        for line in &added {
            let own = line.iter().enumerate().filter(|(index, _)| index % 2 == 1);
            let sent = own.filter_map(|(index, uci)| {
                let uci = Uci::from_bytes(uci.as_bytes())?;
                Some(Sent { ply: u32::try_from(ply + index).ok()?, uci })
            });
            self.clients[client].sent.extend(sent);
        }
        let version = row.map_or(0, |row| row.version) + 1;
        let row = PlayerLines {
            game: self.id,
            player,
            version,
            changed: Time(version.into()),
            lines: prepared.write(),
        };
        let events = self.truth.len();
        self.ledger.with_lines(|lines| lines.write(row, events));
        let (rooms, id) = (process.rooms.clone(), self.id);
        let after = self.lines_random.below(40);
        tokio::spawn(async move {
            sleep(Duration::from_millis(after)).await;
            // Where the log can't be read now, the room looks when it begins.
            let _ = rooms.lines_changed(id, |_| true).await;
        });
    }

    /// This move and some that may follow it, an even number.
    fn line_behind(&mut self, mut position: Position, first: tabiya_rules::Move) -> Vec<String> {
        let mut line = vec![first.to_uci(position.castling_mode())];
        position.play(first);
        for _ in 0..1 + 2 * self.lines_random.below(2) {
            let legal: Vec<_> = position.legal_moves().into_iter().collect();
            if legal.is_empty() {
                break;
            }
            let next = *self.lines_random.pick(&legal);
            line.push(next.to_uci(position.castling_mode()));
            position.play(next);
        }
        line
    }

    /// A reply that is due in the end was not played.
    pub(super) fn look_for_forgotten_replies(&mut self) {
        let game = self.truth.game();
        let side = game.turn();
        let player = game.seats()[side].player();
        let row = player.and_then(|player| self.ledger.row_of(self.id, player));
        if let Some(reply) = row.and_then(|row| read(&row).reply(game, side)) {
            self.fault(format!("the conditional move {reply} is due and was not played"));
        }
    }

    /// Whether the move of this event is one that its player had prepared.
    pub(super) fn was_prepared(&self, seq: usize) -> bool {
        let Event::MovePlayed { uci, premove: None, .. } = self.truth.entries[seq].stamped.event else {
            return false;
        };
        let before: Vec<_> = self.truth.entries[..seq].iter().map(|entry| entry.stamped.clone()).collect();
        let Ok(game) = Game::replay(&before) else { return false };
        let named = uci.to_move(game.history().position()).ok();
        let named = named.map(|mv| mv.as_uci(CastlingMode::Standard).to_string());
        let reply = self.prepared_reply(&game, game.turn(), seq);
        reply.is_some() && reply == named
    }

    /// The reply that this side had prepared, by the newest lines that were written before this event.
    fn prepared_reply(&self, game: &Game, side: Color, seq: usize) -> Option<String> {
        let player = game.seats()[side].player()?;
        let row = self.ledger.with_lines(|lines| lines.before(player, seq))?;
        read(&row).reply(game, side).map(|reply| reply.to_string())
    }

    /// How many moves were those that their players had prepared.
    pub(super) fn replies(&self) -> usize {
        let is_asked = self.plan.prepares;
        (1..self.truth.len()).filter(|seq| is_asked && self.was_prepared(*seq)).count()
    }
}

impl Ledger {
    fn row_of(&self, game: GameId, player: PlayerId) -> Option<PlayerLines> {
        self.with_lines(|lines| lines.row_of(game, player))
    }
}

#[async_trait]
impl Lines for Ledger {
    /// Fails as the log does, but only where something is stored.
    async fn lines(&self, game: GameId, player: PlayerId) -> Result<Option<PlayerLines>, StorageError> {
        let Some(row) = self.row_of(game, player) else { return Ok(None) };
        let asked = self.with_lines(KeptLines::asked);
        let (mut random, unreadable) = self.choice_about_lines(asked);
        sleep(Duration::from_millis(random.below(4))).await;
        if random.below(1_000) < unreadable {
            return Err(StorageError::Failed { detail: "simulated".to_owned() });
        }
        Ok(Some(row))
    }

    async fn lines_in(&self, games: &[GameId]) -> Result<Vec<PlayerLines>, StorageError> {
        Ok(self.with_lines(|lines| lines.of_games(games)))
    }

    async fn keep_lines(&self, _: &PlayerLines) -> Result<bool, StorageError> {
        Err(StorageError::Closed)
    }

    async fn lines_of(&self, _: PlayerId, _: u32) -> Result<Vec<PlayerLines>, StorageError> {
        Err(StorageError::Closed)
    }

    async fn forget_lines_of(&self, _: PlayerId) -> Result<(), StorageError> {
        Err(StorageError::Closed)
    }
}
