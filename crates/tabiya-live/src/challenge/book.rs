// SPDX-License-Identifier: AGPL-3.0-or-later
//! All challenges that wait for an answer, as values: time is an argument.

use std::collections::{BTreeMap, VecDeque};

use tabiya_game::{GameId, PlayerId};
use tabiya_protocol::{ChallengeEnd, ChallengeTerms, ChallengeView, PlayerView};

use super::ChallengeError;

/// Challenges of one player that may wait for others' answers.
const MOST_SENT: usize = 10;
/// Challenges that may wait for one player's answer.
const MOST_RECEIVED: usize = 20;
/// Challenges there may be in all.
const MOST: usize = 10_000;
/// Accepted ones that are remembered, for those who accept twice; and as many that ended otherwise, for their players.
const REMEMBERED: usize = 1_000;

/// One of the two players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Side {
    pub(crate) player: PlayerId,
    pub(crate) view: PlayerView,
}

/// A challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    pub(crate) id: u32,
    pub(crate) version: u32,
    pub(crate) from: Side,
    /// Who is to answer.
    pub(crate) to: Side,
    pub(crate) terms: ChallengeTerms,
    /// In milliseconds since 1970.
    pub(crate) expires: u64,
}

impl Challenge {
    /// As this player sees it.
    pub fn view(&self, of: PlayerId) -> ChallengeView {
        ChallengeView {
            id: self.id,
            version: self.version,
            from: self.from.view.clone(),
            to: self.to.view.clone(),
            terms: self.terms.clone(),
            yours: self.to.player == of,
            expires: self.expires,
        }
    }

    /// The number and the version, by which a player says which terms were seen.
    pub(super) const fn seen(&self) -> (u32, u32) {
        (self.id, self.version)
    }

    fn is_of(&self, player: PlayerId) -> bool {
        self.from.player == player || self.to.player == player
    }
}

/// All of them.
#[derive(Debug, Default)]
pub struct Book {
    open: BTreeMap<u32, Challenge>,
    last: u32,
    /// The challenge in `open` that was accepted and whose game is being created. Meanwhile nobody can change or end it.
    beginning: Option<u32>,
    /// Those that ended without a game, the last one last, and how they ended. One whose terms were changed is among them with
    /// the old ones.
    ended: VecDeque<(Challenge, ChallengeEnd)>,
    /// Who accepted which, and the game that began.
    accepted: VecDeque<(u32, PlayerId, GameId)>,
}

impl Book {
    /// A new challenge. One that the same player sent to the same one before gets the new terms; sent twice, it is there
    /// once.
    pub(crate) fn add(
        &mut self,
        from: Side,
        to: Side,
        terms: ChallengeTerms,
        expires: u64,
    ) -> Result<Challenge, ChallengeError> {
        let beginning = self.beginning;
        let same = |open: &&mut Challenge| {
            open.from.player == from.player && open.to.player == to.player && beginning != Some(open.id)
        };
        if let Some(open) = self.open.values_mut().find(same) {
            if open.terms == terms {
                open.expires = open.expires.max(expires);
                return Ok(open.clone());
            }
            let before = open.clone();
            open.version += 1;
            (open.terms, open.expires, open.from, open.to) = (terms, expires, from, to);
            let changed = open.clone();
            self.remember(before, ChallengeEnd::Cancelled);
            return Ok(changed);
        }
        let sent = self.sent_by(from.player);
        let received = self.open.values().filter(|open| open.to.player == to.player).count();
        if sent >= MOST_SENT {
            return Err(ChallengeError::TooMany { limit: MOST_SENT });
        }
        if received >= MOST_RECEIVED || self.open.len() >= MOST {
            return Err(ChallengeError::Busy);
        }
        self.last = self.last.wrapping_add(1);
        let challenge = Challenge { id: self.last, version: 1, from, to, terms, expires };
        self.open.insert(challenge.id, challenge.clone());
        Ok(challenge)
    }

    /// The challenge of this number and version, if the player takes part in it.
    pub(crate) fn find(&self, id: u32, version: u32, player: PlayerId) -> Result<&Challenge, ChallengeError> {
        // Nobody learns of the challenges of others.
        let open = self.open.get(&id).filter(|open| open.is_of(player) && self.beginning != Some(id));
        let open = open.ok_or(ChallengeError::Gone)?;
        if open.version == version { Ok(open) } else { Err(ChallengeError::Changed) }
    }

