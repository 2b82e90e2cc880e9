// SPDX-License-Identifier: MIT OR Apache-2.0
//! The fuzz target's body on the seeds, on cut and changed seeds, and on arbitrary text.

use std::path::Path;

use proptest::prelude::*;

use super::{cases, fuzz_body};

fn seeds() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/trf");
    let mut files: Vec<_> = std::fs::read_dir(folder).expect("the seeds are there").flatten().collect();
    files.sort_by_key(std::fs::DirEntry::path);
    files.iter().map(|file| std::fs::read(file.path()).expect("a seed can be read")).collect()
}

#[test]
fn seeds_work() {
    let seeds = seeds();
    assert!(seeds.len() >= 4);
    for seed in seeds {
        fuzz_body::trf(&seed);
        (0..seed.len()).step_by(7).for_each(|end| fuzz_body::trf(&seed[..end]));
    }
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn changed_seeds_work(which in 0..100_usize, changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..5)) {
        let seeds = seeds();
        let mut data = seeds[which % seeds.len()].clone();
        for (at, byte) in changes {
            let at = at.index(data.len());
            data[at] = if byte < 128 { b" 0123456789wbWBUHZ=+-.XF"[usize::from(byte) % 23] } else { byte };
        }
        fuzz_body::trf(&data);
    }

    #[test]
    fn any_bytes_work(data in prop::collection::vec(any::<u8>(), 0..300)) {
        fuzz_body::trf(&data);
        fuzz_body::trf(&[b"001    1      A\n".as_slice(), &data].concat());
    }
}

/// A settings line with words that may fit or not: numbers of all widths, points, codes.
fn settings_line() -> impl Strategy<Value = String> {
    let codes = prop::sample::select(vec![
        "012", "142", "XXR", "152", "XXC", "162", "XXS", "BBW", "BBD", "BBL", "BBZ", "BBF", "BBU", "192",
        "202", "240", "XXZ", "250", "XXA", "260", "XXP", "299", "300", "310", "320", "330", "352", "362",
        "###", "XYZ",
    ]);
    let word = prop_oneof![
        4 => "[1-3]".prop_map(String::from),
        3 => "-?[0-9]{0,5}\\.?[0-9]?",
        2 => "(W|D|L|A|P|X|H|F|Z)(=?[0-9]{1,3}\\.[05])?",
        2 => prop::sample::select(vec!["WW=100", "PAB=.5", "white1", "FIDE_DUTCH_BAKU", "BERGER_ROUNDROBIN_G2", "BH/C1,SB", "TW3.0", "TD", "+-", "--", "WBWB"])
            .prop_map(String::from),
        1 => "\\PC{1,3}",
        1 => "[\u{1}-\u{9}\u{b}\u{c}\u{e}-\u{20}]{1,2}",
    ];
    let words = prop::collection::vec((word, 1..5_usize), 0..7);
    (codes, words).prop_map(|(code, words)| {
        let words = words.into_iter().map(|(word, width)| format!("{word:>width$} "));
        format!("{code} {}\n", words.collect::<String>())
    })
}

/// A team's line, nearly right: number, name, points, and players that may not exist.
fn team_line() -> impl Strategy<Value = String> {
    let number = prop_oneof![Just(String::new()), "[0-9]{1,6}", "-?[0-9]{0,4}\\.?[0-9]"];
    let players = prop::collection::vec(0..4_u16, 0..4);
    (0..4_u16, "[ a-z\u{1}é]{0,9}", number.clone(), number.clone(), number, players).prop_map(
        |(team, name, strength, match_points, game_points, players)| {
            let players: String = players.iter().map(|player| format!(" {player:>4}")).collect();
            format!(
                "310 {team:>3} {name:<32.32} {:5} {strength:>6.6} {match_points:>6.6} {game_points:>6.6} {:3} {players}\n",
                "", ""
            )
        },
    )
}

/// A player's line, nearly right, with cells that need not fit those of others.
fn player_line() -> impl Strategy<Value = String> {
    let text = "[ a-z,\u{1}\u{9}é]{0,9}";
    let number = prop_oneof![Just(String::new()), "[0-9]{1,4}", "-?[0-9]{0,2}\\.?[0-9]"];
    let cell = prop::sample::select(vec![
        "  0000 - H",
        "  0000 - Z",
        "  0000 - U",
        "  0000 - F",
        "          ",
        "     2 w 1",
        "     1 b 0",
        "     2 - +",
        "     1 - -",
        "     2 w  ",
        "     1 b  ",
        "     2 w =",
        "     1 b =",
    ]);
    let fields = (text, number.clone(), text, number.clone(), number);
    (1..4_u16, fields, prop::collection::vec(cell, 0..4)).prop_map(|(number, fields, cells)| {
        let (name, rating, birth, points, rank) = fields;
        let cells = cells.concat();
        format!("001 {number:>4}      {name:<33.33} {rating:>4.4} {:15} {birth:<10.10} {points:>4.4} {rank:>4.4}{cells}\n", "")
    })
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn made_up_lines_work(
        before in prop::collection::vec(settings_line(), 0..4),
        players in prop::collection::vec(player_line(), 1..3),
        after in prop::collection::vec(settings_line(), 0..4),
    ) {
        fuzz_body::trf(&[before.concat(), players.concat(), after.concat()].concat().into_bytes());
    }

    #[test]
    fn made_up_teams_work(
        players in prop::collection::vec(player_line(), 1..4),
        teams in prop::collection::vec(team_line(), 1..4),
        after in prop::collection::vec(settings_line(), 0..4),
    ) {
        let mut text = players.concat() + &teams.concat() + &after.concat();
        fuzz_body::trf(text.as_bytes());
        // Whatever the lines say, two players in two teams are a tournament.
        text = "001    1      A                                                                              2 w 1\n\
                001    2      B                                                                              1 b 0\n\
                310   1 One                                                                 1\n\
                310   2 Two                                                                 2\n".to_owned() + &after.concat();
        fuzz_body::trf(text.as_bytes());
    }
}
