// SPDX-License-Identifier: AGPL-3.0-or-later
//! The room that races have: so many in all, fewer of them made by guests, and some for each player. A race that runs, or in which
//! others wait, makes room for nobody else's.

use std::collections::HashMap;

use tabiya_game::Time;
use tabiya_protocol::RaceStage;

use super::course::Race;
use super::elsewhere::unknown;
use crate::solving::NotSolved;

/// The most races. One has some 40 KB of puzzles.
const MOST: usize = 200;
/// The most that guests have made: the rest is kept for accounts.
const MOST_OF_GUESTS: usize = 120;
/// The most of one player. A further one takes the place of the oldest.
const MOST_EACH: usize = 3;

/// All races by their ids.
#[derive(Default)]
pub(super) struct Room(HashMap<String, Race>);

impl Room {
    /// A race that is still kept.
    pub(super) fn get(&mut self, id: &str, now: Time) -> Option<&mut Race> {
        self.0.get_mut(id).filter(|race| !race.is_outdated(now))
    }

    /// The race that was made after this one, if it is still kept.
    pub(super) fn after(&mut self, id: &str, now: Time) -> Option<String> {
        let next = self.get(id, now)?.next()?.to_owned();
        self.get(&next, now).map(|_| next)
    }

    /// Takes a new race.
    ///
    /// # Errors
    /// If there are too many that are needed.
    pub(super) fn add(&mut self, id: String, race: Race, now: Time) -> Result<(), NotSolved> {
        self.0.retain(|_, other| !other.is_outdated(now));
        let own = |other: &Race| other.owner() == race.owner();
        let of_guests = |other: &Race| other.is_guests;
        while self.count(own) >= MOST_EACH {
            self.remove_oldest(own, now);
        }
        if race.is_guests && self.count(of_guests) >= MOST_OF_GUESTS {
            self.remove_unneeded(of_guests, now)?;
        }
        if self.0.len() >= MOST {
            self.remove_unneeded(|_| true, now)?;
        }
        self.0.insert(id, race);
        Ok(())
    }

    /// Takes the race that follows this one, which does not make room for it: its players learn there of the next. So a player
    /// may have one more than [`MOST_EACH`].
    ///
    /// # Errors
    /// If the race to follow is not kept, or if there are too many that are needed.
    pub(super) fn add_after(
        &mut self,
        id: &str,
        new: String,
        mut next: Race,
        now: Time,
    ) -> Result<(), NotSolved> {
        let mut race = self.0.remove(id).filter(|race| !race.is_outdated(now)).ok_or_else(|| unknown(id))?;
        race.hand_on_to(&mut next, now);
        let added = self.add(new.clone(), next, now);
        if added.is_ok() {
            race.lead_to(new);
        }
        self.0.insert(id.to_owned(), race);
        added
    }

    fn count(&self, is_meant: impl Fn(&Race) -> bool) -> usize {
        self.0.values().filter(|race| is_meant(race)).count()
    }

    /// The oldest of these goes; one that is over goes first.
    fn remove_oldest(&mut self, is_meant: impl Fn(&Race) -> bool, now: Time) {
        let meant = self.0.iter().filter(|(_, race)| is_meant(race));
        let oldest = meant.min_by_key(|(_, race)| (race.stage(now) != RaceStage::Over, race.made()));
        if let Some(id) = oldest.map(|(id, _)| id.clone()) {
            self.0.remove(&id);
        }
    }