    /// The same, if the player is the one to answer.
    pub(crate) fn to_answer(
        &self,
        id: u32,
        version: u32,
        player: PlayerId,
    ) -> Result<&Challenge, ChallengeError> {
        let open = self.find(id, version, player)?;
        if open.to.player == player { Ok(open) } else { Err(ChallengeError::NotYours) }
    }

    /// How many of this player's wait for an answer.
    fn sent_by(&self, player: PlayerId) -> usize {
        self.open.values().filter(|open| open.from.player == player).count()
    }

    /// Takes one out that becomes no game.
    pub(crate) fn end(&mut self, id: u32, ended: ChallengeEnd) -> Option<Challenge> {
        let challenge = self.open.remove(&id)?;
        self.remember(challenge.clone(), ended);
        Some(challenge)
    }

    fn remember(&mut self, challenge: Challenge, ended: ChallengeEnd) {
        if self.ended.len() == REMEMBERED {
            self.ended.pop_front();
        }
        self.ended.push_back((challenge, ended));
    }

    /// Those of this player that ended without a game, the last one first.
    pub(super) fn ended_of(&self, player: PlayerId) -> impl Iterator<Item = &(Challenge, ChallengeEnd)> {
        self.ended.iter().rev().filter(move |(challenge, _)| challenge.is_of(player))
    }

    /// The player accepts it. It stays in the book until its game exists, so that its players see it all the time. At most
    /// one challenge begins at a time.
    pub(crate) fn begin(
        &mut self,
        id: u32,
        version: u32,
        player: PlayerId,
    ) -> Result<Challenge, ChallengeError> {
        self.beginning = None;
        let challenge = self.to_answer(id, version, player)?.clone();
        self.beginning = Some(id);
        Ok(challenge)
    }

    /// The game of the one that was accepted could not begin: it waits again.
    pub(crate) fn put_back(&mut self) {
        self.beginning = None;
    }

    /// Other terms: from the player who sent it, or, as a proposal the other way round, from the player who was to answer.
    pub(crate) fn change(
        &mut self,
        (id, version): (u32, u32),
        [from, to]: [Side; 2],
        terms: ChallengeTerms,
        expires: u64,
    ) -> Result<Challenge, ChallengeError> {
        let by = from.player;
        let is_proposal = self.find(id, version, by)?.to.player == by;
        if is_proposal && self.sent_by(by) >= MOST_SENT {
            return Err(ChallengeError::TooMany { limit: MOST_SENT });
        }
        let open = self.open.get_mut(&id).ok_or(ChallengeError::Gone)?;
        let before = open.clone();
        open.version += 1;
        (open.terms, open.expires, open.from, open.to) = (terms, expires, from, to);
        let changed = open.clone();
        self.remember(before, ChallengeEnd::Cancelled);
        Ok(changed)
    }

    /// All in which this player takes part, the newest last.
    pub(super) fn all_of(&self, player: PlayerId) -> impl Iterator<Item = &Challenge> {
        self.open.values().filter(move |open| open.is_of(player))
    }

    /// Whether this player's acceptance has become this game.
    pub(super) fn became_game(&self, game: GameId, by: PlayerId) -> bool {
        self.accepted.iter().any(|(_, player, own)| *own == game && *player == by)
    }

    /// All of this player's, the newest last.
    pub fn of(&self, player: PlayerId) -> Vec<ChallengeView> {
        self.open.values().filter(|open| open.is_of(player)).map(|open| open.view(player)).collect()
    }

    /// Takes out those that have expired.
    pub(crate) fn expire(&mut self, now: u64) -> Vec<Challenge> {
        let is_old = |open: &&Challenge| open.expires <= now && self.beginning != Some(open.id);
        let old: Vec<_> = self.open.values().filter(is_old).map(|open| open.id).collect();
        old.into_iter().filter_map(|id| self.end(id, ChallengeEnd::Expired)).collect()
    }

