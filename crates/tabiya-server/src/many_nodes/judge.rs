// SPDX-License-Identifier: AGPL-3.0-or-later
//! What must hold when all is over: each log by itself, and each client's memory beside the log.

use std::collections::BTreeSet;

use tabiya_archive::view;
use tabiya_game::{Event, Game, GameId, Millis, Stamped, Termination, Time};
use tabiya_protocol::GameEvent;
use tabiya_rules::{Attempt, Color};
use tabiya_store::Slot;

use super::client::{Client, LONGEST_THOUGHT, Outcome, What};
use super::database::{Claim, Entry};
use super::plan::{Act, HEALED, REST, SENDS};
use super::world::World;

/// A page takes at most so many milliseconds to notice that its node is silent and to find another one, ...
const FINDS_ANOTHER: u64 = 5_200;
/// ... and messages and steps of the simulation take so long in all.
const ON_THE_WAY: u64 = 700;
/// Games are joined again so many milliseconds after a cut of the bus.
const JOINS_AGAIN: u64 = 8_000;
/// Where a node is only stopped or drained, a game has another owner, and a page another node, after so long.
const HANDED: u64 = 2_500;
/// A turn that is handed over goes on. It gets back what its next owner needed to open the game.
const HANDED_ANEW: u64 = 1_500;
/// A node that is stopped is back, and its games have their next owners, after so long.
const STOPS: u64 = 1_500;
/// An append without an answer is looked for, and tried again, for so long.
const IN_DOUBT: u64 = 5_500;
/// A game goes on so many milliseconds after the last fault.
const GOES_ON: u64 = 10_000;
/// A node asks another one up to six times, a second each, where the bus loses messages.
const ASKS_AGAIN: u64 = 7_000;

/// A game after each event of its log.
struct Replay {
    games: Vec<Game>,
    told: Vec<GameEvent>,
}

impl Replay {
    fn of(log: &[Stamped]) -> Result<Self, String> {
        let (mut games, mut told) = (Vec::<Game>::new(), Vec::new());
        for (seq, stamped) in log.iter().enumerate() {
            let game = match games.last() {
                None => Game::replay(&log[..1]).map_err(|error| error.to_string())?,
                Some(before) => {
                    let mut game = before.clone();
                    game.try_apply(stamped).map_err(|error| format!("event {seq}: {error}"))?;
                    game
                }
            };
            let before = *games.last().unwrap_or(&game).history().position();
            told.push(view::event(&stamped.event, &before, &game));
            games.push(game);
        }
        Ok(Self { games, told })
    }
}

impl World {
    /// (15) Some seconds after the last fault every slot with a game has an owner that runs.
    pub(super) fn look_at_owners(&mut self) {
        for game in self.games.clone() {
            let owner = self.store.database().owner_of(Slot::of(game));
            let is_there = owner.is_some_and(|owner| {
                let node = &self.nodes[owner.node];
                node.life == owner && node.takes_part()
            });
            if !is_there {
                self.outcome.faults.push(format!("(15) {game} is owned by {owner:?} at {}", self.now));
            }
        }
    }

    pub(super) fn judge(&mut self) {
        for game in self.games.clone() {
            let (entries, claims) = {
                let database = self.store.database();
                let claims = database.history.claims.get(&Slot::of(game)).cloned();
                (database.log(game).to_vec(), claims.unwrap_or_default())
            };
            let log: Vec<_> = entries.iter().map(|entry| entry.stamped.clone()).collect();
            self.outcome.events += log.len();
            let mut faults = epochs(&entries, &claims);
            match Replay::of(&log) {
                Err(error) => faults.push(format!("(1) the log can't be replayed: {error}")),
                Ok(replay) => {
                    self.outcome.moves += replay.games.last().map_or(0, |game| game.ply() as usize);
                    faults.extend(self.goes_on(&entries, &replay));
                    for client in self.clients.iter().filter(|client| client.game == game) {
                        faults.extend(memory(client, &log, &replay));
                        if self.outcome.faults.is_empty() {
                            faults.extend(self.healed(client, &entries));
                        }
                    }
                    faults.extend(self.clocks(game, &entries, &replay));
                }
            }
            self.outcome.faults.extend(faults.into_iter().map(|fault| format!("{game}: {fault}")));
        }
    }

