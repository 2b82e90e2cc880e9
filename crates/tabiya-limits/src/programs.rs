// SPDX-License-Identifier: AGPL-3.0-or-later
//! What is kept for programs that speak the compatible API (tabiya-http's `lichess/`): how much each player's programs ask
//! for, which of their streams are open, and which exports are under way, those of the page included. Values only, and of
//! that dialect nothing but the words for declining.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tabiya_game::{GameId, PlayerId};
use tabiya_runtime::config::Networks;
use tabiya_runtime::identity::Identity;
use tabiya_runtime::secret::Hash;
use tabiya_runtime::topic::Dismisser;
use tokio::sync::mpsc;

use crate::address::{AddressRate, Caller, CountedAs, NetworkBounds, NetworkPlace};
use crate::rate_limit::RateLimit;
use crate::tally::{Present, Tally};

/// What one player's programs may ask for in a minute and in an hour; most calls count once.
const PER_MINUTE: u32 = 1_500;
const PER_HOUR: u32 = 45_000;
/// The same for a public address whose programs show no token, or one that is not valid.
const ADDRESS_PER_MINUTE: u32 = 600;
const ADDRESS_PER_HOUR: u32 = 12_000;
/// Open challenges whose makers are remembered.
const MOST_OPEN_CHALLENGES: usize = 10_000;
/// Streams of games by their ids that there may be at once.
const MOST_STREAMS: u32 = 500;
/// Those of them that strangers may have: the rest is kept for accounts.
const MOST_STREAMS_OF_STRANGERS: u32 = 300;
/// The most for one account, or for one network whose programs show no token.
const MOST_STREAMS_EACH: usize = 20;
/// The most to one IPv4 address or /64, whoever asks there: a class may sit behind it. The networks around it have bounds of
/// their own.
const MOST_STREAMS_TO_NETWORK: u32 = 60;
/// Exports at once for one account, or for one network without a token.
const MOST_EXPORTS_EACH: u32 = 4;
/// Exports to one IPv4 address or /64, whoever asks there: each may hold some megabytes that are not read. The networks around
/// it have bounds of their own.
const MOST_EXPORTS_TO_NETWORK: u32 = 8;
/// Exports to all together.
const MOST_EXPORTS: u32 = 48;
/// Those of them that strangers may have: the rest is kept for accounts.
const MOST_EXPORTS_TO_STRANGERS: u32 = 32;
/// Streams of one game to one IPv4 address or /64.
const MOST_WATCHED_FROM_NETWORK: u32 = 100;
/// Games that one stream by ids may follow.
pub const MOST_IN_STREAM: usize = 500;

/// What is kept for programs. Cheap to clone.
#[derive(Clone)]
pub struct Programs(Arc<Kept>);

struct Kept {
    rate: RateLimit<PlayerId>,
    address_rate: AddressRate,
    /// The stream of events of each token.
    event_streams: Mutex<HashMap<Hash, (u64, Dismisser)>>,
    /// Streams to which games can be added, by whose they are and their names.
    game_streams: Mutex<HashMap<(CountedAs, String), GameStream>>,
    /// How many of these there are, by network, of strangers, and of all.
    streams_to: NetworkBounds,
    streams_of_strangers: Tally<()>,
    /// Exports that are under way, by whose they are.
    exports: Tally<CountedAs>,
    /// The same by network and of all, and those of strangers.
    exports_to: NetworkBounds,
    of_strangers: Tally<()>,
    /// Streams of one game, by network.
    watched_from: NetworkBounds,
    /// Who made open challenges, the newest last.
    open_challenges: Mutex<VecDeque<(GameId, PlayerId)>>,
}

/// An export that is under way, for as long as it lives.
pub struct ExportPlace {
    _of_owner: Present<CountedAs>,
    _to_networks: NetworkPlace,
    /// `None` for an account's.
    _of_strangers: Option<Present<()>>,
}

/// A stream to which games can be added.
struct GameStream {
    games: mpsc::Sender<GameId>,
    _to_networks: NetworkPlace,
    /// `None` for an account's.
    _of_strangers: Option<Present<()>>,
}

/// A token's only stream of events, for as long as it lives.
pub struct OnlyStream {
    programs: Programs,
    token: Hash,
    number: u64,
}

fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing under these locks can panic half-way.
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Programs {
    /// To these addresses no limit per address applies.
    pub fn new(unlimited: &Networks) -> Self {
        Self(Arc::new(Kept {
            rate: RateLimit::new(PER_MINUTE, PER_HOUR),
            address_rate: AddressRate::new(ADDRESS_PER_MINUTE, ADDRESS_PER_HOUR, unlimited),
            event_streams: Mutex::default(),
            game_streams: Mutex::default(),
            streams_to: NetworkBounds::new(MOST_STREAMS_TO_NETWORK, unlimited).of_all(MOST_STREAMS),
            streams_of_strangers: Tally::default(),
            exports: Tally::default(),
            exports_to: NetworkBounds::new(MOST_EXPORTS_TO_NETWORK, unlimited).of_all(MOST_EXPORTS),
            of_strangers: Tally::default(),
            watched_from: NetworkBounds::new(MOST_WATCHED_FROM_NETWORK, unlimited),
            open_challenges: Mutex::default(),
        }))
    }

    /// Counts what a player's program asks for.
    ///
    /// # Errors
    /// How long to wait, where it was too much.
    pub fn charge(&self, player: PlayerId, tokens: u32) -> Result<(), Duration> {
        self.0.rate.take(&player, tokens)
    }

    /// Counts what a program asks for that shows no good token.
    ///
    /// # Errors
    /// How long to wait, where it was too much.
    pub fn charge_address(&self, caller: &Caller, times: u32) -> Result<(), Duration> {
        self.0.address_rate.take(caller, times)
    }

    /// Takes the place of the token's stream before, which ends.
    pub fn only_stream(&self, token: Hash, dismisser: Dismisser) -> OnlyStream {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        if let Some((_, before)) = lock(&self.0.event_streams).insert(token, (number, dismisser)) {
            before.dismiss();
        }
        OnlyStream { programs: self.clone(), token, number }
    }

    /// Opens a stream to which games can be added, by whose it is and its name; one of the same name ends. `None` where there
    /// are too many.
    pub fn open_games(&self, name: (CountedAs, String), caller: &Caller) -> Option<mpsc::Receiver<GameId>> {
        let (games, receiver) = mpsc::channel(MOST_IN_STREAM);
        let mut all = lock(&self.0.game_streams);
        all.retain(|open, stream| !stream.games.is_closed() && *open != name);
        if all.keys().filter(|(owner, _)| *owner == name.0).count() >= MOST_STREAMS_EACH {
            return None;
        }
        let _of_strangers = match name.0 {
            CountedAs::Network(_) => Some(self.0.streams_of_strangers.enter((), MOST_STREAMS_OF_STRANGERS)?),
            CountedAs::Account(_) => None,
        };
        let _to_networks = self.0.streams_to.enter(caller)?;
        all.insert(name, GameStream { games, _to_networks, _of_strangers });
        Some(receiver)
    }

    /// Begins an export, which lasts until the value is dropped. `None` where too many are under way.
    pub fn begin_export(&self, caller: &Caller, who: Option<&Identity>) -> Option<ExportPlace> {
        self.export_of(caller.counted_as(who), caller)
    }

    fn export_of(&self, owner: CountedAs, caller: &Caller) -> Option<ExportPlace> {
        let _of_owner = self.0.exports.enter(owner, MOST_EXPORTS_EACH)?;
        let _to_networks = self.0.exports_to.enter(caller)?;
        let _of_strangers = match owner {
            CountedAs::Network(_) => Some(self.0.of_strangers.enter((), MOST_EXPORTS_TO_STRANGERS)?),
            CountedAs::Account(_) => None,
        };
        Some(ExportPlace { _of_owner, _to_networks, _of_strangers })
    }

    /// Begins a stream of one game, which lasts until the value is dropped. `None` where this network has too many.
    pub fn begin_watching(&self, caller: &Caller) -> Option<NetworkPlace> {
        self.0.watched_from.enter(caller)
    }

    /// The way to add games to such a stream; `None` where it is not open.
    pub fn games_stream(&self, name: &(CountedAs, String)) -> Option<mpsc::Sender<GameId>> {
        let all = lock(&self.0.game_streams);
        all.get(name).map(|stream| &stream.games).filter(|games| !games.is_closed()).cloned()
    }

    /// Remembers who made an open challenge, until the server ends.
    pub fn made_open(&self, game: GameId, by: PlayerId) {
        let mut open = lock(&self.0.open_challenges);
        if open.len() == MOST_OPEN_CHALLENGES {
            open.pop_front();
        }
        open.push_back((game, by));
    }

    /// Whether this player made this open challenge.
    pub fn has_made_open(&self, game: GameId, player: PlayerId) -> bool {
        lock(&self.0.open_challenges).contains(&(game, player))
    }
}

