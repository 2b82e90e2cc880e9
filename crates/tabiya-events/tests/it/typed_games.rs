// SPDX-License-Identifier: AGPL-3.0-or-later
//! Games of wooden boards that somebody types: what fits, who may, and what stays of them.

use tabiya_archive::delay::Delay;
use tabiya_events::codes::LASTS;
use tabiya_events::decide::{Command, Overtaken, Refusal, Who, WrongGame};
use tabiya_events::event::{Card, Event, Format, Outcome, Plays, Settings};
use tabiya_events::events::{EventError, Events};
use tabiya_events::games::{Readers, pgn};
use tabiya_events::saved::{self, NotSaved};
use tabiya_events::{score_sheet, view};
use tabiya_game::Time;
use tabiya_protocol::events::EventId;
use tabiya_runtime::ghosts::Ghosts;
use tabiya_store::{SqliteStore, Store};
use tempfile::TempDir;

use crate::played::{Played, player};

const SWISS: Format = Format::Swiss { rounds: 3, baku: false };

/// Two boards: on the first one, whose result is 1-0, Ann Berg has White or Black.
fn hall() -> Played {
    let mut played = Played::new(Settings::new("Hall", SWISS, None, 7));
    for (name, rating) in [("Berg, Ann", 2300), ("Lind, Bo", 2200), ("Cid", 2100), ("Dag", 2000)] {
        played.enter(name, Some(rating));
    }
    played.begin_round().unwrap();
    played.result(None, 1, Outcome::WhiteWins).unwrap();
    played
}

fn names(event: &Event) -> [String; 2] {
    let name = |id| event.entrant(id).unwrap().card.name.clone();
    event.rounds[0].boards[0].players().map(name)
}

fn typing(board: u16, text: &str) -> Command {
    let sheet = Box::new(score_sheet::read(text).unwrap());
    Command::TypeGame { round: Some(1), board, game: Some(1), sheet, reason: " from the sheet ".into() }
}