    /// (15) Something happens within ten seconds after the last fault, and a move is played as soon as a player has thought.
    fn goes_on(&self, entries: &[Entry], replay: &Replay) -> Option<String> {
        if replay.games.last().is_some_and(Game::is_over) || !self.outcome.faults.is_empty() {
            return None;
        }
        let happens = |within: u64, is_it: fn(&Event) -> bool| {
            let since = HEALED..HEALED + within;
            entries.iter().any(|entry| since.contains(&entry.at) && is_it(&entry.stamped.event))
        };
        let goes_on = if self.plan.slow > 0 { GOES_ON + IN_DOUBT } else { GOES_ON };
        if !happens(goes_on, |_| true) {
            return Some("(15) nothing has happened for ten seconds after the last fault".to_owned());
        }
        let is_move = |event: &Event| matches!(event, Event::MovePlayed { .. });
        let is_played = happens(goes_on + LONGEST_THOUGHT, is_move);
        (!is_played).then(|| "(15) no move was played after the last fault".to_owned())
    }

    /// (14) When all is quiet everybody knows the whole log, and the room knows who is here.
    fn healed(&self, client: &Client, entries: &[Entry]) -> Vec<String> {
        let (mut faults, name) = (Vec::new(), &client.name);
        // What was just written is on its way.
        let old = entries.iter().filter(|entry| entry.at + 3_000 < self.now).count();
        let last = old as u32 - 1;
        if !client.is_connected() || client.seq < Some(last) {
            faults.push(format!("(14) {name} knows {:?} of {last}", client.seq));
        }
        let everybody = ([true, true], 1);
        // A finished game is read on each node, which knows only who reads it there.
        let is_over = client.now.as_ref().is_some_and(|now| now.is_over);
        let is_player = client.player.is_some() && !is_over;
        if is_player && client.presence.is_some_and(|presence| presence != everybody) {
            faults.push(format!("(14) {name} is told that {:?} are here", client.presence));
        }
        if client.now.as_ref().is_some_and(|now| !now.is_over) && client.waits_for_a_key() {
            faults.push(format!("(8) {name} is not told whether what it asked for with a key is done"));
        }
        faults
    }

    /// Whether anything but stops, drains and lost messages happened from then to then.
    fn had_faults(&self, from: u64, to: u64) -> bool {
        self.plan.slow > 0
            || self.plan.acts.iter().any(|(at, act)| {
                let ms = match act {
                    Act::Kill { back_after, .. } => *back_after,
                    Act::Suspend { ms, .. } | Act::CutStore { ms, .. } | Act::CutBus { ms, .. } => *ms,
                    Act::StoreAway { ms } => *ms,
                    Act::Stutter { ms, .. } => 500 + ms + 3_000,
                    Act::Straggle { ms, .. } => SENDS + ms,
                    Act::Stop { .. } | Act::Drain { .. } => return false,
                    _ => return false,
                };
                // The games begin anew a lease and some looks later.
                *at <= to && from <= at + ms + 8_000
            })
    }

    /// What a turn that lasted from then to then may get back by nodes that were stopped and drained. Where two of three were at the same
    /// time, it may have come to a node that heard nothing of it, and have begun anew.
    fn handed(&self, from: u64, to: u64) -> u64 {
        let planned: Vec<_> = self
            .plan
            .acts
            .iter()
            .filter_map(|(at, act)| match act {
                Act::Stop { node } => Some((*node, *at, at + STOPS)),
                Act::Drain { node, ms } => Some((*node, *at, at + ms)),
                _ => None,
            })
            .filter(|(_, begins, ends)| *begins <= to && from <= *ends)
            .collect();
        let meets = |(one, begins, ends): &(usize, u64, u64)| {
            planned.iter().any(|(other, at, until)| one != other && begins <= until && at <= ends)
        };
        if planned.iter().any(meets) { u64::MAX } else { HANDED_ANEW * planned.len() as u64 }
    }

    /// What a turn that lasted from then to then may cost beyond what thinking took.
    fn outage(&self, from: u64, to: u64) -> u64 {
        let silent = self.plan.acts.iter().filter(|(at, act)| match act {
            Act::Suspend { ms, .. } => *at <= to && from <= at + ms,
            Act::Straggle { ms, .. } => *at <= to && from <= at + SENDS + ms,
            _ => false,
        });
        match &self.plan {
            plan if plan.is_planned => HANDED,
            // A page may find a second node that is silent.
            plan => {
                let finds = if silent.count() > 1 { 2 * FINDS_ANOTHER } else { FINDS_ANOTHER };
                finds + ON_THE_WAY + if plan.lost > 0 { ASKS_AGAIN } else { 0 }
            }
        }
    }

    /// Whether the owner's node or the player's was cut off the bus from then to then, or not long before.
    fn was_cut_off_bus(&self, game: GameId, player: Option<&Client>, from: u64, to: u64) -> bool {
        let database = self.store.database();
        let owners = database.history.claims.get(&Slot::of(game)).into_iter().flatten();
        let owners: Vec<_> = owners.map(|claim| (claim.at, claim.by.node)).collect();
        let stays = player.map_or(&[][..], |player| &player.stays);
        self.plan.acts.iter().any(|(at, act)| {
            let Act::CutBus { node, ms } = act else { return false };
            let until = at + ms + JOINS_AGAIN;
            let (from, to) = (from.max(*at), to.min(until));
            from <= to && (was_there(&owners, *node, from, to) || was_there(stays, *node, from, to))
        })
    }

