// SPDX-License-Identifier: AGPL-3.0-or-later
//! The core of the lobby: stories, and laws that hold whatever happens.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use proptest::prelude::*;
use tabiya_game::{Millis, PlayerId, TimeControl};
use tabiya_limits::address::{Caller, Counted};
use tabiya_protocol::{PlayerView, RatingRange, RatingView, Refusal, SearchEnd, SeekId, SeekView};
use tabiya_rules::{Color, Variant};
use tabiya_runtime::topic::SubscriberId;

use super::core::{Core, Effect, listed_with};
use super::seek::{Fault, Match, Player, Seek, Sought};
use super::sheet::{Tab, let_sleepers_go};

fn id(number: u8) -> PlayerId {
    PlayerId::from_bytes([number; 16])
}

fn tab(number: u8) -> SubscriberId {
    SubscriberId(number.into())
}

fn each(tabs: &HashMap<SubscriberId, Tab>) -> impl Iterator<Item = (SubscriberId, &Tab)> {
    tabs.iter().map(|(id, tab)| (*id, tab))
}

/// A player of this number in the tab of the same number; with a rating, or a guest.
fn player(number: u8, rating: Option<u16>) -> Player {
    let name = format!("P{number}");
    let view = match rating {
        Some(points) => {
            let rating = Some(RatingView { points, provisional: false });
            PlayerView::Player { name, title: None, rating }
        }
        None => PlayerView::Guest { name },
    };
    Player { id: id(number), tab: tab(number), view }
}

/// Who waits, where each tab has an address of its own.
fn listed(core: &Core) -> (Vec<SeekView>, u32) {
    core.list(|_| None)
}

fn sought(seconds: u32, rated: bool) -> Sought {
    let time = TimeControl::new(Millis::from_secs(seconds), Millis::from_secs(2)).unwrap();
    Sought { time, variant: Variant::Standard, rated }
}

fn seek(core: &mut Core, player: Player, sought: Sought, since: u64) -> Seek {
    let id = core.next_id();
    Seek { id, player, sought, color: None, range: None, since, is_listed: true, avoids: Vec::new() }
}

/// A guest looks for a casual game.
fn guest(core: &mut Core, number: u8, now: u64) -> Vec<Effect> {
    let seek = seek(core, player(number, None), sought(180, false), now);
    core.seek(seek, 1, now, true)
}

fn member(core: &mut Core, number: u8, rating: u16, now: u64) -> Vec<Effect> {
    let seek = seek(core, player(number, Some(rating)), sought(180, true), now);
    core.seek(seek, 1, now, true)
}

fn begun(effects: Vec<Effect>) -> Option<Box<Match>> {
    effects.into_iter().find_map(|effect| match effect {
        Effect::Begin(pair) => Some(pair),
        _ => None,
    })
}

/// What each tab is told, in a word.
fn told(effects: &[Effect]) -> Vec<(u64, &'static str)> {
    let word = |effect: &Effect| match effect {
        Effect::Searching { tab, seek: Some(_), .. } => Some((tab.0, "searching")),
        Effect::Searching { tab, ended, .. } => Some((
            tab.0,
            match ended {
                Some(SearchEnd::Paired) => "paired",
                Some(SearchEnd::Cancelled) => "cancelled",
                Some(SearchEnd::Elsewhere) => "elsewhere",
                Some(SearchEnd::Asleep) => "asleep",
                Some(SearchEnd::Refused { .. }) => "search refused",
                None => "nothing",
            },
        )),
        Effect::Refuse { tab, .. } => Some((tab.0, "refused")),
        Effect::Offer { tab, seek } => Some((tab.0, if seek.is_some() { "offer" } else { "no offer" })),
        Effect::Begin(_) => None,
    };
    effects.iter().filter_map(word).collect()
}

/// The first open search.
fn first(core: &Core) -> SeekId {
    listed(core).0[0].id
}

fn refusal(effects: &[Effect]) -> Option<&Refusal> {
    effects.iter().find_map(|effect| match effect {
        Effect::Refuse { refusal, .. } => Some(refusal),
        _ => None,
    })
}