fn refused(played: &mut Played, command: &Command) -> WrongGame {
    match played.act(command) {
        Err(Refusal::Game(why)) => why,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_game_is_kept_replaced_and_removed_and_its_journal_says_who_and_why() {
    let mut played = hall();
    let helper = Who::Player { player: player(250), staff: false };
    assert_eq!(played.act_as(&typing(1, "e4 e5 Nf3"), None, helper), Ok(1));
    assert_eq!(played.act_as(&typing(1, "1. e4 e5 2. Nf3"), None, helper), Ok(0), "it is there already");
    let typed = played.event.rounds[0].boards[0].games[0].typed.clone().unwrap();
    assert_eq!(
        (&*typed.moves, typed.by, typed.reason.as_str()),
        ("e4 e5 Nf3", Some(player(250)), "from the sheet")
    );
    assert_eq!(played.act(&typing(1, "d4 d5")), Ok(1));
    let remove =
        |board| Command::RemoveGame { round: Some(1), board, game: None, reason: "wrong board".into() };
    assert_eq!(refused(&mut played, &remove(2)), WrongGame::NoGame(2));
    assert_eq!(played.act(&remove(1)), Ok(1));
    assert_eq!(played.event.rounds[0].boards[0].games[0].typed, None);
    let again = Event::replay(&played.journal).unwrap();
    assert_eq!(again, played.event);
}

#[test]
fn a_game_must_fit_its_board() {
    let mut played = hall();
    let [white, black] = names(&played.event);
    let with = |white: &str, black: &str, rest: &str| {
        typing(1, &format!("[White \"{white}\"]\n[Black \"{black}\"]\n\n{rest}\n"))
    };
    assert_eq!(refused(&mut played, &typing(2, "e4 e5")), WrongGame::NoResult(2));
    let lost =
        WrongGame::OtherResult { board: 1, said: tabiya_pgn_result("0-1"), entered: Outcome::WhiteWins };
    for text in ["1. e4 e5 0-1", "[Result \"0-1\"]\n\n1. e4 e5 *", "f3 e5 g4 Qh4#"] {
        assert_eq!(refused(&mut played, &typing(1, text)), lost, "{text}");
    }
    assert_eq!(
        refused(&mut played, &with(&black, &white, "1. e4 e5 1-0")),
        WrongGame::Turned { board: 1, white: white.clone() }
    );
    let other = refused(&mut played, &with("Somebody Else", &black, "1. e4 e5 1-0"));
    assert!(matches!(&other, WrongGame::OtherPlayers { named, .. } if named == "Somebody Else"), "{other:?}");
    assert!(other.to_string().contains(&white) && other.to_string().contains(&black), "{other}");
    assert_eq!(played.act(&with(&white.to_uppercase(), "?", "1. e4 e5 1-0")), Ok(1));
    played.result(None, 2, Outcome::BlackByForfeit).unwrap();
    assert_eq!(refused(&mut played, &typing(2, "e4 e5")), WrongGame::NotPlayed(2));
    let nowhere = played.act(&typing(3, "e4"));
    assert!(matches!(nowhere, Err(Refusal::NoSuchBoard { board: 3, .. })), "{nowhere:?}");
}

fn tabiya_pgn_result(text: &str) -> tabiya_pgn::PgnResult {
    let all =
        [tabiya_pgn::PgnResult::WhiteWins, tabiya_pgn::PgnResult::BlackWins, tabiya_pgn::PgnResult::Draw];
    all.into_iter().find(|result| result.to_string() == text).unwrap()
}

#[test]
fn the_game_of_a_board_on_this_server_is_not_typed() {
    let mut played = Played::new(Settings::new("Online", SWISS, None, 7));
    for number in 1..=4 {
        let (card, plays) = (Card::new(format!("Player {number}"), None), Some(Plays::Online));
        played.act(&Command::Enter { player: Some(player(number)), card, plays }).unwrap();
    }
    played.begin_round().unwrap();
    assert_eq!(refused(&mut played, &typing(1, "e4 e5")), WrongGame::Online(1));
}

#[test]
fn organisers_type_games_and_helpers_add_what_is_missing_on_their_boards() {
    let mut played = hall();
    let command = typing(1, "e4 e5");
    let remove = Command::RemoveGame { round: Some(1), board: 1, game: None, reason: String::new() };
    let strangers = [
        Who::Player { player: player(1), staff: false },
        Who::Code(1),
        Who::Table { table: 1, device: 7 },
        Who::Seat(tabiya_events::event::EntrantId(1)),
    ];
    for who in strangers {
        assert_eq!(played.act_as(&command, None, who), Err(Refusal::NotYours), "{who:?}");
        assert_eq!(played.act_as(&remove, None, who), Err(Refusal::NotYours), "{who:?}");
    }
    let give = |label: &str, deputy| Command::GiveCode {
        label: label.into(),
        first: 1,
        last: 1,
        deputy,
        now: Time(1),
        salt: 1,
        hash: [1; 32],
    };
    played.act(&give("Helper", false)).unwrap();
    played.act(&give("Deputy", true)).unwrap();
    played.result(None, 2, Outcome::Draw).unwrap();
    let by_code = |now, round, board, text: &str| Command::TypeGameByCode {
        now: Time(now),
        round,
        board,
        game: 1,
        sheet: Box::new(score_sheet::read(text).unwrap()),
    };
    let helper = Who::Code(1);
    assert_eq!(
        played.act_as(&by_code(2, 1, 2, "e4"), None, helper),
        Err(Refusal::NotThisBoard { first: 1, last: 1 })
    );
    assert_eq!(played.act_as(&by_code(2, 2, 1, "e4"), None, helper), Err(Refusal::NotThisRound(1)));
    assert_eq!(played.act_as(&by_code(LASTS + 2, 1, 1, "e4"), None, helper), Err(Refusal::WrongCode));
    // The code that was used, and the game.
    assert_eq!(played.act_as(&by_code(2, 1, 1, "e4"), None, helper), Ok(2));
    assert_eq!(
        played.act_as(&by_code(2, 1, 1, "d4"), None, helper),
        Err(Refusal::Game(WrongGame::OnlyMissing))
    );
    assert_eq!(played.act_as(&by_code(2, 1, 1, "d4"), None, Who::Code(2)), Ok(2), "a deputy replaces it");
    let second = Command::TypeGameByCode {
        now: Time(2),
        round: 1,
        board: 1,
        game: 2,
        sheet: Box::new(score_sheet::read("e4").unwrap()),
    };
    let no_game = Err(Refusal::NoSuchGame { round: 1, board: 1, game: 2 });
    assert_eq!(played.act_as(&second, None, helper), no_game, "the board has one game");
    // A helper is told no more of a name than everybody sees.
    let short = Settings { short_names: true, ..played.event.settings.clone() };
    played.act(&Command::ChangeSettings(short)).unwrap();
    let strange = by_code(3, 1, 1, "[White \"Somebody Else\"]\n\n1. d4 *");
    let told = played.act_as(&strange, None, Who::Code(2)).unwrap_err().to_string();
    assert!(told.contains("Ann B.") && !told.contains("Berg"), "{told}");
    for staff in
        [Who::Player { player: player(9), staff: true }, Who::Player { player: player(250), staff: false }]
    {
        assert_eq!(played.act_as(&remove, None, staff), Ok(1));
        assert_eq!(played.act_as(&command, None, staff), Ok(1));
    }
}

/// Children stand in the list by name; whoever has an account has chosen its name for everybody.
#[test]
fn a_helper_is_told_short_names_of_those_whom_the_organiser_has_named_and_of_nobody_else() {
    let swiss = Format::Swiss { rounds: 1, baku: false };
    let mut played = Played::new(Settings { short_names: true, ..Settings::new("Hall", swiss, None, 7) });
    played.enter("Berg, Ann", Some(2300));
    let card = Card::new("Lind, Bo", Some(2200));
    let plays = Some(Plays::OverTheBoard);
    played.act(&Command::Enter { player: Some(player(3)), card, plays }).unwrap();
    let give = Command::GiveCode {
        label: "Helper".into(),
        first: 1,
        last: 1,
        deputy: false,
        now: Time(1),
        salt: 1,
        hash: [1; 32],
    };
    played.act(&give).unwrap();
    played.begin_round().unwrap();
    let mut boards = view::helper(&played.event, &played.event.codes[0], &|_| false).boards;
    let game = boards.remove(0).games.remove(0);
    let mut shown = [game.white, game.black];
    shown.sort();
    assert_eq!(shown, ["Ann B.", "Lind, Bo"]);

    played.result(None, 1, Outcome::WhiteWins).unwrap();
    let sheet = || Box::new(score_sheet::read("[White \"Somebody Else\"]\n\n1. d4 *").unwrap());
    let by_code = Command::TypeGameByCode { now: Time(2), round: 1, board: 1, game: 1, sheet: sheet() };
    let told = played.act_as(&by_code, None, Who::Code(1)).unwrap_err().to_string();
    assert!(told.contains("Ann B.") && !told.contains("Berg") && told.contains("Lind, Bo"), "{told}");
    let reason = String::new();
    let by_hand = Command::TypeGame { round: None, board: 1, game: Some(1), sheet: sheet(), reason };
    let told = played.act(&by_hand).unwrap_err().to_string();
    assert!(told.contains("Berg, Ann"), "an organiser reads the whole name: {told}");
}

#[test]
fn nobody_overwrites_what_they_have_not_seen() {
    let mut played = hall();
    let seen = Some(played.event.head);
    assert_eq!(played.act_as(&typing(1, "e4 e5"), seen, Who::Operator), Ok(1));
    let late = played.act_as(&typing(1, "d4 d5"), seen, Who::Operator);
    assert_eq!(late, Err(Refusal::Overtaken(Overtaken::Game { round: 1, board: 1 })));
    // A result is entered all the same: what was typed does not concern it.
    let result = Command::EnterResult { round: Some(1), board: 1, game: None, outcome: Outcome::Draw };
    assert!(played.act_as(&result, seen, Who::Operator).is_ok());
}

#[test]
fn a_draft_stays_when_a_game_is_typed() {
    let mut played = hall();
    played.result(None, 2, Outcome::Draw).unwrap();
    played.pair().unwrap();
    let before = played.event.pairing_changed;
    assert_eq!(played.act(&typing(1, "e4 e5")), Ok(1));
    assert!(played.event.draft().is_some());
    assert_eq!(played.event.pairing_changed, before);
}

#[test]
fn everybody_sees_the_moves_and_organisers_who_typed_them() {
    let mut played = hall();
    let owner = Who::Player { player: player(250), staff: false };
    played.act_as(&typing(1, "f3 e5 g4"), None, owner).unwrap();
    let shown = |who| view::typed_game(&played.event, (1, 1, 1), who, Some("Olga".into())).unwrap();
    let (all, own) = (shown(None), shown(Some(owner)));
    assert_eq!(all.moves.iter().map(|one| one.san.as_str()).collect::<Vec<_>>(), ["f3", "e5", "g4"]);
    assert_eq!((all.by, all.reason.as_str()), (None, ""));
    assert_eq!((own.by.as_deref(), own.reason.as_str()), (Some("Olga"), "from the sheet"));
    assert!(view::typed_game(&played.event, (1, 2, 1), None, None).unwrap().moves.is_empty());
    for nowhere in [(0, 1, 1), (2, 1, 1), (1, 3, 1), (1, 1, 2), (1, 1, 0)] {
        assert_eq!(view::typed_game(&played.event, nowhere, None, None), None, "{nowhere:?}");
    }
}

#[tokio::test]
async fn the_pgn_of_the_event_and_its_file_have_the_game() {
    let folder = TempDir::new().unwrap();
    let store = Store::new(SqliteStore::open(folder.path()).unwrap());
    let events = Events::new(store);
    let mut played = hall();
    let [white, black] = names(&played.event);
    played.act(&typing(1, "1. e4 {better} e5 (1... c5) 2. Nf3 1-0")).unwrap();
    let id = EventId::from_bits(9);
    let text = saved::write(id, &played.journal);
    let (_, event) = events.restore(&text).await.unwrap();
    let written = pgn(&events, id, &event, &Ghosts::default(), Readers::Organisers).await.unwrap();
    for tag in [
        format!("[Event \"Hall\"]\n[Site \"Tabiya, event {id}\"]"),
        format!("[Round \"1.1\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"1-0\"]"),
        "1. e4 e5 2. Nf3 1-0\n".to_owned(),
        "Elo \"2300\"".to_owned(),
    ] {
        assert!(written.contains(&tag), "{tag}:\n{written}");
    }
    // A correction of the result is one of the game, too.
    let correct = Command::EnterResult { round: Some(1), board: 1, game: None, outcome: Outcome::Draw };
    let after = events.act(id, &correct, None, Who::Operator, Time(99)).await.unwrap().event;
    let written = pgn(&events, id, &after, &Ghosts::default(), Readers::Organisers).await.unwrap();
    assert!(written.contains("[Result \"1/2-1/2\"]"), "{written}");
    let short = Settings { short_names: true, ..after.settings.clone() };
    events.act(id, &Command::ChangeSettings(short), None, Who::Operator, Time(99)).await.unwrap();
    let public = view::for_everybody(&events.read(id).await.unwrap(), &|_| false);
    let everybody = Readers::Everybody { delay: Delay::default(), now: Time(99) };
    let written = pgn(&events, id, &public, &Ghosts::default(), everybody).await.unwrap();
    assert!(written.contains("Ann B.") && !written.contains("Berg, Ann"), "{written}");
    let impossible = text.replace("\"moves\":\"e4 e5 Nf3\"", "\"moves\":\"e4 e5 Ke3\"");
    assert_ne!(impossible, text);
    let elsewhere = TempDir::new().unwrap();
    let other = Events::new(Store::new(SqliteStore::open(elsewhere.path()).unwrap()));
    let refused = other.restore(&impossible).await.unwrap_err();
    assert!(matches!(refused, EventError::NotSaved(NotSaved::Damaged(_))), "{refused}");
}
