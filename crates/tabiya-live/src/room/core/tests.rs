// SPDX-License-Identifier: AGPL-3.0-or-later
//! The core alone: inputs and effects, with a clock that the test turns and a store that it answers for.

use tabiya_game::{Game, GameId, Millis, PlayerId, Seat, Seats, Stamped, Terms, Time, TimeControl};
use tabiya_protocol::{ConnectionMessage, GameMessage, LeftClaim, ServerMessage};
use tabiya_rules::{Color, Position, Winnable};
use tabiya_store::{AppendError, StorageError};

mod handed;
mod keys;
mod premoves;
mod replies;
mod takebacks;
mod unreached;

use tabiya_runtime::identity::Identity;
use tabiya_runtime::topic::SubscriberId;

use super::*;
use crate::room::command::{ArbiterAct, RoomCommand};
use crate::room::reach::{Reach, Way};

const ANN: PlayerId = PlayerId::from_bytes([1; 16]);
const BOB: PlayerId = PlayerId::from_bytes([2; 16]);
const START: u64 = 1_000_000;

/// A core, what it would be told the time is, and what it has done.
struct Stage {
    core: RoomCore,
    now: Now,
    log: Vec<Stamped>,
    /// All but what is stored.
    effects: Vec<Effect>,
    is_full: bool,
    /// So many milliseconds an append takes.
    takes: u64,
    /// Only so many appends more succeed.
    fail_after: Option<u32>,
    /// What each side has prepared.
    lines: [LinesRead; 2],
    /// Whether the computer may answer premoves.
    is_fair: bool,
    /// How the rematch stands in the store, where that is more than the room knows.
    known_rematch: Option<Rematch>,
}

impl Stage {
    fn new(fen: &str, time: Option<TimeControl>) -> Self {
        let seats = Seats::new(ANN, Color::White, Seat::Player(BOB));
        let start = Position::from_fen(fen).unwrap();
        Self::of(Terms::new(start, time, seats).unwrap())
    }

    fn of(terms: Terms) -> Self {
        let (game, created) = Game::create(terms, Time(START));
        let now = Now { time: Time(START), line: Time(START), stalled: 0, reach: Reach::default() };
        let core = RoomCore::new(GameId::from_bits(7), game, Patience::Usual, now);
        let mut stage = Self {
            core,
            now,
            log: vec![created],
            effects: Vec::new(),
            is_full: false,
            takes: 0,
            fail_after: None,
            lines: [LinesRead::Nothing, LinesRead::Nothing],
            is_fair: true,
            known_rematch: None,
        };
        stage.tell(Input::Begun);
        for (id, player) in [(1, ANN), (2, BOB)] {
            let identity = Some(Identity::guest(player));
            stage.tell(Input::Came { id: SubscriberId(id), identity, after: None, is_here: true });
        }
        stage.effects.clear();
        stage
    }

    fn blitz(moves: &[&str]) -> Self {
        let time = TimeControl::new(Millis::from_secs(300), Millis::ZERO).unwrap();
        let mut stage = Self::new(&Position::start().to_fen(), Some(time));
        moves.iter().for_each(|uci| stage.play(uci));
        stage
    }

    /// An input, and the answers of a store that works or is full.
    fn tell(&mut self, input: Input) {
        let mut next = Some(input);
        while let Some(input) = next.take() {
            for effect in self.core.on(input, self.now) {
                assert!(next.is_none(), "what is waited for comes last");
                match effect {
                    Effect::Append { first, events } => {
                        assert_eq!(first as usize, self.log.len());
                        let is_full = self.is_full || self.fail_after == Some(0);
                        self.fail_after = self.fail_after.map(|left| left.saturating_sub(1));
                        self.wait(self.takes);
                        let result = if is_full { Err(StorageError::Full.into()) } else { Ok(()) };
                        if !is_full {
                            self.log.extend(events.iter().cloned());
                        }
                        next = Some(Input::Appended { events, result });
                    }
                    Effect::Rule { .. } => next = Some(Input::Ruled(Winnable::No)),
                    Effect::ReadLines(player) => {
                        let lines = self.lines[usize::from(player == BOB)].clone();
                        next = Some(Input::LinesRead(lines));
                    }
                    Effect::Enter(_) => next = Some(Input::Entered(Ok(()))),
                    Effect::AskFairness { .. } => {
                        let asked = if self.is_fair { Ok(()) } else { Err(Refusal::ComputerWhilePlaying) };
                        next = Some(Input::FairnessAsked(asked));
                    }
                    Effect::KeepRematch(_) => {
                        let kept =
                            if self.is_full { Err(Refusal::NotSaved) } else { Ok(self.known_rematch.take()) };
                        next = Some(Input::RematchKept(kept));
                    }
                    other => self.effects.push(other),
                }
            }
        }
        assert_eq!(Game::replay(&self.log).as_ref(), Ok(self.core.game()), "the core is the fold of the log");
    }

