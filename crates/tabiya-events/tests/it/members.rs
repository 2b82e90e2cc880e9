// SPDX-License-Identifier: AGPL-3.0-or-later
//! Players without an account: accounts that become them by a code, and names that are erased.

use tabiya_events::claims::{self, Code, LASTS, MOST};
use tabiya_events::codes::Typed;
use tabiya_events::decide::{Command, Refusal, Who, WrongMember, WrongPresence};
use tabiya_events::event::{Card, EntrantId, Event, Format, Outcome, Plays, Settings};
use tabiya_events::events::{EventError, Events};
use tabiya_events::table::Table;
use tabiya_events::{saved, view};
use tabiya_game::{PlayerId, Time};
use tabiya_protocol::events::EventId;
use tabiya_runtime::secret::Hash;
use tabiya_store::{SqliteStore, Store};
use tempfile::TempDir;

use crate::played::{Played, player};

const SWISS: Format = Format::Swiss { rounds: 1, baku: false };
const ANN: EntrantId = EntrantId(1);
const CODE: &str = "0123 4567 89AB";
const OTHER: &str = "CDEF GHJK MNPQ";

fn ann() -> Card {
    Card { birth: "2001/02/03".into(), club: "Wasa".into(), ..Card::new("Berg, Ann", Some(2000)) }
}

/// Two players of one rating, whose names alone tell them apart, and two more.
fn hall() -> Played {
    let mut played = Played::new(Settings::new("Hall", SWISS, None, 7));
    let plays = Some(Plays::OverTheBoard);
    played.act(&Command::Enter { player: None, card: ann(), plays }).unwrap();
    for (name, rating) in [("Olsen, Bo", 2000), ("Cid", 1900), ("Dag", 1800)] {
        played.enter(name, Some(rating));
    }
    played
}

fn owner() -> Who {
    Who::Player { player: player(250), staff: false }
}

fn account(number: u8) -> Who {
    Who::Player { player: player(number), staff: false }
}

fn hash(salt: u64, code: &str) -> Hash {
    Code::typed(code).unwrap().hash(salt)
}

fn give(entrant: EntrantId, now: u64) -> Command {
    Command::GiveClaim { entrant, now: Time(now), salt: 9, hash: hash(9, CODE) }
}

const fn claim(now: u64, child_of: Option<Option<PlayerId>>) -> Command {
    Command::Claim { entrant: ANN, now: Time(now), child_of }
}

#[test]
fn an_account_becomes_a_player_by_a_code_once_and_keeps_the_history() {
    let mut played = hall();
    played.begin_round().unwrap();
    played.end_round(|_, _| Outcome::WhiteWins);
    let before = Table::of(&played.event);
    assert_eq!(played.act_as(&give(ANN, 5), None, account(3)), Err(Refusal::NotYours));
    assert_eq!(played.act_as(&give(ANN, 5), None, owner()), Ok(1));
    assert_eq!(claims::matching(&played.event, "QRST VWXY Z024", Time(6)), Typed::Wrong);
    assert_eq!(claims::matching(&played.event, CODE, Time(6)), Typed::Right(ANN));
    assert_eq!(claims::matching(&played.event, " ol23-4567-89ab ", Time(6)), Typed::Right(ANN));
    assert_eq!(claims::matching(&played.event, CODE, Time(5 + LASTS)), Typed::Old);
    assert_eq!(played.act_as(&claim(5 + LASTS, None), None, account(3)), Err(Refusal::WrongCode));
    assert_eq!(played.act_as(&claim(6, None), None, account(3)), Ok(1));
    assert_eq!(played.event.entrant_of(player(3)).unwrap().id, ANN);
    assert_eq!(Table::of(&played.event), before, "the history stays");
    assert_eq!(claims::matching(&played.event, CODE, Time(6)), Typed::Wrong, "it works once");
    assert_eq!(played.act_as(&claim(6, None), None, account(4)), Err(Refusal::WrongCode));
    assert_eq!(
        played.act_as(&give(ANN, 7), None, owner()),
        Err(WrongMember::HasAccount("Berg, Ann".into()).into())
    );
    assert_eq!(Event::replay(&played.journal).unwrap(), played.event);
}

#[test]
fn a_newer_code_replaces_the_older_one_and_a_revoked_one_opens_nothing() {
    let mut played = hall();
    played.act_as(&give(ANN, 5), None, owner()).unwrap();
    let other = Command::GiveClaim { entrant: ANN, now: Time(6), salt: 4, hash: hash(4, OTHER) };
    played.act_as(&other, None, owner()).unwrap();
    assert_eq!(claims::matching(&played.event, CODE, Time(7)), Typed::Wrong);
    assert_eq!(claims::matching(&played.event, OTHER, Time(7)), Typed::Right(ANN));
    assert_eq!(played.act_as(&Command::RevokeClaim(ANN), None, account(3)), Err(Refusal::NotYours));
    assert_eq!(played.act_as(&Command::RevokeClaim(ANN), None, owner()), Ok(1));
    assert_eq!(claims::matching(&played.event, OTHER, Time(7)), Typed::Wrong);
    assert_eq!(played.act_as(&claim(7, None), None, account(3)), Err(Refusal::WrongCode));
}

