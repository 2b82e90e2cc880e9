// SPDX-License-Identifier: AGPL-3.0-or-later
//! One race: who is in it, what each has solved, and when it is over. Pure: the time is an argument.

use tabiya_accounts::people::class::is_of_class;
use tabiya_game::{PlayerId, Time};
use tabiya_protocol::{NewRace, RaceMove, RaceStage, RaceVerdict};
use tabiya_rules::Attempt;
use tabiya_store::{Account, AttemptEnd};

use crate::answer::Answer;
use crate::puzzle::Puzzle;

/// Between the start and the first puzzle, in milliseconds, so that everybody is ready.
pub(super) const COUNTDOWN: u64 = 5_000;
/// How long a race takes from then on, in milliseconds.
pub(super) const LENGTH: u64 = 90_000;
/// The most racers.
pub(super) const MOST: usize = 40;
/// The most who join one race, with those who were removed: somebody may come again and again as a new guest.
const MOST_EVER: u32 = 400;
/// Without a sign of its maker for so long, in milliseconds, any racer may start a race.
pub(super) const AWAY: u64 = 30_000;
/// How long a race is kept after its start, and one that waits after the last sign of its maker, in milliseconds.
const KEPT: u64 = 60 * 60 * 1_000;
/// How long the names of the racers serve until their accounts are looked at again, in milliseconds.
const NAMES_SERVE: u64 = 10_000;

/// A player in a race.
#[derive(Clone, Debug)]
pub(super) struct Racer {
    pub(super) player: PlayerId,
    /// In the order in which they joined, from 1. It stays when others are removed.
    pub(super) number: u32,
    /// `None` for a guest, and for an account whose name others may not read.
    pub(super) name: Option<String>,
    /// Of each puzzle that is behind: whether it was solved. So the number of the puzzle at hand is its length.
    pub(super) ends: Vec<bool>,
    /// How many right moves in the puzzle at hand are found.
    pub(super) found: usize,
}

impl Racer {
    /// How many puzzles were solved, and how many failed.
    pub(super) fn counts(&self) -> [u32; 2] {
        let count = |wanted| self.ends.iter().filter(|end| **end == wanted).count();
        [true, false].map(|wanted| u32::try_from(count(wanted)).unwrap_or(u32::MAX))
    }
}

/// What became of somebody who wants to join.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Joined {
    /// They race, perhaps since before.
    In,
    /// It is over.
    Over,
    /// There is no room.
    Full,
    /// They were removed before.
    Removed,
}

/// What a move was worth, and the puzzle that it has ended.
#[derive(Debug)]
pub(super) struct Moved {
    pub(super) verdict: RaceVerdict,
    pub(super) ended: Option<(Puzzle, AttemptEnd)>,
}

/// A race.
pub(super) struct Race {
    owner: PlayerId,
    /// Whether a guest has made it.
    pub(super) is_guests: bool,
    /// The organiser whose class alone may race.
    class: Option<PlayerId>,
    /// What its maker wanted.
    wish: NewRace,
    puzzles: Vec<Puzzle>,
    racers: Vec<Racer>,
    /// Who was removed and can't come back.
    removed: Vec<PlayerId>,
    /// How many have ever joined.
    joined: u32,
    made: Time,
    /// When its maker last looked at it.
    owner_seen: Time,
    /// When the first puzzle comes.
    starts: Option<Time>,
    /// When the names were last looked up.
    named: Time,
    /// The race that was made after it for the same players.
    next: Option<String>,
}

impl Race {
    pub(super) fn new(
        (owner, is_guests): (PlayerId, bool),
        class: Option<PlayerId>,
        (wish, puzzles): (NewRace, Vec<Puzzle>),
        made: Time,
    ) -> Self {
        let [owner_seen, named] = [made; 2];
        let (racers, removed) = (Vec::new(), Vec::new());
        Self {
            owner,
            is_guests,
            class,
            wish,
            puzzles,
            racers,
            removed,
            joined: 0,
            made,
            owner_seen,
            starts: None,
            named,
            next: None,
        }
    }

    pub(super) const fn owner(&self) -> PlayerId {
        self.owner
    }

    pub(super) const fn made(&self) -> Time {
        self.made
    }

    pub(super) const fn is_of_class(&self) -> bool {
        self.class.is_some()
    }

    /// What its maker wanted.
    pub(super) const fn wish(&self) -> &NewRace {
        &self.wish
    }

    /// Whether this player may make it again: whoever made it, once it is over.
    pub(super) fn may_repeat(&self, player: PlayerId, now: Time) -> bool {
        player == self.owner && !self.was_removed(player) && self.stage(now) == RaceStage::Over
    }

    /// The id of the race that was made after it for the same players.
    pub(super) fn next(&self) -> Option<&str> {
        self.next.as_deref()
    }

