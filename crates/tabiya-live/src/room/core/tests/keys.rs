// SPDX-License-Identifier: AGPL-3.0-or-later
//! A command with a key that comes a second time, to the same room or to that of a later owner.

use super::*;

const KEY: &str = "Rk3mZ0qP";

fn keyed(key: &str, command: RoomCommand) -> RoomCommand {
    command.keyed(Some(key.parse().unwrap()))
}

fn add_time() -> RoomCommand {
    RoomCommand::AddTime { time: Millis::from_secs(10) }
}

impl Stage {
    /// The room of the next owner, which knows the log alone.
    fn by_the_next_owner(&mut self) {
        let game = Game::replay(&self.log).unwrap();
        self.core = RoomCore::new(GameId::from_bits(7), game, Patience::Usual, self.now);
        self.tell(Input::Begun);
        for (id, player) in [(1, ANN), (2, BOB)] {
            let identity = Some(Identity::guest(player));
            self.tell(Input::Came { id: SubscriberId(id), identity, after: None, is_here: true });
        }
        self.effects.clear();
    }

    /// The number of the event with which the last command was answered, where that had happened before. Nothing else was said.
    fn answered_again(&mut self) -> Option<u32> {
        match &std::mem::take(&mut self.effects)[..] {
            [Effect::AnswerAgain { sender: (_, 42), seq, .. }] => Some(*seq),
            _ => None,
        }
    }
}

#[test]
fn a_repeat_with_its_key_is_answered_as_before_and_appends_nothing() {
    let commands = [add_time(), RoomCommand::OfferDraw, RoomCommand::ProposeTakeback, RoomCommand::GiveTime];
    for command in commands {
        for has_next_owner in [false, true] {
            let mut stage = Stage::blitz(&["e2e4", "e7e5", "g1f3"]);
            stage.command(Color::White, keyed(KEY, command.clone()));
            let seq = stage.core.game().last_seq();
            if has_next_owner {
                stage.by_the_next_owner();
            }
            let length = stage.log.len();
            stage.effects.clear();
            stage.command(Color::White, keyed(KEY, command.clone()));
            assert_eq!((stage.answered_again(), stage.log.len()), (Some(seq), length), "{command:?}");
        }
    }
}

/// The key stands with the game's end, and no refusal says that it is over.
#[test]
fn what_has_ended_the_game_is_answered_as_before() {
    let mut stage = Stage::blitz(&["e2e4", "e7e5"]);
    stage.command(Color::White, RoomCommand::OfferDraw);
    let accept = keyed(KEY, RoomCommand::AnswerDraw { accept: true, seq: None });
    stage.command(Color::Black, accept.clone());
    assert!(stage.core.game().is_over());
    stage.by_the_next_owner();
    stage.command(Color::Black, accept);
    assert_eq!(stage.answered_again(), Some(stage.core.game().last_seq()));
    // White has agreed to nothing by that.
    stage.command(Color::White, keyed(KEY, RoomCommand::AnswerDraw { accept: true, seq: None }));
    assert_eq!(stage.refusals(), ["game_over"]);
}

#[test]
fn a_claim_that_was_ruled_is_answered_as_before() {
    let mut stage = Stage::blitz(&["e2e4", "e7e5"]);
    stage.tell(Input::Left { id: SubscriberId(1), how: Departure::Lost });
    stage.pass(100_000);
    let claim = keyed(KEY, RoomCommand::ClaimLeft { claim: LeftClaim::Win });
    stage.command(Color::Black, claim.clone());
    assert!(stage.core.game().is_over(), "{:?}", stage.refusals());
    stage.by_the_next_owner();
    stage.command(Color::Black, claim);
    assert_eq!(stage.answered_again(), Some(stage.core.game().last_seq()));
}

#[test]
fn another_players_same_key_is_another_key() {
    let mut stage = Stage::blitz(&["e2e4", "e7e5"]);
    stage.command(Color::White, keyed(KEY, add_time()));
    stage.command(Color::Black, keyed(KEY, add_time()));
    assert_eq!(stage.clocks(), [310_000, 310_000]);
}