    fn wait(&mut self, millis: u64) {
        self.now.time.0 += millis;
        self.now.line.0 += millis;
        if self.now.reach.way == Way::Cut {
            self.now.reach.cut += millis;
            self.now.reach.back = self.now.line;
        }
    }

    /// Lets time pass as the task does: the core is woken whenever it wants to be.
    fn pass(&mut self, millis: u64) {
        let end = self.now.line.0 + millis;
        while let Some(wake) = self.core.next_wake(self.now).map(|wake| self.now.line.0 + u64::from(wake.0))
            && wake <= end
        {
            self.wait(wake - self.now.line.0);
            self.tell(Input::Woken);
        }
        self.wait(end - self.now.line.0);
    }

    fn command(&mut self, by: Color, command: RoomCommand) {
        self.command_late(by, command, 0);
    }

    /// A command that came to its player's node so many milliseconds ago.
    fn command_late(&mut self, by: Color, command: RoomCommand, age: u32) {
        let sender = (SubscriberId(1 + by as u64), 42);
        let arrival = self.now.line.before(Millis(age));
        self.tell(Input::Commanded { sender, command, arrival, lag: None });
    }

    fn play_since(&mut self, by: Color, seq: u32, uci: &str) {
        self.command(by, RoomCommand::Play { seq, uci: uci.to_owned() });
    }

    fn play(&mut self, uci: &str) {
        let before = self.log.len();
        self.play_since(self.core.game().turn(), self.core.game().last_seq(), uci);
        assert!(self.log.len() > before, "{uci} was not played: {:?}", self.effects.last());
    }

    fn clocks(&self) -> [u32; 2] {
        self.core.game().clocks_at(self.now.time).unwrap().map(|left| left.0)
    }

    /// The refusals since the last time of asking.
    fn refusals(&mut self) -> Vec<&'static str> {
        let effects = std::mem::take(&mut self.effects).into_iter();
        effects
            .filter_map(|effect| match effect {
                Effect::Tell {
                    message: ServerMessage::Connection(ConnectionMessage::Refused { refusal, .. }),
                    ..
                } => Some(refusal.kind()),
                _ => None,
            })
            .collect()
    }
}

#[test]
fn the_opponents_draw_offer_does_not_make_a_move_stale_and_the_same_move_again_is_answered_again() {
    let mut stage = Stage::blitz(&["e2e4", "e7e5"]);
    let seen = stage.core.game().last_seq();
    stage.command(Color::Black, RoomCommand::OfferDraw);
    stage.play_since(Color::White, seen, "g1f3");
    assert_eq!(stage.core.game().ply(), 3);
    let seq = stage.core.game().last_seq();
    stage.command(Color::Black, RoomCommand::OfferDraw);
    stage.effects.clear();
    // Its answer was lost; the client has seen nothing since.
    stage.play_since(Color::White, seen, "g1f3");
    assert!(
        matches!(stage.effects[..], [Effect::AnswerAgain { seq: answered, .. }] if answered == seq),
        "{:?}",
        stage.effects
    );
    stage.play_since(Color::White, seen, "b1c3");
    assert_eq!(stage.refusals(), ["stale"]);
    stage.play_since(Color::Black, seq + 99, "b8c6");
    assert_eq!(stage.refusals(), ["stale"], "nobody has seen the future");
}

/// A backup was brought back under a running server, or a standby took over that had not heard everything.
#[test]
fn a_room_whose_log_has_lost_events_ends_and_one_whose_log_goes_on_goes_on() {
    let moves = ["e2e4", "e7e5", "g1f3"];
    let shorter = Stage::blitz(&moves[..1]).log;
    let other = Stage::blitz(&["e2e4", "c7c5"]).log;
    let longer = Stage::blitz(&moves).log;
    for (log, ends) in [(shorter, true), (other, true), (longer, false)] {
        let mut stage = Stage::blitz(&moves[..2]);
        let (seq, now) = (stage.core.game().last_seq(), stage.now);
        let command = RoomCommand::Play { seq, uci: "b1c3".to_owned() };
        let sender = (SubscriberId(1), 42);
        let mut effects =
            stage.core.on(Input::Commanded { sender, command, arrival: now.line, lag: None }, now);
        let Some(Effect::Append { first, events }) = effects.pop() else { panic!("{effects:?}") };
        let result =
            Err(AppendError::Conflict { id: GameId::from_bits(7), first_seq: first, next_seq: first + 1 });
        let effects = stage.core.on(Input::Appended { events, result }, now);
        assert!(matches!(effects[..], [Effect::ReadLog]), "{effects:?}");
        let effects = stage.core.on(Input::LogRead(Some(log.clone())), now);
        assert_eq!(effects.iter().any(|effect| matches!(effect, Effect::End)), ends, "{effects:?}");
        assert_eq!(Game::replay(&log).as_ref() == Ok(stage.core.game()), !ends);
    }
}

