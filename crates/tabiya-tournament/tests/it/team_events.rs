// SPDX-License-Identifier: MIT OR Apache-2.0
//! Random team tournaments, to compare with Gacrux and to try laws with.

use tabiya_tournament::dutch::{self, Options};
use tabiya_tournament::round_robin::berger;
use tabiya_tournament::teams::{ForfeitedMatch, Lineup, MatchScoring, Team, TeamByes, Teams};
use tabiya_tournament::tournament::RequestedBye;
use tabiya_tournament::{
    Bye, Cell, Colour, Dialect, GameResult, Player, Points, System, Tournament, TrfFile,
};

/// A small random generator: SplitMix64.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % limit
    }

    pub(crate) fn one_in(&mut self, count: u64) -> bool {
        self.below(count) == 0
    }
}

/// A Swiss of teams with forfeited boards and matches, byes, withdrawals, reserves and changed line-ups.
pub(crate) fn team_event(seed: u64) -> Tournament {
    let mut random = Random(seed);
    let boards = 2 + random.below(3) as usize;
    let count = 10 + random.below(8) as u16;
    let rounds = 3 + random.below(3) as u16;
    let mut event = teams(seed, boards, count, rounds);
    // The teams are paired as if they were players.
    let players = (1..=count).map(|number| Player::new(number, "Team", None)).collect();
    let first_colour = Some(Colour::White);
    let mut table = Tournament { players, rounds: Some(rounds), first_colour, ..Tournament::default() };
    let mut withdrawn = vec![false; usize::from(count)];
    for round in 1..=rounds {
        for number in 1..=count {
            let gone = &mut withdrawn[usize::from(number) - 1];
            *gone |= round > 1 && random.one_in(60);
            if *gone || (round > 1 && random.one_in(25)) {
                let half = !*gone && random.one_in(2) && round < rounds;
                let bye = if half { Bye::Half } else { Bye::Zero };
                table.players[usize::from(number) - 1].set_cell(round, Cell::Bye(bye));
                match event.byes.iter_mut().find(|one| one.bye == bye && one.round == round) {
                    Some(line) => line.players.push(number),
                    None => event.byes.push(RequestedBye { bye, round, players: vec![number] }),
                }
            }
        }
        let pairing = dutch::pair(&table, &Options::default(), |_, _| {}).expect("enough opponents are left");
        let mut results = Vec::new();
        for pair in &pairing.pairs {
            results.push(play(&mut event, &mut random, round, (pair.white, pair.black), boards));
        }
        table.record(&pairing, &results);
        if let (Some(number), Some(byes)) = (pairing.bye, &mut event.teams.byes) {
            byes.teams[usize::from(round) - 1] = Some(number);
        }
    }
    state_scores(event)
}

/// A round robin of teams with forfeited boards and matches, reserves and changed line-ups.
pub(crate) fn team_round_robin(seed: u64) -> Tournament {
    let mut random = Random(seed);
    let boards = 2 + random.below(3) as usize;
    let count = 4 + random.below(5) as u16;
    let table = berger(count, 1);
    let mut event = teams(seed, boards, count, table.len() as u16);
    event.system = System::RoundRobin { games: 1 };
    event.teams.byes = None;
    for (round, pairs) in (1..).zip(&table) {
        for pair in pairs {
            play(&mut event, &mut random, round, *pair, boards);
        }
    }
    state_scores(event)
}

/// The teams with their players, before the first round.
fn teams(seed: u64, boards: usize, count: u16, rounds: u16) -> Tournament {
    let team = |number: u16| {
        let first = (number - 1) * (boards as u16 + 1) + 1;
        let players = (first..=first + boards as u16).collect();
        let name = format!("Team {number}");
        Team { number, name, players, ..Team::default() }
    };
    let alternating = [Colour::White, Colour::Black];
    Tournament {
        name: format!("Teams {seed}"),
        rounds: Some(rounds),
        first_colour: Some(Colour::White),
        system: System::Other("CUSTOM_TEAM_SWISS".into()),
        players: (1..=count * (boards as u16 + 1))
            .map(|number| Player::new(number, format!("Player {number}"), Some(2600 - number)))
            .collect(),
        teams: Teams {
            list: (1..=count).map(team).collect(),
            colours: (0..boards).map(|board| alternating[board % 2]).collect(),
            byes: Some(TeamByes {
                match_points: Points::tenths(10),
                game_points: Points::tenths(5) * boards as i32,
                teams: vec![None; usize::from(rounds)],
            }),
            ..Teams::default()
        },
        ..Tournament::default()
    }
}

