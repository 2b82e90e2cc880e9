// SPDX-License-Identifier: MIT OR Apache-2.0
//! Teams: what a file says of them, and a table that is worked out by hand.

use tabiya_tournament::team_standings::team_standings;
use tabiya_tournament::teams::TeamScore;
use tabiya_tournament::{Colour, Dialect, Points, TieBreak, Tournament, TrfFile};

/// Four teams of two boards, all of them have met. Matches: 1-2 1½:½, 3-4 2:0; 1-3 1:1, 2-4 1:1; 4-1 2:0, 2-3 1½:½.
const FOUR: &str = "\
192 FIDE_TEAM_ROUNDROBIN
001    1      A1                                                                              3 w 1     5 b =     7 b 0
001    2      A2                                                                              4 b =     6 w =     8 w 0
001    3      B1                                                                              1 b 0     7 w 1     5 w =
001    4      B2                                                                              2 w =     8 b 0     6 b 1
001    5      C1                                                                              7 w 1     1 w =     3 b =
001    6      C2                                                                              8 b 1     2 b =     4 w 0
001    7      D1                                                                              5 b 0     3 b 0     1 w 1
001    8      D2                                                                              6 w 0     4 w 1     2 b 1
310   1 Alpha                            ALP                                1    2
310   2 Beta                             BET                                3    4
310   3 Gamma                            GAM                                5    6
310   4 Delta                            DEL                                7    8
352 WB
";

fn four() -> Tournament {
    TrfFile::parse(FOUR).expect("the file is right").tournament
}

/// Rank, number, match points, game points and values of each team.
fn table(event: &Tournament, codes: &str, primary: TeamScore) -> Vec<String> {
    let (_, list) = TieBreak::list(codes.split(',')).expect("known codes");
    let lines = team_standings(event, &list, primary).expect("standings");
    let text = |line: &tabiya_tournament::team_standings::TeamStanding| {
        let values: String = line.values.iter().map(|value| format!(" {value}")).collect();
        format!("{} {} {} {}{values}", line.rank, line.number, line.match_points, line.game_points)
    };
    lines.iter().map(text).collect()
}

/// Match points 3 3 3 3: everything is level until game points.
#[test]
fn match_points_follow_from_the_boards() {
    let expected = ["1 3 3.0 3.5 3.5", "2 2 3.0 3.0 3.0", "2 4 3.0 3.0 3.0", "4 1 3.0 2.5 2.5"];
    assert_eq!(table(&four(), "MPvGP", TeamScore::MatchPoints), expected);
    let by_game_points = table(&four(), "MPvGP", TeamScore::GamePoints);
    assert_eq!(by_game_points[0], "1 3 3.0 3.5 3.0");
}

/// Board points: Alpha 1½ and 1, Beta 1½ and 1½, Gamma 2 and 1½, Delta 1 and 2.
#[test]
fn boards_by_article_12() {
    // BC: 1·1½ + 2·1 = 3½, 4½, 5, 5. Beta and Delta have 3 points each: the lower count is better.
    let expected =
        ["1 3 3.0 3.5 3.5 5.0", "2 2 3.0 3.0 3.0 4.5", "3 4 3.0 3.0 3.0 5.0", "4 1 3.0 2.5 2.5 3.5"];
    assert_eq!(table(&four(), "MPvGP,BC", TeamScore::MatchPoints), expected);
    let places = |code| {
        let lines = table(&four(), code, TeamScore::MatchPoints);
        lines.iter().map(|line| line.split(' ').nth(1).unwrap_or("").to_owned()).collect::<String>()
    };
    // TBR: board 1 is 2, 1½, 1½, 1; then board 2 is Beta's 1½ before Alpha's 1.
    assert_eq!(places("TBR"), "3214");
    // BBE: of two boards the last is left out, so that board 1 alone counts; Alpha and Beta stay level.
    assert_eq!(table(&four(), "BBE", TeamScore::MatchPoints)[1], "2 1 3.0 2.5 2");
}

