// SPDX-License-Identifier: AGPL-3.0-or-later
use std::num::NonZeroU8;

use tabiya_game::{Computer, PlayerName, Time};
use tabiya_runtime::chance;
use tabiya_store::Role;

use super::*;

const TEACHER: PlayerId = PlayerId::from_bytes([9; 16]);
const OTHER_TEACHER: PlayerId = PlayerId::from_bytes([8; 16]);
const PUPIL: PlayerId = PlayerId::from_bytes([1; 16]);
const MATE: PlayerId = PlayerId::from_bytes([2; 16]);

fn account(player: PlayerId) -> Account {
    let name = PlayerName::try_from("Ann".to_owned()).unwrap();
    Account::new(player, name, String::new(), String::new(), Time(1))
}

fn teacher(player: PlayerId) -> Account {
    Account { role: Role::Organiser, ..account(player) }
}

fn pupil(player: PlayerId) -> Account {
    Account { list_owner: Some(TEACHER), kid: true, ..account(player) }
}

fn declining(mut account: Account) -> Account {
    account.settings.0.insert(SETTING.to_owned(), OFF.to_owned());
    account
}

/// Who sees what: a row for each viewer, a letter for each audience.
#[test]
fn each_role_sees_what_is_for_it_alone() {
    let id = |byte| PlayerId::from_bytes([byte; 16]);
    let audiences = [
        Audience::Everybody,
        Audience::Class(TEACHER),
        Audience::Pupil { organiser: TEACHER, pupil: PUPIL },
        Audience::Class(OTHER_TEACHER),
    ];
    let closed = Account { closed: Some(Time(2)), ..pupil(PUPIL) };
    let moved = Account { list_owner: Some(OTHER_TEACHER), ..pupil(PUPIL) };
    let former = Account { role: Role::Player, ..teacher(TEACHER) };
    let viewers = [
        ("nobody, or a guest", None, "+---"),
        ("a player", Some(account(id(3))), "+---"),
        ("a child of no class", Some(Account { kid: true, ..account(id(4)) }), "+---"),
        ("the pupil", Some(pupil(PUPIL)), "+++-"),
        ("another pupil", Some(pupil(MATE)), "++--"),
        (
            "a pupil of the other class",
            Some(Account { list_owner: Some(OTHER_TEACHER), ..pupil(id(5)) }),
            "+--+",
        ),
        ("the class's organiser", Some(teacher(TEACHER)), "+++-"),
        ("another organiser", Some(teacher(OTHER_TEACHER)), "+--+"),
        ("a moderator", Some(Account { role: Role::Moderator, ..account(id(6)) }), "+---"),
        ("an admin", Some(Account { role: Role::Admin, ..account(id(7)) }), "+---"),
        ("a pupil whose account is closed", Some(closed), "+---"),
        ("a pupil who changed class", Some(moved), "+--+"),
        ("who was an organiser", Some(former), "+---"),
    ];
    for (name, viewer, expected) in viewers {
        let found: String = audiences
            .iter()
            .map(|audience| if sees(*audience, viewer.as_ref()) { '+' } else { '-' })
            .collect();
        assert_eq!(found, expected, "{name}");
    }
}

/// For whom a game between the two becomes puzzles. Without an account somebody is a guest.
fn check(white: Option<Account>, black: Option<Account>, expected: Option<Audience>, what: &str) {
    let guest = |byte| PlayerId::from_bytes([byte; 16]);
    let seat = |account: &Option<Account>, byte| {
        Seat::Player(account.as_ref().map_or(guest(byte), |account| account.player))
    };
    let seats = Seats { white: seat(&white, 20), black: seat(&black, 21) };
    let accounts: Vec<_> = white.into_iter().chain(black).collect();
    assert_eq!(audience(seats, &accounts), expected, "{what}");
}

