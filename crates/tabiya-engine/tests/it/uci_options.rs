// SPDX-License-Identifier: MIT OR Apache-2.0
//! `setoption` as user interfaces send it.

use crate::uci::Session;

/// What was said for people until the engine was ready.
fn notes(session: &Session) -> Vec<String> {
    session.send("isready");
    let lines = session.until("readyok");
    lines.iter().filter_map(|line| line.strip_prefix("info string ")).map(str::to_owned).collect()
}

#[test]
fn values_of_check_options_may_have_capitals() {
    let session = Session::new();
    for (value, castles) in [
        ("True", "e1h1"),
        ("false", "e1g1"),
        ("TRUE", "e1h1"),
        ("False", "e1g1"),
        ("tRuE", "e1h1"),
        ("FALSE", "e1g1"),
    ] {
        session.send(&format!("setoption name UCI_Chess960 value {value}"));
        assert_eq!(notes(&session), [""; 0], "{value}");
        session.send("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\ngo perft 1");
        let lines = session.until("Nodes searched");
        assert!(lines.iter().any(|line| line.starts_with(castles)), "{value}: {lines:?}");
    }
    session.end();
}

#[test]
fn options_are_read_as_they_are_sent() {
    let session = Session::new();
    for line in [
        "setoption name HASH value 2",
        "setoption  name   hash   value   2  ",
        "setoption Name Hash Value 2",
        "\tsetoption\tname\tHash\tvalue\t2\t\r",
        "setoption name move  overhead value 20",
        "setoption name MOVE OVERHEAD value 20",
        "setoption name Ponder value True",
        "setoption name uci_showwdl value FALSE",
        "setoption name Clear Hash",
        "setoption name clear hash value",
        "setoption name Clear Hash value true",
        "setoption name Clear Hash value <empty>",
        "setoption name EvalFile value <empty>",
        "setoption name EvalFile value",
        "setoption name EvalFile",
        "setoption name EvalFile value <Default>",
        "setoption name EvalFile value  <BY HAND> ",
        "setoption name EvalFile value pawn.net",
        "setoption name EvalFile value two  blanks and a value.net",
        "setoption name EvalFile value <default>",
    ] {
        session.send(line);
        assert_eq!(notes(&session), [""; 0], "{line}");
    }
    for (line, part) in [
        ("setoption name UCI_Chess960 value yes", "expected true or false, found \"yes\""),
        ("setoption name UCI_Chess960 value", "expected true or false, found \"\""),
        ("setoption name Hash value", "expected a whole number"),
        ("setoption name Hash value <empty>", "expected a whole number"),
        ("setoption name value 3", "the name is missing"),
    ] {
        session.send(line);
        let said = notes(&session);
        assert!(said.len() == 1 && said[0].contains(part), "{line}: {said:?}");
    }
    session.end();
}

/// 48 MiB may be taken, and a thread takes 4.
#[test]
fn hash_and_threads_take_no_more_than_the_machine_has() {
    let session = Session::with_memory(48 << 20);
    for (line, said) in [
        ("setoption name Hash value 65536", Some("Hash: there is no memory for 65536 MiB, 48 MiB are taken")),
        ("setoption name Threads value 256", Some("Threads: the machine can't start 256, 12 are taken")),
        ("setoption name Hash value 49", Some("Hash: there is no memory for 49 MiB, 48 MiB are taken")),
        ("setoption name Hash value 48", None),
        ("setoption name Threads value 2", None),
        ("setoption name Hash value 3", None),
    ] {
        session.send(line);
        assert_eq!(notes(&session), Vec::from_iter(said), "{line}");
        session.send("go depth 3");
        assert!(session.answer("bestmove").len() >= "bestmove e2e4".len());
    }
    session.end();
    // Without any memory left there is still the least.
    let session = Session::with_memory(0);
    session.send("setoption name Hash value 32\nsetoption name Threads value 4");
    let said = notes(&session);
    assert!(said.len() == 2 && said[0].ends_with(" 1 MiB are taken"), "{said:?}");
    session.send("go depth 3");
    assert_ne!(session.answer("bestmove"), "bestmove 0000");
    session.end();
}