#[test]
fn so_many_codes_of_an_event_work_at_once() {
    let mut played = Played::new(Settings::new("Hall", SWISS, None, 7));
    let most = u16::try_from(MOST).unwrap();
    for number in 1..=most + 1 {
        played.enter(&format!("Player {number}"), None);
        if number <= most {
            played.act(&give(EntrantId(number), 5)).unwrap();
        }
    }
    let last = EntrantId(most + 1);
    let too_many = Err(WrongMember::TooManyCodes.into());
    assert_eq!(played.act(&give(last, 5)), too_many);
    assert_eq!(played.act(&give(ANN, 5)), Ok(1), "a new code replaces the old one");
    played.act(&Command::RevokeClaim(EntrantId(2))).unwrap();
    assert_eq!(played.act(&give(last, 6)), Ok(1), "one was revoked");
    assert_eq!(played.act(&give(EntrantId(2), 4 + LASTS)), too_many, "while the others work");
    assert_eq!(played.act(&give(EntrantId(2), 5 + LASTS)), Ok(1), "they have ended");
}

#[test]
fn a_child_takes_a_code_only_from_whoever_looks_after_its_account() {
    let mut played = hall();
    played.act_as(&give(ANN, 5), None, owner()).unwrap();
    for child_of in [Some(None), Some(Some(player(77)))] {
        let refused = played.act_as(&claim(6, child_of), None, account(3));
        assert_eq!(refused, Err(WrongMember::Child.into()), "{child_of:?}");
    }
    // The operator is nobody's teacher.
    played.act(&give(ANN, 6)).unwrap();
    assert_eq!(played.act_as(&claim(7, Some(None)), None, account(3)), Err(WrongMember::Child.into()));
    played.act_as(&give(ANN, 8), None, owner()).unwrap();
    assert_eq!(played.act_as(&claim(9, Some(Some(player(250)))), None, account(3)), Ok(1));
}

#[test]
fn nobody_becomes_two_players_or_one_whose_game_runs() {
    let mut played = hall();
    let enter = Command::Enter { player: Some(player(3)), card: Card::new("zoe", None), plays: None };
    played.act(&enter).unwrap();
    played.act_as(&give(ANN, 5), None, owner()).unwrap();
    assert_eq!(played.act_as(&claim(6, None), None, account(3)), Err(Refusal::EnteredBefore("zoe".into())));
    played.begin_round().unwrap();
    let running = WrongPresence::PlaysNow("Berg, Ann".into());
    assert_eq!(played.act_as(&claim(6, None), None, account(4)), Err(running.into()));
    for who in [Who::Operator, Who::Code(1), Who::Table { table: 1, device: 1 }] {
        assert_eq!(played.act_as(&claim(6, None), None, who), Err(Refusal::NotYours), "{who:?}");
    }
}

#[test]
fn a_name_that_the_organiser_wrote_stays_short_for_strangers_and_leads_to_no_account() {
    let mut played = hall();
    played.act_as(&give(ANN, 5), None, owner()).unwrap();
    played.act_as(&claim(6, None), None, account(3)).unwrap();
    let short = Settings { short_names: true, ..played.event.settings.clone() };
    played.act(&Command::ChangeSettings(short)).unwrap();
    let visitor = view::Visitor { who: None, is_ghost: &|_| false, owner: None, helpers: Vec::new() };
    let shown = view::event(EventId::from_bits(1), &played.event, &view::Standings::default(), &visitor);
    let ann = &shown.entrants[0];
    assert_eq!((ann.name.as_deref(), ann.has_account), (Some("Ann B."), false));
    let public = view::for_everybody(&played.event, &|_| false);
    assert_eq!(public.entrants[0].card.name, "Ann B.");
}

#[test]
fn the_owner_erases_names_once_the_event_is_over() {
    let mut played = hall();
    played.begin_round().unwrap();
    let erase = Command::Erase(ANN);
    assert_eq!(played.act(&erase), Err(WrongMember::StillPlays("Berg, Ann".into()).into()));
    played.end_round(|_, _| Outcome::Draw);
    let ranks = |event: &Event| {
        Table::of(event).lines.iter().map(|line| (line.rank, line.entrant)).collect::<Vec<_>>()
    };
    let before = ranks(&played.event);
    assert_eq!(played.act_as(&erase, None, account(3)), Err(Refusal::OwnerOnly));
    played.act_as(&give(ANN, 5), None, owner()).unwrap();
    assert_eq!(played.act_as(&erase, None, owner()), Ok(2), "the starting numbers, and the erasing");
    let erased = &played.event.entrants[0];
    assert_eq!(erased.card, Card::new("Player 1", Some(2000)));
    assert_eq!(ranks(&played.event), before);
    assert_eq!(claims::matching(&played.event, CODE, Time(6)), Typed::Wrong);
    assert_eq!(played.act_as(&erase, None, owner()), Ok(0));
    // Nobody writes the name down again, so a second erasing has nothing to do.
    let again = Command::CorrectCard { entrant: ANN, card: ann() };
    assert_eq!(played.act(&again), Err(WrongMember::Erased("Player 1".into()).into()));
    assert_eq!(played.act_as(&erase, None, owner()), Ok(0));
    assert_eq!(Event::replay(&played.journal).unwrap(), played.event);
    assert_eq!(
        played.act_as(&give(ANN, 5), None, owner()),
        Err(WrongMember::Erased("Player 1".into()).into())
    );
    let with_account = Command::Enter { player: Some(player(3)), card: Card::new("zoe", None), plays: None };
    let mut other = hall();
    other.act(&with_account).unwrap();
    assert_eq!(other.act(&Command::Erase(EntrantId(5))), Err(WrongMember::HasAccount("zoe".into()).into()));
    other.act(&Command::Cancel { reason: "snow".into() }).unwrap();
    assert_eq!(other.act(&erase), Ok(1), "also in an event that was cancelled");
}

