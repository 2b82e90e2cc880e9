// SPDX-License-Identifier: AGPL-3.0-or-later
//! The judgement over a whole run: the clients' notes and the log, after everything has healed.

use tabiya_game::{Event, Game, Termination, TimeControl};
use tabiya_protocol::{ClientMessage, GameCommand};
use tabiya_rules::Color;
use tabiya_testkit::history::{self, GameHistory, Log, Sent};

use super::ledger::{Entry, FailedMove};
use super::world::{Outcome, World};

impl World {
    /// Says what became of the run.
    pub(super) fn judge(mut self) -> Outcome {
        let prepared = self.prepared_moves();
        if self.faults.is_empty() {
            for fault in faults(&self, &prepared) {
                self.fault(fault);
            }
        }
        let ending = self.truth.game().ending().map(|ending| ending.termination);
        let woken = self.ledger.with_deadlines(|deadlines| deadlines.woken);
        let (events, lives) = (self.truth.len(), self.life);
        let (takebacks, premoves) = (self.truth.takebacks(), self.truth.premoves());
        let (replies, pauses) = (prepared.len(), self.truth.pauses());
        let (faults, trace) = (self.faults, self.trace);
        Outcome { events, takebacks, pauses, premoves, replies, ending, lives, woken, faults, trace }
    }
}

/// Everything that is wrong.
fn faults(world: &World, prepared: &[Sent]) -> Vec<String> {
    let mut faults = Vec::new();
    checked_by_strangers(world, prepared, &mut faults);
    refused_and_carried_out(world, &mut faults);
    turns_after_restarts(&world.truth.entries, &mut faults);
    correspondence(world, &mut faults);
    forgiven(&world.truth.entries, &mut faults);
    let is_live = matches!(world.truth.game().time_control(), Some(TimeControl::Clocks { .. }));
    flags(&world.truth.entries, &world.ledger.failed_moves(world.id), is_live, &mut faults);
    faults
}

/// The history checker knows nothing of the server's own replay.
fn checked_by_strangers(world: &World, prepared: &[Sent], faults: &mut Vec<String>) {
    let entries = &world.truth.entries;
    let lines: Vec<_> = entries
        .iter()
        .map(|entry| serde_json::to_value(&entry.stamped).expect("events can be written"))
        .collect();
    let log = Log::from_json(&lines).expect("these are events");
    let clients = &world.clients;
    let history = GameHistory {
        game: world.id.to_string(),
        // What no client sent by hand must have been prepared.
        sent: clients.iter().flat_map(|client| &client.sent).chain(prepared).copied().collect(),
        acknowledged: clients.iter().flat_map(|client| client.acknowledged.clone()).collect(),
        streams: clients.iter().map(|client| client.stream.clone()).collect(),
        ..GameHistory::default()
    };
    faults.extend(history::check(&history, &log).iter().map(ToString::to_string));
}

/// A move all of whose copies were refused is not in the log; only what the disk had lost may have turned up.
fn refused_and_carried_out(world: &World, faults: &mut Vec<String>) {
    for client in &world.clients {
        let Some(by) = client.player.and_then(|player| world.truth.game().seats().color_of(player)) else {
            continue;
        };
        for (id, sending) in &client.commands {
            let ClientMessage::Game(GameCommand::Play { uci, .. }) = &sending.message else { continue };
            let ply = &sending.ply;
            let others = world
                .clients
                .iter()
                .flat_map(|client| client.commands.iter().map(move |each| (client.number, each)));
            let sent_otherwise = others
                .filter(|(number, (other, sending))| {
                    (*number, *other) != (client.number, id)
                        && sending.ply == *ply
                        && matches!(&sending.message, ClientMessage::Game(GameCommand::Play { uci: u, .. }) if u == uci)
                })
                .count()
                > 0;
            let all_refused = sending.copies > 0 && sending.refusals == sending.copies;
            let seq = world.truth.game().plies().get(*ply as usize).map(|played| played.seq as usize);
            let is_ghost = seq.is_some_and(|seq| world.truth.entries[seq].ghost);
            let is_prepared = seq.is_some_and(|seq| world.was_prepared(seq));
            if all_refused
                && !sent_otherwise
                && !is_ghost
                && !is_prepared
                && world.truth.has_played(by, *ply, uci)
            {
                faults.push(format!(
                    "client {}'s command {id} was refused, and {uci} at ply {ply} stands in the log",
                    client.number
                ));
            }
        }
    }
}

/// In a game with clocks nothing happens in a new life of the process before the turn has begun afresh.
fn turns_after_restarts(entries: &[Entry], faults: &mut Vec<String>) {
    let mut before: Option<(Game, u32)> = None;
    for (seq, entry) in entries.iter().enumerate() {
        let Some((game, life)) = &mut before else {
            let first = std::slice::from_ref(&entry.stamped);
            before = Game::replay(first).ok().map(|game| (game, 0));
            continue;
        };
        let runs =
            matches!(game.time_control(), Some(TimeControl::Clocks { .. })) && game.deadline().is_some();
        if !entry.ghost && entry.life != *life {
            if runs && !matches!(entry.stamped.event, Event::TurnRestarted { .. }) {
                faults.push(format!(
                    "event {seq} is the first of life {}, in a turn that was not restarted",
                    entry.life
                ));
            }
            *life = entry.life;
        }
        game.apply(&entry.stamped);
    }
}

