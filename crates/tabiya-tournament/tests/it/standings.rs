// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tie-breaks of small tournaments of which the values are known.

use tabiya_tournament::standings::standings;
use tabiya_tournament::{System, TieBreak, Tournament};

use super::{list, tournament, unplayed_rounds};

/// The values of each player in the order of starting numbers.
fn values(event: &Tournament, codes: &str) -> Vec<String> {
    let mut all = standings(event, &list(codes), None).expect("standings").players;
    all.sort_by_key(|one| one.number);
    let row = |values: &[tabiya_tournament::tiebreak::Value]| {
        values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    };
    all.iter().map(|one| format!("{} {}", one.points, row(&one.values))).collect()
}

fn ranks(event: &Tournament, codes: &str) -> Vec<(usize, u16)> {
    let all = standings(event, &list(codes), None).expect("standings").players;
    all.iter().map(|one| (one.rank, one.number)).collect()
}

/// C.07 articles 16.3 to 16.5: dummies with caps, and cuts that take voluntary unplayed rounds first.
#[test]
fn unplayed_rounds_by_article_16() {
    let expected = [
        "3.5 8.0 7.0 6.75 5.75",
        "2.5 9.5 8.0 5.50 4.00",
        "2.0 9.0 7.0 3.25 2.25",
        "2.5 9.5 8.0 4.75 3.25",
        "1.0 7.0 6.0 1.00 1.00",
        "1.0 7.0 6.0 1.00 1.00",
    ];
    assert_eq!(values(&unplayed_rounds(), "BH,BH/C1,SB,SB/C1"), expected);
}

#[test]
fn own_records_by_article_7() {
    let expected = [
        "3.5 3 3 2 1 8.5 4 3.5",
        "2.5 1 1 2 0 7.0 4 2.5",
        "2.0 1 0 1 0 6.0 3 2.0",
        "2.5 2 1 1 0 5.0 4 2.5",
        "1.0 1 1 3 1 2.0 3 1.0",
        "1.0 1 0 0 0 3.0 3 1.0",
    ];
    assert_eq!(values(&unplayed_rounds(), "WIN,WON,BPG,BWG,PS,REP,STD"), expected);
}

/// Article 6.3: 1 beat 2 and drew 3, 2 and 3 have not met; whatever comes, 1 stays alone at the top only if 3 can't reach
/// it.
#[test]
fn direct_encounter_with_missing_games() {
    let decided = tournament(
        3,
        &["2w1 3b1 4w0", "1b0 4w1 5b1", "4b1 1w0 6w1", "3w0 2b0 1b1", "6w1 6b0 2w0", "5b0 5w1 3b0"],
    );
    let table = values(&decided, "DE");
    assert_eq!(table[..3], ["2.0 2.0", "2.0 0.0", "2.0 0.0"]);
    assert_eq!(ranks(&decided, "DE")[..3], [(1, 1), (2, 2), (2, 3)]);
    let open = tournament(2, &["2w1 4b0", "1b0 5w1", "4w1 6b0", "3b0 1w1", "6w= 2b0", "5b= 3w1"]);
    assert!(values(&open, "DE").iter().all(|line| line.ends_with(" 0.0")), "nobody is alone at the top");
}

/// Article 6.2: all have met, and those who are level among each other are compared again.
#[test]
fn sub_ties_of_a_direct_encounter_begin_anew() {
    let event = tournament(
        4,
        &[
            "2w1 3b1 4b0 5w0",
            "1b0 4w1 3w1 6w0",
            "4w1 1w0 2b0 7w1",
            "3b0 2b0 1w1 8w1",
            "Z Z Z 1b1",
            "Z Z Z 2b1",
            "Z Z Z 3b0",
            "Z Z Z 4b0",
        ],
    );
    // 1 and 2 have two points of three, 3 and 4 have one; 1 beat 2, and 3 beat 4.
    assert_eq!(values(&event, "DE")[..4], ["2.0 2.0", "2.0 2.0", "2.0 1.0", "2.0 1.0"]);
    assert_eq!(ranks(&event, "DE")[..4], [(1, 1), (2, 2), (3, 3), (4, 4)]);
}