/// Article 13.2: each opponent's points times the points against them. Alpha: 3·2 + 3·1 + 3·0, 3·1½ + 3·1 + 3·0,
/// 3·2 + 3½·1 + 3·0, 3·1½ + 3½·1 + 3·0.
#[test]
fn extended_sonneborn_berger() {
    let lines = table(&four(), "EMMSB,EMGSB,EGMSB,EGGSB", TeamScore::MatchPoints);
    assert!(lines.contains(&"4 1 3.0 2.5 9.00 7.50 9.50 8.00".to_owned()), "{lines:?}");
}

/// Article 13.3: all have met and have as many match points, so the game points among them decide. Beta and Delta are
/// level there too, and drew their match; on board 1 Beta won.
#[test]
fn extended_direct_encounter() {
    let of = |code| table(&four(), code, TeamScore::MatchPoints);
    assert_eq!(of("EDE"), ["1 3 3.0 3.5 1", "2 2 3.0 3.0 2", "2 4 3.0 3.0 2", "4 1 3.0 2.5 4"]);
    for code in ["EDET", "EDEB", "EDEBT", "EDEBB"] {
        assert_eq!(of(code)[1..3], ["2 2 3.0 3.0 2", "3 4 3.0 3.0 3"], "{code}");
    }
    assert_eq!(
        of("EDEBT")[1],
        "2 2 3.0 3.0 2",
        "Beta's point on board 1 counts once, Delta's on board 2 twice"
    );
}

#[test]
fn buchholz_of_teams_is_for_swisses() {
    let (_, list) = TieBreak::list(["SSSC"]).unwrap();
    assert!(team_standings(&four(), &list, TeamScore::MatchPoints).is_err());
    let mut swiss = four();
    swiss.system = tabiya_tournament::System::Unstated;
    // Buchholz 9; the factor is 2·3 match points over 2 game points of a match: 3. So 2½ + 9/3.
    let lines = table(&swiss, "SSSC,SSSC/K2,BH,BH:GP", TeamScore::MatchPoints);
    assert!(lines.contains(&"4 1 3.0 2.5 5.50 7.00 9.0 9.5".to_owned()), "{lines:?}");
    let (_, ratings) = TieBreak::list(["ARO"]).unwrap();
    assert!(team_standings(&swiss, &ratings, TeamScore::MatchPoints).is_err());
}

#[test]
fn reads_what_other_programs_write() {
    let text = format!(
        "{FOUR}310  12 India                            IND     2486   15.0   28.0  11\n\
         320  1.0  2.0 012 000\n330 -+ 004 012 001\n362 TW 3.0   TD 1.0   TL 0.0\n212 PTS,EDET/P,EMGSB/C1/P\n299    -1.0  -0.5  000 0012\n"
    );
    let file = TrfFile::parse(&text.replace("192 FIDE_TEAM_ROUNDROBIN", "192 FIDE_TEAM_GP_MP")).unwrap();
    let event = &file.tournament;
    let india = event.teams.team(12).unwrap();
    assert_eq!((india.nickname.as_str(), india.strength, india.rank), ("IND", Some(2486), Some(11)));
    assert_eq!(
        (india.match_points, india.game_points),
        (Some(Points::tenths(150)), Some(Points::tenths(280)))
    );
    assert_eq!(event.teams.byes.as_ref().unwrap().teams, [Some(12), None]);
    assert_eq!(event.teams.forfeits[0].winner, Some(Colour::Black));
    assert_eq!((event.teams.scoring.win, event.teams.colours.len()), (Points::tenths(30), 2));
    assert_eq!(event.primary_score(), TeamScore::GamePoints);
    // The bye's points, no match in rounds 2 and 3, a lost match in round 4, and the penalty.
    let lines = table(event, "TPN", TeamScore::MatchPoints);
    assert!(lines.contains(&"5 12 0.0 1.5 12".to_owned()), "{lines:?}");
    let written = file.write(Dialect::Trf26);
    assert_eq!(TrfFile::parse(&written).expect("our own file").tournament.teams, event.teams);
}