    /// From now on it leads to the race with this id.
    pub(super) fn lead_to(&mut self, next: String) {
        self.next = Some(next);
    }

    /// The next race is for the same players: whoever was removed stays so. Its maker races again.
    pub(super) fn hand_on_to(&self, next: &mut Self, now: Time) {
        next.removed.clone_from(&self.removed);
        if let Some(maker) = self.racer(self.owner) {
            next.join(maker.player, maker.name.clone(), now);
        }
    }

    pub(super) fn racers(&self) -> &[Racer] {
        &self.racers
    }

    pub(super) fn racer(&self, player: PlayerId) -> Option<&Racer> {
        self.racers.iter().find(|racer| racer.player == player)
    }

    /// Whether somebody may see it: the class; without one, everybody who has the link but children.
    pub(super) fn lets_in(&self, account: Option<&Account>) -> bool {
        match (self.class, account) {
            (Some(class), account) => {
                account.is_some_and(|account| account.is_open() && is_of_class(account, class))
            }
            (None, Some(account)) => account.is_open() && !account.kid,
            (None, None) => true,
        }
    }

    /// Its maker is there.
    pub(super) fn note(&mut self, player: PlayerId, now: Time) {
        if player == self.owner && !self.was_removed(player) {
            self.owner_seen = now;
        }
    }

    /// Somebody joins, also while it runs: whoever comes late begins with the same first puzzle, and has the time that is left.
    pub(super) fn join(&mut self, player: PlayerId, name: Option<String>, now: Time) -> Joined {
        if self.racer(player).is_some() {
            return Joined::In;
        }
        if self.stage(now) == RaceStage::Over {
            return Joined::Over;
        }
        if self.was_removed(player) {
            return Joined::Removed;
        }
        if self.is_full() {
            return Joined::Full;
        }
        self.joined += 1;
        self.racers.push(Racer { player, number: self.joined, name, ends: Vec::new(), found: 0 });
        Joined::In
    }

    /// Whether somebody who may see it could join now.
    pub(super) fn may_join(&self, player: PlayerId, now: Time) -> bool {
        self.racer(player).is_none()
            && !self.was_removed(player)
            && !self.is_full()
            && self.stage(now) != RaceStage::Over
    }

    fn is_full(&self) -> bool {
        self.racers.len() >= MOST || self.joined >= MOST_EVER
    }

    pub(super) fn was_removed(&self, player: PlayerId) -> bool {
        self.removed.contains(&player)
    }

    /// Whoever made it may remove others from it until it is over, and so may the organiser whose class it is for. Whoever was
    /// removed removes nobody, also not from the own race.
    pub(super) fn may_remove(&self, player: PlayerId, now: Time) -> bool {
        let is_leader = player == self.owner || self.leads_class(player);
        is_leader && !self.was_removed(player) && self.stage(now) != RaceStage::Over
    }

    /// Whether this is the organiser whose class it is for. Nobody removes that one: else a pupil could take the teacher out of the
    /// class's race.
    pub(super) fn leads_class(&self, player: PlayerId) -> bool {
        self.class == Some(player)
    }

    /// Removes the racer with this number, who can't come back. Nobody removes themselves or the organiser of the class, and one who
    /// is gone already is gone.
    pub(super) fn remove(&mut self, by: PlayerId, number: u32) {
        let is_meant =
            |racer: &Racer| racer.number == number && racer.player != by && self.class != Some(racer.player);
        if let Some(at) = self.racers.iter().position(is_meant) {
            self.removed.push(self.racers.remove(at).player);
        }
    }

    /// Whoever made it may start it, and any racer while its maker is away. An organiser alone starts the race of the own class:
    /// nobody begins before the lesson does.
    pub(super) fn may_start(&self, player: PlayerId, now: Time) -> bool {
        let is_lesson = self.class == Some(self.owner);
        let is_away = now.0.saturating_sub(self.owner_seen.0) > AWAY;
        (player == self.owner && !self.was_removed(player))
            || (!is_lesson && is_away && self.racer(player).is_some())
    }

    /// Starts it once. Returns whether it has started.
    pub(super) fn start(&mut self, now: Time) -> bool {
        if self.starts.is_none() && !self.racers.is_empty() {
            self.starts = Some(Time(now.0 + COUNTDOWN));
        }
        self.starts.is_some()
    }

    pub(super) fn stage(&self, now: Time) -> RaceStage {
        match self.starts {
            None => RaceStage::Waiting,
            Some(starts) if now < starts => RaceStage::Starting,
            Some(starts) if now.0 < starts.0 + LENGTH && self.is_anything_left() => RaceStage::Running,
            Some(_) => RaceStage::Over,
        }
    }

    fn is_anything_left(&self) -> bool {
        self.racers.iter().any(|racer| racer.ends.len() < self.puzzles.len())
    }

