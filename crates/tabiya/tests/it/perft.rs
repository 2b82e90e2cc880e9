// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya perft`

use std::fs;

use crate::program::tabiya;

#[test]
fn the_last_line_is_the_count() {
    let run = tabiya(&["perft", "4"]);
    assert_eq!((run.out.as_str(), run.code), ("nodes 197281\n", 0));
    assert!(run.err.contains("nodes/s"), "{}", run.err);
    assert_eq!(tabiya(&["perft", "4", "--no-bulk"]).out, "nodes 197281\n");
    assert_eq!(tabiya(&["perft", "0"]).out, "nodes 1\n");
}

#[test]
fn threads_and_a_table_count_the_same() {
    for how in [
        &["--threads", "3"][..],
        &["--hash", "8"],
        &["--threads", "2", "--hash", "1"],
        &["--threads", "2", "--no-bulk"],
    ] {
        let args = [
            &["perft", "4", "--fen", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"],
            how,
        ]
        .concat();
        assert_eq!(tabiya(&args).out, "nodes 4085603\n", "{how:?}");
    }
    for threads in ["0", "1025", "100000"] {
        let refused = tabiya(&["perft", "4", "--threads", threads]);
        assert_eq!(refused.code, 2, "{}", refused.err);
        assert!(refused.err.contains("1..=1024"), "{}", refused.err);
    }
}

/// Perft took all of the free memory, and the engine three quarters of it.
#[test]
#[cfg(target_os = "linux")]
fn a_table_larger_than_the_memory_is_refused_with_what_can_be_had() {
    let refused = tabiya(&["perft", "1", "--hash", "1048576"]);
    assert_ne!(refused.code, 0);
    assert!(refused.err.contains("--hash 1048576: there is memory for "), "{}", refused.err);
}

#[test]
fn divide_shows_each_first_move() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1";
    let run = tabiya(&["perft", "2", "--divide", "--fen", fen]);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!((lines.len(), lines[lines.len() - 1]), (27, "nodes 568"));
    // Written as king takes rook, since the FEN names the rooks by their files.
    assert!(lines.contains(&"e1h1: 23"), "{lines:?}");
    let same = tabiya(&["perft", "2", "--divide", "--no-bulk", "--fen", fen]);
    assert_eq!(same.out, run.out);
}

#[test]
fn a_suite_is_silent_where_all_is_well_and_names_what_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("suite.epd");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    fs::write(&file, format!("# two lines\n{start} ;D1 20 ;D2 400 ;D9 2439530234167\n\n{start};D3 8902\n"))
        .unwrap();
    let suite = file.to_str().unwrap();
    let good = tabiya(&["perft", "--suite", suite, "--max-nodes", "10000"]);
    assert_eq!((good.out.as_str(), good.code), ("", 0));
    assert!(good.err.starts_with("2 positions, 3 counts checked, 1 skipped, 0 wrong"), "{}", good.err);

    fs::write(&file, format!("{start} ;D1 20 ;D2 401\n{start} ;X\nnonsense ;D1 1\n{start} ;D1 21\n"))
        .unwrap();
    let bad = tabiya(&["perft", "--suite", suite]);
    assert_eq!(bad.code, 1);
    let lines: Vec<&str> = bad.out.lines().collect();
    assert_eq!(lines[0], format!("line 1: D2 is 400, expected 401: {start}"));
    assert!(lines[1].starts_with("line 2: expected a count like"), "{}", lines[1]);
    assert!(lines[2].starts_with("line 3: "), "{}", lines[2]);
    assert_eq!(lines[3], format!("line 4: D1 is 20, expected 21: {start}"));
}

#[test]
fn what_makes_no_sense_is_refused() {
    for arguments in [
        &["perft"][..],
        &["perft", "x"],
        &["perft", "300"],
        &["perft", "3", "--fen", "nonsense"],
        &["perft", "3", "--max-nodes", "5"],
        &["perft", "3", "--suite", "file"],
        &["perft", "--suite", "/no/such/file"],
    ] {
        let run = tabiya(arguments);
        assert_eq!((run.out.as_str(), run.code), ("", 2), "{arguments:?}");
        assert!(run.err.starts_with("error: "), "{arguments:?}: {}", run.err);
    }
}

#[cfg(unix)]
#[test]
fn a_suite_that_never_ends_is_refused_in_one_line() {
    let run = tabiya(&["perft", "--suite", "/dev/zero"]);
    assert_eq!((run.out.as_str(), run.code), ("", 2));
    assert_eq!(run.err, "error: can't read /dev/zero: it is not a regular file\n");
}