    /// Takes out those of players who have left.
    pub(crate) fn forget(&mut self, has_left: impl Fn(PlayerId) -> bool) -> Vec<Challenge> {
        let of_them = |open: &&Challenge| {
            (has_left(open.from.player) || has_left(open.to.player)) && self.beginning != Some(open.id)
        };
        let of_them: Vec<_> = self.open.values().filter(of_them).map(|open| open.id).collect();
        of_them.into_iter().filter_map(|id| self.end(id, ChallengeEnd::Cancelled)).collect()
    }

    /// This player's acceptance has become a game.
    pub(crate) fn has_become(&mut self, id: u32, by: PlayerId, game: GameId) {
        self.open.remove(&id);
        self.beginning = None;
        if self.accepted.len() == REMEMBERED {
            self.accepted.pop_front();
        }
        self.accepted.push_back((id, by, game));
    }

    /// The game that this player's acceptance has become.
    pub(crate) fn became(&self, id: u32, by: PlayerId) -> Option<GameId> {
        self.accepted.iter().find(|(own, player, _)| *own == id && *player == by).map(|(_, _, game)| *game)
    }
}

#[cfg(test)]
mod tests {
    use tabiya_protocol::http::{ColorChoice, StartPosition};

    use super::*;

    fn side(number: u8) -> Side {
        let view = PlayerView::Guest { name: format!("P{number}") };
        Side { player: PlayerId::from_bytes([number; 16]), view }
    }

    fn terms(rated: bool) -> ChallengeTerms {
        ChallengeTerms {
            time: None,
            color: ColorChoice::Random,
            start: StartPosition::Standard {},
            rated,
            private: false,
            restrictions: tabiya_game::Restrictions::NONE,
        }
    }

    fn id(number: u8) -> PlayerId {
        side(number).player
    }

    #[test]
    fn a_challenge_sent_twice_is_there_once() {
        let mut book = Book::default();
        let first = book.add(side(1), side(2), terms(false), 10).unwrap();
        let again = book.add(side(1), side(2), terms(false), 15).unwrap();
        assert_eq!(
            again,
            Challenge { expires: 15, ..first.clone() },
            "it waits as long as the later one would"
        );
        assert_eq!(book.add(side(1), side(2), terms(false), 12), Ok(again), "a page's outlives a program's");
        let changed = book.add(side(1), side(2), terms(true), 20).unwrap();
        assert_eq!((changed.id, changed.version, changed.expires), (first.id, 2, 20));
        assert_eq!(book.to_answer(first.id, 1, id(2)), Err(ChallengeError::Changed), "as it was seen");
        assert!(book.to_answer(first.id, 2, id(2)).is_ok());
    }

    #[test]
    fn only_the_one_who_is_asked_answers_and_strangers_learn_nothing() {
        let mut book = Book::default();
        let open = book.add(side(1), side(2), terms(false), 10).unwrap();
        assert_eq!(book.to_answer(open.id, 1, id(1)), Err(ChallengeError::NotYours));
        assert_eq!(book.to_answer(open.id, 1, id(3)), Err(ChallengeError::Gone));
        assert_eq!(book.to_answer(open.id + 1, 1, id(2)), Err(ChallengeError::Gone));
        assert!(book.of(id(2))[0].yours && !book.of(id(1))[0].yours);
        assert!(book.of(id(3)).is_empty());
        book.end(open.id, ChallengeEnd::Cancelled);
        assert_eq!(book.to_answer(open.id, 1, id(2)), Err(ChallengeError::Gone), "it was taken back");
    }

    /// Ten of one's own and ten proposals were twenty.
    #[test]
    fn proposals_count_as_challenges_that_were_sent() {
        let mut book = Book::default();
        for number in 0..MOST_SENT as u8 {
            book.add(side(100), side(number), terms(false), 10).unwrap();
        }
        let asked = book.add(side(50), side(100), terms(false), 10).unwrap();
        let more = book.change((asked.id, 1), [side(100), side(50)], terms(true), 20);
        assert_eq!(more, Err(ChallengeError::TooMany { limit: MOST_SENT }));
        assert!(book.to_answer(asked.id, 1, id(100)).is_ok(), "it stands as it was");
    }

