// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya pgn` with files of all kinds: several at once, packed in other ways, cut off, in UTF-16.

use std::fs;

use crate::program::{tabiya, tabiya_reading};

const GOOD: &str = "[White \"Anna\"]\n[Black \"Ben\"]\n\n1. e4 e5 *\n";
const FAULTY: &str = "1. e4 e5 *\n\n1. d4 d4 *\n";

#[test]
fn several_files_are_read_one_after_the_other() {
    let folder = tempfile::tempdir().unwrap();
    let [one, two] = ["one.pgn", "two.pgn"].map(|name| folder.path().join(name).display().to_string());
    fs::write(&one, GOOD).unwrap();
    fs::write(&two, FAULTY).unwrap();
    let check = tabiya(&["pgn", "check", &one, &two, &one]);
    // Lines and games are those of the file.
    assert!(check.out.starts_with(&format!("{two}:3:7: game 2 (\"? - ?\"): d4: ")), "{}", check.out);
    assert_eq!((check.out.lines().count(), check.err.as_str()), (1, "4 games, 1 fault\n"));
    let stats = tabiya(&["pgn", "stats", &one, &two]).out;
    assert!(stats.starts_with("games    3\nfaulty   1\n"), "{stats}");
    assert_eq!(tabiya(&["pgn", "fen", &one, &two]).out.lines().count(), 3);
    let filter = tabiya(&["pgn", "filter", &one, &two, "--max-plies", "2"]);
    assert_eq!((filter.out.matches("1. e4 e5 *").count(), filter.err.starts_with("2 of 3 games")), (2, true));
    let prefix = folder.path().join("part-").display().to_string();
    let split = tabiya(&["pgn", "split", &one, &two, "--games", "2", "--prefix", &prefix]);
    assert_eq!(split.out, "3 games in 2 files\n", "{}", split.err);
    let missing = tabiya(&["pgn", "check", &one, "/no/such/file"]);
    assert!(missing.code == 2 && missing.err.contains("/no/such/file"), "{}", missing.err);
}

#[test]
fn what_is_no_text_of_games_is_named() {
    let utf16: Vec<u8> = GOOD.encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (bytes, why) in [
        ([b"\xFF\xFE", utf16.as_slice()].concat(), "UTF-16"),
        (utf16.clone(), "UTF-16"),
        (b"PK\x03\x04\x14\0\0\0".to_vec(), "zip"),
        (b"\xFD7zXZ\0\0\x04".to_vec(), "xz"),
        (b"7z\xBC\xAF\x27\x1C".to_vec(), "7z"),
        (b"Rar!\x1A\x07".to_vec(), "rar"),
    ] {
        for command in ["check", "stats", "fen"] {
            let run = tabiya_reading(&["pgn", command, "-"], &bytes);
            assert_eq!((run.out.as_str(), run.code), ("", 2), "{why}: {}", run.err);
            assert!(
                run.err.starts_with("error: can't read -: it is ") && run.err.contains(why),
                "{}",
                run.err
            );
        }
    }
    // A text may begin with any of these characters.
    assert_eq!(tabiya_reading(&["pgn", "check", "-"], b"\xFF\n1. e4 *").code, 0);
}

#[test]
fn a_packed_file_that_is_cut_off_is_named() {
    use std::io::Write;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn.gz");
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packed.write_all(GOOD.as_bytes()).unwrap();
    let bytes = packed.finish().unwrap();
    fs::write(&path, &bytes[..bytes.len() - 9]).unwrap();
    let run = tabiya(&["pgn", "check", path.to_str().unwrap()]);
    assert!(run.err.contains("games.pgn.gz: it is packed with gzip, and damaged or cut off"), "{}", run.err);
    assert_eq!(run.code, 2);
}

#[test]
fn dates_in_another_form_are_no_dates() {
    let game = |date: &str| format!("[Date \"{date}\"]\n\n1. e4 *\n\n");
    let text = game("31.12.2020") + &game("05/05/2020") + &game("2020.05.05") + &game("2020.??.??");
    let picked = |conditions: &[&str]| {
        let run = tabiya_reading(&[&["pgn", "filter", "-"], conditions].concat(), text.as_bytes());
        run.out.matches("[Date").count()
    };
    assert_eq!(picked(&["--from", "2021"]), 0);
    assert_eq!(picked(&["--to", "2019"]), 0);
    assert_eq!(picked(&["--from", "2020"]), 2);
    assert_eq!(picked(&["--from", "2020.01"]), 1);
    assert_eq!(tabiya(&["pgn", "filter", "-", "--from", "20??"]).code, 2);
}

const ROSTER: &str =
    "[Event \"?\"]\n[Site \"?\"]\n[Date \"?\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n";

#[test]
fn results_in_other_spellings_are_odd_and_refused_strictly() {
    for (written, result) in [
        ("1 - 0", "1-0"),
        ("0 - 1", "0-1"),
        ("1/2 - 1/2", "1/2-1/2"),
        ("1\u{2013}0", "1-0"),
        ("\u{bd}-\u{bd}", "1/2-1/2"),
        ("1/2", "1/2-1/2"),
    ] {
        let text = format!("{ROSTER}[Result \"{result}\"]\n\n1. e4 e5 {written}\n");
        let run = tabiya_reading(&["pgn", "check", "-"], text.as_bytes());
        assert_eq!((run.err.as_str(), run.code), ("1 game, 0 faults, 1 odd\n", 0), "{written}");
        assert!(run.out.contains(":9:10: ") && run.out.contains("expected the result as 1-0"), "{}", run.out);
        let strict = tabiya_reading(&["pgn", "check", "--strict", "-"], text.as_bytes());
        assert_eq!((strict.err.as_str(), strict.code), ("1 game, 1 fault\n", 1), "{written}");
        let usual = text.replace(&format!("e5 {written}"), &format!("e5 {result}"));
        let run = tabiya_reading(&["pgn", "check", "--strict", "-"], usual.as_bytes());
        assert_eq!((run.out.as_str(), run.code), ("", 0), "{written}");
    }
}

#[test]
fn moves_with_the_letters_that_were_asked_for_are_not_odd() {
    let text = format!("{ROSTER}[Result \"*\"]\n\n1. Sf3 d5 2. Sc3 Lf5 3. g3 Dd7 4. Lg2 O-O-O 5. O-O *\n");
    let text = text.replace("4. Lg2 O-O-O", "4. Lg2 Sc6 5. Tb1 O-O-O").replace("5. O-O *", "6. O-O *");
    for strict in [&["--strict"][..], &[]] {
        let arguments = [&["pgn", "check", "-", "--letters", "de"], strict].concat();
        let run = tabiya_reading(&arguments, text.as_bytes());
        assert_eq!((run.out.as_str(), run.err.as_str()), ("", "1 game, 0 faults\n"), "{strict:?}");
    }
    let english = tabiya_reading(&["pgn", "check", "-", "--letters", "de"], b"1. Nf3 *");
    assert!(
        english.out.contains("a piece's letter in the chosen language") && english.out.contains("found 'N'"),
        "{}",
        english.out
    );
}
