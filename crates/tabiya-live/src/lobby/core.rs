// SPDX-License-Identifier: AGPL-3.0-or-later
//! Everything that the lobby decides, as values: no clock, no chance, no I/O.

use std::collections::{BTreeSet, HashMap};

use tabiya_game::PlayerId;
use tabiya_limits::address::{Caller, Counted};
use tabiya_protocol::{CommandId, MAX_LISTED_SEEKS, Refusal, SearchEnd, SeekId, SeekView};
use tabiya_runtime::topic::SubscriberId;
use tabiya_tournament::lobby::{Pair, Pool, colours};

use super::past::Past;
use super::seek::{Fault, Match, Party, Player, Seek, Sought};

/// Searches that there may be at once.
const MOST: usize = 10_000;
/// After so many milliseconds alone, a player who looks for a rated game is offered a casual one.
const ALONE: u64 = 5_000;
/// Searches of one network that are listed before those of others that have waited less.
const LISTED_OF_A_NETWORK: usize = 8;

/// The network that shares its places in the list: all that one customer or one rented rack has.
pub(super) fn listed_with(caller: &Caller) -> Option<Counted> {
    Counted::in_turns(caller).next().map(|(network, _)| network)
}

/// What the lobby wants done.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// Tell this tab what it looks for.
    Searching {
        tab: SubscriberId,
        answers: Option<CommandId>,
        seek: Option<SeekView>,
        ended: Option<SearchEnd>,
    },
    /// Tell this tab that its command changed nothing.
    Refuse { tab: SubscriberId, id: CommandId, refusal: Refusal },
    /// Offer this tab a casual game, or take the offer back.
    Offer { tab: SubscriberId, seek: Option<SeekView> },
    /// Create this game, and say what came of it.
    Begin(Box<Match>),
}

/// A player whose game is being created.
struct Pairing {
    tab: SubscriberId,
    /// Whether the tab looked for a game; else it accepts one.
    has_search: bool,
    /// The search goes on if no game can begin.
    wants_back: bool,
}

/// The lobby.
#[derive(Default)]
pub(super) struct Core {
    pool: Pool<Sought, PlayerId>,
    /// Of each player who waits.
    seeks: HashMap<PlayerId, Seek>,
    by_id: HashMap<SeekId, PlayerId>,
    /// The longest waiting first.
    by_age: BTreeSet<(u64, SeekId)>,
    searching_in: HashMap<SubscriberId, PlayerId>,
    pairing: HashMap<PlayerId, Pairing>,
    /// Which casual search each player has been offered.
    offers: HashMap<PlayerId, SeekId>,
    past: Past,
    last_id: SeekId,
    /// Who waits has changed since the list was taken.
    has_changed: bool,
}

impl Core {
    /// A number for the next search.
    pub(super) fn next_id(&mut self) -> SeekId {
        self.last_id = self.last_id.wrapping_add(1);
        self.last_id
    }

    /// A player looks for a game, in place of what they looked for before.
    pub(super) fn seek(&mut self, seek: Seek, answers: CommandId, now: u64, coin: bool) -> Vec<Effect> {
        let (player, tab) = (seek.player.id, seek.player.tab);
        if self.pairing.contains_key(&player) {
            return vec![Effect::Refuse { tab, id: answers, refusal: Refusal::TooFast }];
        }
        let mut effects = Vec::new();
        if let Some(old) = self.take(player) {
            if old.player.tab != tab {
                effects.push(ended(old.player.tab, SearchEnd::Elsewhere));
            }
        } else if self.seeks.len() >= MOST {
            return vec![Effect::Refuse { tab, id: answers, refusal: Refusal::LobbyFull }];
        }
        let view = Some(seek.view());
        effects.push(Effect::Searching { tab, answers: Some(answers), seek: view, ended: None });
        effects.extend(self.put(seek, now, coin));
        effects
    }

    /// A player looks for nothing any more.
    pub(super) fn cancel(&mut self, player: PlayerId, tab: SubscriberId, answers: CommandId) -> Vec<Effect> {
        let mut effects = Vec::new();
        if let Some(pairing) = self.pairing.get_mut(&player) {
            // The game may begin all the same.
            let wanted_back = std::mem::take(&mut pairing.wants_back);
            if wanted_back && pairing.has_search && pairing.tab != tab {
                effects.push(ended(pairing.tab, SearchEnd::Elsewhere));
            }
        }
        if let Some(seek) = self.take(player)
            && seek.player.tab != tab
        {
            effects.push(ended(seek.player.tab, SearchEnd::Elsewhere));
        }
        let ended = Some(SearchEnd::Cancelled);
        effects.push(Effect::Searching { tab, answers: Some(answers), seek: None, ended });
        effects
    }