/// A server that was there all the time restarts no turn of days, and lets the flag fall in time, whether the game had a
/// room or not.
fn correspondence(world: &World, faults: &mut Vec<String>) {
    // A room that waits for the deadline sleeps while the wall clock hurries.
    const LATE: u64 = 3_600_000;
    let entries = &world.truth.entries;
    let is_slow = matches!(world.truth.game().time_control(), Some(TimeControl::Correspondence { .. }));
    let write_faults = world.plan.write_faults;
    if !is_slow
        || write_faults.fails
            + write_faults.turns_up_later
            + write_faults.unanswered
            + write_faults.slow
            + write_faults.unreadable
            > 0
    {
        return;
    }
    let mut game: Option<Game> = None;
    let mut life = 0;
    for (seq, entry) in entries.iter().enumerate() {
        let Some(before) = &mut game else {
            game = Game::replay(std::slice::from_ref(&entry.stamped)).ok();
            continue;
        };
        let is_first = std::mem::replace(&mut life, entry.life) != entry.life;
        let deadline = before.deadline();
        if !world.disturbed.contains(&entry.life) && !is_first {
            if matches!(entry.stamped.event, Event::TurnRestarted { .. }) {
                faults.push(format!("event {seq}: a turn of days was restarted without an outage"));
            }
            let is_late = deadline.is_some_and(|due| due.0 + LATE < entry.stamped.at.0);
            if is_late && matches!(entry.stamped.event, Event::Ended { .. }) {
                faults.push(format!(
                    "event {seq}: the flag fell at {:?}, was due at {deadline:?}",
                    entry.stamped.at
                ));
            }
        }
        before.apply(&entry.stamped);
    }
}

/// No side is forgiven more than `docs/protocol.md` says: three gains, and one for each move.
fn forgiven(entries: &[Entry], faults: &mut Vec<String>) {
    let Some(mut game) =
        entries.first().and_then(|first| Game::replay(std::slice::from_ref(&first.stamped)).ok())
    else {
        return;
    };
    let Some(control @ TimeControl::Clocks { .. }) = game.time_control() else { return };
    let gain = Color::ALL.map(|side| {
        let clock = control.clock_of(side).expect("there are clocks");
        let seconds = u64::from((clock.initial().0 + 40 * clock.bonus().time().0) / 1000);
        (150 + 4 * seconds).min(1_000)
    });
    let (mut most, mut forgiven) = (gain.map(|gain| 3 * gain), [0; 2]);
    for (seq, entry) in entries.iter().enumerate().skip(1) {
        if let Event::MovePlayed { lag, compensated, .. } = entry.stamped.event {
            let side = game.turn() as usize;
            forgiven[side] += u64::from(compensated.0);
            if forgiven[side] > most[side] || compensated > lag.unwrap_or_default() {
                let (forgiven, most) = (forgiven[side], most[side]);
                faults.push(format!(
                    "{} was forgiven {forgiven} ms by event {seq}, of at most {most}",
                    game.turn()
                ));
            }
            most[side] += gain[side];
        }
        game.apply(&entry.stamped);
    }
}

/// Who loses on time has none left, and was not kept from moving by the store: with a clock not at any time in the
/// turn, in correspondence not by the last that the room heard of the store.
fn flags(entries: &[Entry], failed_moves: &[FailedMove], is_live: bool, faults: &mut Vec<String>) {
    let mut turn_began = 0;
    for (seq, entry) in (0_u32..).zip(entries) {
        match &entry.stamped.event {
            Event::MovePlayed { .. }
            | Event::TakenBack { .. }
            | Event::SetBack { .. }
            | Event::ClocksResumed
            | Event::ClocksStarted
            | Event::TurnRestarted { .. } => turn_began = seq,
            Event::Ended { termination, clock, .. } => {
                let by_time = matches!(
                    termination,
                    Termination::TimeForfeit | Termination::TimeForfeitInsufficientMaterial
                );
                if by_time && clock.is_none_or(|left| left.0 > 0) {
                    faults.push(format!("event {seq}: the flag fell with {clock:?} left"));
                }
                let kept_from_moving = failed_moves.iter().any(|failed| {
                    if is_live {
                        failed.seq > turn_began
                    } else {
                        (failed.seq, failed.life) == (seq, entry.life)
                    }
                });
                if by_time && kept_from_moving {
                    faults
                        .push(format!("event {seq}: the flag fell in a turn whose move could not be stored"));
                }
            }
            _ => {}
        }
    }
}