#[test]
fn time_that_was_given_back_makes_no_move_stale() {
    let mut stage = Stage::blitz(&["e2e4", "e7e5"]);
    let seen = stage.core.game().last_seq();
    let before = stage.log.len();
    stage.wait(5_000);
    stage.now.stalled = 4_000;
    stage.play_since(Color::White, seen, "g1f3");
    assert_eq!(stage.core.game().ply(), 3, "{:?}", stage.refusals());
    assert_eq!(stage.log.len(), before + 2, "the stall was given back first");
    assert_eq!(stage.clocks()[0], 299_000, "what the server stood still is not charged");
}

#[test]
fn a_move_that_could_not_be_stored_is_refused_and_its_turn_starts_afresh() {
    let mut stage = Stage::blitz(&["e2e4", "e7e5"]);
    stage.wait(10_000);
    stage.is_full = true;
    let seq = stage.core.game().last_seq();
    stage.play_since(Color::White, seq, "g1f3");
    assert_eq!(stage.refusals(), ["not_saved"]);
    stage.pass(400_000);
    assert!(!stage.core.game().is_over(), "no flag falls while nothing can be stored");
    stage.is_full = false;
    stage.pass(2_000);
    stage.play_since(Color::White, seq, "g1f3");
    assert!(stage.clocks()[0] >= 297_000, "{:?}", stage.clocks());
}

/// The turn started afresh, and its player had the time before the pause twice.
#[test]
fn clocks_that_a_slow_disk_resumes_show_what_they_showed_when_they_were_paused() {
    let mut stage = Stage::blitz(&["e2e4", "e7e5"]);
    stage.wait(40_000);
    stage.command(Color::White, RoomCommand::Arbiter(ArbiterAct::Pause));
    stage.wait(60_000);
    stage.takes = 3_000;
    stage.command(Color::White, RoomCommand::Arbiter(ArbiterAct::Resume));
    stage.takes = 0;
    stage.pass(5_000);
    assert_eq!(stage.clocks(), [255_000, 300_000], "45 seconds, without the three of the disk");
    stage.play("g1f3");
    assert_eq!(stage.clocks(), [255_000, 300_000]);
}

/// The opponent paid for time in which the move was under way between two nodes.
#[test]
fn a_move_that_comes_late_begins_the_next_turn_when_it_is_stored() {
    let mut stage = Stage::blitz(&["e2e4", "e7e5"]);
    stage.wait(10_000);
    let seq = stage.core.game().last_seq();
    let play = |uci: &str| RoomCommand::Play { seq, uci: uci.to_owned() };
    stage.command_late(Color::White, play("g1f3"), 2_000);
    stage.tell(Input::Woken);
    assert_eq!(stage.clocks(), [292_000, 300_000]);
    // The usual delay of a network is not worth an event.
    let before = stage.log.len();
    let seq = stage.core.game().last_seq();
    stage.command_late(Color::Black, RoomCommand::Play { seq, uci: "b8c6".to_owned() }, 300);
    stage.tell(Input::Woken);
    assert_eq!(stage.log.len(), before + 1);
}

/// The server stood still while a draw offer was stored, and the turn got that time twice.
#[test]
fn a_stall_within_a_slow_append_is_given_back_once() {
    let mut stage = Stage::blitz(&["e2e4", "e7e5"]);
    stage.wait(40_000);
    let (sender, arrival) = ((SubscriberId(2), 42), stage.now.line);
    let command = RoomCommand::OfferDraw;
    let mut effects = stage.core.on(Input::Commanded { sender, command, arrival, lag: None }, stage.now);
    let Some(Effect::Append { events, .. }) = effects.pop() else { panic!("{effects:?}") };
    stage.log.extend(events.iter().cloned());
    stage.wait(5_000);
    stage.now.stalled += 3_000;
    stage.tell(Input::Appended { events, result: Ok(()) });
    stage.tell(Input::Woken);
    assert_eq!(stage.clocks(), [260_000, 300_000], "five seconds, not eight");
}

