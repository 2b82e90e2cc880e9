// SPDX-License-Identifier: AGPL-3.0-or-later
//! Puts each kind of fault into a correct history, and checks that it is found.

use serde_json::{Value, json};

use super::{
    Acknowledged, Answer, Asked, Charge, Fault, GameHistory, Log, Received, Sent, Stream, Uci, charges, check,
};

const MOVES: [&str; 4] = ["e2e4", "e7e5", "g1f3", "b8c6"];
/// The events before the first move: the creation and a join.
const BEFORE: u32 = 2;

fn uci(text: &str) -> Uci {
    Uci::from_bytes(text.as_bytes()).unwrap()
}

/// A game of 300 + 3 seconds. From each side's second move on, a move takes one second.
fn log() -> Vec<Value> {
    let mut lines = vec![
        json!({"at": 1000, "event": {"created": {"time": {"initial": 300_000, "increment": 3000},
            "white": {"guest": "a"}, "black": "open"}}}),
        json!({"at": 2000, "event": {"joined": {"color": "black", "player": "b"}}}),
    ];
    for (ply, (name, clock)) in MOVES.iter().zip([300_000, 300_000, 302_000, 302_000]).enumerate() {
        let at = 3000 + 1000 * ply;
        lines.push(json!({"at": at, "event": {"move_played": {"uci": name, "clock": clock}}}));
    }
    lines.push(json!({"at": 7000, "event": {"ended": {"result": "white_wins", "termination": "resignation",
        "clock": 301_000}}}));
    lines
}

/// What both players of that game sent and received.
fn history() -> GameHistory {
    let clocks = [300_000, 300_000, 302_000, 302_000];
    let numbered = || (0..).zip(MOVES.map(uci));
    let mut heard = vec![Received::State { seq: 0, moves: Box::new([]) }, Received::Other { seq: 1 }];
    heard.extend(numbered().map(|(ply, uci)| Received::Move {
        seq: BEFORE + ply,
        uci,
        clock: Some(clocks[ply as usize]),
    }));
    heard.push(Received::Ended { seq: 6 });
    let stream = Stream { heard, to_the_end: true };
    GameHistory {
        game: "k3Jx0aQz".into(),
        sent: numbered().map(|(ply, uci)| Sent { ply, uci }).collect(),
        acknowledged: numbered().map(|(ply, uci)| Acknowledged { ply, uci, seq: BEFORE + ply }).collect(),
        streams: vec![stream.clone(), stream],
        http_moves: Some(MOVES.map(uci).into()),
        ..GameHistory::default()
    }
}

/// The faults after a change of the log.
fn with_log(change: impl FnOnce(&mut Vec<Value>)) -> Vec<Fault> {
    let mut lines = log();
    change(&mut lines);
    check(&history(), &Log::from_json(&lines).unwrap())
}

/// The faults after a change of the history.
fn with_history(change: impl FnOnce(&mut GameHistory)) -> Vec<Fault> {
    let mut history = history();
    change(&mut history);
    check(&history, &Log::from_json(&log()).unwrap())
}

fn expect(faults: &[Fault], wanted: impl Fn(&Fault) -> bool) {
    assert!(faults.iter().any(wanted), "found only {faults:?}");
}

#[test]
fn a_good_history_has_no_fault() {
    assert_eq!(with_log(|_| {}), []);
}

#[test]
fn a_lost_move_is_found() {
    let faults = with_log(|lines| lines.truncate(5));
    expect(&faults, |fault| matches!(fault, Fault::Lost { ply: 3, seq: 5, .. }));
    expect(&faults, |fault| matches!(fault, Fault::HttpMovesDiffer { .. }));
    let nothing = check(&history(), &Log::default());
    assert!(nothing.iter().filter(|fault| matches!(fault, Fault::Lost { .. })).count() == 4, "{nothing:?}");
}

#[test]
fn a_doubled_move_is_found() {
    // A knight that moves out and back can make the same move twice. Here no client sent it the second time.
    let faults = with_log(|lines| {
        let again = lines[4].clone();
        lines.insert(5, again);
    });
    expect(&faults, |fault| {
        matches!(fault, Fault::Illegal { ply: 3, .. } | Fault::Duplicated { ply: 3, .. })
    });
}

#[test]
fn a_move_that_nobody_sent_is_found() {
    let faults = with_log(|lines| lines[5]["event"]["move_played"]["uci"] = json!("g8f6"));
    expect(&faults, |fault| matches!(fault, Fault::NeverSent { ply: 3, .. }));
    expect(&faults, |fault| matches!(fault, Fault::Lost { ply: 3, .. }));
    expect(&faults, |fault| matches!(fault, Fault::Differs { seq: 5, .. }));
}

