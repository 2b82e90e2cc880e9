// SPDX-License-Identifier: AGPL-3.0-or-later
//! Running games come with the file of an event: the arbiter resumes them on another computer, and whoever has no account there has
//! a seat.

use std::sync::Arc;

use tabiya_events::claims::Code;
use tabiya_events::copies::Copies;
use tabiya_events::decide::{Command, Refusal, Who};
use tabiya_events::event::{ClocksAct, Entrant, EntrantId, Event, Outcome, Plays};
use tabiya_events::events::{EventError, Events};
use tabiya_events::operator::{EventOperator, EventOrder};
use tabiya_events::venue::{VenueKey, VenueSeat};
use tabiya_events::view::{self, Standings, Visitor};
use tabiya_game::{Game, PlayerId, Stamped, Time};
use tabiya_rules::Color;
use tempfile::TempDir;

use crate::clocks::{Hall, NOW, PAUSE, account};
use crate::played::player;

const RESUME: ClocksAct = ClocksAct::Resume {};
const MOVES: [&str; 3] = ["e2e4", "e7e5", "g1f3"];

impl Hall {
    async fn event(&self) -> Arc<Event> {
        self.events.read(self.id).await.unwrap()
    }

    /// The players of a board's game as its log names them, White first.
    async fn seated(&self, board: u16) -> [PlayerId; 2] {
        let game = self.game(board).await;
        Color::ALL.map(|color| game.seats()[color].player().unwrap())
    }

    /// Who sits at a board by a seat of this server, White first.
    async fn seats(&self, board: u16) -> Vec<PlayerId> {
        let event = self.event().await;
        let key: VenueKey = self.events.venue_key().await.unwrap();
        let at = |seat: &&VenueSeat| seat.board == board;
        event.venue_seats(self.id, 1).iter().filter(at).map(|seat| seat.player(&key)).collect()
    }

    /// The last event of a board's game.
    async fn last(&self, board: u16) -> Stamped {
        let game = self.event().await.clocks_at(1, board).unwrap();
        self.events.store().log.load(game).await.unwrap().unwrap().pop().unwrap()
    }

    async fn save(&self) -> String {
        self.events.save(self.id).await.unwrap()
    }

    /// An entrant of a board, White first.
    async fn entrant(&self, board: u16, place: usize) -> Entrant {
        let event = self.event().await;
        let id = event.rounds[0].board(board).unwrap().players()[place];
        event.entrant(id).unwrap().clone()
    }
}

fn number_of(player: PlayerId) -> u8 {
    player.as_bytes()[0]
}

#[tokio::test]
async fn a_running_game_goes_on_elsewhere_where_it_stood_once_the_arbiter_resumes_it() {
    let hall = Hall::with_games().await;
    let ([board, other], _) = hall.boards().await;
    hall.play(board, &MOVES).await;
    let (before, players) = (hall.game(board).await, hall.seated(board).await);
    let found = hall.elsewhere(&players.map(number_of)).await;
    let game = found.game(board).await;
    assert!(game.is_paused() && !before.is_paused());
    let log = hall.events.store().log.load(hall.event().await.clocks_at(1, board).unwrap()).await.unwrap();
    let stood = log.unwrap().last().unwrap().at;
    let later = Time(stood.0 + 3_600_000);
    assert_eq!((game.plies().len(), game.clocks_at(later)), (3, before.clocks_at(stood)), "no time was lost");
    assert_eq!(found.seated(board).await, players, "they have accounts here");
    let event = found.event().await;
    assert!(event.rounds[0].boards.iter().all(|board| !board.games[0].left));
    let paused = |event: &Event, board| event.rounds[0].board(board).unwrap().at_table.paused.clone();
    assert_eq!([paused(&event, board), paused(&event, other)], [Some(String::new()), Some(String::new())]);
    let journal = found.journal().await;
    assert_eq!(Event::replay(&journal).unwrap(), *event);

    assert_eq!(paused(&found.act(Some(board), RESUME).await.unwrap(), board), None);
    found.play(board, &["b8c6"]).await;
    assert_eq!(found.game(board).await.plies().len(), 4);
    assert_eq!(hall.game(board).await.plies().len(), 3, "the computer that was left knows nothing of it");
}