/// A first commit after a crash may take minutes, and they were the player's loss.
#[test]
fn a_slow_append_that_gives_time_back_is_given_back_once() {
    let mut stage = Stage::blitz(&["e2e4", "e7e5"]);
    stage.wait(40_000);
    stage.crash();
    let mut effects = stage.core.on(Input::Begun, stage.now);
    let Some(Effect::Append { events, .. }) = effects.pop() else { panic!("{effects:?}") };
    stage.log.extend(events.iter().cloned());
    stage.wait(90_000);
    stage.tell(Input::Appended { events, result: Ok(()) });
    assert_eq!(stage.clocks(), [300_000, 300_000]);
    // The disk stays slow.
    stage.takes = 2_000;
    stage.begin_anew();
    stage.tell(Input::Woken);
    stage.takes = 0;
    stage.tell(Input::Woken);
    assert_eq!(stage.clocks(), [298_000, 300_000], "what gives back two seconds takes two, too");
}

/// It was refused as not saved, although it had come in time and the disk took everything.
#[test]
fn a_move_waits_for_all_that_is_owed_where_giving_it_back_is_slow() {
    let mut stage = Stage::blitz(&["e2e4", "e7e5"]);
    stage.wait(5_000);
    stage.now.stalled = 4_000;
    stage.takes = 2_000;
    stage.play("g1f3");
    assert_eq!(stage.core.game().ply(), 3);
}

/// The move had come while the disk was slow, and its player got also the time after it.
#[test]
fn a_move_that_waits_for_a_slow_append_gets_no_more_than_the_time_until_it_came() {
    let mut stage = Stage::blitz(&["e2e4", "e7e5"]);
    stage.wait(40_000);
    stage.takes = 5_000;
    stage.command(Color::Black, RoomCommand::OfferDraw);
    stage.takes = 0;
    let seq = stage.core.game().last_seq();
    stage.command_late(Color::White, RoomCommand::Play { seq, uci: "g1f3".to_owned() }, 4_000);
    assert_eq!(stage.clocks()[0], 260_000);
}

/// The time for which the clocks had been paused counted, and the opponent could claim the game at once.
#[test]
fn who_left_during_a_pause_has_time_to_come_back_when_it_is_over() {
    let mut stage = Stage::blitz(&["e2e4", "e7e5"]);
    stage.wait(40_000);
    stage.command(Color::Black, RoomCommand::Arbiter(ArbiterAct::Pause));
    stage.tell(Input::Left { id: SubscriberId(1), how: Departure::Lost });
    stage.pass(100_000);
    stage.command(Color::Black, RoomCommand::Arbiter(ArbiterAct::Resume));
    stage.effects.clear();
    stage.command(Color::Black, RoomCommand::ClaimLeft { claim: LeftClaim::Win });
    assert_eq!(stage.refusals(), ["opponent_not_gone"]);
    stage.pass(100_000);
    stage.command(Color::Black, RoomCommand::ClaimLeft { claim: LeftClaim::Win });
    assert!(stage.core.game().is_over(), "{:?}", stage.refusals());
}

#[test]
fn a_draw_offer_on_a_slow_disk_gives_back_no_more_than_the_disk_took() {
    let mut stage = Stage::blitz(&["e2e4", "e7e5"]);
    stage.wait(40_000);
    stage.takes = 3_000;
    stage.command(Color::Black, RoomCommand::OfferDraw);
    stage.takes = 0;
    stage.pass(5_000);
    assert_eq!(stage.clocks(), [255_000, 300_000]);
}

#[test]
fn a_flag_is_ruled_outside_of_the_core() {
    let time = TimeControl::new(Millis::from_secs(60), Millis::ZERO).unwrap();
    let mut stage = Stage::new("7k/8/8/8/8/8/8/KR6 w - - 0 1", Some(time));
    stage.play("a1a2");
    stage.play("h8g8");
    stage.pass(61_000);
    let ending = stage.core.game().ending().unwrap();
    assert_eq!(ending.termination, tabiya_game::Termination::TimeForfeitInsufficientMaterial);
    assert!(ending.at.0 <= START + 61_000);
}

