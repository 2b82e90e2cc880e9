// SPDX-License-Identifier: AGPL-3.0-or-later
//! Conditional moves: what players of correspondence prepare, and what must come of them.
//!
//! Lines are drawn from numbers of their own, so a seed whose players prepare nothing tells the story that it told before
//! there were conditional moves.

use async_trait::async_trait;
use tabiya_game::{Event, Game, GameId, PlayerId, Time};
use tabiya_live::lines::Prepared;
use tabiya_rules::{CastlingMode, Position};
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
    /// The player of this client prepares replies to many moves of the opponent, or removes a line. As in the server the row is
    /// written first, and then the room hears of it, if the process lives so long.
    pub(super) fn prepare(&mut self, client: usize, process: &Process) {
        let (Some(side), Some(player), Some(since)) =
            (self.clients[client].you, self.clients[client].player, self.clients[client].last)
        else {
            return;
        };
        let game = self.truth.game().clone();
        if game.is_over() {
            return;
        }
        let row = self.ledger.row_of(self.id, player);
        let before = row.as_ref().map_or_else(Prepared::default, read);
        let mut prepared = before.clone();
        if !prepared.conditional.is_empty() && self.lines_random.below(4) == 0 {
            // Also while the room has it in its hands.
            let number = self.lines_random.below(prepared.conditional.len() as u64);
            prepared.conditional.remove(usize::try_from(number).expect("there are few"));
        } else if game.turn() != side {
            for opponents in game.history().position().legal_moves() {
                let line = self.line_behind(*game.history().position(), opponents);
                prepared = prepared.with_conditional(&game, side, since, &line).unwrap_or(prepared);
            }
        }
        if prepared == before {
            return;
        }
        self.say(&format!("client {client} has {} lines", prepared.conditional.len()));
        let version = row.map_or(0, |row| row.version) + 1;
        let row = PlayerLines {
            game: self.id,
            player,
            version,
            changed: Time(version.into()),
            lines: prepared.write(),
        };
        let events = self.ledger.since(self.id, 0).len();
        self.ledger.with_lines(|lines| lines.write(row, events));
        let (rooms, id) = (process.rooms.clone(), self.id);
        let after = self.lines_random.below(40);
        let ledger = self.ledger.clone();
        tokio::spawn(async move {
            sleep(Duration::from_millis(after)).await;
            // Where the log can't be read now, the room looks when it begins, and the player hears of a failure.
            let told = rooms.lines_changed(id, |game| prepared.reply(game, side).is_some()).await;
            // A reply that was given up may still turn up, whatever the player was told since.
            if told.is_ok() && !ledger.may_bring_more(id) {
                let events = ledger.since(id, 0).len();
                ledger.with_lines(|lines| lines.tell(player, version, events));
            }
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
        self.prepared_move(seq).is_some()
    }

    /// The move of this event, if it is the one that its player had prepared for exactly this position: no line but the one
    /// that applies speaks for it.
    fn prepared_move(&self, seq: usize) -> Option<Sent> {
        let Event::MovePlayed { uci, premove: None, .. } = self.truth.entries[seq].stamped.event else {
            return None;
        };
        let before: Vec<_> = self.truth.entries[..seq].iter().map(|entry| entry.stamped.clone()).collect();
        let game = Game::replay(&before).ok()?;
        let named = uci.to_move(game.history().position()).ok()?;
        let named = named.as_uci(CastlingMode::Standard).to_string();
        let player = game.seats()[game.turn()].player()?;
        let rows = self.ledger.with_lines(|lines| lines.playable_before(player, seq));
        let replies = |row: &PlayerLines| read(row).reply(&game, game.turn()).map(|reply| reply.to_string());
        rows.iter().find(|row| replies(row).as_ref() == Some(&named))?;
        Some(Sent { ply: game.ply(), uci: Uci::from_bytes(named.as_bytes())? })
    }

    /// The moves that their players had prepared.
    pub(super) fn prepared_moves(&self) -> Vec<Sent> {
        let events = if self.plan.prepares { 1..self.truth.len() } else { 0..0 };
        events.filter_map(|seq| self.prepared_move(seq)).collect()
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

    async fn give_up_damaged(&self, _: GameId, _: PlayerId) -> Result<(), StorageError> {
        Err(StorageError::Closed)
    }

    async fn lines_of(&self, _: PlayerId, _: u32) -> Result<Vec<PlayerLines>, StorageError> {
        Err(StorageError::Closed)
    }

    async fn forget_lines_of(&self, _: PlayerId) -> Result<(), StorageError> {
        Err(StorageError::Closed)
    }
}