    /// A player wants to play what somebody looks for.
    pub(super) fn accept(
        &mut self,
        id: SeekId,
        player: Player,
        answers: CommandId,
        now: u64,
        coin: bool,
    ) -> Vec<Effect> {
        let tab = player.tab;
        match self.check(id, &player) {
            Err(refusal) => vec![Effect::Refuse { tab, id: answers, refusal }],
            Ok(other) => {
                let Some(seek) = self.take(other) else { return Vec::new() };
                let own = self.take(player.id);
                let newcomer = self.past.seeker(player.id, now);
                let pair = colours(&seek.seeker(&self.past), &newcomer, coin);
                let (sought, acceptor) = (seek.sought, Party { player, seek: own, accepts: Some(answers) });
                vec![self.begin(pair, sought, [seek.into(), acceptor])]
            }
        }
    }

    /// Whose search this is, if the player may accept it. A search that is not listed can't be accepted: whoever
    /// asks for it has guessed its number.
    pub(super) fn check(&self, id: SeekId, player: &Player) -> Result<PlayerId, Refusal> {
        let seek = self.listed(id).ok_or(Refusal::SeekGone)?;
        let owner = seek.player.id;
        if owner == player.id {
            return Err(Refusal::OwnSeek);
        }
        if self.pairing.contains_key(&player.id) {
            return Err(Refusal::TooFast);
        }
        if seek.sought.rated && !player.is_member() {
            return Err(Refusal::NeedsAccount);
        }
        if let Some(range) = seek.range
            && !player.rating().is_some_and(|rating| (range.low..=range.high).contains(&rating))
        {
            return Err(Refusal::OutOfRange { low: range.low, high: range.high });
        }
        Ok(owner)
    }

    /// What is looked for under this number.
    pub(super) fn sought(&self, id: SeekId) -> Option<Sought> {
        Some(self.listed(id)?.sought)
    }

    fn listed(&self, id: SeekId) -> Option<&Seek> {
        self.seeks.get(self.by_id.get(&id)?).filter(|seek| seek.is_listed)
    }

    /// A tab is closed, or sleeps: what it looked for is over.
    pub(super) fn leave(&mut self, tab: SubscriberId, why: Option<SearchEnd>) -> Vec<Effect> {
        for pairing in self.pairing.values_mut().filter(|pairing| pairing.tab == tab) {
            pairing.wants_back = false;
        }
        let Some(player) = self.searching_in.get(&tab).copied() else { return Vec::new() };
        self.take(player);
        why.map(|why| ended(tab, why)).into_iter().collect()
    }

    /// Whether this tab looks for something.
    pub(super) fn is_searching(&self, tab: SubscriberId) -> bool {
        self.searching_in.contains_key(&tab)
    }

    /// What this tab looks for.
    pub(super) fn search_of(&self, tab: SubscriberId) -> Option<SeekView> {
        Some(self.seeks.get(self.searching_in.get(&tab)?)?.view())
    }

    /// The game of these two has begun.
    pub(super) fn begun(&mut self, pair: &Match) -> Vec<Effect> {
        self.past.record(pair.white.player.id, pair.black.player.id);
        let mut effects = Vec::new();
        for party in [&pair.white, &pair.black] {
            self.pairing.remove(&party.player.id);
            if let Some(seek) = &party.seek {
                effects.push(ended(seek.player.tab, SearchEnd::Paired));
            }
        }
        effects
    }

    /// The game of these two could not begin. Whoever is not to blame goes on searching.
    pub(super) fn failed(&mut self, pair: Match, fault: &Fault, now: u64, coin: bool) -> Vec<Effect> {
        let ids = [pair.white.player.id, pair.black.player.id];
        let mut effects = Vec::new();
        for (party, other) in [pair.white, pair.black].into_iter().zip([ids[1], ids[0]]) {
            let id = party.player.id;
            let wants_back = self.pairing.remove(&id).is_some_and(|pairing| pairing.wants_back);
            let (own, others) = match fault {
                Fault::Apart => (None, Refusal::KeptApart),
                Fault::NotSaved => (Some(Refusal::NotSaved), Refusal::NotSaved),
                Fault::Of(culprit, refusal) if *culprit == id => (Some(refusal.clone()), refusal.clone()),
                Fault::Of(..) => (None, Refusal::SeekGone),
            };
            if let Some(command) = party.accepts {
                effects.push(Effect::Refuse { tab: party.player.tab, id: command, refusal: others });
            }
            let Some(mut seek) = party.seek.filter(|_| wants_back) else { continue };
            match own {
                Some(refusal) => {
                    let message = refusal.to_string();
                    effects.push(ended(seek.player.tab, SearchEnd::Refused { refusal, message }));
                }
                None => {
                    if matches!(fault, Fault::Apart) {
                        seek.avoids.push(other);
                    }
                    effects.extend(self.put(seek, now, coin));
                }
            }
        }
        effects
    }

    /// To be called about twice a second: pairs whoever fits by now, and offers casual games.
    pub(super) fn tick(&mut self, now: u64, mut coin: impl FnMut() -> bool) -> Vec<Effect> {
        let pairs = self.pool.pair_more(now, &mut coin);
        let mut effects: Vec<_> = pairs.into_iter().filter_map(|pair| self.begin_waiting(pair)).collect();
        effects.extend(self.offer(now));
        effects
    }