/// Article 6.1.1: forfeits are left out, unless `/P` says otherwise.
#[test]
fn a_direct_encounter_leaves_forfeits_out() {
    let event = tournament(2, &["2w+ 3b0", "1b- 4w1", "4w1 1w1", "3b0 2b0"]);
    assert_eq!(ranks(&event, "DE"), [(1, 3), (2, 1), (2, 2), (4, 4)]);
    assert_eq!(ranks(&event, "DE/P"), [(1, 3), (2, 1), (3, 2), (4, 4)]);
}

/// Article 4.4: an opponent who is met twice counts twice; only the direct encounter takes an average (6.1.2).
#[test]
fn each_meeting_counts_by_itself() {
    let event = tournament(2, &["2w1 2b=", "1b0 1w="]);
    assert_eq!(values(&event, "BH,SB,KS,ARO,BPG"), ["1.5 1.0 0.75 0.0 2480 1", "0.5 3.0 0.75 0.5 2490 1"]);
}

/// Article 16.3: a requested bye that nothing but voluntary unplayed rounds follow is a draw for the opponents.
#[test]
fn players_who_left_count_as_drawn() {
    let event = tournament(3, &["2w1 3b1 4w1", "1b0 Z Z", "4w1 1w0 H", "3b0 Z 1b0"]);
    // 2 counts 0 + ½ + ½, 3 counts 1½, and 4, who came back, counts 0.
    assert_eq!(values(&event, "BH,SB")[0], "3.0 2.5 2.50");
}

/// Article 14.1.1: of running sums the first rounds are dropped, of ratings the lowest.
#[test]
fn cuts_of_other_sums() {
    let first = values(&unplayed_rounds(), "PS,PS/C1,PS/C2,PS/M1,ARO,ARO/C1,ARO/M1")[0].clone();
    assert_eq!(first, "3.5 8.5 7.5 6.0 4.0 2463 2470 2465");
}

/// Articles 8 and 15.2.
#[test]
fn round_robins_know_no_buchholz_and_play_forfeits() {
    let mut event = tournament(3, &["4w1 2b= 3w+", "3w1 1w= 4b0", "2b0 4w1 1b-", "1b0 3b0 2w1"]);
    event.system = System::RoundRobin { games: 1 };
    let list = ["BH".parse::<TieBreak>().unwrap()];
    let problem = standings(&event, &list, None).unwrap_err().to_string();
    assert!(problem.contains("round robin"), "{problem}");
    assert_eq!(
        values(&event, "SB,KS,WON,BPG,ARO"),
        ["2.5 2.75 0.5 2 1 2470", "1.5 2.25 0.5 1 1 2473", "1.0 1.00 0.0 1 1 2470", "1.0 1.50 1.0 1 2 2480"]
    );
}

/// Article 10.
#[test]
fn ratings_by_article_10() {
    let event = tournament(2, &["2w1 3b1", "1b0 4w=", "4b1 1w0", "3w0 2b="]);
    // Opponents of 1: 2480 and 2470; of 3: 2460 and 2490; of 4: 2470 and 2480.
    assert_eq!(
        values(&event, "ARO,TPR,ARO/C1"),
        ["2.0 2475 3275 2480", "0.5 2475 2282 2490", "1.0 2475 2475 2490", "0.5 2475 2282 2480"]
    );
    // Articles 10.3 to 10.5: the lowest rating that is expected to score as much, and what opponents have.
    assert_eq!(
        values(&event, "PTP,APRO,APPO,RTNG"),
        [
            "2.0 3216 2379 2377 2490",
            "0.5 2281 2779 2749 2480",
            "1.0 2473 2779 2749 2470",
            "0.5 2282 2379 2377 2460"
        ]
    );
    assert_eq!(ranks(&event, "RTNG/R")[2..], [(3, 4), (4, 2)]);
    let mut unrated = event;
    unrated.players[3].rating = None;
    assert_eq!(standings(&unrated, &["ARO".parse().unwrap()], None).unwrap().dropped.len(), 1);
    assert_eq!(standings(&unrated, &["ARO".parse().unwrap()], Some(1400)).unwrap().dropped, []);
}

/// Article 8.2 averages over the opponents that were met on the board. `/P` and Fore Buchholz took forfeits in.
#[test]
fn an_average_buchholz_leaves_forfeits_out() {
    // 2 has a Buchholz of 2 + 1 and a Fore Buchholz of 1.5 + 1.5; that of 3, who did not come, is 2.
    let event = tournament(2, &["2w1 3b+", "1b0 5w1", "4w1 1w-", "3b0 6w0", "6b1 2b0", "5w0 4b1"]);
    assert_eq!(values(&event, "AOB,AOB/P,AOB/F,AOB/F/P")[0], "2.0 3.00 3.00 3.00 3.00");
}

