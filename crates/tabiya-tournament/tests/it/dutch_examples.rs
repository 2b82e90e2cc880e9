// SPDX-License-Identifier: MIT OR Apache-2.0
//! Small tournaments of which the next pairing is known. Each names the article that decides it.

use tabiya_tournament::check::check;
use tabiya_tournament::dutch::{self, Options, PairingError};
use tabiya_tournament::generate::{Recipe, generate};
use tabiya_tournament::{Colour, Tournament, TrfFile};

use super::tournament;

/// The pairs as `White-Black`, the bye as `N-0`.
fn paired(tournament: &Tournament) -> String {
    let pairing = dutch::pair(tournament, &Options::default(), |_, _| {}).expect("a legal pairing");
    let pairs = pairing.pairs.iter().map(|pair| format!("{}-{}", pair.white, pair.black));
    pairs.chain(pairing.bye.map(|number| format!("{number}-0"))).collect::<Vec<_>>().join(" ")
}

#[test]
fn first_round_meets_the_halves() {
    let six = tournament(5, &["", "", "", "", "", ""]);
    assert_eq!(paired(&six), "1-4 5-2 3-6");
    let five = tournament(5, &["", "", "", "", ""]);
    assert_eq!(paired(&five), "1-3 4-2 5-0");
}

/// C5: with 1-3 only 2-6 remains and 5, with a point, has the bye; the player without points must have it.
#[test]
fn bye_goes_to_the_lowest_score() {
    let event = tournament(3, &["4w1 2b1", "5b1 1w0", "6w1 4b1", "1b0 3w0 Z", "2w0 6b1", "3b0 5w0"]);
    assert_eq!(paired(&event), "1-5 3-2 6-0");
}

/// C9: player 5 has missed a round and is spared the bye.
#[test]
fn bye_spares_who_played_least() {
    let event = tournament(3, &["3w1", "4b1", "1b0", "2w0", "Z"]);
    assert_eq!(paired(&event), "2-1 3-5 4-0");
}

/// C2: player 5 had a bye. An engine whose counters are as wide as the largest score group gives it another one.
#[test]
fn no_second_bye_in_small_score_groups() {
    let event = tournament(
        9,
        &[
            "5w1 6b1 7w0 4b0 2b0 Z",
            "6b0 7b0 U 8w0 1w1",
            "Z 5b1 8w= H 7w1",
            "7w= 8b1 H 1w1 5b1",
            "1b0 3w0 Z U 4w0",
            "2w1 1w0 Z 7b0 H",
            "4b= 2w1 1b1 6w1 3b0",
            "H 4w0 3b= 2b1 H",
        ],
    );
    assert_eq!(paired(&event), "4-2 7-5 6-3 8-0");
}

/// Four players who have all met: the arbiter decides.
#[test]
fn no_legal_pairing_is_said() {
    let event = tournament(4, &["2w1 4b1 3b=", "1b0 3w= 4w1", "4b1 2b= 1w=", "3w0 1w0 2b0"]);
    let none = dutch::pair(&event, &Options::default(), |_, _| {});
    assert_eq!(none, Err(PairingError::NoLegalPairing { round: 4, players: 4 }));
}

/// C8: the pairs of the next bracket are those of a pairing that can be completed. Twice a bracket looked best alone with
/// its next score group, and nobody was left for the players below.
#[test]
fn floaters_serve_the_next_bracket_that_can_really_be_made() {
    for text in [include_str!("data/c8_last_bracket.trf"), include_str!("data/c8_four_below.trf")] {
        let event = TrfFile::parse(text).unwrap().tournament;
        assert_eq!(check(&event, &Options::default()), []);
    }
}

/// Article 5.2.5: players that were never paired do not count, so a half-point bye in round 1 moves the colours below.
#[test]
fn numbers_count_players_that_were_paired() {
    let event = TrfFile::parse(include_str!("data/number_after_half_bye.trf")).unwrap().tournament;
    assert_eq!(check(&event, &Options::default()), []);
}

#[test]
fn rounds_end() {
    let event = tournament(1, &["2w1", "1b0"]);
    let done = dutch::pair(&event, &Options::default(), |_, _| {});
    assert_eq!(done, Err(PairingError::AllRoundsPaired { rounds: 1 }));
    let gone = tournament(2, &["2w1 Z", "1b0 Z"]);
    let nobody = dutch::pair(&gone, &Options::default(), |_, _| {});
    assert_eq!(nobody, Err(PairingError::NobodyPresent { round: 2 }));
}

/// Clubs keep apart where scores and floats allow it, and meet where they do not.
#[test]
fn club_mates_meet_only_where_they_must() {
    let event = tournament(5, &["", "", "", "", "", ""]);
    let apart = |groups: &[&[u16]]| {
        let options = Options { apart: groups.iter().map(|group| group.to_vec()).collect() };
        let pairing = dutch::pair(&event, &options, |_, _| {}).unwrap();
        pairing.pairs.iter().map(|pair| (pair.white, pair.black)).collect::<Vec<_>>()
    };
    assert_eq!(apart(&[&[1, 4]]), [(1, 5), (4, 2), (3, 6)]);
    assert_eq!(apart(&[&[1, 2, 3, 4, 5, 6]]), [(1, 4), (5, 2), (3, 6)]);
}

/// 1 and 4 may both have the bye. 1 lost a game by not coming, so C9 gives it to 4, although the other pairs would meet one
/// colour wish more. The explanation named that wish (C12) as what gets worse, from 1 to 0.
#[test]
fn unplayed_games_of_the_bye_are_a_reason() {
    let file = TrfFile::parse(
        "142 5\n152 B\n250       1.0   1   2    1    4\n250       0.5   3   3    1    4\n\
001    1      Player, 1                         2374                             1.5    3     3 b -     6 w 1     4 b =\n\
001    2      Player, 2                         2269                             2.0    2  0000 - H  0000 - H     7 w 1\n\
001    3      Player, 3                         2156                             3.0    1     1 w +     4 b 1     5 w 1\n\
001    4      Player, 4                         2011                             1.5    4     6 b 1     3 w 0     1 w =\n\
001    5      Player, 5                         1800                             1.5    5  0000 - H     7 b 1     3 b 0\n\
001    6      Player, 6                         1691                             1.0    6     4 w 0     1 b 0  0000 - U\n\
001    7      Player, 7                         1596                             1.0    7  0000 - U     5 w 0     2 b 0\n",
    )
    .unwrap();
    let options = Options::default();
    let instead = dutch::instead(&file.tournament, &options, 4, 5).unwrap().to_string();
    assert!(
        instead.starts_with("C9 (unplayed games of the player with the bye) would be 1, not 0"),
        "{instead}"
    );
}

/// bbpPairings' own tournaments state no first colour. Round 1 then tells it to the checker, which took White.
#[test]
fn the_first_colour_follows_from_round_1() {
    let mut colours = Vec::new();
    for seed in 0..8 {
        let mut event = generate(&Recipe { players: 9, rounds: 3, seed, ..Recipe::default() });
        colours.extend(event.first_colour.take());
        assert_eq!(check(&event, &Options::default()), [], "seed {seed}");
    }
    assert!(colours.contains(&Colour::White) && colours.contains(&Colour::Black), "{colours:?}");
}