    /// Whether who waits has changed since this was last asked.
    pub(super) fn has_changed(&mut self) -> bool {
        std::mem::take(&mut self.has_changed)
    }

    /// Who waits: the longest waiting first, and how many there are. Not all places go to one network ([`listed_with`]),
    /// which `network_of` a tab names, as long as others wait.
    pub(super) fn list(&self, network_of: impl Fn(SubscriberId) -> Option<Counted>) -> (Vec<SeekView>, u32) {
        let mut of_network: HashMap<Option<Counted>, usize> = HashMap::new();
        let (mut listed, mut spare) = (Vec::new(), Vec::new());
        for (_, id) in &self.by_age {
            if listed.len() == MAX_LISTED_SEEKS {
                break;
            }
            let seek = self.by_id.get(id).and_then(|player| self.seeks.get(player));
            let Some(seek) = seek.filter(|seek| seek.is_listed) else { continue };
            let count = of_network.entry(network_of(seek.player.tab)).or_default();
            *count += 1;
            let places = if *count <= LISTED_OF_A_NETWORK { &mut listed } else { &mut spare };
            places.push(seek);
        }
        listed.extend(spare.into_iter().take(MAX_LISTED_SEEKS - listed.len()));
        listed.sort_unstable_by_key(|seek| (seek.since, seek.id));
        // A search that is not listed is nobody's to know of.
        let waiting = self.seeks.values().filter(|seek| seek.is_listed).count();
        let waiting = u32::try_from(waiting).unwrap_or(u32::MAX);
        (listed.into_iter().map(Seek::view).collect(), waiting)
    }

    /// Offers those who look for a rated game and have been alone for a while somebody who looks for a casual one.
    fn offer(&mut self, now: u64) -> Vec<Effect> {
        let mut effects = Vec::new();
        for seek in self.seeks.values() {
            let player = seek.player.id;
            let offered = self.offers.get(&player).copied();
            let is_alone = seek.sought.rated && now.saturating_sub(seek.since) >= ALONE;
            let still = offered.filter(|id| self.by_id.contains_key(id));
            let next = || {
                // An offer names its player.
                let is_listed = |other| self.seeks.get(&other).is_some_and(|other| other.is_listed);
                let casual = seek.sought.casual();
                let found = self.pool.anybody(&casual, &seek.seeker(&self.past), is_listed)?;
                Some(self.seeks.get(&found)?.id)
            };
            let best = if is_alone { still.or_else(next) } else { None };
            if best != offered {
                let view = best.and_then(|id| Some(self.seeks.get(self.by_id.get(&id)?)?.view()));
                effects.push((player, best, Effect::Offer { tab: seek.player.tab, seek: view }));
            }
        }
        let note = |(player, best, effect)| {
            match best {
                Some(id) => self.offers.insert(player, id),
                None => self.offers.remove(&player),
            };
            effect
        };
        effects.into_iter().map(note).collect()
    }

    /// Lets a search wait, or pairs it at once.
    fn put(&mut self, seek: Seek, now: u64, coin: bool) -> Option<Effect> {
        let (sought, seeker, player) = (seek.sought, seek.seeker(&self.past), seek.player.id);
        self.searching_in.insert(seek.player.tab, player);
        self.by_id.insert(seek.id, player);
        self.by_age.insert((seek.since, seek.id));
        self.seeks.insert(player, seek);
        self.has_changed = true;
        let pair = self.pool.add(sought, seeker, now, coin)?;
        self.begin_waiting(pair)
    }

    /// Takes a search out.
    fn take(&mut self, player: PlayerId) -> Option<Seek> {
        let seek = self.seeks.remove(&player)?;
        self.pool.remove(&player);
        self.by_id.remove(&seek.id);
        self.by_age.remove(&(seek.since, seek.id));
        self.searching_in.remove(&seek.player.tab);
        self.offers.remove(&player);
        self.has_changed = true;
        Some(seek)
    }

    /// Two who waited have found each other.
    fn begin_waiting(&mut self, pair: Pair<PlayerId>) -> Option<Effect> {
        let (white, black) = (self.take(pair.white)?, self.take(pair.black)?);
        let sought = white.sought;
        Some(self.begin(pair, sought, [white.into(), black.into()]))
    }

    fn begin(&mut self, pair: Pair<PlayerId>, sought: Sought, parties: [Party; 2]) -> Effect {
        for Party { player, seek, .. } in &parties {
            let tab = seek.as_ref().map_or(player.tab, |seek| seek.player.tab);
            self.pairing.insert(player.id, Pairing { tab, has_search: seek.is_some(), wants_back: true });
        }
        let [one, other] = parties;
        let is_white = one.player.id == pair.white;
        let (white, black) = if is_white { (one, other) } else { (other, one) };
        Effect::Begin(Box::new(Match { white, black, sought }))
    }
}

const fn ended(tab: SubscriberId, why: SearchEnd) -> Effect {
    Effect::Searching { tab, answers: None, seek: None, ended: Some(why) }
}