/// Whoever had an account on the lost computer could not even move.
#[tokio::test]
async fn whose_account_is_elsewhere_has_a_seat_and_gets_a_code_for_an_account() {
    let hall = Hall::with_games().await;
    let ([board, _], _) = hall.boards().await;
    hall.play(board, &MOVES).await;
    let players = hall.seated(board).await;
    // Black has an account here, White does not.
    let found = hall.elsewhere(&[number_of(players[1])]).await;
    let seats = found.seats(board).await;
    assert_eq!(seats.len(), 1, "whoever has an account logs in");
    assert_eq!(found.seated(board).await, [seats[0], players[1]]);
    let game = found.game(board).await;
    assert!(!game.terms().is_rated() && game.terms().name_at_the_board(Color::White).is_some());
    assert!(game.terms().name_at_the_board(Color::Black).is_none());
    // Neither of them has one.
    let neither = hall.elsewhere(&[]).await;
    assert_eq!(neither.seated(board).await.to_vec(), neither.seats(board).await);
    assert_eq!(neither.event().await.all_clocks(1).unwrap().len(), 2, "no board has become a wooden one");

    let white = found.entrant(board, 0).await;
    assert_eq!(white.player, None);
    let kept = found.events.kept_of(found.id, white.id, Who::Operator, &|_| false).await;
    assert!(
        matches!(kept, Err(EventError::Refused(Refusal::Member(_)))),
        "it is the account's own: {kept:?}"
    );
    let (code, salt) = (Code::of(7), 9);
    let act = async |command: Command, who| {
        found.events.act(found.id, &command, None, who, NOW).await.map(|acted| acted.event)
    };
    let hash = code.hash(salt);
    act(Command::GiveClaim { entrant: white.id, now: NOW, salt, hash }, Who::Operator).await.unwrap();
    let new = player(99);
    let claim = Command::Claim { entrant: white.id, now: NOW, child_of: None };
    let who = Who::Player { player: new, staff: false };
    let early = act(claim.clone(), who).await;
    assert!(
        matches!(early, Err(EventError::Refused(Refusal::Presence(_)))),
        "the seat is played on: {early:?}"
    );
    let result = Command::GameEnded {
        game: found.event().await.clocks_at(1, board).unwrap(),
        outcome: Outcome::WhiteWins,
        absent: None,
        plies: 9,
        berserk: [false; 2],
    };
    act(result, Who::Server).await.unwrap();
    act(claim, who).await.unwrap();
    let white = found.entrant(board, 0).await;
    assert_eq!((white.player, white.account_left), (Some(new), None));
    assert!(!white.claimed && !white.is_at_the_venue(), "they play under the account, as they did before");
    assert_eq!(Event::replay(&found.journal().await).unwrap(), *found.event().await);
}

