// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya pgn`

use std::fs;

use crate::program::{tabiya, tabiya_reading};

const GAMES: &str = "\
[Event \"Café\"]
[Site \"Wijk\"]
[Date \"2019.01.12\"]
[White \"Anna Arend\"]
[Black \"Ben\"]
[Result \"1-0\"]

1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0

[Event \"Broken\"]
[White \"Ben\"]
[Black \"Cleo \\\"C\\\"\"]

1. e4 e5 2. Nf3 Nc6 3. Bc5 Bc5 1-0

[Event \"Without names\"]
[Date \"2020.??.??\"]

1. d4 d5 (1... f5 2. Ng7) 2. c4 1/2-1/2

[Event \"Transposed\"]
[Date \"2021.06.01\"]
[White \"Cleo\"]
[Black \"anna arend\"]

1. c4 d5 2. d4 *
";

#[test]
fn check_names_the_first_fault_of_each_game() {
    let run = tabiya_reading(&["pgn", "check", "-"], GAMES.as_bytes());
    assert_eq!(
        run.out,
        "-:14:24: game 2 (\"Ben - Cleo \\\"C\\\"\"): Bc5: No white bishop can go to c5.\n\
         -:19:22: game 3 (\"? - ?\"): Ng7: No white knight can go to g7.\n"
    );
    assert_eq!((run.err.as_str(), run.code), ("4 games, 2 faults\n", 1));
}

#[test]
fn check_asks_for_results_and_believes_the_board() {
    for (moves, fault) in [
        ("1. f3 e5 2. g4 Qh4# 0-1", ""),
        // Whoever writes a star after mate has only not said it.
        ("1. f3 e5 2. g4 Qh4# *", ""),
        ("1. f3 e5 2. g4 Qh4# 1-0", "expected the result 0-1 after checkmate, black wins, found 1-0"),
        ("1. f3 e5", "expected a move or a result (1-0, 0-1, 1/2-1/2, *), found the end of the game"),
        ("[Result \"1-0\"]\n\n1. f3 0-1", "expected the result 1-0 as the tag has it, found 0-1"),
        ("1. f3 (1. -- e5 2. Zz) e5 *", "Zz"),
        ("1. f3 (1. -- e5 2. e4) e5 *", ""),
        // Somebody passes, and the game goes on; not in check.
        ("1. f3 -- 2. f4 *", ""),
        ("1. f3 -- 2. zz *", "zz"),
        ("1. e4 f6 2. Qh5+ -- *", "expected a legal move, found a null move"),
    ] {
        let run = tabiya_reading(&["pgn", "check", "-"], moves.as_bytes());
        let what = run.out.split_once("\"): ").map_or("", |(_, what)| what.trim_end());
        assert!(what.starts_with(fault) && what.is_empty() == fault.is_empty(), "{moves}: {}", run.out);
        assert_eq!(run.code, i32::from(!fault.is_empty()), "{moves}");
    }
}

#[test]
fn strict_also_asks_for_the_export_format() {
    let roster = "[Event \"?\"]\n[Site \"?\"]\n[Date \"?\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n\n";
    for (text, fault) in [
        (format!("{roster}1. e4 e5 2. Nf3 *\n"), ""),
        (format!("{roster}1. e4 e5 2. Ngf3 *\n"), "-:9:13: game 1 (\"? - ?\"): expected Nf3, found Ngf3\n"),
        (format!("{roster}1. f3 e5 2. g4 Qh4 *\n"), "-:9:16: game 1 (\"? - ?\"): expected Qh4#, found Qh4\n"),
        (format!("\u{feff}{roster}*\n"), "-:1:1: game 1 (\"? - ?\"): expected no byte order mark\n"),
        (
            roster.replace('\n', "\r\n") + "*",
            "-:1:12: game 1 (\"? - ?\"): expected LF at the end of the line, found CR\n",
        ),
        (
            "[Site \"?\"]\n\n1. e4 *\n".to_owned(),
            "-:3:1: game 1 (\"? - ?\"): expected the tag \"Event\" at place 1, found \"Site\"\n",
        ),
    ] {
        assert_eq!(tabiya_reading(&["pgn", "check", "--strict", "-"], text.as_bytes()).out, fault, "{text}");
        assert_eq!(tabiya_reading(&["pgn", "check", "-"], text.as_bytes()).code, 0, "{text}");
    }
}

#[test]
fn stats_count() {
    let run = tabiya_reading(&["pgn", "stats", "-", "--top", "2", "--opening-plies", "2"], GAMES.as_bytes());
    assert_eq!(
        run.out,
        "games    4\nfaulty   1\nplies    17 (shortest 3, average 4.2, longest 7)\n\
         results  1-0 1, 0-1 0, 1/2-1/2 1, * 2\n\
         players (5)\n        2  Ben\n        1  Anna Arend\n\
         openings (3)\n        2  e4 e5\n        1  c4 d5\n"
    );
}

#[test]
fn games_of_tags_alone_are_counted_one_by_one() {
    let games =
        "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n[White \"C\"]\n[Black \"D\"]\n[Result \"0-1\"]\n";
    let run = tabiya_reading(&["pgn", "stats", "-"], games.as_bytes());
    assert!(run.out.starts_with("games    2\nfaulty   0\n"), "{}", run.out);
    assert!(run.out.contains("players (4)"), "{}", run.out);
}

/// The events of the games that fit.
fn picked(conditions: &[&str]) -> Vec<String> {
    let arguments = [&["pgn", "filter", "-"], conditions].concat();
    let run = tabiya_reading(&arguments, GAMES.as_bytes());
    assert_eq!(run.code, 0, "{conditions:?}: {}", run.err);
    let events = run.out.lines().filter_map(|line| line.strip_prefix("[Event \""));
    events.map(|event| event.trim_end_matches("\"]").to_owned()).collect()
}

#[test]
fn filter_picks_what_fits() {
    let (all, first, last) =
        (&["Café", "Without names", "Transposed"][..], &["Café"][..], &["Transposed"][..]);
    let middle = &["Without names"][..];
    assert_eq!(picked(&[]), all);
    assert_eq!(picked(&["--player", "ANNA"]), ["Café", "Transposed"]);
    assert_eq!(picked(&["--white", "anna"]), first);
    assert_eq!(picked(&["--black", "anna"]), last);
    assert_eq!(picked(&["--tag", "Site=Wijk"]), first);
    assert_eq!(picked(&["--result", "1/2-1/2"]), middle);
    assert_eq!(picked(&["--from", "2020"]), ["Without names", "Transposed"]);
    assert_eq!(picked(&["--from", "2020.02"]), last);
    assert_eq!(picked(&["--to", "2020"]), ["Café", "Without names"]);
    assert_eq!(picked(&["--min-plies", "4"]), first);
    assert_eq!(picked(&["--max-plies", "3"]), ["Without names", "Transposed"]);
    assert_eq!(picked(&["--ending", "checkmate"]), first);
    assert_eq!(picked(&["--ending", "other"]), ["Without names", "Transposed"]);
    let queens_gambit = "rnbqkbnr/ppp1pppp/8/3p4/2PP4/8/PP2PPPP/RNBQKBNR b KQkq - 0 2";
    assert_eq!(picked(&["--fen", queens_gambit]), ["Without names", "Transposed"]);
    assert_eq!(picked(&["--fen", queens_gambit, "--invert"]), first);
}

#[test]
fn filtered_games_stand_as_they_stood() {
    let run = tabiya_reading(&["pgn", "filter", "-", "--tag", "Site=Wijk"], GAMES.as_bytes());
    let (first, _) = GAMES.split_once("\n\n[Event \"Broken").unwrap();
    assert_eq!(run.out, format!("{first}\n\n"));
    assert_eq!(run.err, "1 of 4 games, 1 left out for their faults\n");
}

#[test]
fn fen_gives_positions() {
    let run = tabiya_reading(&["pgn", "fen", "-"], GAMES.as_bytes());
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!((lines.len(), run.code), (4, 1));
    assert_eq!(lines[0], "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4");
    assert_eq!(lines[2].split(' ').next(), lines[3].split(' ').next());
    let every = tabiya_reading(&["pgn", "fen", "-", "--every", "--epd"], b"1. e4 *");
    assert_eq!(
        every.out,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\n"
    );
    let ply = tabiya_reading(&["pgn", "fen", "-", "--ply", "7"], GAMES.as_bytes());
    // A line for each game, also for those that have not so many moves.
    let lines: Vec<&str> = ply.out.lines().collect();
    assert_eq!((lines.len(), &lines[1..]), (4, &["-", "-", "-"][..]));
}

#[test]
fn split_makes_files_and_overwrites_none() {
    let folder = tempfile::tempdir().unwrap();
    let prefix = folder.path().join("parts/game-");
    let arguments = ["pgn", "split", "-", "--games", "3", "--prefix", prefix.to_str().unwrap()];
    let run = tabiya_reading(&arguments, GAMES.as_bytes());
    assert_eq!((run.out.as_str(), run.code), ("4 games in 2 files\n", 0));
    let read = |name: &str| fs::read_to_string(folder.path().join("parts").join(name)).unwrap();
    let both = read("game-000001.pgn") + &read("game-000002.pgn");
    assert_eq!(both.trim_end(), GAMES.trim_end());
    assert!(read("game-000002.pgn").starts_with("[Event \"Transposed\"]"));
    let again = tabiya_reading(&arguments, GAMES.as_bytes());
    assert_eq!((again.out.as_str(), again.code), ("", 2));
}

#[test]
fn many_pieces_count_as_one_file() {
    // More than a piece for each core, with a fault in every thousandth game.
    let mut text = String::new();
    let games = 60_000;
    for game in 1..=games {
        let moves = if game % 1000 == 0 { "1. e4 e4 1-0" } else { "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0" };
        text += &format!(
            "[Event \"Many {game}\"]\n[White \"Anna\"]\n[Black \"Ben\"]\n[Result \"1-0\"]\n[Annotator \"Nobody in particular, at great length\"]\n\n{moves}\n\n"
        );
    }
    assert!(text.len() > 8 << 20);
    let run = tabiya_reading(&["pgn", "check", "-"], text.as_bytes());
    let expected: String = (1..=games / 1000)
        .map(|thousand| {
            let game = thousand * 1000;
            let what = "e4: A pawn moves straight ahead and captures one square diagonally ahead. It cannot go from e7 to e4.";
            format!("-:{}:7: game {game} (\"Anna - Ben\"): {what}\n", game * 8 - 1)
        })
        .collect();
    assert_eq!(run.out, expected);
    assert_eq!(run.err, format!("{games} games, {} faults\n", games / 1000));
    let filtered = tabiya_reading(&["pgn", "filter", "-", "--max-plies", "6"], text.as_bytes());
    assert_eq!(filtered.out.matches("[Event").count(), games - games / 1000);
}

#[test]
fn what_makes_no_sense_is_refused() {
    for arguments in [
        &["pgn"][..],
        &["pgn", "check"],
        &["pgn", "check", "/no/such/file"],
        &["pgn", "filter", "-", "--from", "19"],
        &["pgn", "filter", "-", "--tag", "Site"],
        &["pgn", "filter", "-", "--fen", "nonsense"],
        &["pgn", "split", "-", "--games", "0"],
    ] {
        let run = tabiya(arguments);
        assert_eq!((run.out.as_str(), run.code), ("", 2), "{arguments:?}");
        assert!(!run.err.is_empty());
    }
}

/// A terminal would obey them: change its title, hide lines, show others.
#[test]
fn what_a_terminal_would_obey_is_spelt_out() {
    let games = "[White \"\u{1b}]0;owned\u{7}Anna\"]\n[Black \"\u{202e}neB\"]\n\n1. e4 \u{1b}[2J *\n\n\
                 [White \"\u{9b}31mCleo\"]\n\n1. e4 e5 2. Ke3 *\n";
    for command in ["stats", "check"] {
        let run = tabiya_reading(&["pgn", command, "-"], games.as_bytes());
        let printed = format!("{}{}", run.out, run.err);
        let obeyed = printed.chars().find(|&c| (c.is_control() && c != '\n') || c == '\u{202e}');
        assert_eq!(obeyed, None, "{command}: {printed:?}");
    }
    let stats = tabiya_reading(&["pgn", "stats", "-"], games.as_bytes()).out;
    assert!(stats.contains("\\u{1b}]0;owned\\u{7}Anna") && stats.contains("\\u{9b}31mCleo"), "{stats}");
}

/// Three games, the first and the last with a fault, one of them quoting another, and one with tags alone.
const FAULTY: &str = "1. e4 e4 {1-0 1. c4} 1-0\n1. d4 {\n[Event \"Quoted\"]\n} d5 0-1\n\n [White \"Tags alone\"]\n\n\n\u{feff}[White \"B\"]\n\n1. c4 c3 1/2-1/2\n";

#[test]
fn all_commands_agree_on_what_a_game_is() {
    let ask = |command: &str| tabiya_reading(&["pgn", command, "-"], FAULTY.as_bytes());
    let check = ask("check");
    let places: Vec<&str> = check.out.lines().map(|line| line.split(": game").next().unwrap()).collect();
    assert_eq!(places, ["-:1:7", "-:9:1", "-:11:7"], "{}", check.out);
    assert_eq!(check.err, "4 games, 3 faults\n");
    assert!(ask("stats").out.starts_with("games    4\nfaulty   2\n"), "{}", ask("stats").out);
    assert_eq!(ask("fen").out.lines().count(), 4);
    let folder = tempfile::tempdir().unwrap();
    let prefix = folder.path().join("game-");
    let arguments = ["pgn", "split", "-", "--games", "9", "--prefix", prefix.to_str().unwrap()];
    assert_eq!(tabiya_reading(&arguments, FAULTY.as_bytes()).out, "4 games in 1 file\n");
    let split = folder.path().join("game-000001.pgn");
    let again = tabiya(&["pgn", "check", split.to_str().unwrap()]);
    assert_eq!(again.err, check.err);
    let what = |out: &str| {
        out.lines().map(|line| line.split("\"): ").nth(1).unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(what(&again.out), what(&check.out));
}

#[test]
fn what_is_odd_is_read_and_said_and_refused_strictly() {
    let text = "[White \"Lopez \"Battle\"\"]\n\n1. e2-e4 e7e5, 2. g1f3 *\n";
    let run = tabiya_reading(&["pgn", "check", "-"], text.as_bytes());
    let odd = "odd: expected \\\" for a quote in a tag's value, found a quote (and 3 more)";
    assert_eq!(run.out, format!("-:1:1: game 1 (\"Lopez \\\"Battle\\\" - ?\"): {odd}\n"));
    assert_eq!((run.err.as_str(), run.code), ("1 game, 0 faults, 1 odd\n", 0));
    let strict = tabiya_reading(&["pgn", "check", "--strict", "-"], text.as_bytes());
    assert_eq!((strict.err.as_str(), strict.code), ("1 game, 1 fault\n", 1));
}

#[test]
fn letters_of_other_languages_are_an_option_that_the_fault_names() {
    let text = "1. Sf3 d5 2. Sc3 Lf5 3. O-O-O *\n";
    let english = tabiya_reading(&["pgn", "check", "-"], text.as_bytes());
    assert!(english.out.contains("--letters") && english.out.contains("de"), "{}", english.out);
    let german = tabiya_reading(&["pgn", "check", "-", "--letters", "de"], text.as_bytes());
    assert!(german.out.contains(":1:25:") && !german.out.contains("--letters"), "{}", german.out);
    let fen = tabiya_reading(&["pgn", "fen", "-", "--letters", "de", "--ply", "3", "--epd"], text.as_bytes());
    assert_eq!(fen.out, "rnbqkbnr/ppp1pppp/8/3p4/8/2N2N2/PPPPPPPP/R1BQKB1R b KQkq -\n");
    assert_eq!(tabiya(&["pgn", "check", "-", "--letters", "xx"]).code, 2);
}

#[test]
fn any_number_of_threads_gives_the_same() {
    let text: String = (0..20_000)
        .map(|i| format!("[Event \"{i}\"]\n\n1. e4 {{{i} }} {} 1-0\n\n", ["e5", "e4"][i % 2]))
        .collect();
    let one = tabiya_reading(&["pgn", "check", "-", "--threads", "1"], text.as_bytes());
    assert_eq!(one.err, "20000 games, 10000 faults\n");
    for threads in ["2", "7"] {
        let more = tabiya_reading(&["pgn", "check", "-", "--threads", threads], text.as_bytes());
        assert!(more.out == one.out && more.err == one.err, "{threads} threads");
    }
}

#[test]
fn packed_input_is_unpacked() {
    use std::io::Write;
    let plain = tabiya_reading(&["pgn", "stats", "-"], GAMES.as_bytes()).out;
    let folder = tempfile::tempdir().unwrap();
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(GAMES.as_bytes()).unwrap();
    let mut bzip2 = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::default());
    bzip2.write_all(GAMES.as_bytes()).unwrap();
    let zstd = zstd::encode_all(GAMES.as_bytes(), 3).unwrap();
    for (name, bytes) in
        [("gzip", gzip.finish().unwrap()), ("bzip2", bzip2.finish().unwrap()), ("zstd", zstd)]
    {
        // The name says nothing; the bytes do. Two streams one after the other are one file.
        let path = folder.path().join(name);
        fs::write(&path, &bytes).unwrap();
        assert_eq!(tabiya(&["pgn", "stats", path.to_str().unwrap()]).out, plain, "{name}");
        let twice = tabiya_reading(&["pgn", "stats", "-"], &[&bytes[..], &bytes[..]].concat());
        assert!(twice.out.starts_with("games    8\n"), "{name}: {}", twice.out);
        let cut = tabiya_reading(&["pgn", "stats", "-"], &bytes[..bytes.len() - 9]);
        assert!(cut.code == 2 && cut.err.contains(name), "{name}: {}", cut.err);
    }
}

#[test]
fn a_zstd_stream_that_asks_for_too_large_a_window_is_refused() {
    use std::io::Write;
    for (log, code) in [(27, 0), (28, 2)] {
        let mut packed = zstd::Encoder::new(Vec::new(), 1).unwrap();
        packed.window_log(log).unwrap();
        packed.write_all(GAMES.as_bytes()).unwrap();
        let run = tabiya_reading(&["pgn", "stats", "-"], &packed.finish().unwrap());
        assert_eq!(run.code, code, "{log}: {}", run.err);
    }
}