#[test]
fn presence_is_told_at_most_twice_a_second_however_many_come_and_go() {
    let mut stage = Stage::blitz(&["e2e4"]);
    stage.pass(1_000);
    stage.effects.clear();
    for number in 0..400 {
        let id = SubscriberId(1_000 + number);
        stage.tell(Input::Came { id, identity: None, after: None, is_here: true });
        stage.pass(5);
        stage.tell(Input::Left { id, how: Departure::Left });
    }
    stage.pass(1_000);
    let to_players: Vec<_> = stage
        .effects
        .iter()
        .filter(|effect| matches!(effect, Effect::TellPresence { to: Audience::Players | Audience::All, .. }))
        .collect();
    assert!((3..=7).contains(&to_players.len()), "{} in two seconds", to_players.len());
    let Some(Effect::TellPresence {
        message: ServerMessage::Game(GameMessage::Presence { watchers, .. }),
        ..
    }) = to_players.last()
    else {
        panic!("{to_players:?}")
    };
    assert_eq!(*watchers, 0, "the last one is true");
    assert!(stage.core.next_wake(stage.now).is_none_or(|wake| wake.0 > 500), "and then it is quiet");
}

#[test]
fn a_rematch_that_is_asked_for_again_and_again_is_told_once() {
    let mut stage = Stage::blitz(&[]);
    stage.command(Color::White, RoomCommand::Resign);
    stage.effects.clear();
    for _ in 0..100 {
        stage.command(Color::White, RoomCommand::Rematch);
    }
    let to_all = stage.effects.iter().filter(|effect| matches!(effect, Effect::TellAll { .. })).count();
    assert_eq!(to_all, 1);
}

/// The answer to the write of an offer was lost, so the room took it for not stored.
#[test]
fn an_offer_that_only_the_store_knows_is_told_or_agreed_to() {
    let offered = |by| {
        let mut stage = Stage::blitz(&[]);
        stage.command(Color::White, RoomCommand::Resign);
        stage.effects.clear();
        let mut known = Rematch::default();
        known.offer(by);
        stage.known_rematch = Some(known);
        stage.command(Color::White, RoomCommand::Rematch);
        stage
    };
    let is_told = |effect: &Effect, by| {
        let offer = GameMessage::Rematch {
            topic: GameId::from_bits(7).into(),
            offered_by: Some(by),
            game: None,
            declined_by: None,
        };
        matches!(effect, Effect::TellAll { message, .. } if *message == ServerMessage::Game(offer))
    };
    let own = offered(Color::White);
    assert!(matches!(&own.effects[..], [told] if is_told(told, Color::White)), "{:?}", own.effects);
    let opponents = offered(Color::Black);
    let [told, Effect::CreateRematch { by: Color::White, .. }] = &opponents.effects[..] else {
        panic!("{:?}", opponents.effects)
    };
    assert!(is_told(told, Color::Black));
    let mut begun = Stage::blitz(&[]);
    begun.command(Color::White, RoomCommand::Resign);
    begun.known_rematch = Some(Rematch::agreed(GameId::from_bits(9)));
    begun.command(Color::White, RoomCommand::Rematch);
    assert!(begun.refusals().is_empty(), "it is told");
}

#[test]
fn nobody_hears_of_a_rematch_that_is_not_stored() {
    let mut stage = Stage::blitz(&[]);
    stage.command(Color::White, RoomCommand::Resign);
    stage.effects.clear();
    stage.is_full = true;
    stage.command(Color::White, RoomCommand::Rematch);
    let is_told = |stage: &Stage| stage.effects.iter().any(|effect| matches!(effect, Effect::TellAll { .. }));
    assert!(!is_told(&stage), "{:?}", stage.effects);
    assert_eq!(stage.refusals(), ["not_saved"]);
    stage.is_full = false;
    stage.command(Color::White, RoomCommand::Rematch);
    assert!(is_told(&stage), "{:?}", stage.effects);
    stage.effects.clear();
    stage.is_full = true;
    stage.command(Color::Black, RoomCommand::DeclineRematch);
    assert_eq!(stage.refusals(), ["not_saved"]);
    stage.is_full = false;
    // The offer stands as it was.
    stage.command(Color::Black, RoomCommand::Rematch);
    assert!(matches!(stage.effects[..], [Effect::CreateRematch { .. }]), "{:?}", stage.effects);
    // The store has it no more: it has expired.
    stage.effects.clear();
    stage.tell(Input::RematchCreated(Err(Refusal::NoRematchOffered)));
    let gone = ServerMessage::Game(GameMessage::Rematch {
        topic: GameId::from_bits(7).into(),
        offered_by: None,
        game: None,
        declined_by: None,
    });
    let tells = |effect: &Effect| matches!(effect, Effect::TellAll { message, .. } if *message == gone);
    assert!(stage.effects.iter().any(tells));
    assert_eq!(stage.refusals(), ["no_rematch_offered"]);
}