impl Drop for OnlyStream {
    fn drop(&mut self) {
        let mut all = lock(&self.programs.0.event_streams);
        if all.get(&self.token).is_some_and(|(number, _)| *number == self.number) {
            all.remove(&self.token);
        }
    }
}

#[cfg(test)]
mod tests {
    use tabiya_runtime::topic::Outbox;

    use super::*;

    #[test]
    fn a_new_stream_of_events_ends_the_one_before() {
        let programs = Programs::new(&Networks::default());
        let [first, second, other] = [Outbox::default(), Outbox::default(), Outbox::default()];
        let one = programs.only_stream([1; 32], first.dismisser());
        let _other = programs.only_stream([2; 32], other.dismisser());
        let two = programs.only_stream([1; 32], second.dismisser());
        assert!(first.is_dismissed() && !second.is_dismissed() && !other.is_dismissed());
        drop(one);
        let third = Outbox::default();
        let _three = programs.only_stream([1; 32], third.dismisser());
        assert!(second.is_dismissed(), "the end of the first has not forgotten the second");
        drop(two);
        assert!(!third.is_dismissed());
    }

    #[test]
    fn each_network_has_a_few_exports_under_way() {
        let programs = Programs::new(&Networks::default());
        let begin = |address: &str| {
            programs.begin_export(&Caller::direct(address.parse().expect("an address")), None)
        };
        let mut own: Vec<_> = (0..MOST_EXPORTS_EACH).map(|_| begin("10.0.0.7")).collect();
        assert!(own.iter().all(Option::is_some));
        assert!(begin("10.0.0.7").is_none() && begin("10.0.0.8").is_some());
        own.pop();
        assert!(begin("10.0.0.7").is_some(), "one has ended");
    }

    /// More accounts are no way to more exports.
    #[test]
    fn a_network_has_a_limit_for_all_of_its_accounts() {
        let programs = Programs::new(&Networks::default());
        let caller = Caller::direct("10.0.0.7".parse().unwrap());
        let enter = || programs.0.exports_to.enter(&caller);
        let accounts: Vec<_> = (0..MOST_EXPORTS_TO_NETWORK).map(|_| enter()).collect();
        assert!(accounts.iter().all(Option::is_some) && enter().is_none());
        assert!(programs.begin_export(&caller, None).is_none());
        drop(accounts);
        assert!(programs.begin_export(&caller, None).is_some());
    }

    /// A customer of a provider has some ten thousand /64, a rented rack a /24.
    #[test]
    fn no_wide_network_takes_every_export_or_stream() {
        let programs = Programs::new(&Networks::default());
        let caller = |address: String| Caller::direct(address.parse().expect("an address"));
        let many = |address: &dyn Fn(u32) -> String| -> Vec<_> {
            (0..MOST_EXPORTS)
                .filter_map(|number| programs.begin_export(&caller(address(number)), None))
                .collect()
        };
        for (address, most) in [
            (&(|number| format!("2001:db8:7:{number:x}::1")) as &dyn Fn(u32) -> String, 16),
            (&|number| format!("2001:db8:{number:x}::1"), 24),
            (&|number| format!("203.0.113.{number}"), 16),
        ] {
            let taken = many(address);
            assert_eq!(taken.len(), most, "{}", address(0));
            let other = caller("192.0.2.1".to_owned());
            assert!(programs.begin_export(&other, None).is_some(), "others find places: {}", address(0));
        }
        let watch = |number| programs.begin_watching(&caller(format!("2001:db8:7:{number:x}::1")));
        let watching: Vec<_> = (0..1_000).filter_map(watch).collect();
        assert_eq!(watching.len(), 2 * MOST_WATCHED_FROM_NETWORK as usize);
        assert!(programs.begin_watching(&caller("192.0.2.1".to_owned())).is_some());
    }