/// Somebody who played from home comes to the hall, where the account is not known.
#[tokio::test]
async fn whose_account_is_elsewhere_is_marked_as_at_the_venue_when_they_walk_in() {
    let hall = Hall::with_games().await;
    let ([board, other], _) = hall.boards().await;
    let found = hall.elsewhere(&[]).await;
    let elsewhere = |event: &Event, entrant: EntrantId| {
        let visitor =
            Visitor { who: Some(Who::Operator), is_ghost: &|_| false, owner: None, helpers: vec![] };
        let view = view::event(hall.id, event, &Standings::of(event), &visitor);
        let one = &view.entrants[entrant.index()];
        (one.desk.as_ref().unwrap().elsewhere, one.over_the_board)
    };
    let players = found.event().await.rounds[0].board(board).unwrap().players();
    let event = found.event().await;
    let there = hall.event().await;
    assert!(!elsewhere(&there, players[0]).0, "there they have accounts");
    let mut here: Vec<bool> = event.entrants.iter().map(|one| elsewhere(&event, one.id).0).collect();
    here.sort_unstable();
    assert_eq!(
        here,
        [false, false, true, true, true, true],
        "those without an account anywhere are at the venue"
    );
    assert_eq!(elsewhere(&event, players[0]), (true, false));

    let act = async |command: Command| found.events.act(found.id, &command, None, Who::Operator, NOW).await;
    let walks_in = |entrant| Command::ChangePlays { entrant, plays: Plays::OverTheBoard };
    let refused = act(walks_in(players[0])).await;
    assert!(matches!(refused, Err(EventError::Refused(Refusal::Presence(_)))), "the game runs: {refused:?}");
    for number in [board, other] {
        let game = event.clocks_at(1, number).unwrap();
        let (outcome, absent, plies, berserk) = (Outcome::Draw, None, 9, [false; 2]);
        let ended = Command::GameEnded { game, outcome, absent, plies, berserk };
        found.events.act(found.id, &ended, None, Who::Server, NOW).await.unwrap();
    }
    for player in players {
        act(walks_in(player)).await.unwrap();
        let event = found.event().await;
        assert_eq!(elsewhere(&event, player), (true, true));
    }
    let event = found.event().await;
    let [one, two] = players.map(|id| event.entrant(id).unwrap().clone());
    assert!(one.is_at_the_venue() && two.is_at_the_venue());
    assert!(
        !event.is_online(event.rounds[0].board(board).unwrap()),
        "two at the venue sit at a wooden board"
    );
}

/// The first computer is found again, with the game as it was when it was lost.
#[tokio::test]
async fn the_first_computer_goes_on_with_the_moves_that_were_made_elsewhere() {
    let hall = Hall::with_games().await;
    let ([board, other], _) = hall.boards().await;
    hall.play(board, &MOVES).await;
    let players = hall.seated(board).await;
    let found = hall.elsewhere(&[]).await;
    // Here the other game goes on in another way.
    hall.play(other, &["d2d4"]).await;
    for board in [board, other] {
        found.act(Some(board), RESUME).await.unwrap();
    }
    found.play(board, &["b8c6", "f1b5"]).await;
    found.play(other, &["c2c4"]).await;
    let back = Events::new(hall.events.store().clone());
    let accounts = &hall.events.store().accounts;
    for number in 1..=6 {
        accounts.create_account(&account(number)).await.unwrap();
    }
    let order = EventOrder::Restore { text: found.save().await, owner: None };
    let said = EventOperator::new(back.clone()).carry_out(order, NOW).await.unwrap();
    let line = said.lines().find(|line| line.contains("gone on here in another way")).unwrap();
    assert!(line.ends_with(&format!(": round 1, board {other}")), "{said}");
    assert!(!said.contains("ran on the other computer"), "it is named once: {said}");
    let event = back.read(hall.id).await.unwrap();
    let game = event.clocks_at(1, board).unwrap();
    let log = back.store().log.load(game).await.unwrap().unwrap();
    let game = Game::replay(&log).unwrap();
    assert!(game.is_paused());
    assert_eq!(game.plies().len(), 5);
    assert_eq!(Color::ALL.map(|color| game.seats()[color].player().unwrap()), players);
    assert!(event.entrants.iter().all(|one| one.account_left.is_none()), "their accounts are here");
    assert!(Event::is_left(event.rounds[0].board(other).unwrap()), "nobody knows which way it went");
}

/// Restored once too early, the games stood still there, and the moves that came later were lost.
#[tokio::test]
async fn a_newer_copy_goes_on_with_games_that_stood_still_since_the_older_one() {
    let hall = Hall::with_games().await;
    let ([board, other], _) = hall.boards().await;
    hall.play(board, &MOVES[..1]).await;
    let found = hall.elsewhere(&[]).await;
    for moves in [&MOVES[1..2], &MOVES[2..]] {
        hall.play(board, moves).await;
        let (_, event) = found.events.restore(&hall.save().await).await.unwrap();
        assert!(event.rounds[0].boards.iter().all(|board| !Event::is_left(board)));
        let [before, game] = [hall.game(board).await, found.game(board).await];
        assert!(game.is_paused() && !before.is_paused());
        let stood = hall.last(board).await.at;
        let later = Time(stood.0 + 3_600_000);
        assert_eq!(game.plies().len(), before.plies().len());
        assert_eq!(game.clocks_at(later), before.clocks_at(stood), "no time was lost");
    }
    let again = found.events.restore(&hall.save().await).await;
    assert!(matches!(again, Err(EventError::IsHere(_))), "it is as new: {again:?}");
    // Here somebody has moved since: which way is right, the arbiter knows.
    found.act(Some(other), RESUME).await.unwrap();
    found.play(other, &["c2c4"]).await;
    hall.play(other, &["d2d4"]).await;
    let head = found.event().await.head;
    let refused = found.events.restore(&hall.save().await).await;
    assert!(matches!(refused, Err(EventError::Forked { .. })), "{refused:?}");
    assert_eq!((found.event().await.head, found.game(other).await.plies().len()), (head, 1));
}