#[tokio::test]
async fn an_erased_name_stands_in_no_entry_and_no_file() {
    let folder = TempDir::new().unwrap();
    let store = Store::new(SqliteStore::open(folder.path()).unwrap());
    let events = Events::new(store.clone());
    let mut played = hall();
    let corrected = Card { fide: "7654321".into(), ..ann() };
    played.act(&Command::CorrectCard { entrant: ANN, card: corrected }).unwrap();
    played.begin_round().unwrap();
    played.end_round(|_, _| Outcome::Draw);
    let id = EventId::from_bits(9);
    events.restore(&saved::write(id, &played.journal)).await.unwrap();
    let kept = events.kept_of(id, ANN, Who::Operator, &|_| false).await.unwrap();
    for known in ["Berg, Ann", "2001/02/03", "7654321", "1/2-1/2"] {
        assert!(kept.contains(known), "{known}: {kept}");
    }
    assert!(!kept.contains("Olsen"), "opponents are others: {kept}");
    events.erase(id, ANN, Who::Operator, Time(99)).await.unwrap();
    // Another program reads the journal anew.
    let again = Events::new(store.clone());
    let entries = store.events.event_journal(id.as_str(), 0, 1000).await.unwrap();
    let all: String = entries.into_iter().map(|entry| entry.entry).collect();
    for text in
        [all, again.save(id).await.unwrap(), again.kept_of(id, ANN, Who::Operator, &|_| false).await.unwrap()]
    {
        for known in ["Berg", "2001/02/03", "7654321", "Wasa"] {
            assert!(!text.contains(known), "{known}: {text}");
        }
        assert!(text.contains("Player 1"), "{text}");
    }
    assert_eq!(*again.read(id).await.unwrap(), *events.read(id).await.unwrap());
    let before = again.save(id).await.unwrap();
    again.erase(id, ANN, Who::Operator, Time(100)).await.unwrap();
    assert_eq!(again.save(id).await.unwrap(), before, "erasing again changes nothing");
}

#[tokio::test]
async fn what_is_kept_of_a_claimed_player_is_the_same_without_the_account() {
    let folder = TempDir::new().unwrap();
    let store = Store::new(SqliteStore::open(folder.path()).unwrap());
    for number in [3, 4] {
        store.accounts.create_account(&crate::clocks::account(number)).await.unwrap();
    }
    let events = Events::new(store);
    let mut played = hall();
    let enter = Command::Enter { player: Some(player(4)), card: Card::new("zoe", None), plays: None };
    played.act(&enter).unwrap();
    played.act_as(&give(ANN, 5), None, owner()).unwrap();
    played.act_as(&claim(6, None), None, account(3)).unwrap();
    let id = EventId::from_bits(9);
    events.restore(&saved::write(id, &played.journal)).await.unwrap();
    let kept = events.kept_of(id, ANN, Who::Operator, &|_| false).await.unwrap();
    for known in ["Berg, Ann", "2001/02/03", "Wasa", "claimed"] {
        assert!(kept.contains(known), "{known}: {kept}");
    }
    assert!(events.save(id).await.unwrap().contains("\"player\""), "the journal says which account it was");
    assert!(!kept.contains("\"player\""), "an organiser reads nothing of it: {kept}");
    let own = events.kept_of(id, EntrantId(5), Who::Operator, &|_| false).await;
    let has_account = WrongMember::HasAccount("zoe".into());
    assert!(matches!(own, Err(EventError::Refused(Refusal::Member(why))) if why == has_account));
    let nobody = events.kept_of(id, EntrantId(6), Who::Operator, &|_| false).await;
    assert!(matches!(nobody, Err(EventError::Refused(Refusal::NoSuchEntrant(EntrantId(6))))));
    let closed = events.kept_of(id, ANN, Who::Operator, &|one| one == player(3)).await;
    assert!(matches!(closed, Err(EventError::Refused(Refusal::NoSuchEntrant(ANN)))), "the account is closed");
}