    /// The oldest of these goes that is over, or that its maker has left alone.
    fn remove_unneeded(&mut self, is_meant: impl Fn(&Race) -> bool, now: Time) -> Result<(), NotSolved> {
        let is_needed = |race: &Race| race.stage(now) != RaceStage::Over && !race.is_forsaken(now);
        let unneeded = |race: &Race| is_meant(race) && !is_needed(race);
        if self.count(unneeded) == 0 {
            return Err(NotSolved::TooManyRaces);
        }
        self.remove_oldest(unneeded, now);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use tabiya_game::PlayerId;
    use tabiya_protocol::NewRace;

    use super::super::course::{AWAY, COUNTDOWN, LENGTH};
    use super::*;
    use crate::puzzle::Puzzle;

    const NOW: Time = Time(1_000);

    fn player(number: usize) -> PlayerId {
        let mut bytes = [0; 16];
        bytes[..8].copy_from_slice(&number.to_le_bytes());
        PlayerId::from_bytes(bytes)
    }

    fn race(owner: usize, is_guests: bool, made: u64) -> Race {
        let line =
            "mate1\t7k/5ppp/8/8/8/8/5PPP/R2R2K1 b - - 0 1\th8g8 d1d8\t-\t700\t200\tmate\t\tself-play\t-";
        let puzzles = vec![Puzzle::from_line(line).unwrap()];
        Race::new((player(owner), is_guests), None, (NewRace::default(), puzzles), Time(made))
    }

    /// A room in which this one begins a race, and in all others somebody waits.
    fn full(count: usize, is_guests: bool, begun: usize) -> Room {
        let mut room = Room::default();
        for number in 0..count {
            room.add(number.to_string(), race(number, is_guests, NOW.0), NOW).unwrap();
            room.get(&number.to_string(), NOW).unwrap().join(player(MOST + number), None, NOW);
        }
        let race = room.get(&begun.to_string(), NOW).unwrap();
        race.join(player(begun), None, NOW);
        assert!(race.start(NOW));
        room
    }

    #[test]
    fn a_race_that_is_not_over_makes_room_for_no_other() {
        let late = Time(NOW.0 + COUNTDOWN + LENGTH);
        for (count, is_guests) in [(MOST, false), (MOST_OF_GUESTS, true)] {
            let mut room = full(count, is_guests, 7);
            let refused = room.add("new".to_owned(), race(count, is_guests, NOW.0), NOW);
            assert!(matches!(refused, Err(NotSolved::TooManyRaces)), "{refused:?}");
            assert!(room.get("7", NOW).is_some());
            room.add("new".to_owned(), race(count, is_guests, NOW.0), late).unwrap();
            assert!(room.get("7", late).is_none() && room.get("new", late).is_some());
            assert_eq!(room.0.len(), count);
        }
    }

    #[test]
    fn a_race_that_its_maker_has_left_alone_makes_room() {
        let mut room = Room::default();
        for number in 0..MOST_OF_GUESTS {
            room.add(number.to_string(), race(number, true, NOW.0), NOW).unwrap();
        }
        room.get("0", NOW).unwrap().join(player(0), None, NOW);
        let away = Time(NOW.0 + AWAY + 1);
        room.get("1", NOW).unwrap().note(player(1), away);
        let new = || race(MOST, true, away.0);
        assert!(room.add("new".to_owned(), new(), NOW).is_err(), "a moment ago they were there");
        for _ in 0..MOST_EACH {
            room.add("new".to_owned(), new(), away).unwrap();
        }
        assert!(room.get("1", away).is_some(), "its maker looks at it");
    }

    #[test]
    fn guests_leave_room_for_accounts() {
        let mut room = full(MOST_OF_GUESTS, true, 0);
        room.add("account".to_owned(), race(MOST, false, NOW.0), NOW).unwrap();
        assert_eq!(room.0.len(), MOST_OF_GUESTS + 1);
    }

    #[test]
    fn a_player_has_some_races_and_the_oldest_goes_unless_another_is_over() {
        let mut room = Room::default();
        for made in [1, 2, 3, 4] {
            room.add(format!("r{made}"), race(0, false, made), NOW).unwrap();
        }
        assert!(room.get("r1", NOW).is_none() && room.get("r2", NOW).is_some());
        let running = room.get("r3", NOW).unwrap();
        running.join(player(0), None, NOW);
        running.start(NOW);
        let late = Time(NOW.0 + COUNTDOWN + LENGTH);
        room.add("r5".to_owned(), race(0, false, 5), late).unwrap();
        assert!(room.get("r3", late).is_none() && room.get("r2", late).is_some());
    }

    #[test]
    fn a_race_that_is_made_again_stays_and_leads_to_the_next() {
        let mut room = Room::default();
        room.add("first".to_owned(), race(0, false, 1), NOW).unwrap();
        let late = Time(NOW.0 + COUNTDOWN + LENGTH);
        let first = room.get("first", NOW).unwrap();
        first.join(player(0), None, NOW);
        first.start(NOW);
        for waiting in [2, 3] {
            room.add(format!("r{waiting}"), race(0, false, waiting), NOW).unwrap();
        }
        room.add_after("first", "next".to_owned(), race(0, false, 4), late).unwrap();
        assert_eq!(room.after("first", late).as_deref(), Some("next"));
        assert!(room.get("r2", late).is_some(), "it takes nobody's place");
        room.add("last".to_owned(), race(0, false, 5), late).unwrap();
        assert_eq!((room.0.len(), room.get("first", late).is_none()), (MOST_EACH, true), "others do");
        assert!(matches!(
            room.add_after("none", "more".to_owned(), race(0, false, 5), late),
            Err(NotSolved::UnknownRace(_))
        ));
    }

    #[test]
    fn what_is_outdated_is_gone() {
        let mut room = full(2, false, 0);
        let next_day = Time(NOW.0 + 24 * 60 * 60 * 1_000);
        assert!(room.get("1", next_day).is_none(), "also before somebody makes another");
        room.add("new".to_owned(), race(9, false, next_day.0), next_day).unwrap();
        assert_eq!(room.0.len(), 1);
    }
}