/// The arbiter was told that nothing is new, although the moves were taken.
#[tokio::test]
async fn a_newer_copy_is_taken_also_where_a_game_has_ended_in_it_since() {
    let hall = Hall::with_games().await;
    let ([board, _], _) = hall.boards().await;
    let found = hall.elsewhere(&[]).await;
    let head = found.event().await.head;
    hall.play(board, &["f2f3", "e7e5", "g2g4", "d8h4"]).await;
    let order = EventOrder::Restore { text: hall.save().await, owner: None };
    let said = EventOperator::new(found.events.clone()).carry_out(order, NOW).await.unwrap();
    assert!(said.contains("it continues the copy that was here"), "{said}");
    assert!(found.game(board).await.is_over(), "the server enters the result");
    assert_eq!(found.event().await.head, head);
    let again = found.events.restore(&hall.save().await).await;
    assert!(matches!(again, Err(EventError::IsHere(_))), "it is as new: {again:?}");
}

#[tokio::test]
async fn games_that_no_event_could_have_written_are_refused() {
    let hall = Hall::with_games().await;
    let ([board, other], _) = hall.boards().await;
    hall.play(board, &MOVES).await;
    let file = hall.save().await;
    let first = file.lines().next().unwrap();
    assert!(first.contains(r#""tabiya_event":2"#) && first.contains(r#""games":2"#), "{first}");
    let (cut, _) = file.trim_end().rsplit_once('\n').unwrap();
    let event = hall.event().await;
    let line = |board| format!(r#"{{"game":"{}""#, event.clocks_at(1, board).unwrap());
    assert!(file.contains(&line(board)) && file.contains(&line(other)), "{file}");
    let elsewhere = Hall::with_games().await;
    for (text, wrong) in [
        (cut, "cut off"),
        (&file.replace(&line(board), r#"{"game":"zzzzzzzz""#), "does not run in the event"),
        (&file.replace("e7e5", "e7e4"), "can't be replayed"),
    ] {
        let Err(EventError::NotSaved(why)) = elsewhere.events.restore(text).await else { panic!("{wrong}") };
        assert!(why.to_string().contains(wrong), "{why}");
    }
}

/// Moves make no entries, so the copy in the second place would be as old as the last result.
#[tokio::test(start_paused = true)]
async fn the_copy_in_the_second_place_is_renewed_while_games_run() {
    let hall = Hall::with_games().await;
    let ([board, _], _) = hall.boards().await;
    let folder = TempDir::new().unwrap();
    let copies = Copies::into_folder(Some(folder.path().to_owned()));
    let (_stop, stopping) = tokio::sync::watch::channel(false);
    copies.start(hall.events.clone(), || NOW, stopping);
    let file = folder.path().join(format!("event-{}.tabiya", hall.id));
    let until = async |uci: &str| {
        while !std::fs::read_to_string(&file).is_ok_and(|text| text.contains(uci)) {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    };
    until("created").await;
    hall.play(board, &MOVES[..1]).await;
    until("e2e4").await;
    hall.act(None, PAUSE).await.unwrap();
    let (_, event) = hall.elsewhere(&[]).await.events.named(hall.id.as_str()).await.unwrap();
    assert!(event.entrant(EntrantId(1)).is_some());
}