    /// (10) Nobody is charged for an outage, and nobody gains by one that was planned.
    fn clocks(&self, id: GameId, entries: &[Entry], replay: &Replay) -> Vec<String> {
        let mut faults = Vec::new();
        let mut turn = Turn { begins: 0, credits: 0, is_restarted: false };
        for (seq, entry) in entries.iter().enumerate().skip(1) {
            let before = &replay.games[seq - 1];
            let side = before.turn();
            match &entry.stamped.event {
                Event::TurnRestarted { credit, spent } => {
                    turn.credits += u64::from(credit.0);
                    turn.is_restarted |= *spent == Millis::ZERO;
                    let is_planned = self.plan.is_planned && entry.at > 4_000;
                    // A move that was long under way begins a turn in the past.
                    let lasts = entry.at - entries[turn.begins].at;
                    let gets = u64::from(credit.0).min(lasts);
                    let most = self.handed(entries[turn.begins].at, entry.at).max(HANDED_ANEW);
                    if is_planned && *spent == Millis::ZERO && gets > most {
                        faults
                            .push(format!("(10) event {seq} gives {credit:?} back, and nothing had failed"));
                    }
                }
                Event::MovePlayed { uci, clock: Some(left), .. } if before.ply() > 1 => {
                    let Some([white, black]) = before.clocks_at(Time(0)) else { continue };
                    let had = if side == Color::White { white } else { black };
                    let charged = u64::from(had.0.saturating_sub(left.0));
                    let player =
                        self.clients.iter().find(|client| client.game == id && client.you == Some(side));
                    if let Some(thought) =
                        player.and_then(|player| thought(player, turn.begins, before.ply(), *uci))
                    {
                        let from = entries[turn.begins].at;
                        let most = thought + self.outage(from, entry.at);
                        if charged > most && !self.was_cut_off_bus(id, player, from, entry.at) {
                            faults.push(format!("(10) event {seq} charges {charged} ms for {thought} ms"));
                        }
                        let gets = self.handed(from, entry.at).saturating_add(turn.credits + ON_THE_WAY);
                        let least = thought.saturating_sub(gets);
                        let is_sure = !turn.is_restarted && !self.had_faults(from, entry.at);
                        if charged < least && is_sure {
                            faults.push(format!(
                                "(10) event {seq} charges {charged} ms for {thought} ms, {turn:?}"
                            ));
                        }
                    }
                }
                Event::Ended { termination: Termination::TimeForfeit, .. } if entry.at < REST => {
                    let Some([white, black]) = before.clocks_at(Time(0)) else { continue };
                    let had = u64::from(if side == Color::White { white } else { black }.0);
                    let from = entries[turn.begins].at;
                    let player =
                        self.clients.iter().find(|client| client.game == id && client.you == Some(side));
                    let thought = player.and_then(|player| last_thought(player, turn.begins, before.ply()));
                    let is_due = thought.is_none_or(|thought| had <= thought + self.outage(from, entry.at));
                    if !is_due && !self.was_cut_off_bus(id, player, from, entry.at) {
                        faults.push(format!(
                            "(10) event {seq} rules a flag of {had} ms after {thought:?} ms of thinking"
                        ));
                    }
                }
                _ => {}
            }
            if replay.games[seq].ply() != before.ply() {
                turn = Turn { begins: seq, credits: 0, is_restarted: false };
            }
        }
        faults
    }
}

/// Whether this node is in the list at any time from then to then. Each entry of the list holds until the next one.
fn was_there(list: &[(u64, usize)], node: usize, from: u64, to: u64) -> bool {
    let ends = list.iter().skip(1).map(|(at, _)| *at).chain([u64::MAX]);
    list.iter().zip(ends).any(|((at, there), end)| *there == node && *at <= to && from <= end)
}

/// A turn so far.
#[derive(Debug)]
struct Turn {
    /// The event with which it began.
    begins: usize,
    credits: u64,
    /// Whether it began anew.
    is_restarted: bool,
}

/// When the client was told this event; `None` if it was told the whole game since.
fn told_at(client: &Client, seq: usize) -> Option<u64> {
    let place = seq.checked_sub(client.first() as usize)?;
    client.told.get(place).map(|(at, _)| *at)
}

/// For how long the player has thought about this move, from hearing of the one before to sending it.
fn thought(client: &Client, begins: usize, ply: u32, uci: Attempt) -> Option<u64> {
    let wish = client.wishes.iter().find(|wish| wish.what == What::Play { ply, uci })?;
    Some(wish.asked_at.saturating_sub(told_at(client, begins)?))
}