#[test]
fn two_guests_with_one_wish_are_paired_at_once() {
    let mut core = Core::default();
    assert_eq!(told(&guest(&mut core, 1, 0)), [(1, "searching")]);
    let effects = guest(&mut core, 2, 10);
    assert_eq!(told(&effects), [(2, "searching")]);
    let pair = begun(effects).unwrap();
    assert!(listed(&core).0.is_empty(), "nobody waits any more");
    assert_eq!(
        told(&core.begun(&pair)),
        [(pair.white.player.tab.0, "paired"), (pair.black.player.tab.0, "paired")]
    );
    // Again, at once, with colours changed.
    guest(&mut core, 1, 20);
    let again = begun(guest(&mut core, 2, 30)).unwrap();
    assert_eq!(again.white.player.id, pair.black.player.id);
}

#[test]
fn a_search_that_another_tab_ends_while_its_game_is_created_is_over_in_its_own_tab() {
    let mut core = Core::default();
    guest(&mut core, 1, 0);
    let pair = begun(guest(&mut core, 2, 10)).unwrap();
    assert_eq!(told(&core.cancel(id(2), tab(3), 5)), [(2, "elsewhere"), (3, "cancelled")]);
    assert_eq!(told(&core.cancel(id(2), tab(3), 6)), [(3, "cancelled")], "once is enough");
    assert_eq!(told(&core.failed(*pair, &Fault::NotSaved, 20, true)), [(1, "search refused")]);
    // Whoever only accepts has no search that could end.
    guest(&mut core, 4, 30);
    let open = first(&core);
    let accepting = begun(core.accept(open, player(5, None), 7, 40, true)).unwrap();
    assert_eq!(told(&core.cancel(id(5), tab(6), 8)), [(6, "cancelled")]);
    core.begun(&accepting);
}

#[test]
fn rated_and_casual_do_not_meet_but_after_five_seconds_the_account_is_offered_the_guest() {
    let mut core = Core::default();
    guest(&mut core, 1, 0);
    assert!(begun(member(&mut core, 2, 1500, 0)).is_none());
    assert_eq!(told(&core.tick(4_999, || true)), []);
    assert_eq!(told(&core.tick(5_000, || true)), [(2, "offer")]);
    assert_eq!(told(&core.tick(5_500, || true)), [], "once");
    let found = core.accept(first(&core), player(2, Some(1500)), 7, 6_000, true);
    let pair = begun(found).unwrap();
    assert!(!pair.sought.rated);
    assert!(listed(&core).0.is_empty(), "the account's own search is over too");
}

#[test]
fn an_offer_is_taken_back_when_the_guest_leaves() {
    let mut core = Core::default();
    guest(&mut core, 1, 0);
    member(&mut core, 2, 1500, 0);
    core.tick(5_000, || true);
    assert_eq!(told(&core.leave(tab(1), None)), []);
    assert_eq!(told(&core.tick(5_500, || true)), [(2, "no offer")]);
}

#[test]
fn what_is_gone_cannot_be_accepted_nor_ones_own_nor_out_of_range_nor_rated_by_a_guest() {
    let mut core = Core::default();
    let mut wish = seek(&mut core, player(1, Some(1500)), sought(180, true), 0);
    wish.range = Some(RatingRange { low: 1400, high: 1600 });
    core.seek(wish, 1, 0, true);
    let open = first(&core);
    let mut answer = |id, player| {
        let effects = core.accept(id, player, 9, 0, true);
        refusal(&effects).cloned()
    };
    assert_eq!(answer(open + 1, player(2, Some(1500))), Some(Refusal::SeekGone));
    assert_eq!(answer(open, player(1, Some(1500))), Some(Refusal::OwnSeek));
    assert_eq!(answer(open, player(2, None)), Some(Refusal::NeedsAccount));
    assert_eq!(answer(open, player(2, Some(1700))), Some(Refusal::OutOfRange { low: 1400, high: 1600 }));
    assert_eq!(answer(open, player(2, Some(1600))), None);
    assert_eq!(answer(open, player(3, Some(1500))), Some(Refusal::SeekGone), "it has been accepted");
}