#[test]
fn reordered_moves_are_found() {
    let faults = with_log(|lines| {
        let (second, fourth) = (lines[3]["event"].clone(), lines[5]["event"].clone());
        lines[3]["event"] = fourth;
        lines[5]["event"] = second;
    });
    expect(&faults, |fault| matches!(fault, Fault::Lost { ply: 1, .. } | Fault::Renumbered { ply: 1, .. }));
    // An additional event before a move gives the move another number than the client was told.
    let faults = with_log(|lines| {
        lines.insert(4, json!({"at": 4500, "event": {"draw_offered": {"by": "white"}}}));
    });
    expect(&faults, |fault| matches!(fault, Fault::Renumbered { ply: 2, told: 4, found: 5, .. }));
}

#[test]
fn an_illegal_move_is_found() {
    let faults = with_log(|lines| lines[4]["event"]["move_played"]["uci"] = json!("e4e6"));
    expect(&faults, |fault| matches!(fault, Fault::Illegal { ply: 2, .. }));
}

#[test]
fn a_gap_in_a_stream_is_found() {
    let faults = with_history(|history| {
        history.streams[1].heard.remove(3);
    });
    expect(&faults, |fault| matches!(fault, Fault::Gap { client: 1, after: 2, heard: 4 }));
    let faults = with_history(|history| {
        let again = history.streams[0].heard[3].clone();
        history.streams[0].heard.insert(4, again);
    });
    expect(&faults, |fault| matches!(fault, Fault::Gap { client: 0, after: 3, heard: 3 }));
    // The whole game on a new connection may skip events, but numbers never decrease.
    let state =
        |seq, count| Received::State { seq, moves: MOVES[..count].iter().map(|name| uci(name)).collect() };
    let skipped = with_history(|history| {
        history.streams[0].heard.splice(2..5, [state(4, 3)]);
    });
    assert_eq!(skipped, []);
    let back = with_history(|history| history.streams[0].heard.insert(5, state(3, 2)));
    expect(&back, |fault| matches!(fault, Fault::Gap { client: 0, after: 4, heard: 3 }));
    let head = with_history(|history| history.streams[0].heard.push(Received::Newest { seq: 5 }));
    expect(&head, |fault| matches!(fault, Fault::Gap { client: 0, after: 6, heard: 5 }));
}

#[test]
fn unequal_streams_are_found() {
    let faults = with_history(|history| {
        history.streams[1].heard[4] = Received::Move { seq: 4, uci: uci("g1h3"), clock: Some(302_000) };
    });
    expect(&faults, |fault| matches!(fault, Fault::Differs { client: 1, seq: 4, .. }));
    let faults = with_history(|history| {
        history.streams[1].heard[4] = Received::Move { seq: 4, uci: uci("g1f3"), clock: Some(302_001) };
    });
    expect(&faults, |fault| matches!(fault, Fault::Differs { client: 1, seq: 4, .. }));
    let faults = with_history(|history| {
        history.streams[0].heard[0] = Received::State { seq: 0, moves: Box::new([uci("e2e4")]) };
    });
    expect(&faults, |fault| matches!(fault, Fault::Differs { client: 0, seq: 0, .. }));
    let faults = with_history(|history| {
        history.streams[0].heard.push(Received::Repeated { seq: 3, uci: uci("e2e4") });
    });
    expect(&faults, |fault| matches!(fault, Fault::Differs { client: 0, seq: 3, .. }));
}

#[test]
fn a_client_that_missed_the_end_is_found() {
    let faults = with_history(|history| {
        history.streams[0].heard.pop();
    });
    assert_eq!(faults, [Fault::MissedNewest { client: 0, heard: 5, last: 6 }]);
    let gone = with_history(|history| {
        history.streams[0].heard.pop();
        history.streams[0].to_the_end = false;
    });
    assert_eq!(gone, []);
}

#[test]
fn what_followed_the_clients_last_answers_by_itself_need_not_be_heard() {
    // Both clients received event 5 last, as the newest one. Then the run ended, but the log goes on.
    let with_end = |kind: &str, newest: u32| {
        let mut history = history();
        history.streams.iter_mut().for_each(|stream| drop(stream.heard.pop()));
        history.newest = Some(newest);
        let mut lines = log();
        lines[6] = json!({"at": 7000, "event": {kind: {}}});
        let mut faults = check(&history, &Log::from_json(&lines).unwrap());
        faults.retain(|fault| matches!(fault, Fault::MissedNewest { .. }));
        faults
    };
    assert_eq!(with_end("ended", 5), []);
    assert_eq!(with_end("turn_restarted", 5), []);
    // Events that a client caused must always be received, and so must those that another client has
    // received.
    assert_eq!(with_end("draw_offered", 5).len(), 2);
    assert_eq!(with_end("ended", 6).len(), 2);
    assert_eq!(Log::from_json(&log()).unwrap().events_after(Some(5)), 1);
}

