// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tournament files: what is read, what is refused, and what is kept.

use tabiya_tournament::assigned::{AssignedPoints, Outcome};
use tabiya_tournament::dutch::{Options, pair};
use tabiya_tournament::standings::standings;
use tabiya_tournament::tournament::{RequestedBye, VirtualPoints};
use tabiya_tournament::{Bye, Cell, Colour, Dialect, GameResult, Points, System, TrfFile};

use super::tournament;

const TWO: &str = "\
012 Club championship
### made by hand
142 5
152 B
001    1 m GM Carlsen, Magnus                   2839 NOR     1503014 1990/11/30  1.5    1     2 w 1     2 b =
001    2 w    Łukasz, Zoë                       2000 POL                         0.5    2     1 b 0     1 w =
XYZ what others write
";

fn error(text: &str) -> String {
    TrfFile::parse(text).expect_err("the file is refused").to_string()
}

#[test]
fn reads_players_and_settings() {
    let file = TrfFile::parse(TWO).unwrap();
    let event = &file.tournament;
    assert_eq!((event.rounds, event.first_colour), (Some(5), Some(Colour::Black)));
    let first = event.player(1).unwrap();
    assert_eq!((first.title.as_str(), first.rating, first.birth.as_str()), ("GM", Some(2839), "1990/11/30"));
    assert_eq!(event.player(2).unwrap().name, "Łukasz, Zoë");
    assert_eq!(first.points, Some(Points::tenths(15)));
    let draw = Cell::Game { opponent: 2, colour: Some(Colour::Black), result: GameResult::Draw };
    assert_eq!(first.cell(2), draw);
}