#[test]
fn a_search_begun_in_another_tab_takes_the_place_of_the_first() {
    let mut core = Core::default();
    guest(&mut core, 1, 0);
    let mut elsewhere = player(1, None);
    elsewhere.tab = tab(9);
    let again = seek(&mut core, elsewhere, sought(300, false), 5);
    assert_eq!(told(&core.seek(again, 1, 5, true)), [(1, "elsewhere"), (9, "searching")]);
    assert_eq!(listed(&core).1, 1, "a player waits once");
    assert_eq!(told(&core.leave(tab(1), None)), []);
    assert_eq!(listed(&core).1, 1, "the other tab still waits");
    assert_eq!(told(&core.leave(tab(9), Some(SearchEnd::Asleep))), [(9, "asleep")]);
    assert_eq!(listed(&core).1, 0);
}

#[test]
fn where_no_game_can_begin_the_other_goes_on_waiting() {
    let mut core = Core::default();
    guest(&mut core, 1, 0);
    let pair = begun(guest(&mut core, 2, 0)).unwrap();
    let limit = Fault::Of(id(1), Refusal::TooManyGames { limit: 3 });
    assert_eq!(told(&core.failed(*pair, &limit, 10, true)), [(1, "search refused")]);
    assert_eq!(listed(&core).0.len(), 1, "the second one waits");
    // Two who have blocked one another wait on, both, and are not tried again.
    let pair = begun(guest(&mut core, 3, 20)).unwrap();
    let effects = core.failed(*pair, &Fault::Apart, 30, true);
    assert!(told(&effects).is_empty() && begun(effects).is_none());
    assert_eq!(listed(&core).0.len(), 2);
    assert!(core.tick(60_000, || true).is_empty());
    assert!(begun(guest(&mut core, 4, 60_000)).is_some(), "others are played with");
}

#[test]
fn whoever_leaves_while_the_game_is_created_does_not_come_back() {
    let mut core = Core::default();
    guest(&mut core, 1, 0);
    let pair = begun(guest(&mut core, 2, 0)).unwrap();
    core.leave(tab(1), None);
    assert!(refusal(&guest(&mut core, 2, 1)).is_some(), "one game at a time");
    assert_eq!(told(&core.failed(*pair, &Fault::NotSaved, 10, true)), [(2, "search refused")]);
    assert_eq!(listed(&core).1, 0);
}

#[test]
fn the_list_is_told_when_it_has_changed_and_never_longer_than_it_may_be() {
    let mut core = Core::default();
    assert!(!core.has_changed());
    for number in 0..100 {
        let mut wish =
            seek(&mut core, player(number, None), sought(60 + u32::from(number), false), number.into());
        wish.color = Some(Color::White);
        core.seek(wish, 1, number.into(), true);
    }
    assert!(core.has_changed());
    let (seeks, waiting) = listed(&core);
    assert_eq!((seeks.len(), waiting), (40, 100));
    assert_eq!(seeks[0].player, player(0, None).view, "the longest waiting first");
    assert!(!core.has_changed());
    core.leave(tab(99), None);
    assert!(core.has_changed());
    assert_eq!(listed(&core).1, 99);
}