#[test]
fn a_clock_that_gained_is_found() {
    let faults = with_log(|lines| lines[4]["event"]["move_played"]["clock"] = json!(302_001));
    expect(&faults, |fault| matches!(fault, Fault::ClockGained { seq: 4, shows: 302_001, at_most: 302_000 }));
    let faults = with_log(|lines| lines[2]["event"]["move_played"]["clock"] = json!(303_000));
    expect(&faults, |fault| matches!(fault, Fault::ClockGained { seq: 2, .. }));
    let faults = with_log(|lines| lines[6]["event"]["ended"]["clock"] = json!(301_500));
    expect(&faults, |fault| matches!(fault, Fault::ClockGained { seq: 6, at_most: 301_000, .. }));
    // A restarted turn costs only the time after the restart.
    let mut lines = log();
    lines.insert(4, json!({"at": 4400, "event": {"turn_restarted": {"credit": 400}}}));
    lines[5]["event"]["move_played"]["clock"] = json!(302_400);
    let faults = check(&GameHistory::default(), &Log::from_json(&lines).unwrap());
    assert!(!faults.iter().any(|fault| matches!(fault, Fault::ClockGained { .. })), "{faults:?}");
    lines[5]["event"]["move_played"]["clock"] = json!(302_401);
    let faults = check(&GameHistory::default(), &Log::from_json(&lines).unwrap());
    expect(&faults, |fault| matches!(fault, Fault::ClockGained { seq: 5, .. }));
    // The part of the turn that is charged does cost.
    lines[4] = json!({"at": 4400, "event": {"turn_restarted": {"credit": 300, "spent": 100}}});
    lines[5]["event"]["move_played"]["clock"] = json!(302_300);
    let faults = check(&GameHistory::default(), &Log::from_json(&lines).unwrap());
    assert!(!faults.iter().any(|fault| matches!(fault, Fault::ClockGained { .. })), "{faults:?}");
    lines[5]["event"]["move_played"]["clock"] = json!(302_301);
    let faults = check(&GameHistory::default(), &Log::from_json(&lines).unwrap());
    expect(&faults, |fault| matches!(fault, Fault::ClockGained { seq: 5, .. }));
}

/// The first two moves cost nothing. The third took three seconds, and its clock may show at most `good`.
#[test]
fn a_clock_of_each_kind_is_known() {
    let check = |time: Value, good: u64| {
        let with = |shows: u64| {
            let mut lines = log();
            lines[0]["event"]["created"]["time"] = time.clone();
            lines[4]["at"] = json!(7000);
            lines[4]["event"]["move_played"]["clock"] = json!(shows);
            lines.truncate(5);
            let faults = check(&GameHistory::default(), &Log::from_json(&lines).unwrap());
            faults.iter().any(|fault| matches!(fault, Fault::ClockGained { seq: 4, .. }))
        };
        assert!(!with(good) && with(good + 1), "{time}");
    };
    check(json!({"initial": 300_000, "increment": 1_000}), 298_000);
    check(json!({"initial": 300_000, "delay": 1_000}), 298_000);
    check(json!({"initial": 300_000, "delay": 5_000}), 300_000);
    check(json!({"initial": 300_000, "bronstein": 1_000}), 298_000);
    check(json!({"initial": 300_000, "bronstein": 5_000}), 300_000);
    let odds =
        json!({"white": {"initial": 300_000, "increment": 0}, "black": {"initial": 9_000, "increment": 0}});
    check(odds, 297_000);
}

#[test]
fn two_ends_and_events_after_the_end_are_found() {
    let faults = with_log(|lines| {
        let end = lines[6].clone();
        lines.push(end);
    });
    expect(&faults, |fault| matches!(fault, Fault::EndedTwice { seq: 7 }));
    let faults = with_log(|lines| {
        lines.push(json!({"at": 9000, "event": {"draw_offered": {"by": "white"}}}));
    });
    expect(&faults, |fault| matches!(fault, Fault::AfterEnd { seq: 7, .. }));
}

#[test]
fn what_is_no_log_is_named() {
    assert!(Log::from_json(&[json!({"at": 5, "event": 7})]).is_err());
    let faults = with_log(|lines| {
        lines.remove(0);
    });
    expect(&faults, |fault| matches!(fault, Fault::Unreadable(_)));
}

#[test]
fn a_refused_move_in_the_log_is_found() {
    let refused = Sent { ply: 3, uci: uci("b8c6") };
    let faults = with_history(|history| history.refused.push(refused));
    assert_eq!(faults, [Fault::RefusedMove { ply: 3, uci: uci("b8c6") }]);
    let sent_anew = with_history(|history| {
        history.refused.push(refused);
        history.sent.push(refused);
    });
    assert_eq!(sent_anew, []);
    let elsewhere = with_history(|history| history.refused.push(Sent { ply: 2, uci: uci("b8c6") }));
    assert_eq!(elsewhere, []);
}