#[test]
fn equal_players_share_a_rank() {
    let event = tournament(1, &["2w=", "1b=", "4w=", "3b="]);
    assert_eq!(ranks(&event, "BH,SB"), [(1, 1), (1, 2), (1, 3), (1, 4)]);
    assert_eq!(ranks(&event, "TPN"), [(1, 1), (2, 2), (3, 3), (4, 4)]);
    assert_eq!(ranks(&event, "TPN/R"), [(1, 4), (2, 3), (3, 2), (4, 1)]);
}

/// A forfeit that `/P` makes a game was cut in the place of the lowest opponent, as if it were still an unplayed round.
/// Player 1 met opponents with 4, 0 and 2 points and forfeited against one with 2.
#[test]
fn cuts_with_p_take_forfeits_for_games() {
    let event = tournament(
        4,
        &[
            "2w0 3b1 4w0 5b-",
            "1b1 5w1 6b1 4w1",
            "4w0 1w0 5b0 6w0",
            "3b1 6w0 1b1 2b0",
            "6w0 2b0 3w1 1w+",
            "5b1 4b1 2w0 3b1",
        ],
    );
    let first = |codes: &str| values(&event, codes)[0].clone();
    assert_eq!(first("BH,BH/C1,BH/C2,BH/M1,BH/M2"), "1.0 7.0 6.0 6.0 2.0 0.0");
    assert_eq!(first("BH/P,BH/C1/P,BH/C2/P,BH/M1/P,BH/M2/P"), "1.0 8.0 8.0 6.0 4.0 0.0");
    // The last round drawn gives the opponents 3½, ½, 2½ and 1½, with /P or without.
    assert_eq!(first("FB,FB/C1,FB/P,FB/C1/P"), "1.0 8.0 7.5 8.0 7.5");
    // Player 6 of the next table lost by forfeit to 1, who has 2 points, and beat 5, who has none.
    let event = tournament(
        3,
        &["6w+ 2b0 3w1", "5w1 1w1 4b1", "4w1 5b1 1b0", "3b0 6w0 2w0", "2b0 3w0 6b0", "1b- 4b1 5w1"],
    );
    assert_eq!(values(&event, "BH/C1,BH/C1/P,SB/C1,SB/C1/P")[5], "2.0 0.0 2.0 0.00 0.00");
}

/// Of two voluntary unplayed rounds with nothing in them the first one was cut, and what the second cut took hung on the order
/// of the rounds.
#[test]
fn the_order_of_rounds_does_not_change_a_cut() {
    // 1 drew with 2 and 3, who have 0.5 and 3.5, and had a zero-point bye and lost by forfeit to 4, who has nothing: the
    // dummies have 1 and 0. The lower one goes first, then 2, who is the lowest that is left.
    let one = ["2w= 3b= 4w- Z", "1b= 5w0 3b0 5b0", "5w1 1w= 2w1 4w1", "Z Z 1b- 3b0", "3b0 2b1 Z 2w1"];
    let other = ["2w= 3b= Z 4w-", "1b= 5w0 5b0 3b0", "5w1 1w= 4w1 2w1", "Z Z 3b0 1b-", "3b0 2b1 2w1 Z"];
    let (one, other) = (tournament(4, &one), tournament(4, &other));
    let codes = "SB/C1,SB/C2,SB/M1,SB/M2,BH/C1,BH/C2,SB/C2/P";
    assert_eq!(values(&one, codes)[0], "1.0 2.00 1.75 0.25 0.00 5.0 4.0 2.00");
    assert_eq!(values(&other, codes)[0], values(&one, codes)[0]);
}