    #[test]
    fn strangers_leave_a_part_of_the_exports_to_accounts() {
        let programs = Programs::new(&Networks::default());
        let caller = |number: u32| Caller::direct(format!("198.51.{number}.7").parse().expect("an address"));
        let strangers: Vec<_> =
            (0..100).filter_map(|number| programs.begin_export(&caller(number), None)).collect();
        assert_eq!(strangers.len(), MOST_EXPORTS_TO_STRANGERS as usize);
        let account = |number: u32| {
            let player = PlayerId::from_bytes(u128::from(number).to_be_bytes());
            programs.export_of(CountedAs::Account(player), &caller(number))
        };
        let accounts: Vec<_> = (0..100).filter_map(account).collect();
        assert_eq!(accounts.len(), (MOST_EXPORTS - MOST_EXPORTS_TO_STRANGERS) as usize);
    }

    #[test]
    fn streams_of_games_are_bounded_and_named() {
        let programs = Programs::new(&Networks::default());
        let name = |owner: usize, name: usize| {
            let owner = PlayerId::from_bytes((owner as u128).to_be_bytes());
            (CountedAs::Account(owner), name.to_string())
        };
        // Each is at an address far from the others.
        let caller = |number: usize| {
            Caller::direct(format!("{}.{}.0.1", 11 + number / 256, number % 256).parse().unwrap())
        };
        let open = |owner: usize, number: usize| programs.open_games(name(owner, number), &caller(owner));
        let own: Vec<_> = (0..MOST_STREAMS_EACH).map(|number| open(0, number)).collect();
        assert!(own.iter().all(Option::is_some));
        assert!(open(0, MOST_STREAMS_EACH).is_none(), "one may not take every place");
        let again = open(0, 1);
        assert!(again.is_some(), "a name that is open already is no stream more");
        let others: Vec<_> =
            (MOST_STREAMS_EACH..MOST_STREAMS as usize).map(|number| open(number, 0)).collect();
        assert!(others.iter().all(Option::is_some) && open(999, 0).is_none());
        assert!(programs.games_stream(&name(0, 7)).is_some() && programs.games_stream(&name(1, 7)).is_none());
        drop((own, again));
        assert!(programs.games_stream(&name(0, 7)).is_none() && open(999, 0).is_some());
    }

    /// Whoever had a /48 had 65,536 names with twenty streams each, and a client with many accounts twenty for each.
    #[test]
    fn neither_a_wide_network_nor_many_accounts_take_every_stream_by_ids() {
        let programs = Programs::new(&Networks::default());
        let account =
            |number: u32| CountedAs::Account(PlayerId::from_bytes(u128::from(number).to_be_bytes()));
        let caller = |address: String| Caller::direct(address.parse().expect("an address"));
        let many = |address: &dyn Fn(u32) -> String, with_accounts: bool| -> Vec<_> {
            let open = |number| {
                let caller = caller(address(number));
                let owner = if with_accounts { account(number) } else { caller.counted_as(None) };
                programs.open_games((owner, number.to_string()), &caller)
            };
            (0..2_000).filter_map(open).collect()
        };
        let each = MOST_STREAMS_TO_NETWORK as usize;
        for (address, with_accounts, most) in [
            (&(|number| format!("2001:db8:7:{number:x}::1")) as &dyn Fn(u32) -> String, false, 2 * each),
            (&|number| format!("2001:db8:{number:x}::1"), false, 3 * each),
            (&|number| format!("203.0.113.{}", number % 256), false, 2 * each),
            (&|_| "203.0.113.7".to_owned(), true, each),
            (&|number| format!("198.{}.{}.1", number / 256, number % 256), false, 300),
        ] {
            let taken = many(address, with_accounts);
            assert_eq!(taken.len(), most, "{}", address(0));
            let class = (5_000..5_030).map(|pupil| {
                programs.open_games((account(pupil), String::new()), &caller("192.0.2.1".to_owned()))
            });
            assert!(class.collect::<Vec<_>>().iter().all(Option::is_some), "a class beside {}", address(0));
        }
    }
}