/// The page says something every ten seconds, but not in a tab that the browser or a closed lid has put to sleep. Nobody should
/// be paired with it.
#[test]
fn a_tab_that_has_said_nothing_for_thirty_seconds_leaves_the_lobby() {
    let mut core = Core::default();
    let awake = [1, 2].map(|_| Arc::new(AtomicU64::new(1_000)));
    let tabs: HashMap<_, _> = (1..)
        .zip(&awake)
        .map(|(number, awake)| {
            let (awake, network) = (Arc::clone(awake), None);
            (tab(number), Tab { awake, charge: Arc::new(|| Ok(())), network })
        })
        .collect();
    // Nobody wishes for the other's game.
    let search = |core: &mut Core, number: u8, now| {
        let seek = seek(core, player(number, None), sought(60 * u32::from(number), false), now);
        core.seek(seek, 1, now, true);
    };
    search(&mut core, 1, 1_000);
    search(&mut core, 2, 1_000);
    assert_eq!(told(&let_sleepers_go(&mut core, each(&tabs), 31_000)), []);
    awake[0].store(31_000, Ordering::Relaxed);
    assert_eq!(told(&let_sleepers_go(&mut core, each(&tabs), 31_001)), [(2, "asleep")]);
    assert_eq!(told(&let_sleepers_go(&mut core, each(&tabs), 31_002)), [], "once");
    let (seeks, waiting) = listed(&core);
    assert_eq!((seeks.len(), waiting), (1, 1));
    assert!(core.is_searching(tab(1)) && !core.is_searching(tab(2)));
    // When it is awake again it may search again.
    awake[1].store(40_000, Ordering::Relaxed);
    search(&mut core, 2, 40_000);
    assert_eq!(told(&let_sleepers_go(&mut core, each(&tabs), 40_500)), []);
    assert!(core.is_searching(tab(2)));
}

/// Guests cost nothing, so one address could otherwise fill the list for as long as it likes.
#[test]
fn one_network_does_not_fill_the_list_while_others_wait() {
    let mut core = Core::default();
    for number in 0..60 {
        let wish =
            seek(&mut core, player(number, None), sought(60 + u32::from(number), false), number.into());
        core.seek(wish, 1, number.into(), true);
    }
    let network = |address: &str| listed_with(&Caller::direct(address.parse().unwrap()));
    let many = |tab: SubscriberId| network(if tab.0 < 50 { "2001:db8::1" } else { "192.0.2.1" });
    let shown = |network_of: &dyn Fn(SubscriberId) -> Option<Counted>| {
        let (seeks, waiting) = core.list(network_of);
        assert_eq!((seeks.len(), waiting), (40, 60));
        assert!(seeks.is_sorted_by_key(|seek| seek.id), "the longest waiting first");
        let number = |seek: &SeekView| usize::from(seek.player != player(0, None).view) * seek.id as usize;
        seeks.iter().filter(|seek| number(seek) > 50).count()
    };
    assert_eq!(shown(&|_| network("192.0.2.1")), 0, "all from one network: those who came first");
    assert_eq!(shown(&many), 8, "others are seen beside them");
    let of_wide: [&dyn Fn(u64) -> String; 3] = [
        &|number| format!("2001:db8:0:{number:x}::1"),
        &|number| format!("2001:db8:{number:x}::1"),
        &|number| format!("203.0.113.{number}"),
    ];
    for of_wide in of_wide {
        let network_of = |tab: SubscriberId| match tab.0 {
            number @ ..50 => network(&of_wide(number)),
            _ => network("192.0.2.1"),
        };
        assert_eq!(shown(&network_of), 8, "all of {} is one network", of_wide(0));
    }
}

#[test]
fn a_childs_search_is_not_listed_but_finds_its_opponent() {
    let mut core = Core::default();
    let mut wish = seek(&mut core, player(1, Some(1500)), sought(180, true), 0);
    wish.is_listed = false;
    core.seek(wish, 1, 0, true);
    let (seeks, waiting) = listed(&core);
    assert_eq!((seeks.len(), waiting), (0, 0), "nor is it counted");
    let guessed = core.search_of(player(1, None).tab).unwrap().id;
    assert_eq!(core.check(guessed, &player(2, Some(1500))), Err(Refusal::SeekGone));
    assert_eq!(core.sought(guessed), None);
    assert!(begun(member(&mut core, 2, 1500, 1)).is_some());
}

#[test]
fn a_childs_search_is_offered_to_nobody() {
    let mut core = Core::default();
    let mut wish = seek(&mut core, player(1, Some(1500)), sought(180, false), 0);
    wish.is_listed = false;
    core.seek(wish, 1, 0, true);
    member(&mut core, 2, 1500, 0);
    assert_eq!(told(&core.tick(5_000, || true)), []);
}