/// The free rounds of a round robin counted as if points could be won in them: 5 players, a limit of 2½ for 2. Both tables are
/// paired as Berger's is, with number 6 as the free place and as the leaver.
#[test]
fn koya_counts_the_games_that_a_round_robin_has() {
    let mut event = tournament(
        5,
        &[
            "Z 2w0 3b1 4w= 5b1",
            "5w= 1b1 Z 3w= 4b1",
            "4w= 5b0 1w0 2b= Z",
            "3b= Z 5w= 1b= 2w0",
            "2b= 3w1 4b= Z 1w0",
        ],
    );
    event.system = System::RoundRobin { games: 1 };
    // Scores 2½, 3, 1, 1½, 2: the limit is half of four games.
    assert_eq!(
        values(&event, "KS,KS/L+1,KS/L-1"),
        ["2.5 1.0 0.0 1.5", "3.0 1.5 1.0 2.5", "1.0 0.5 0.5 1.0", "1.5 1.0 0.5 1.0", "2.0 0.5 0.5 1.0"]
    );
    // A leaver whose results were taken out leaves everybody else a round without a game.
    let mut annulled = tournament(
        5,
        &[
            "Z 2w= 3b= 4w1 5b1",
            "5w0 1b= Z 3w= 4b1",
            "4w0 5b1 1w= 2b= Z",
            "3b1 Z 5w1 1b0 2w0",
            "2b1 3w0 4b0 Z 1w0",
            "Z Z Z Z Z",
        ],
    );
    annulled.system = System::RoundRobin { games: 1 };
    assert_eq!(values(&annulled, "KS"), ["3.0 2.0", "2.0 2.0", "2.0 1.0", "2.0 1.0", "1.0 1.0", "0.0 0.0"]);
}

/// A value with more digits than its column usually has was rounded, so that unequal ones looked equal.
#[test]
fn values_are_printed_exactly() {
    // 1 and 2 meet four times: 3 points of 4 are an average of three quarters.
    let mut event = tournament(
        6,
        &[
            "2w1 2b= 2w1 2b= 3w0 4b0",
            "1b0 1w= 1b0 1w= 4b1 3w1",
            "4w= 4b= 4w= 4b0 1b1 2b0",
            "3b= 3w= 3b= 3w1 2w0 1w1",
        ],
    );
    event.system = System::RoundRobin { games: 4 };
    assert_eq!(values(&event, "DE"), ["3.0 0.75", "3.0 0.25", "2.5 0.0", "3.5 0.0"]);
    // All have 4 points. 1 has three quarters against 2, one half against 3, and nothing against 4.
    let event = tournament(
        8,
        &[
            "2w1 2b1 2w1 2b0 3w1 3b0 4w0 4b0",
            "1b0 1w0 1b0 1w1 4w1 4b0 3w1 3b1",
            "4w1 4b1 4w1 4b0 1b0 1w1 2b0 2w0",
            "3b0 3w0 3b0 3w1 2b0 2w1 1b1 1w1",
        ],
    );
    assert_eq!(values(&event, "DE"), ["4.0 1.25", "4.0 1.75", "4.0 1.25", "4.0 1.75"]);
    // Averages that no decimal fraction says have four digits.
    let event = tournament(3, &["2w1 3b1 4w=", "1b0 4w1 3b=", "4b1 1w0 2w=", "3w0 2b0 1b="]);
    assert_eq!(values(&event, "AOB"), ["2.5 4.8333", "1.5 4.50", "1.5 4.50", "0.5 4.1667"]);
}

/// Averages of seven meetings were cut to sixtieths of a tenth, and 3/7 + 4/7 became less than 1.
#[test]
fn averages_of_many_meetings_are_exact() {
    let mut event = tournament(
        15,
        &[
            "2w1 2b1 2w1 2b0 2w0 2b0 2w0 3w1 3b1 3w1 3b1 3w0 3b0 3w0 Z",
            "1b0 1w0 1b0 1w1 1b1 1w1 1b1 Z Z Z Z Z Z Z 3w1",
            "Z Z Z Z Z Z Z 1b0 1w0 1b0 1w0 1b1 1w1 1b1 2b0",
        ],
    );
    event.system = System::RoundRobin { games: 7 };
    event.odd_points = [(1, -20), (3, 20)]
        .map(|(number, tenths)| tabiya_tournament::tournament::OddPoints {
            match_points: tabiya_tournament::Points::ZERO,
            points: tabiya_tournament::Points::tenths(tenths),
            round: None,
            players: vec![number],
        })
        .to_vec();
    // All have 5 points. 1 has 3/7 + 4/7 = 1, 2 has 4/7 + 1, and 3 has 3/7 + 0.
    assert_eq!(values(&event, "DE"), ["5.0 1.0", "5.0 1.5714", "5.0 0.4286"]);
}
