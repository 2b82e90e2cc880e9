// SPDX-License-Identifier: AGPL-3.0-or-later
//! Arenas: waves, points, coming and going, and the end of the time.

use std::collections::BTreeSet;

use proptest::prelude::*;
use tabiya_events::arenas::{self, ends, is_due};
use tabiya_events::decide::{Command, Refusal, Who};
use tabiya_events::event::{Card, EntrantId, Event, Format, Outcome, Plays, Presence, Settings, Stage};
use tabiya_events::pairing::NoPairing;
use tabiya_events::table::Table;
use tabiya_game::{GameId, Millis, Time, TimeControl};

use crate::played::{Played, player};

fn settings(minutes: u16) -> Settings {
    let time = TimeControl::new(Millis::from_secs(60), Millis::ZERO).unwrap();
    Settings::new("Arena", Format::Arena { minutes }, Some(time), 1)
}

fn join(number: u8) -> Command {
    let card = Card::new(format!("Online {number}"), Some(2000 - 10 * u16::from(number)));
    Command::Enter { player: Some(player(number)), card, plays: None }
}

fn arena(players: u8) -> Played {
    let mut played = Played::new(settings(60));
    for number in 1..=players {
        played.act(&join(number)).unwrap();
    }
    played.act(&Command::Start { ids: Vec::new() }).unwrap();
    played
}

/// Pairs those who are free, as the server does.
fn wave(played: &mut Played, now: Time) -> usize {
    let head = played.event.head;
    let ids = (1..).map(|number| GameId::from_bits(head * 1000 + number));
    let games: Vec<_> = arenas::pairs(&played.event)
        .into_iter()
        .zip(ids)
        .map(|((white, black), id)| (white, black, id))
        .collect();
    let pairs = games.len();
    played.act_as(&Command::TakeWave { games, now }, None, Who::Server).unwrap();
    pairs
}

fn running(event: &Event) -> Vec<GameId> {
    let arena = event.arena.as_ref().unwrap();
    arena.running.iter().map(|place| arena.games[*place].game).collect()
}

fn end(played: &mut Played, game: GameId, outcome: Outcome, plies: u16) -> usize {
    let command = Command::GameEnded { game, outcome, absent: None, plies, berserk: [false; 2] };
    played.act_as(&command, None, Who::Server).unwrap()
}

#[test]
fn settings_that_make_no_arena_are_refused() {
    assert_eq!(settings(60).check(), Ok(()));
    assert!(settings(0).check().is_err() && settings(721).check().is_err());
    assert!(Settings { time: None, ..settings(60) }.check().is_err());
    assert!(Settings { over_the_board: true, ..settings(60) }.check().is_err());
    let mut played = Played::new(settings(60));
    let nobody = Command::Enter { player: None, card: Card::new("Bob", None), plays: None };
    assert_eq!(played.act(&nobody), Err(Refusal::OnlineOnly));
    played.act(&join(1)).unwrap();
    let venue = Command::ChangePlays { entrant: EntrantId(1), plays: Plays::OverTheBoard };
    assert_eq!(played.act(&venue), Err(Refusal::OnlineOnly));
    assert_eq!(played.act(&Command::Start { ids: Vec::new() }), Err(Refusal::Pairing(NoPairing::TooFew(1))));
    assert_eq!(played.pair(), Err(NoPairing::Arena));
}

#[test]
fn streaks_and_short_draws_count_as_in_the_rules() {
    let mut played = arena(2);
    assert_eq!(wave(&mut played, Time(100)), 1);
    let game = running(&played.event)[0];
    assert_eq!(end(&mut played, game, Outcome::WhiteWins, 40), 1);
    assert_eq!(end(&mut played, game, Outcome::WhiteWins, 40), 0, "it has ended before");
    assert_eq!(wave(&mut played, Time(200)), 1, "nobody else is there, so they meet again");
    let games = &played.event.arena.as_ref().unwrap().games;
    assert_eq!(games[1].white, games[0].black, "colours go by turns");
    played.act(&join(3)).unwrap();
    let table = Table::of(&played.event);
    assert_eq!((table.lines[0].points, table.lines[0].values[1].to_string()), (20, "1".to_owned()));
    assert_eq!(table.lines.len(), 3);
    // The rating that one game shows: 500 above the opponent's.
    let arena = played.event.arena.as_ref().unwrap();
    let winner = arena.games[0].white;
    let loser = played.event.entrant(arena.games[0].black).unwrap().card.rating.unwrap();
    assert_eq!(arena.seat(winner).unwrap().performance(), Some(i64::from(loser) + 500));
    let game = running(&played.event)[0];
    end(&mut played, game, Outcome::Draw, 12);
    let points: i32 = Table::of(&played.event).lines.iter().map(|line| line.points).sum();
    assert_eq!(points, 20, "a draw under 20 plies is worth nothing");
    assert_eq!(wave(&mut played, Time(300)), 1);
    let last = played.event.arena.as_ref().unwrap().games[2];
    assert!([last.white, last.black].contains(&EntrantId(3)), "the other two have just met");
}

