// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reading and writing EPD, and errors with their columns.

use std::fs;
use std::path::PathBuf;

use tabiya_rules::{Epd, EpdOperand, Move, Position, Square, san};

fn read(line: &str) -> Epd {
    line.parse().unwrap_or_else(|error| panic!("{line}: {error}"))
}

#[test]
fn operations_of_all_kinds() {
    let epd = read(
        "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - \
         bm Qxf7#; am Qxe5+ Qh3; acd 12; acn 10230; ce -32768; hmvc 4; fmvn 4; pv Qxe5 Be7 Qg3 O-O; \
         id \"a mate; in one\"; c0 \"first\" \"second\"; eco C50; noop 1 \"x\" y; D1 43; resign; draw_accept; x_Y9 -7.5;",
    );
    assert_eq!(epd.moves("bm"), [Move::normal(Square::H5, Square::F7)]);
    assert_eq!(epd.moves("am").len(), 2);
    let line = epd.moves("pv");
    assert_eq!((line.len(), line[3].is_castling()), (4, true));
    assert_eq!(
        (epd.integer("acd"), epd.integer("acn"), epd.integer("ce")),
        (Some(12), Some(10230), Some(-32768))
    );
    assert_eq!((epd.position().halfmove_clock(), epd.position().fullmove_number()), (4, 4));
    assert_eq!(
        (epd.text("id"), epd.text("eco"), epd.text("nic")),
        (Some("a mate; in one"), Some("C50"), None)
    );
    assert_eq!(epd.operation("c0").unwrap().operands().len(), 2);
    assert_eq!(epd.operation("resign").unwrap().operands(), []);
    assert_eq!((epd.integer("D1"), epd.text("x_Y9")), (Some(43), Some("-7.5")));
    assert_eq!(epd.operations().len(), 16);
    let written = epd.to_string();
    assert!(written.contains(" bm Qxf7#; am Qxe5+ Qh3; acd 12;"), "{written}");
    assert!(
        written.contains(" pv Qxe5+ Be7 Qg3 O-O; id \"a mate; in one\"; c0 \"first\" \"second\";"),
        "{written}"
    );
    assert_eq!(read(&written), epd);
}

#[test]
fn what_is_written_less_neatly_is_read_too() {
    let epd = read("  4k3/8/8/8/8/8/4P3/4K3  w -\t-  12 40 bm e2-e4 ;;ce +M3 ; id \"no end\"\r\n");
    assert_eq!((epd.position().halfmove_clock(), epd.position().fullmove_number()), (12, 40));
    assert_eq!((epd.text("ce"), epd.integer("ce"), epd.text("id")), (Some("+M3"), None, Some("no end")));
    assert_eq!(
        epd.to_string(),
        "4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 12; fmvn 40; bm e4; ce +M3; id \"no end\";"
    );
    assert_eq!(read("4k3/8/8/8/8/8/4P3/4K3 w - -").operations(), []);
}

#[test]
fn what_is_wrong_is_told_with_its_column() {
    for (line, column, message) in [
        ("4k3/8/8/8/8/8/4P3/4K3 x - - bm e4;", 23, "turn field of the FEN: expected w or b, found \"x\""),
        ("4k3/8/8/8/8/8/4P3/4K3 w -", 26, "the FEN has no en passant field"),
        (
            "4k3/8/8/8/8/8/4P3/8 w - - bm e4;",
            1,
            "impossible position: white has no king, exactly one is needed",
        ),
        (
            "4k3/8/8/8/8/8/4P3/4K3 w - - id \"é\"; 9x 1;",
            37,
            "expected an opcode like bm (a letter, then letters, digits and _), found \"9x\"",
        ),
        (
            "4k3/8/8/8/8/8/4P3/4K3 w - - id \"open; bm e4;",
            32,
            "expected a second quote before the end of the line",
        ),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - pv e4 Kd4;", 35, "expected a move for pv, found \"Kd4\": "),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - fmvn 0;", 29, "expected one number from 1 to 65535 for fmvn"),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - hmvc many;", 29, "expected one number from 0 to 65535 for hmvc"),
    ] {
        let error = line.parse::<Epd>().unwrap_err();
        assert_eq!(error.column, column, "{line}: {error}");
        assert!(error.to_string().starts_with(&format!("column {column}: {message}")), "{line}: {error}");
    }
}

#[test]
fn counters_travel_as_operations() {
    let position = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 12 40").unwrap();
    let epd = Epd::new(position);
    assert_eq!(epd.to_string(), "4k3/8/8/8/8/8/4P3/4K3 w - - hmvc 12; fmvn 40;");
    assert_eq!(read(&epd.to_string()), epd);
    let mut epd = Epd::new(Position::start());
    assert_eq!(epd.operations(), []);
    assert!(epd.set("hmvc", vec![EpdOperand::Integer(3)]));
    assert_eq!(epd.position().halfmove_clock(), 3);
    assert!(!epd.set("hmvc", vec![EpdOperand::Integer(-1)]));
    assert!(!epd.set("not an opcode", vec![]));
}

#[test]
fn texts_that_can_not_be_written_are_tamed() {
    let mut epd = Epd::new(Position::start());
    assert!(epd.set("c0", vec![EpdOperand::Text("a \"b\"\nc".into()), EpdOperand::Word("d; e".into())]));
    assert!(epd.to_string().ends_with(" c0 \"a 'b' c\" \"d; e\";"), "{epd}");
    assert!(epd.set("c0", vec![EpdOperand::Text("again".into())]));
    assert_eq!((epd.operations().len(), epd.text("c0")), (1, Some("again")));
    epd.remove("c0");
    assert_eq!(epd.operations(), []);
}

/// Runs on the shared suites if they are installed.
#[test]
fn shared_tactics_round_trip() {
    let Some(data) = std::env::var_os("TABIYA_DATA") else {
        // Not `eprintln!`, because the test harness hides its output when the test passes.
        let message = b"\nNOT RUN: the tactics suites, for TABIYA_DATA is not set\n";
        std::io::Write::write_all(&mut std::io::stderr(), message).unwrap();
        return;
    };
    let (mut lines, mut moves) = (0, 0);
    let mut faults: Vec<String> = Vec::new();
    for entry in fs::read_dir(PathBuf::from(data).join("tactics")).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        for (i, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let epd: Epd = match line.parse() {
                Ok(epd) => epd,
                Err(error) => {
                    faults.push(format!("{}:{}: {error}", path.display(), i + 1));
                    continue;
                }
            };
            assert!(!epd.moves("bm").is_empty() || !epd.moves("am").is_empty(), "{line}");
            assert_eq!(read(&epd.to_string()), epd, "{line}");
            lines += 1;
            moves += epd.moves("bm").iter().map(|mv| san(epd.position(), *mv).len().min(1)).sum::<usize>();
        }
    }
    assert!(faults.len() < 5, "{faults:#?}");
    assert!(lines > 5000 && moves >= lines - 100, "{lines} lines, {moves} moves");
}