/// The same for a move that was sent and not played. `None` if nothing is known of it, or nothing was sent.
fn last_thought(client: &Client, begins: usize, ply: u32) -> Option<u64> {
    let sent =
        client.wishes.iter().rfind(|wish| matches!(wish.what, What::Play { ply: of, .. } if of == ply))?;
    Some(sent.asked_at.saturating_sub(told_at(client, begins)?))
}

/// (5) Epochs never fall. (6) No event of an epoch is written after the next one was claimed, nor (7) by anybody but its owner.
fn epochs(entries: &[Entry], claims: &[Claim]) -> Vec<String> {
    let mut faults = Vec::new();
    for pair in claims.windows(2) {
        if pair[0].epoch >= pair[1].epoch {
            faults.push(format!("(5) {:?} follows {:?}", pair[1], pair[0]));
        }
    }
    for (seq, pair) in entries.windows(2).enumerate() {
        if pair[0].epoch > pair[1].epoch {
            faults.push(format!("(5) event {} has {:?} after {:?}", seq + 1, pair[1].epoch, pair[0].epoch));
        }
        if matches!(pair[0].stamped.event, Event::Ended { .. }) {
            faults.push(format!("(9) event {} follows the end", seq + 1));
        }
    }
    for (seq, entry) in entries.iter().enumerate().skip(1) {
        let next = claims.iter().find(|claim| claim.epoch > entry.epoch);
        if next.is_some_and(|next| next.at < entry.at) {
            faults.push(format!(
                "(6) event {seq} of {:?} was written at {}, after {next:?}",
                entry.epoch, entry.at
            ));
        }
        let owner = claims.iter().rfind(|claim| claim.epoch == entry.epoch).map(|claim| claim.by);
        if owner != entry.by {
            faults.push(format!("(7) event {seq} was written by {:?} for {owner:?}", entry.by));
        }
    }
    faults
}

/// (2) What was acknowledged is in the log. (3) What was told is in the log. (8) What was asked once is there once at most. (13) What
/// was refused is not.
fn memory(client: &Client, log: &[Stamped], replay: &Replay) -> Vec<String> {
    let (mut faults, name) = (Vec::new(), &client.name);
    for (place, (_, told)) in client.told.iter().enumerate() {
        let seq = client.first() as usize + place;
        if replay.told.get(seq) != Some(told) {
            faults.push(format!(
                "(3) {name} was told {told:?} as event {seq}; the log has {:?}",
                replay.told.get(seq)
            ));
        }
    }
    let game = replay.games.last().expect("a log begins with the creation");
    let (mut given, mut certain, mut in_doubt) = (BTreeSet::new(), 0, 0);
    for wish in &client.wishes {
        match (&wish.what, &wish.outcome) {
            (What::Play { ply, uci }, outcome) => {
                let is_played = game.was_played(*ply as usize, *uci);
                match outcome {
                    Outcome::Done(_) | Outcome::DoneBefore if !is_played => {
                        faults.push(format!(
                            "(2) {name} was told by {outcome:?} that {uci} is played as half-move {ply}"
                        ));
                    }
                    Outcome::Refused(refusal) if is_played => {
                        faults.push(format!(
                            "(13) {name} was refused {uci} by {refusal:?}, which is half-move {ply}"
                        ));
                    }
                    _ => {}
                }
            }
            (What::GiveTime { .. }, Outcome::Done(seq)) => {
                let is_it = matches!(
                    log.get(*seq as usize).map(|stamped| &stamped.event),
                    Some(Event::TimeGiven { by, .. }) if Some(*by) == client.you
                );
                if !is_it || !given.insert(*seq) {
                    faults.push(format!(
                        "(2) {name} was told that event {seq} gives time, which is not so, or twice"
                    ));
                }
                certain += 1;
            }
            (What::GiveTime { .. }, Outcome::DoneBefore) => certain += 1,
            (What::GiveTime { .. }, Outcome::Unknown) => in_doubt += 1,
            (What::GiveTime { .. }, Outcome::Refused(_)) => {}
        }
    }
    let gave = log
        .iter()
        .filter(|stamped| matches!(stamped.event, Event::TimeGiven { by, .. } if Some(by) == client.you));
    let gave = gave.count();
    if gave > certain + in_doubt {
        faults.push(format!(
            "(8) {name} gave time {gave} times, was told so {certain} times, and does not know of {in_doubt} more"
        ));
    }
    if gave < certain {
        faults.push(format!(
            "(2) {name} was told {certain} times that time is given, and gave it {gave} times"
        ));
    }
    faults
}