#[test]
fn a_berserk_win_is_a_point_more_and_counts_in_the_standings() {
    let mut played = arena(2);
    for (plies, points) in [(14, 30), (13, 50)] {
        assert_eq!(wave(&mut played, Time(100)), 1);
        let game = running(&played.event)[0];
        // The same player wins with either colour.
        let is_white = played.event.arena.as_ref().unwrap().games.last().unwrap().white == EntrantId(1);
        let outcome = if is_white { Outcome::WhiteWins } else { Outcome::BlackWins };
        let command =
            Command::GameEnded { game, outcome, absent: None, plies, berserk: [is_white, !is_white] };
        played.act_as(&command, None, Who::Server).unwrap();
        let first = &Table::of(&played.event).lines[0];
        assert_eq!((first.entrant, first.points), (EntrantId(1), points));
    }
    let table = Table::of(&played.event);
    assert_eq!(table.tie_breaks, ["TPR", "GAMES", "BERSERK"]);
    assert_eq!(table.lines[0].values[2].to_string(), "2");
    assert_eq!(table.lines[1].values[2].to_string(), "0");
}

#[test]
fn who_does_not_come_pauses_and_the_game_counts_for_nobody() {
    let mut played = arena(2);
    wave(&mut played, Time(100));
    let arena = played.event.arena.as_ref().unwrap();
    let (game, absent) = (arena.games[0].game, arena.games[0].black);
    let account = played.event.entrant(absent).unwrap().player;
    let command = Command::GameEnded {
        game,
        outcome: Outcome::WhiteByForfeit,
        absent: account,
        plies: 1,
        berserk: [false; 2],
    };
    assert_eq!(played.act_as(&command, None, Who::Server), Ok(2));
    assert_eq!(played.event.entrant(absent).unwrap().presence, Presence::Paused);
    assert!(Table::of(&played.event).lines.iter().all(|line| line.points == 0));
    let me = Who::Player { player: account.unwrap(), staff: false };
    assert_eq!(played.act_as(&Command::Rejoin(absent), None, me), Ok(1));
}

#[test]
fn games_that_run_when_the_time_is_over_count_no_more() {
    let mut played = arena(4);
    let over = ends(&played.event).unwrap();
    assert_eq!(wave(&mut played, Time(100)), 2);
    let [first, second] = running(&played.event)[..] else { panic!("two games") };
    end(&mut played, first, Outcome::WhiteWins, 30);
    played.act(&join(5)).unwrap();
    let games = vec![(EntrantId(5), EntrantId(1), GameId::from_bits(77))];
    let late = Command::TakeWave { games, now: over };
    assert_eq!(played.act_as(&late, None, Who::Server), Ok(0), "nothing begins when the time is over");
    played.act_as(&Command::Finish, None, Who::Server).unwrap();
    assert_eq!(played.event.stage, Stage::Finished);
    let before = Table::of(&played.event);
    assert_eq!(end(&mut played, second, Outcome::WhiteWins, 30), 0);
    assert_eq!(Table::of(&played.event), before);
    assert_eq!(played.act(&join(6)), Err(Refusal::Over));
}