    /// When the first puzzle comes, and when the time is up; `None` without a start.
    pub(super) fn span(&self) -> Option<[Time; 2]> {
        self.starts.map(|starts| [starts, Time(starts.0 + LENGTH)])
    }

    /// Milliseconds until the first puzzle, 0 without a start; and milliseconds that are left from the first puzzle on.
    pub(super) fn clock(&self, now: Time) -> [u64; 2] {
        match self.span() {
            None => [0, LENGTH],
            Some([starts, ends]) => {
                [starts.0.saturating_sub(now.0), ends.0.saturating_sub(now.0).min(LENGTH)]
            }
        }
    }

    /// Whether its maker has left it alone: it waits for nobody.
    pub(super) fn is_forsaken(&self, now: Time) -> bool {
        let is_away = now.0.saturating_sub(self.owner_seen.0) > AWAY;
        self.starts.is_none() && is_away && self.racers.iter().all(|racer| racer.player == self.owner)
    }

    /// Whether nobody needs it any more.
    pub(super) fn is_outdated(&self, now: Time) -> bool {
        now.0.saturating_sub(self.starts.unwrap_or(self.owner_seen).0) > KEPT
    }

    /// The puzzle at hand; `None` while the race does not run, and behind the last one.
    pub(super) fn puzzle(&self, racer: &Racer, now: Time) -> Option<&Puzzle> {
        self.puzzles.get(racer.ends.len()).filter(|_| self.stage(now) == RaceStage::Running)
    }

    /// The puzzles in their order, which nobody is told before the race is over.
    pub(super) fn puzzles(&self, now: Time) -> &[Puzzle] {
        if self.stage(now) == RaceStage::Over { &self.puzzles } else { &[] }
    }

    /// A racer's move in the puzzle at hand. A wrong one leads to the next puzzle, as the last right one does; one that only still
    /// wins costs nothing. One for a position that is past changes nothing, so a move may be sent twice, and from two tabs.
    ///
    /// # Errors
    /// If this player does not race, the race does not run, all puzzles are solved, or the move is not legal.
    pub(super) fn play(&mut self, player: PlayerId, played: &RaceMove, now: Time) -> Result<Moved, String> {
        if self.stage(now) != RaceStage::Running {
            return Err("the race does not run".to_owned());
        }
        let Self { racers, puzzles, .. } = self;
        let racer =
            racers.iter_mut().find(|racer| racer.player == player).ok_or("you are not in this race")?;
        let puzzle = puzzles.get(racer.ends.len()).ok_or("you have done them all")?;
        let is_at_hand =
            played.number as usize == racer.ends.len() + 1 && played.found as usize == racer.found;
        if !is_at_hand {
            return Ok(Moved { verdict: RaceVerdict::Stale, ended: None });
        }
        let attempt: Attempt = played.uci.parse().map_err(|_| "this is no move in UCI".to_owned())?;
        let position = puzzle.position_after(racer.found);
        let mv = attempt.to_move(&position).map_err(|reason| reason.to_string())?;
        let is_solved = match puzzle.answer(racer.found, mv) {
            Some(Answer::Right { .. }) => {
                racer.found += 1;
                return Ok(Moved { verdict: RaceVerdict::Right, ended: None });
            }
            Some(Answer::Good) => return Ok(Moved { verdict: RaceVerdict::Good, ended: None }),
            Some(Answer::Solved) => true,
            Some(Answer::Wrong) | None => false,
        };
        racer.ends.push(is_solved);
        racer.found = 0;
        let (verdict, end) = if is_solved {
            (RaceVerdict::Solved, AttemptEnd::Solved)
        } else {
            (RaceVerdict::Wrong, AttemptEnd::Failed)
        };
        Ok(Moved { verdict, ended: Some((puzzle.clone(), end)) })
    }

    /// The racers whose accounts are to be looked at now, because somebody may have left or become a child's account since. Asked
    /// again at once, there are none.
    pub(super) fn names_wanted(&mut self, now: Time) -> Vec<PlayerId> {
        if now.0.saturating_sub(self.named.0) < NAMES_SERVE {
            return Vec::new();
        }
        self.named = now;
        self.racers.iter().map(|racer| racer.player).collect()
    }

    /// Names these racers as their accounts are now. Whoever could not join any more has no name.
    pub(super) fn name(&mut self, players: &[PlayerId], accounts: &[Account]) {
        let name = |race: &Self, player| {
            let account = accounts.iter().find(|account| account.player == player);
            account.filter(|account| race.lets_in(Some(account))).map(|account| account.name.to_string())
        };
        let names: Vec<_> = players.iter().map(|player| (*player, name(self, *player))).collect();
        for racer in &mut self.racers {
            if let Some((_, name)) = names.iter().find(|(player, _)| *player == racer.player) {
                racer.name.clone_from(name);
            }
        }
    }
}

#[cfg(test)]
mod tests;