#[test]
fn errors_name_line_and_column() {
    let error = |line: &str| TrfFile::parse(&format!("{FOUR}{line}\n")).expect_err("refused").to_string();
    for (line, expected) in [
        ("310     x", "line 15, column 5: expected a team's number, 1 to 999, in columns 5 to 7"),
        ("310   2 Again", "line 15, column 5: team 2 is also that of line 11"),
        (&format!("310   5 E{:>68}", 99), "line 15, column 74: there is no player 99"),
        (&format!("310   5 E{:>68}", 1), "line 15, column 74: player 1 is in team 1 already"),
        ("330 ++   1   1   2", "line 15, column 5: expected +-, -+ or --, found \"++\""),
        ("330 +-   1   1   9", "line 15, column 16: there is no team 9 (line 310)"),
        ("330 +-   1   1   1", "line 15, column 16: team 1 can't be its own opponent"),
        ("352 WBX", "line 15, column 5: expected the colours of the boards, like WBWB, found \"WBX\""),
        ("362 TX 1.0", "line 15, column 5: expected TW, TD or TL, found \"TX\""),
        ("362 TW", "line 15, column 7: expected points like 2.0"),
        ("320  1.0", "line 15, column 10: expected points like 1.0, found blanks"),
        ("300   0   1   2", "line 15, column 5: expected a round, 1 to 200"),
        (
            "330 +-   3   1   2",
            "line 2, column 112: round 3: this player of team 1 meets team 4, but line 330 has team 1 in another match",
        ),
        ("240 H 001    7", "line 15, column 14: there is no team 7"),
    ] {
        let found = error(line);
        assert!(found.starts_with(expected), "{line}: {found}");
    }
    // In round 3 the second boards of Alpha and Beta change their opponents.
    let mixed = FOUR.replace("8 w 0\n", "6 w 0\n").replace("6 b 1\n", "8 b 1\n");
    let mixed = mixed.replace("4 w 0\n", "2 b 1\n").replace("2 b 1\n310", "4 w 0\n310");
    let found = TrfFile::parse(&mixed).expect_err("refused").to_string();
    let expected =
        "line 3, column 112: round 3: this player of team 1 meets team 3, and team-mate 1 meets team 4";
    assert_eq!(found, expected);
    let orphan = TrfFile::parse("001    1      A\n352 WB\n").expect_err("refused").to_string();
    assert!(orphan.contains("310"), "{orphan}");
}

/// FIDE's sample of TRF26 has lines 250 with match points alone and lines 299 with a type; both were refused.
#[test]
fn lines_of_fides_sample_with_teams() {
    let lines = "192 FIDE_TEAM_BAKU\n250  2          1   1    1    2\n250 00.0 02.0 001 003 0001 0004\n240 F   4    3\t \n\
                 260   4  11    2   4\n299 +  2.0   2.5  003    1\n299 -    0.0      0.5\n299 L  0.0   0.0  002\n330 +-   4   1   2\n";
    let text = format!("{}{lines}", FOUR.replace("192 FIDE_TEAM_ROUNDROBIN\n", ""));
    let file = TrfFile::parse(&text).expect("the file is right");
    let event = &file.tournament;
    let accelerated: Vec<(i32, i32)> = event
        .virtual_points
        .iter()
        .map(|one| (one.match_points.as_tenths(), one.points.as_tenths()))
        .collect();
    assert_eq!(accelerated, [(20, 0), (0, 20)]);
    // Round 3 of Alpha is worth 2 and 2½ in place of 0 and 0; Beta lost round 4 by forfeit for half a point.
    let expected = ["1 1 7.0 7.0", "2 3 5.0 5.5", "3 2 3.0 3.5", "3 4 3.0 3.0"];
    assert_eq!(table(event, "", TeamScore::MatchPoints), expected);
    let again = TrfFile::parse(&file.write(Dialect::Trf26)).expect("our own file").tournament;
    assert_eq!(
        (&again.virtual_points, &again.assigned_points),
        (&event.virtual_points, &event.assigned_points)
    );
    let players =
        TrfFile::parse("001    1      One\n250  2          1   1    1    2\n").expect_err("no teams");
    assert!(
        players.to_string().starts_with("line 2, column 10: match points alone accelerate teams"),
        "{players}"
    );
}