#[test]
fn a_wave_waits_for_more_players_and_stops_before_the_end() {
    let mut played = arena(20);
    let opened = played.event.arena.as_ref().unwrap().opened;
    assert!(is_due(&played.event, opened), "everybody waits, so nobody waits longer");
    wave(&mut played, opened);
    let two: Vec<GameId> = running(&played.event)[..2].to_vec();
    for game in two {
        end(&mut played, game, Outcome::WhiteWins, 30);
    }
    let freed = Time(played.event.head);
    assert!(!is_due(&played.event, freed), "four of twenty wait for more");
    assert!(is_due(&played.event, freed.after(Millis::from_secs(60))));
    let over = ends(&played.event).unwrap();
    assert!(is_due(&played.event, Time(over.0 - 31_000)));
    assert!(!is_due(&played.event, Time(over.0 - 30_000)), "such a game could not be finished");
}

#[derive(Clone, Debug)]
enum Step {
    Join(u8),
    Leave(u8, u8),
    Wave,
    Stale(u8, u8),
    End(usize, usize),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        2 => (1_u8..30).prop_map(Step::Join),
        2 => (1_u8..30, 0_u8..3).prop_map(|(who, how)| Step::Leave(who, how)),
        4 => Just(Step::Wave),
        1 => (1_u8..30, 1_u8..30).prop_map(|(one, other)| Step::Stale(one, other)),
        6 => (0_usize..15, 0_usize..9).prop_map(|(game, outcome)| Step::End(game, outcome)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    /// Also a server that was killed between any two entries goes on with the same games.
    #[test]
    fn nobody_plays_twice_and_nobody_is_left_out(
        players in 2_u8..20,
        steps in prop::collection::vec(step(), 1..120),
    ) {
        let mut played = arena(players);
        for step in &steps {
            let id = |number: u8| EntrantId(number.into());
            let now = Time(played.event.head * 10);
            match *step {
                Step::Join(number) => drop(played.act_as(&join(number), None, Who::Player {
                    player: player(number),
                    staff: false,
                })),
                Step::Leave(number, how) => {
                    let command = match how {
                        0 => Command::Pause(id(number)),
                        1 => Command::Withdraw(id(number)),
                        _ => Command::Rejoin(id(number)),
                    };
                    drop(played.act(&command));
                }
                Step::Wave => {
                    wave(&mut played, now);
                    // Whoever is still free could meet only their last opponents, or the same colour again.
                    prop_assert!(free(&played.event) <= 3, "{} of {players} are left", free(&played.event));
                }
                Step::Stale(one, other) => {
                    // A pair that was made before one of the two got a game, or left.
                    let games = vec![(id(one), id(other), GameId::from_bits(played.event.head * 1000 + 999))];
                    drop(played.act_as(&Command::TakeWave { games, now }, None, Who::Server));
                }
                Step::End(place, outcome) => {
                    if let Some(game) = running(&played.event).get(place).copied() {
                        let command =
                            Command::GameEnded { game, outcome: Outcome::ALL[outcome], absent: None, plies: 30, berserk: [false; 2] };
                        played.act_as(&command, None, Who::Server).unwrap();
                    }
                }
            }
            check(&played.event);
            let again = Event::replay(&played.journal).unwrap();
            prop_assert_eq!(&again, &played.event);
        }
    }
}

fn free(event: &Event) -> usize {
    let arena = event.arena.as_ref().unwrap();
    let there = event.entrants.iter().filter(|one| one.presence == Presence::Present);
    there.filter(|one| arena.seat(one.id).is_some_and(|seat| seat.playing.is_none())).count()
}

fn check(event: &Event) {
    let arena = event.arena.as_ref().unwrap();
    let mut seated = BTreeSet::new();
    for place in &arena.running {
        for id in [arena.games[*place].white, arena.games[*place].black] {
            assert!(seated.insert(id), "{id} plays twice");
            assert_eq!(arena.seat(id).unwrap().playing, Some(*place));
        }
    }
    for entrant in &event.entrants {
        let seat = arena.seat(entrant.id).expect("everybody has a seat");
        assert_eq!(seat.playing.is_some(), seated.contains(&entrant.id));
    }
    let open = arena.games.iter().filter(|game| game.outcome.is_none()).count();
    assert_eq!(open, arena.running.len());
    let listed: BTreeSet<EntrantId> = Table::of(event).lines.iter().map(|line| line.entrant).collect();
    for entrant in event.entrants.iter().filter(|one| one.presence != Presence::Withdrawn) {
        assert!(listed.contains(&entrant.id));
    }
}