#[test]
fn a_game_is_for_everybody_for_a_class_or_for_nobody() {
    let (ann, bob) = (account(chance::player_id()), account(chance::player_id()));
    let child = Account { kid: true, ..bob.clone() };
    let closed = Account { closed: Some(Time(2)), ..bob.clone() };
    let other_pupil = Account { list_owner: Some(OTHER_TEACHER), ..pupil(MATE) };
    let grown = Account { kid: false, ..pupil(PUPIL) };
    let class = Some(Audience::Class(TEACHER));
    let everybody = Some(Audience::Everybody);
    check(None, None, everybody, "guests");
    check(Some(ann.clone()), Some(bob.clone()), everybody, "nobody has to choose");
    check(Some(ann.clone()), None, everybody, "a guest");
    check(Some(ann.clone()), Some(child), None, "a child of no class");
    check(Some(ann.clone()), Some(closed), None, "closed");
    check(Some(ann.clone()), Some(declining(bob)), None, "declined");
    check(Some(pupil(PUPIL)), Some(pupil(MATE)), class, "two pupils of a class");
    check(Some(grown.clone()), Some(pupil(MATE)), class, "one of them no child");
    check(Some(teacher(TEACHER)), Some(pupil(MATE)), class, "with their teacher");
    check(Some(declining(pupil(PUPIL))), Some(pupil(MATE)), None, "a pupil declined");
    check(Some(pupil(PUPIL)), Some(other_pupil), None, "two classes");
    check(Some(grown), Some(ann), None, "a pupil with somebody else");
    check(Some(pupil(PUPIL)), None, None, "a pupil with a guest");
    check(Some(pupil(PUPIL)), Some(teacher(OTHER_TEACHER)), None, "a pupil with another teacher");
}

#[test]
fn a_pupils_game_with_the_computer_is_of_the_class() {
    let pupil = pupil(PUPIL);
    let seats = |black| Seats { white: Seat::Player(PUPIL), black };
    let computer = Seat::Computer(Computer { level: NonZeroU8::MIN, version: None });
    assert_eq!(audience(seats(computer), std::slice::from_ref(&pupil)), Some(Audience::Class(TEACHER)));
    assert_eq!(audience(seats(Seat::Open), &[pupil]), None);
}

#[test]
fn of_an_imported_game_those_who_brought_it_decide() {
    let check = |accounts: &[Account], guests: usize, expected, what| {
        let accounts_and_guests = (0..guests).map(|_| chance::player_id());
        let importers: Vec<_> =
            accounts.iter().map(|account| account.player).chain(accounts_and_guests).collect();
        assert_eq!(audience_of_import(&importers, accounts, &[]), expected, "{what}");
    };
    let (ann, bob) = (account(chance::player_id()), account(chance::player_id()));
    let child = Account { kid: true, ..bob.clone() };
    let closed = Account { closed: Some(Time(2)), ..bob.clone() };
    let admin = Account { role: Role::Admin, ..bob.clone() };
    let class = Some(Audience::Class(TEACHER));
    let everybody = Some(Audience::Everybody);
    check(&[], 0, None, "nobody who could be asked");
    check(&[], 1, None, "a guest");
    check(std::slice::from_ref(&ann), 0, everybody, "a player");
    check(std::slice::from_ref(&ann), 1, None, "a guest has brought it, too");
    let teaches = [admin.player];
    let of_admin = audience_of_import(&teaches, std::slice::from_ref(&admin), &teaches);
    assert_eq!(of_admin, Some(Audience::Class(admin.player)), "an admin who has pupils");
    check(&[ann.clone(), admin], 0, everybody, "an admin is no teacher");
    check(&[ann.clone(), declining(bob)], 0, None, "one declined");
    check(&[child], 0, None, "a child of no class");
    check(&[closed], 0, None, "closed");
    check(&[pupil(PUPIL)], 0, class, "a pupil");
    check(&[teacher(TEACHER)], 0, class, "a teacher");
    check(&[pupil(PUPIL), teacher(TEACHER), ann], 0, class, "a class, and somebody else");
    check(&[pupil(PUPIL), teacher(OTHER_TEACHER)], 0, None, "two classes");
}