/// The faults of a game in which White has given time by a command with a key, where the client was told this, and the log has these events
/// before its end.
fn with_gift(answer: Answer, logged: &[Value]) -> Vec<Fault> {
    let mut history = history();
    let (key, event) = ("Rk3mZ0qP".to_owned(), "time_given");
    history.asked.push(Asked { by: "white", key, event, answer });
    // What clients heard is not looked at here.
    (history.streams, history.http_moves) = (Vec::new(), None);
    let mut lines = log();
    lines.truncate(6);
    lines.extend_from_slice(logged);
    check(&history, &Log::from_json(&lines).unwrap())
}

/// As the log has it: who gave time, and by whose command of this key.
fn gift(key: Option<&str>) -> Value {
    let mut line = json!({"at": 6500, "event": {"time_given": {"by": "white", "time": 15_000}}});
    if let Some(key) = key {
        line["keyed"] = json!({"by": "white", "key": key});
    }
    line
}

#[test]
fn a_command_with_a_key_counts_once() {
    let good = gift(Some("Rk3mZ0qP"));
    for answer in [Answer::Done(Some(6)), Answer::Done(None), Answer::Unknown] {
        assert_eq!(with_gift(answer, std::slice::from_ref(&good)), [], "{answer:?}");
        let twice = with_gift(answer, &[good.clone(), good.clone()]);
        expect(&twice, |fault| matches!(fault, Fault::DoneTwice { first: 6, again: 7, .. }));
        let without = with_gift(answer, &[good.clone(), gift(None)]);
        expect(&without, |fault| matches!(fault, Fault::NeverAsked { seq: 7, .. }));
        let anothers = with_gift(answer, &[good.clone(), gift(Some("another"))]);
        expect(&anothers, |fault| matches!(fault, Fault::NeverAsked { seq: 7, .. }));
    }
    assert_eq!(with_gift(Answer::Unknown, &[]), []);
}

#[test]
fn an_answer_that_is_not_so_is_found() {
    for told in [Some(6), None] {
        let lost = with_gift(Answer::Done(told), &[]);
        assert!(matches!(lost[..], [Fault::NotDone { found: None, .. }]), "{lost:?}");
    }
    let elsewhere = with_gift(Answer::Done(Some(5)), &[gift(Some("Rk3mZ0qP"))]);
    assert!(matches!(elsewhere[..], [Fault::NotDone { told: Some(5), found: Some(6), .. }]), "{elsewhere:?}");
    assert_eq!(with_gift(Answer::Refused, &[]), []);
    let refused = with_gift(Answer::Refused, &[gift(Some("Rk3mZ0qP"))]);
    assert!(matches!(refused[..], [Fault::RefusedButDone { seq: 6, .. }]), "{refused:?}");
    let mut otherwise = gift(Some("Rk3mZ0qP"));
    otherwise["event"] = json!({"draw_offered": {"by": "white"}});
    let otherwise = with_gift(Answer::Unknown, &[otherwise]);
    assert!(matches!(otherwise[..], [Fault::DoneOtherwise { seq: 6, .. }]), "{otherwise:?}");
}

#[test]
fn the_repeated_answer_to_a_command_is_older_than_the_newest_and_is_of_no_move() {
    let with = |seq| with_history(|history| history.streams[0].heard.push(Received::RepeatedOther { seq }));
    assert_eq!(with(1), []);
    expect(&with(3), |fault| matches!(fault, Fault::Differs { client: 0, seq: 3, .. }));
    expect(&with(7), |fault| matches!(fault, Fault::Gap { client: 0, heard: 7, .. }));
}

/// From each side's second move on, a move has cost one second, and earned three.
#[test]
fn what_moves_cost_is_read_from_the_clocks() {
    let charge = |ply, ms| Charge { ply, seq: BEFORE + ply, ms };
    let found = charges(&Log::from_json(&log()).unwrap());
    assert_eq!(found, [charge(0, 0), charge(1, 0), charge(2, 1000), charge(3, 1000)]);
}

#[test]
fn what_moves_cost_after_a_takeback_and_a_gift_is_read_from_the_clocks() {
    let mut lines = log();
    lines.truncate(6);
    lines.extend([
        json!({"at": 6500, "event": {"taken_back": {"by": "black", "half_moves": 1,
            "clocks": [302_000, 300_000]}}}),
        json!({"at": 6600, "event": {"time_given": {"by": "white", "time": 15_000}}}),
        json!({"at": 8500, "event": {"move_played": {"uci": "b8c6", "clock": 316_000}}}),
    ]);
    let found = charges(&Log::from_json(&lines).unwrap());
    assert_eq!(found.len(), 5);
    assert_eq!(found[4], Charge { ply: 3, seq: 8, ms: 2_000 });
}