#[test]
fn keeps_lines_that_it_does_not_know() {
    let file = TrfFile::parse(TWO).unwrap();
    let text = file.write(Dialect::Trf26);
    assert_eq!(text.lines().last(), Some("XYZ what others write"));
    assert!(
        text.starts_with("012 Club championship\n### made by hand\n142 5\n152 B\n192 FIDE_DUTCH\n"),
        "{text}"
    );
    let lines = |text: &str| {
        text.lines().filter(|line| line.starts_with("001")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(lines(&text), lines(TWO));
}

#[test]
fn line_ends_do_not_matter() {
    let expected = TrfFile::parse(TWO).unwrap();
    for end in ["\r", "\r\n"] {
        assert_eq!(TrfFile::parse(&TWO.replace('\n', end)), Ok(expected.clone()));
    }
    let latin: Vec<u8> = TWO.replace("Łukasz", "Lukasz").chars().map(|c| c as u8).collect();
    assert_eq!(TrfFile::read(&latin).unwrap().tournament.player(2).unwrap().name, "Lukasz, Zoë");
}

#[test]
fn both_spellings_say_the_same() {
    let players: String = (1..=4).map(|number| format!("001 {number:>4}      Player\n")).collect();
    let javafo = format!("{players}XXR 7\nXXC black1\nXXS W=3.0 D=1\nXXZ 2 3\nXXP 1 4\nXXA    1  1.0  0.5\n");
    let trf26 = format!(
        "{players}142 7\n152 B\n162  W 3.0    D 1.0\n240 Z 001    2    3\n260 001 200    1    4\n\
         250       1.0   1   1    1    1\n250       0.5   2   2    1    1\n192 FIDE_DUTCH_2026\n"
    );
    let (one, other) =
        (TrfFile::parse(&javafo).unwrap().tournament, TrfFile::parse(&trf26).unwrap().tournament);
    assert_eq!(one.scoring.win(), Points::tenths(30));
    assert_eq!(one.byes, [RequestedBye { bye: Bye::Zero, round: 1, players: vec![2, 3] }]);
    let (points, round) = (Points::tenths(5), 2);
    let second = VirtualPoints {
        points,
        match_points: Points::ZERO,
        first_round: round,
        last_round: round,
        first_player: 1,
        last_player: 1,
    };
    assert_eq!(one.virtual_points[1], second);
    assert_eq!(other.system, System::Dutch { baku: false });
    assert_eq!(tabiya_tournament::Tournament { system: other.system.clone(), ..one }, other);
}

#[test]
fn errors_name_line_and_column() {
    let line = |number: u16, cells: &str| format!("001 {number:>4}{:83}{cells}\n", "");
    for (text, expected) in [
        (String::new(), "line 1: no player found: a player's line begins with 001"),
        (
            "001   x1      Player\n".into(),
            "line 1, column 5: expected a starting number in columns 5 to 8, found \"x1\"",
        ),
        (line(1, "") + &line(1, ""), "line 2, column 5: starting number 1 is also that of line 1"),
        (
            line(1, "   2 w 1") + &line(2, "   1 w 0"),
            "line 1, column 97: round 1: players 1 and 2 (line 2) have the same colour",
        ),
        (
            line(1, "   2 w 1") + &line(2, "   1 b 1"),
            "line 1, column 99: round 1: the results of players 1 and 2 (line 2) contradict each other",
        ),
        (
            line(1, "   2 w  ") + &line(2, "   1 b 0"),
            "line 2, column 99: round 1: player 2 has the result of this game, and player 1 (line 1) has a blank; write it \
             there too",
        ),
        (
            line(1, "   2 w 1") + &line(2, "   3 b 0") + &line(3, "   1 w 1"),
            "line 1, column 92: round 1: player 1 names opponent 2, but 2 names 3 in line 2",
        ),
        (line(1, "   1 w 1"), "line 1, column 92: round 1: player 1 has itself as opponent"),
        (line(1, "   7 w 1"), "line 1, column 92: round 1: there is no player 7"),
        (line(1, "0000 - Q"), "line 1, column 99: expected U, F, H or Z without an opponent, found \"Q\""),
        (
            line(1, "  2 w 1"),
            "line 1, column 96: expected a blank, found \"w\": round 1 takes columns 92 to 99",
        ),
        (line(1, "   2 x 1"), "line 1, column 97: expected w, b or -, found \"x\""),
        (line(1, "") + "XXR many\n", "line 2, column 5: expected the number of rounds, found \"many\""),
        (line(1, "") + "260 001 002    1    9\n", "line 2, column 16: there is no player 9"),
        (line(1, "0000 - q"), "line 1, column 99: expected U, F, H or Z without an opponent, found \"q\""),
        (
            line(1, "") + "260 003 002    1    1\n",
            "line 2, column 5: the first round, 3, is after the last one, 2",
        ),
        (
            line(1, "") + "260 001 002    1\n",
            "line 2, column 16: one player alone can't be kept apart: name at least two",
        ),
        (
            line(1, "") + "XXP 1\n",
            "line 2, column 5: one player alone can't be kept apart: name at least two",
        ),
        (
            line(1, "") + "260 001 002\n",
            "line 2, column 5: expected the starting numbers of players that may not meet",
        ),
        (
            line(1, "") + "240 H 003\n",
            "line 2, column 5: expected starting numbers after the round: who has the bye?",
        ),
        (
            line(1, "") + "240 H 003    1\n240 Z 003    1\n",
            "line 3, column 14: round 3: another line 240 gives 1 a bye of another kind",
        ),
    ] {
        assert_eq!(error(&text), expected, "{text}");
    }
    let wrong = TWO.replace(" 1.5    1 ", " 2.5    1 ");
    assert!(error(&wrong).starts_with("line 5, column 81: player 1 has 1.5 points by the results, but 2.5"));
}

#[test]
fn the_round_to_pair_is_the_first_that_nobody_played() {
    let text = TWO.replace("     1 w =", "     1 w =  0000 - Z");
    let file = TrfFile::parse(&text).unwrap();
    assert_eq!(file.tournament.rounds_paired(), 2);
    let absent = file.tournament.requested_bye(file.tournament.player(2).unwrap(), 3);
    assert_eq!(absent, Some(Bye::Zero));
}

/// Each of these was once written in a form that could not be read again, or that said something else.
#[test]
fn what_was_read_can_be_written_and_read_again() {
    let players = "001    1      One                                                         \n\
                   001    2      Two                                                         \n";
    for lines in [
        "XXA    1  100\n",
        "XXA    1  -99\n",
        "XXS WW=1000 BW=-999\n",
        "162  X 3.0\nXXS WW=2\n",
        "162  W 999    D99.5\n192 FIDE_DUTCH_BAKU\n142 9\n",
        "299          9999    1\n299          9999    1\n",
        "299          -999    2\n299           -.5    2\n",
        "202 PTS, BH \n192 \u{1}x\n",
        "001    3      \u{1} Three \u{2}\n",
        "001    3    \u{2} T\u{1} \u{3}       \u{4} x\n",
    ] {
        let file = TrfFile::parse(&format!("{players}{lines}")).expect(lines);
        let written = file.write(Dialect::Trf26);
        let again = TrfFile::parse(&written).unwrap_or_else(|error| panic!("{lines}{error}\n{written}"));
        assert_eq!(again.tournament.scoring, file.tournament.scoring, "{written}");
        assert_eq!(again.tournament.odd_points, file.tournament.odd_points, "{written}");
        for number in 1..=2 {
            let points = |file: &TrfFile| file.tournament.virtual_points(number, 1);
            assert_eq!(points(&again), points(&file), "{written}");
        }
        assert_eq!(again.write(Dialect::Trf26), written);
    }
}

#[test]
fn points_too_long_for_their_columns_are_refused() {
    for (line, column) in
        [("XXA    1  100.5", 11), ("XXS WW=1 PAB=-10.5", 14), ("162  W 1.0    D1000.5", 16), ("BBW 123.4", 5)]
    {
        let problem = error(&format!("001    1      One\n{line}\n"));
        let start =
            format!("line 2, column {column}: points have at most four characters, as 12.5 has, not ");
        assert!(problem.starts_with(&start), "{problem}");
    }
}

#[test]
fn a_line_end_in_a_name_starts_no_line() {
    let mut file = TrfFile::parse("001    1      One\n").unwrap();
    file.tournament.name = "Club\r\n001    2      Two".into();
    assert_eq!(TrfFile::parse(&file.write(Dialect::Trf26)).unwrap().tournament.players.len(), 1);
}

/// Each of these was once read as something else, or left out without a word.
#[test]
fn a_player_does_not_vanish() {
    let good = "001    2      Baker, Bob                        2000 ENG\n";
    let bad = "001    1      Adams, Ann                        2100 ENG\n";
    for (from, to) in [
        ("001 ", "O01 "),
        ("001 ", "01  "),
        ("001 ", "002 "),
        ("001 ", "0O1 "),
        ("001 ", "00l "),
        ("001 ", " 001 "),
    ] {
        let text = format!("012 Open\n{}{good}", bad.replacen(from, to, 1));
        let problem = error(&text);
        assert!(problem.starts_with("line 2, column 1: expected 001, found "), "{problem}");
    }
    // These are other lines.
    for kept in [
        "012 Open of 2026    Town",
        "013 Team of Ann and Bob          1    2",
        "801   1 Alpha          ABC",
        "GER    1      Adams",
    ] {
        assert!(TrfFile::parse(&format!("{good}{kept}\n")).is_ok(), "{kept}");
    }
}

#[test]
fn fields_stand_in_their_columns() {
    let line =
        "001    1 m GM Adams, Ann                        2100 ENG     1503014 1990/11/30  0.5    1  0000 - H";
    assert!(TrfFile::parse(line).is_ok());
    for (column, from, to, fields) in [
        (48, " 2100 ", "2100  ", "the name takes columns 15 to 47, and the rating columns 49 to 52"),
        (53, " 2100 ", "  2100", "the rating takes columns 49 to 52, and the federation columns 54 to 56"),
        (9, "   1 m", "    1m", "the starting number takes columns 5 to 8"),
        (14, " GM ", "  GM", "the title takes columns 11 to 13, and the name begins in column 15"),
        (
            91,
            "    1  0000",
            "      10000",
            "the rank takes columns 86 to 89, and round 1 begins in column 92",
        ),
    ] {
        let problem = error(&line.replacen(from, to, 1));
        assert!(
            problem.starts_with(&format!("line 1, column {column}: expected a blank, found ")),
            "{problem}"
        );
        assert!(problem.ends_with(fields), "{problem}");
    }
    let shifted = ["   2 w 1", "   1 b 0"].map(|cells| format!("{:91}{:10}{cells}\n", "", ""));
    let text: String =
        (1..).zip(shifted).map(|(number, rest)| format!("001 {number:>4}{}", &rest[8..])).collect();
    let problem = "line 1, column 102: round 1 is empty in the lines of all players, and round 2 is not: are the results in the \
                   wrong columns?";
    assert_eq!(error(&text), problem);
}

#[test]
fn utf_16_is_named() {
    let text: Vec<u8> = "\u{feff}001    1      One\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert!(TrfFile::read(&text).expect_err("UTF-16").to_string().contains("UTF-16"));
}

/// A pair that is forbidden in rounds that are not played was written with the last round before the first.
#[test]
fn a_rule_for_rounds_that_are_not_played_is_left_out() {
    let file =
        TrfFile::parse("001    1      One\n001    2      Two\n142 3\n260 005 009    1    2\n").unwrap();
    assert!(TrfFile::parse(&file.write(Dialect::Trf26)).unwrap().tournament.forbidden.is_empty());
    let both = TrfFile::parse("001    1      One\n240 H 001    1\nXXZ 1\n").unwrap();
    assert_eq!(TrfFile::parse(&both.write(Dialect::Trf26)).unwrap().tournament.byes.len(), 1);
}

/// A round beyond the last possible one made the next one overflow.
#[test]
fn cells_stand_in_rounds_that_can_be() {
    let mut player = tabiya_tournament::Player::new(1, "One", None);
    for round in [0, 201, u16::MAX] {
        player.set_cell(round, Cell::Bye(Bye::PairingAllocated));
    }
    assert_eq!(player.cells, []);
    player.set_cell(200, Cell::Bye(Bye::PairingAllocated));
    assert_eq!(player.cells.len(), 200);
}

/// A player's line with points, a rank and cells.
fn player(number: u16, points: &str, rank: &str, cells: &str) -> String {
    let name = format!("Player {number}");
    format!("001 {number:>4}      {name:<33}{:33}{points:>4} {rank:>4}  {cells}\n", "")
}

/// JaVaFo's `XXC` is cumulative, and Vega writes `XXC rank` from round 2 on, which was refused.
#[test]
fn xxc_is_read_in_every_spelling() {
    let players = |first: &str, third: &str| {
        player(1, "1.0", first, "   2 w 1")
            + &player(2, "0.0", "4", "   1 b 0")
            + &player(3, "1.0", third, "   4 b 1")
            + &player(4, "0.0", "", "   3 w 0")
    };
    let read = |lines: &str| TrfFile::parse(&format!("{lines}{}", players("2", "1"))).expect(lines);
    for (lines, colour) in [
        ("XXC rank\n", None),
        ("XXC white1\n", Some(Colour::White)),
        ("XXC rank black1\n", Some(Colour::Black)),
        ("XXC black1 rank\n", Some(Colour::Black)),
        ("XXC RANK WHITE1\n", Some(Colour::White)),
        ("XXC rank, white1\n", Some(Colour::White)),
        ("XXC rank,white1\n", Some(Colour::White)),
        ("XXC rank,,black1,\n", Some(Colour::Black)),
        ("XXC rank\nXXC black1\n", Some(Colour::Black)),
        ("XXC   B\n", Some(Colour::Black)),
        ("XXC\n", None),
    ] {
        let file = read(lines);
        assert_eq!(file.tournament.first_colour, colour, "{lines}");
        // 3 stands before 1 by rank, at equal points.
        let asks = lines.to_ascii_lowercase().contains("rank");
        assert_eq!(file.ranked_otherwise(), asks.then_some((1, 3)), "{lines}");
        for dialect in [Dialect::Trf26, Dialect::JaVaFo] {
            let again = TrfFile::parse(&file.write(dialect)).expect("our own file");
            assert_eq!(again.tournament.first_colour, colour, "{lines}");
        }
    }
    let problem = error(&format!("XXC rank green\n{}", players("1", "2")));
    assert_eq!(problem, "line 1, column 10: expected white1, black1 or rank, found \"green\"");
    let problem = error(&format!("XXC rank,green\n{}", players("1", "2")));
    assert_eq!(problem, "line 1, column 10: expected white1, black1 or rank, found \"green\"");
    let in_order = TrfFile::parse(&format!("XXC rank\n{}", players("1", "2"))).expect("a file");
    assert_eq!(in_order.ranked_otherwise(), None);
}

/// Points that a program has assigned stand in the file that it writes; they were lost.
#[test]
fn assigned_points_are_written() {
    let assigned = |outcome, round, players: &[u16]| AssignedPoints {
        outcome,
        match_points: None,
        points: Some(Points::tenths(15)),
        round,
        players: players.to_vec(),
    };
    let text = player(1, "", "", "   2 w 1") + &player(2, "", "", "   1 b 0");
    let mut event = TrfFile::parse(&text).expect("a file").tournament;
    event.assigned_points =
        vec![assigned(Outcome::Win, Some(1), &[1, 2]), assigned(Outcome::ForfeitLoss, None, &[])];
    let written = TrfFile::from(event.clone()).write(Dialect::Trf26);
    assert!(written.contains("\n299 W         1.5  001    1    2\n299 -         1.5  000 \n"), "{written}");
    let read = TrfFile::parse(&written).expect("our own file");
    assert_eq!(read.tournament.assigned_points, event.assigned_points);
    assert_eq!(read.write(Dialect::Trf26).matches("299 W").count(), 1, "a line that was read stands once");
}

/// The dates of the rounds stand in the columns of their results, as C.02.03 annex A has them.
#[test]
fn each_round_has_its_date_in_its_columns() {
    let mut file = TrfFile::default();
    file.round_dates(&[None, None]);
    assert_eq!(file.kept_lines().count(), 0);
    file.round_dates(&[Some("26/11/28".to_owned()), None, Some("26/11/30".to_owned()), None]);
    let line = file.kept_lines().next().expect("a line");
    assert_eq!((&line[..3], line.len()), ("132", 119));
    assert_eq!((&line[91..99], line[99..111].trim(), &line[111..119]), ("26/11/28", "", "26/11/30"));
}

/// A line 299 with a type says what a kind of result is worth; only the one without a type was read.
#[test]
fn results_are_worth_what_line_299_says() {
    let line = |kind: char, points: &str, rest: &str| format!("299 {kind}        {points:>4}  {rest}\n");
    let scores = |players: &str, lines: &str| {
        let text = format!("{players}{lines}");
        let file = TrfFile::parse(&text).unwrap_or_else(|error| panic!("{lines}: {error}"));
        let event = &file.tournament;
        let again = TrfFile::parse(&file.write(Dialect::Trf26)).expect("our own file");
        assert_eq!(again.tournament.assigned_points, event.assigned_points, "{lines}");
        event.players.iter().map(|player| event.score(player, 2).as_tenths()).collect::<Vec<_>>()
    };
    let games = player(1, "", "", "   2 w +     3 b 1")
        + &player(2, "", "", "   1 b -     4 w =")
        + &player(3, "", "", "   4 w 1     1 w 0")
        + &player(4, "", "", "   3 b 0     2 b =");
    assert_eq!(scores(&games, ""), [20, 5, 10, 5]);
    for (lines, expected) in [
        (line('W', "3.0", ""), [40, 5, 30, 5]),
        (line('w', "3.0", "000 0003"), [20, 5, 30, 5]),
        (line('D', "0.2", "  2"), [20, 2, 10, 2]),
        (line('D', "0.2", "  1"), [20, 5, 10, 5]),
        (line('L', "0.1", "000 0000"), [20, 5, 11, 6]),
        (line('+', "0.7", "") + &line('-', "-0.5", ""), [17, 0, 10, 5]),
        // With a round and names the round is worth that, whatever the games say, and before all other lines.
        (line('-', "-1.0", "  2    3"), [20, 5, 0, 5]),
        (line('D', "0.8", "  1    1    2") + &line('+', "0.7", ""), [18, 13, 10, 5]),
        (line(' ', "0.5", "  2    4"), [20, 5, 10, 10]),
    ] {
        assert_eq!(scores(&games, &lines), expected, "{lines}");
    }
    let byes: String = (1..)
        .zip(['F', 'H', 'Z', 'U'])
        .map(|(number, bye)| player(number, "", "", &format!("0000 - {bye}")))
        .collect();
    let lines = line('F', "0.9", "") + &line('H', "0.4", "") + &line('Z', "0.1", "");
    assert_eq!(scores(&byes, &lines), [9, 4, 1, 10]);
    for (line, problem) in [
        (
            line('Q', "1.0", ""),
            "line 5, column 5: expected a kind of result, one of W D L F H Z + -, or a blank for bonus and penalty points, \
             found \"Q\"",
        ),
        (
            line('W', "", ""),
            "line 5, column 14: expected points in columns 14 to 17, or match points in 8 to 11",
        ),
    ] {
        assert_eq!(error(&format!("{byes}{line}")), problem);
    }
}

/// Round robins are named in several ways; one that was not known was ranked as a Swiss.
#[test]
fn every_name_of_a_round_robin_makes_one() {
    let system =
        |code: &str| TrfFile::parse(&format!("192 {code}\n001    1      One\n")).unwrap().tournament.system;
    for (code, games) in [
        ("BERGER_ROUNDROBIN", 1),
        ("BERGER_ROUNDROBIN_G3", 3),
        ("BERGER_DOUBLEROUNDROBIN", 2),
        ("BERGER_TEAM_ROUNDROBIN", 1),
        ("BERGER_TEAM_ROUNDROBIN_G2", 2),
        ("BERGER_TEAM_DOUBLEROUNDROBIN", 2),
        ("FIDE_ROUNDROBIN", 1),
        ("FIDE_TEAM_DOUBLEROUNDROBIN", 2),
    ] {
        assert_eq!(system(code), System::RoundRobin { games }, "{code}");
    }
    for code in [
        "CUSTOM_ROUNDROBIN",
        "CUSTOM_TEAM_ROUNDROBIN",
        "CUSTOM_ROUNDROBIN_G1",
        "CUSTOM_TEAM_ROUNDROBIN_G2",
        "CUSTOM_DOUBLEROUNDROBIN",
    ] {
        assert!(system(code).is_predetermined(), "{code}");
    }
    assert!(!system("CUSTOM_SWISS").is_predetermined());
}

/// Swiss-Manager names the system in line 092 alone, and such a round robin was ranked as a Swiss: a free round counted as a
/// game in which points could be won.
#[test]
fn a_round_robin_of_line_092_is_ranked_as_one() {
    let mut event = tournament(
        5,
        &[
            "Z 5b= 2w= 4b= 3w=",
            "5w= 4b= 1b= 3w= Z",
            "4w= Z 5b= 2b= 1b=",
            "3b= 2w= Z 1w= 5b=",
            "2b= 1w= 3w= Z 4w=",
        ],
    );
    event.system = System::RoundRobin { games: 1 };
    let stated = TrfFile::from(event).write(Dialect::Trf26);
    let koya = |text: &str| {
        let event = TrfFile::parse(text).expect("a file").tournament;
        let table = standings(&event, &["KS".parse().expect("a tie-break")], None).expect("standings");
        table.players.iter().map(|player| player.values[0].to_string()).collect::<Vec<_>>()
    };
    // All have 2 points, half of the points of four games.
    assert_eq!(koya(&stated), ["2.0"; 5]);
    let named = |kind: &str| stated.replace("192 BERGER_ROUNDROBIN_G1", &format!("092 {kind}"));
    for kind in ["Individual: Round-Robin", "Individual: Double Round Robin", "ROUNDROBIN"] {
        assert_eq!(koya(&named(kind)), ["2.0"; 5], "{kind}");
        let again = TrfFile::parse(&named(kind)).expect("a file").write(Dialect::Trf26);
        assert_eq!(koya(&again), ["2.0"; 5], "{kind}");
    }
    assert_eq!(koya(&named("Individual: Swiss-System")), ["0.0"; 5]);
    // Line 192 decides where both stand.
    let both = named("Individual: Round-Robin") + "192 FIDE_DUTCH\n";
    assert_eq!(koya(&both), ["0.0"; 5]);
}

/// A bye that was given two rounds ahead took its player out of the round before, of which nothing was written.
#[test]
fn a_bye_of_a_later_round_leaves_the_coming_one_open() {
    let file = |later: &str, lines: &str| {
        let cells = format!("   2 w 1{:12}{later}", "");
        format!(
            "142 5\n152 W\n{lines}{}{}{}{}",
            player(1, "", "", &cells),
            player(2, "", "", "   1 b 0"),
            player(3, "", "", "   4 b 1"),
            player(4, "", "", "   3 w 0")
        )
    };
    for (later, bye) in [("0000 - Z", Bye::Zero), ("0000 - H", Bye::Half), ("0000 - F", Bye::Full)] {
        let mut read = TrfFile::parse(&file(later, "")).expect(later);
        let next = pair(&read.tournament, &Options::default(), |_, _| {}).expect("a pairing");
        assert_eq!((next.pairs.len(), next.bye), (2, None), "{later}: all four are paired");
        assert_eq!(read.tournament.byes, [RequestedBye { bye, round: 3, players: vec![1] }], "{later}");
        for dialect in [Dialect::Trf26, Dialect::JaVaFo] {
            let again = TrfFile::parse(&read.write(dialect)).expect("our own file");
            assert_eq!(again.tournament.byes, read.tournament.byes, "{later}");
        }
        read.tournament.record(&next, &[]);
        let after = pair(&read.tournament, &Options::default(), |_, _| {}).expect("a pairing");
        assert_eq!((after.round, after.pairs.len()), (3, 1), "{later}: 1 is absent in round 3");
    }
    // With the bye of the coming round written too, the player is absent there.
    let both = file("0000 - H", "").replace(&format!("   2 w 1{:12}", ""), "   2 w 1  0000 - Z  ");
    let event = TrfFile::parse(&both).expect("a file").tournament;
    assert_eq!(event.requested_bye(&event.players[0], 2), Some(Bye::Zero));
    assert_eq!(event.requested_bye(&event.players[0], 3), Some(Bye::Half));
    // The points may count the bye already.
    let counted = player(1, "1.5", "", &format!("   2 w 1{:12}0000 - H", ""));
    let text = file("0000 - H", "");
    let own = text.lines().find(|line| line.starts_with("001    1")).expect("player 1");
    assert!(TrfFile::parse(&text.replace(own, counted.trim_end())).is_ok());
    assert!(TrfFile::parse(&file("0000 - H", "240 H 003    1\n")).is_ok());
    assert_eq!(
        error(&file("0000 - H", "240 Z 003    1\n")),
        "line 4, column 112: round 3: a line 240 gives player 1 a bye of another kind"
    );
    assert_eq!(
        error(&file("0000 - U", "")),
        "line 3, column 112: round 3 has a pairing-allocated bye, and round 2 of this player is still open: write U once \
         round 2 is paired, or F, H or Z for a bye that is given ahead"
    );
}