fn state_scores(mut event: Tournament) -> Tournament {
    let scores: Vec<Points> = event.players.iter().map(|player| event.score(player, 200)).collect();
    event.players.iter_mut().zip(scores).for_each(|(player, score)| player.points = Some(score));
    event
}

/// Plays a match and says how it ended for the team with White.
fn play(
    event: &mut Tournament,
    random: &mut Random,
    round: u16,
    (white, black): (u16, u16),
    boards: usize,
) -> GameResult {
    // Gacrux takes the result of a forfeited match from the players' cells, so these say it too.
    let forfeited = random.one_in(20);
    let winner = [Some(Colour::White), Some(Colour::Black), None][random.below(3) as usize];
    if forfeited {
        event.teams.forfeits.push(ForfeitedMatch { winner, round, white, black });
    }
    let mut lineup = |team: u16, opponent: u16| -> Vec<u16> {
        let mut players = event.teams.team(team).expect("it plays").players.clone();
        players.remove(random.below(boards as u64 + 1) as usize);
        if random.one_in(6) {
            players.swap(0, 1);
            let order = players.iter().map(|player| Some(*player)).collect();
            event.teams.lineups.push(Lineup { round, team, opponent, players: order });
        }
        players
    };
    let (home, guests) = (lineup(white, black), lineup(black, white));
    let mut lead = 0;
    for board in 0..boards {
        let (one, other, points) = match random.below(20) {
            _ if forfeited => match winner {
                Some(Colour::White) => (GameResult::ForfeitWin, GameResult::ForfeitLoss, 2),
                Some(Colour::Black) => (GameResult::ForfeitLoss, GameResult::ForfeitWin, -2),
                None => (GameResult::ForfeitLoss, GameResult::ForfeitLoss, 0),
            },
            0 if board > 0 => (GameResult::ForfeitWin, GameResult::ForfeitLoss, 2),
            1 if board > 0 => (GameResult::ForfeitLoss, GameResult::ForfeitWin, -2),
            2..9 => (GameResult::Win, GameResult::Loss, 2),
            9..14 => (GameResult::Draw, GameResult::Draw, 0),
            _ => (GameResult::Loss, GameResult::Win, -2),
        };
        lead += points;
        let colour = if board % 2 == 0 { Colour::White } else { Colour::Black };
        for (player, opponent, colour, result) in
            [(home[board], guests[board], colour, one), (guests[board], home[board], colour.other(), other)]
        {
            let cell = Cell::Game { opponent, colour: Some(colour), result };
            event.players[usize::from(player) - 1].set_cell(round, cell);
        }
    }
    match lead {
        1.. => GameResult::Win,
        0 => GameResult::Draw,
        _ => GameResult::Loss,
    }
}

#[test]
fn team_files_survive_writing() {
    for seed in 0..200 {
        let mut event = team_event(seed);
        event.teams.scoring = MatchScoring { win: Points::tenths(30), ..MatchScoring::default() };
        for bye in &mut event.byes {
            bye.players.sort_unstable();
        }
        let text = TrfFile::from(event.clone()).write(Dialect::Trf26);
        let mut read = TrfFile::parse(&text).expect("our own file").tournament;
        // Players that never sat at a board have no cells to write.
        for (one, other) in read.players.iter_mut().zip(&event.players) {
            one.cells.resize(other.cells.len().max(one.cells.len()), Cell::ABSENT);
        }
        assert_eq!(read, event, "seed {seed}\n{text}");
    }
}