#[test]
fn another_key_and_no_key_do_it_again() {
    let mut stage = Stage::blitz(&["e2e4", "e7e5"]);
    for command in [keyed(KEY, add_time()), add_time(), keyed("another", add_time()), add_time()] {
        stage.command(Color::White, command);
    }
    assert_eq!(stage.clocks(), [300_000, 340_000]);
    assert_eq!(stage.log.iter().filter(|each| each.keyed.is_some()).count(), 2);
}

/// What was refused has not happened, so it may be asked for again.
#[test]
fn a_refused_command_leaves_no_key() {
    let mut stage = Stage::blitz(&["e2e4", "e7e5"]);
    stage.is_full = true;
    stage.command(Color::White, keyed(KEY, add_time()));
    assert_eq!(stage.refusals(), ["not_saved"]);
    stage.is_full = false;
    stage.pass(2_000);
    stage.command(Color::White, RoomCommand::GiveTime);
    assert!(stage.log.iter().all(|each| each.keyed.is_none()), "a key belongs to its own command");
    stage.command(Color::White, keyed(KEY, add_time()));
    assert_eq!(stage.clocks()[1], 325_000);
}

/// What White's command comes to after two half-moves, where the room of before has stored White's other commands, and this room had
/// read the log before that.
fn after_conflict(command: RoomCommand, stored: Vec<RoomCommand>) -> Stage {
    let mut stage = Stage::blitz(&["e2e4", "e7e5"]);
    let mut other = Stage::blitz(&["e2e4", "e7e5"]);
    other.wait(700);
    stored.into_iter().for_each(|each| other.command(Color::White, each));
    let (sender, now) = ((SubscriberId(1), 42), stage.now);
    let mut effects = stage.core.on(Input::Commanded { sender, command, arrival: now.line, lag: None }, now);
    let Some(Effect::Append { first, events }) = effects.pop() else { panic!("{effects:?}") };
    let result =
        Err(AppendError::Conflict { id: GameId::from_bits(7), first_seq: first, next_seq: first + 1 });
    stage.core.on(Input::Appended { events, result }, now);
    stage.effects = stage.core.on(Input::LogRead(Some(other.log)), now);
    stage
}

/// The number of the event by which the last command was answered as done before.
fn answered(stage: &Stage) -> Option<u32> {
    stage.effects.iter().find_map(|effect| match effect {
        Effect::AnswerAgain { seq, .. } => Some(*seq),
        _ => None,
    })
}

#[test]
fn what_the_log_has_without_this_room_is_answered_as_before() {
    let play = |uci: &str| RoomCommand::PlayNow { uci: uci.to_owned() };
    for (command, stored, is_done) in [
        (keyed(KEY, add_time()), vec![keyed(KEY, add_time())], true),
        (play("g1f3"), vec![play("g1f3")], true),
        (play("g1f3"), vec![play("g1f3"), RoomCommand::OfferDraw], true),
        (play("g1f3"), vec![play("b1c3")], false),
    ] {
        let mut stage = after_conflict(command, stored);
        assert_eq!(answered(&stage), is_done.then_some(4), "{:?}", stage.effects);
        assert_eq!(stage.refusals().is_empty(), is_done);
    }
}

#[test]
fn what_the_log_has_is_refused_as_if_it_came_now() {
    for (command, stored, refused) in [
        (RoomCommand::OfferDraw, RoomCommand::OfferDraw, "draw_already_offered"),
        (RoomCommand::Resign, RoomCommand::Resign, "game_over"),
        (RoomCommand::OfferDraw, RoomCommand::Resign, "game_over"),
        // Nobody knows whether this one was done, or another one that looks the same.
        (RoomCommand::GiveTime, RoomCommand::GiveTime, "not_known"),
        (RoomCommand::GiveTime, RoomCommand::OfferDraw, "stale"),
        // The log would have the key.
        (keyed(KEY, add_time()), add_time(), "stale"),
    ] {
        assert_eq!(after_conflict(command, vec![stored]).refusals(), [refused]);
    }
}