    #[test]
    fn a_counter_proposal_turns_the_challenge_round() {
        let mut book = Book::default();
        let open = book.add(side(1), side(2), terms(false), 10).unwrap();
        let turned = book.change((open.id, 1), [side(2), side(1)], terms(true), 20).unwrap();
        assert_eq!((turned.from, turned.to, turned.version), (side(2), side(1), 2));
        assert!(book.to_answer(open.id, 2, id(1)).is_ok());
        let again = book.change((open.id, 2), [side(2), side(1)], terms(false), 20).unwrap();
        assert_eq!(
            (again.from.player, again.version),
            (id(2), 3),
            "the sender changes it without turning it"
        );
        assert_eq!(
            book.change((open.id, 2), [side(1), side(2)], terms(false), 20),
            Err(ChallengeError::Changed)
        );
        assert_eq!(
            book.change((open.id, 3), [side(3), side(1)], terms(false), 20),
            Err(ChallengeError::Gone)
        );
    }

    #[test]
    fn there_are_never_too_many_and_old_ones_expire() {
        let mut book = Book::default();
        for number in 0..MOST_SENT as u8 {
            book.add(side(100), side(number), terms(false), 10 + u64::from(number)).unwrap();
        }
        let more = book.add(side(100), side(50), terms(false), 10);
        assert_eq!(more, Err(ChallengeError::TooMany { limit: MOST_SENT }));
        for number in 0..MOST_RECEIVED as u8 {
            book.add(side(101 + number), side(60), terms(false), 30).unwrap();
        }
        assert_eq!(book.add(side(200), side(60), terms(false), 30), Err(ChallengeError::Busy));
        assert_eq!(book.expire(12).len(), 3);
        assert!(book.add(side(100), side(50), terms(false), 30).is_ok());
        assert_eq!(book.expire(100).len(), MOST_SENT - 3 + 1 + MOST_RECEIVED);
        assert!(book.open.is_empty());
    }

    #[test]
    fn a_challenge_stays_until_its_game_exists_and_nobody_else_takes_it() {
        let mut book = Book::default();
        let open = book.add(side(1), side(2), terms(false), 10).unwrap();
        assert_eq!(book.begin(open.id, 1, id(1)), Err(ChallengeError::NotYours));
        assert_eq!(book.begin(open.id, 1, id(2)), Ok(open.clone()));
        assert_eq!((book.of(id(1)).len(), book.of(id(2)).len()), (1, 1), "both see it");
        assert_eq!(book.find(open.id, 1, id(1)), Err(ChallengeError::Gone), "it can't be taken back");
        assert_eq!(book.change((open.id, 1), [side(1), side(2)], terms(true), 20), Err(ChallengeError::Gone));
        assert!(book.expire(100).is_empty());
        let other = book.add(side(1), side(2), terms(true), 20).unwrap();
        assert_ne!(other.id, open.id, "another challenge");
        book.put_back();
        assert!(book.to_answer(open.id, 1, id(2)).is_ok(), "its game could not begin");
        book.begin(open.id, 1, id(2)).unwrap();
        book.has_become(open.id, id(2), GameId::from_bits(7));
        assert_eq!((book.of(id(1)).len(), book.find(other.id, 1, id(2)).is_ok()), (1, true));
        assert_eq!(book.ended_of(id(1)).count(), 0);
    }

    #[test]
    fn the_last_that_ended_are_known_to_their_players() {
        let mut book = Book::default();
        for number in 0..2 * REMEMBERED as u64 {
            book.add(side(1), side(2), terms(false), number).unwrap();
            book.expire(number);
        }
        assert_eq!((book.ended_of(id(2)).count(), book.ended_of(id(3)).count()), (REMEMBERED, 0));
        let (last, how) = book.ended_of(id(1)).next().unwrap();
        assert_eq!((last.id, how), (2 * REMEMBERED as u32, &ChallengeEnd::Expired));
    }

    #[test]
    fn who_accepts_twice_is_told_the_same_game() {
        let mut book = Book::default();
        let game = GameId::from_bits(7);
        for number in 0..2 * REMEMBERED as u32 {
            book.has_become(number, id(2), game);
        }
        let last = 2 * REMEMBERED as u32 - 1;
        assert_eq!(
            (book.became(last, id(2)), book.became(last, id(1)), book.became(0, id(2))),
            (Some(game), None, None)
        );
        assert_eq!(book.accepted.len(), REMEMBERED);
    }
}