/// What happens to a lobby.
#[derive(Clone, Debug)]
enum Step {
    Seek {
        player: u8,
        rating: Option<u16>,
        rated: bool,
        color: Option<bool>,
    },
    Cancel(u8),
    Leave(u8),
    Accept {
        place: usize,
        player: u8,
        rating: Option<u16>,
    },
    Wait(u64),
    /// What comes of the oldest game that is being created.
    Settle(u8),
}

fn step() -> impl Strategy<Value = Step> {
    let rating = || prop_oneof![Just(None), (1000u16..2000).prop_map(Some)];
    prop_oneof![
        5 => (0u8..8, rating(), any::<bool>(), any::<Option<bool>>())
            .prop_map(|(player, rating, rated, color)| Step::Seek { player, rating, rated, color }),
        1 => (0u8..8).prop_map(Step::Cancel),
        1 => (0u8..8).prop_map(Step::Leave),
        2 => (0usize..8, 0u8..8, rating())
            .prop_map(|(place, player, rating)| Step::Accept { place, player, rating }),
        2 => (0u64..8_000).prop_map(Step::Wait),
        3 => (0u8..5).prop_map(Step::Settle),
    ]
}

proptest! {
    /// A player is in one place at a time: waiting, being paired, or neither; and every game has two different players who
    /// wished for it.
    #[test]
    fn nobody_is_in_two_places(steps in proptest::collection::vec(step(), 1..80)) {
        let mut core = Core::default();
        let mut creating: Vec<Match> = Vec::new();
        let mut now = 0;
        for step in steps {
            let effects = match step {
                Step::Seek { player: number, rating, rated, color } => {
                    let rated = rated && rating.is_some();
                    let mut wish = seek(&mut core, player(number, rating), sought(180, rated), now);
                    wish.color = color.map(|white| if white { Color::White } else { Color::Black });
                    core.seek(wish, 1, now, true)
                }
                Step::Cancel(number) => core.cancel(id(number), tab(number), 2),
                Step::Leave(number) => core.leave(tab(number), None),
                Step::Accept { place, player: number, rating } => {
                    let open = listed(&core).0.get(place).map_or(0, |seek| seek.id);
                    core.accept(open, player(number, rating), 3, now, false)
                }
                Step::Wait(span) => {
                    now += span;
                    core.tick(now, || true)
                }
                Step::Settle(how) if !creating.is_empty() => {
                    let pair = creating.remove(0);
                    let fault = match how {
                        0 => Some(Fault::Apart),
                        1 => Some(Fault::Of(pair.white.player.id, Refusal::TooManyGames { limit: 1 })),
                        2 => Some(Fault::NotSaved),
                        _ => None,
                    };
                    match fault {
                        Some(fault) => core.failed(pair, &fault, now, true),
                        None => core.begun(&pair),
                    }
                }
                Step::Settle(_) => Vec::new(),
            };
            for effect in effects {
                let Effect::Begin(pair) = effect else { continue };
                prop_assert_ne!(pair.white.player.id, pair.black.player.id);
                for (party, color) in [(&pair.white, Color::White), (&pair.black, Color::Black)] {
                    let takes_part = creating.iter().any(|other| {
                        [other.white.player.id, other.black.player.id].contains(&party.player.id)
                    });
                    prop_assert!(!takes_part, "one game at a time");
                    if let (Some(seek), None) = (&party.seek, party.accepts) {
                        prop_assert_eq!(seek.sought, pair.sought);
                        prop_assert!(seek.color.is_none_or(|wish| wish == color));
                    }
                    prop_assert!(!pair.sought.rated || party.player.is_member());
                }
                creating.push(*pair);
            }
            let (seeks, waiting) = listed(&core);
            prop_assert_eq!(seeks.len(), waiting as usize, "few enough to be listed all");
            for seek in &seeks {
                let is_creating = creating.iter().any(|pair| {
                    [&pair.white, &pair.black].into_iter().any(|party| party.player.view == seek.player)
                });
                prop_assert!(!is_creating, "who is paired waits no longer");
            }
            let searching = (0..8).filter(|number| core.is_searching(tab(*number))).count();
            prop_assert_eq!(searching, seeks.len(), "each search is in one tab");
        }
    }
}
