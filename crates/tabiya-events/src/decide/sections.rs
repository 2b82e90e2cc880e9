// SPDX-License-Identifier: AGPL-3.0-or-later
//! What one section of a festival decides with the others in view: nobody plays in two of them, and no two tables have the same
//! number.

use std::borrow::Cow;

use super::board_numbers::{free_from, in_use, numbers};
use super::others::{Others, Person, is_back, section_name, still_plays};
use super::{
    Act, Command, Elsewhere, Listed, PlaysElsewhere, Refusal, Who, WrongPresence, WrongSection, decide,
};
use crate::event::{
    Absence, Entrant, EntrantId, Entry, Event, Format, Presence, Record, Section, Settings, number, spoken,
};

/// Whether entries can be written only with a look at the other sections.
pub(crate) fn concern_others(entries: &[Entry]) -> bool {
    entries.iter().any(|entry| {
        matches!(
            entry,
            Entry::Entered { .. }
                | Entry::Rejoined { .. }
                | Entry::Claimed { .. }
                | Entry::CardCorrected { .. }
                | Entry::SettingsChanged { .. }
                | Entry::Paired { .. }
                | Entry::BoardAdded { black: Some(_), .. }
        )
    })
}

/// A list as it is entered beside the other sections: without those who play there, if the desk has said so. Any other command
/// stays as it is.
///
/// # Errors
/// Who plays in another section, each with the line of the list, where the desk has not said what becomes of them.
pub(crate) fn list_beside<'a>(
    event: &Event,
    command: &'a Command,
    who: Who,
    others: &Others<'_>,
) -> Result<Cow<'a, Command>, Refusal> {
    if let Command::EnterChild(inner) = command {
        return Ok(match list_beside(event, inner, who, others)? {
            Cow::Borrowed(_) => Cow::Borrowed(command),
            Cow::Owned(inner) => Cow::Owned(Command::EnterChild(Box::new(inner))),
        });
    }
    let Command::AddList { players, present, elsewhere } = command else {
        return Ok(Cow::Borrowed(command));
    };
    // A stranger learns nothing about who plays where.
    if !event.may_organise(who) {
        return Err(Refusal::NotYours);
    }
    let (mut free, mut taken) = (Vec::new(), Vec::new());
    for one in players {
        let Listed { line, card } = one;
        // Whoever has entered here is left out anyway.
        let section = if event.called(&card.name).next().is_some() {
            None
        } else {
            others.are_without(&Person::named(&card.name), &card.name).err().and_then(section_in)
        };
        match section {
            Some(section) => {
                taken.push(PlaysElsewhere { line: *line, name: card.name.clone(), section });
            }
            None => free.push(one.clone()),
        }
    }
    if taken.is_empty() {
        return Ok(Cow::Borrowed(command));
    }
    match elsewhere {
        Elsewhere::Refused => Err(WrongSection::ListInOthers(taken).into()),
        Elsewhere::LeftOut => {
            Ok(Cow::Owned(Command::AddList { players: free, present: *present, elsewhere: *elsewhere }))
        }
    }
}

/// The section that a refusal names.
fn section_in(refusal: Refusal) -> Option<String> {
    let Refusal::Section(WrongSection::InAnother { section, .. } | WrongSection::StillPlays { section, .. }) =
        refusal
    else {
        return None;
    };
    Some(section)
}

/// The entries of one section as they are written beside the others.
///
/// # Errors
/// If somebody would play in two sections, or enters one that their rating does not fit, or two would have the same name.
pub(crate) fn with_others(
    event: &Event,
    entries: Vec<Entry>,
    who: Who,
    others: &Others<'_>,
) -> Result<Vec<Entry>, Refusal> {
    let Some(section) = &event.settings.section else { return Ok(entries) };
    let mut written = Vec::new();
    for entry in entries {
        match entry {
            Entry::Entered { player, ref card, member, .. } => {
                others.are_without(&Person::new(player, member, card), &card.name)?;
                let by_itself = player.is_some() && player == who.player() && !event.may_organise(who);
                if by_itself && !section.takes(card.rating) {
                    let Section { name, rating_from: from, rating_to: to, .. } = section.clone();
                    return Err(WrongSection::Rating { section: name, from, to }.into());
                }
                written.push(entry);
            }
            Entry::Rejoined { entrant } => {
                if let Some(back) = event.entrant(entrant) {
                    others.are_without(&Person::of(back), &back.card.name)?;
                }
                written.push(entry);
            }
            Entry::Claimed { entrant, player } => {
                if let Some(one) = event.entrant(entrant) {
                    others.are_without(&Person::of(one).claimed_by(player), &one.card.name)?;
                } else if let Some(Entry::Entered { card, .. }) = written
                    .iter()
                    .find(|before| matches!(before, Entry::Entered { entrant: id, .. } if *id == entrant))
                {
                    // Entered a moment ago, by the same write.
                    others.are_without(&Person::account(player), &card.name)?;
                }
                written.push(entry);
            }
            Entry::CardCorrected { entrant, ref card } => {
                let renamed = event.entrant(entrant).filter(|one| {
                    let is_there = one.presence != Presence::Withdrawn || still_plays(event, entrant);
                    is_there && one.is_named_by_organiser() && spoken(&one.card.name) != spoken(&card.name)
                });
                if renamed.is_some() {
                    others.are_without(&Person::named(&card.name), &card.name)?;
                }
                written.push(entry);
            }
            Entry::SettingsChanged { ref settings } => {
                if let Some(name) = settings.section.as_ref().map(|section| &section.name)
                    && *name != section.name
                    && others
                        .events
                        .iter()
                        .any(|other| section_name(other).to_lowercase() == name.to_lowercase())
                {
                    return Err(WrongSection::SameName(name.clone()).into());
                }
                written.push(entry);
            }
            Entry::Paired { round, ref boards, .. } => {
                let count = boards.len();
                written.push(entry);
                let numbers = numbers(event, section, count, &others.events);
                if numbers.iter().zip(1..).any(|(number, usual)| *number != usual) {
                    written.push(Entry::BoardsNumbered { round, numbers });
                }
            }
            Entry::BoardAdded { round, white, black: Some(black), number: None } => {
                let last = event.round(round).and_then(|these| these.boards.last());
                let next = last.map_or(1, |last| last.number.saturating_add(1));
                let number = free_from(next, 1, &in_use(&others.events)).into_iter().next();
                written.push(Entry::BoardAdded { round, white, black: Some(black), number });
            }
            other => written.push(other),
        }
    }
    Ok(written)
}

/// The entries that move an entrant to another section: those of the section that is left, and those of the other one.
/// Whether the desk has seen and been paid comes along, and so do which member of a list the entrant is, that strangers see short
/// names, a pause, and the rounds in which the entrant is away.
///
/// # Errors
/// Why the entrant stays.
pub(crate) fn move_entrant(
    (from, entrant): (&Event, EntrantId),
    to: &Event,
    who: Who,
) -> Result<(Vec<Entry>, Vec<Entry>), Refusal> {
    let act = Act { event: from, seen: from.head, who };
    act.by_organiser()?;
    let one = act.entrant(entrant)?.clone();
    if one.presence == Presence::Withdrawn {
        return Err(WrongPresence::HasLeft(one.card.name).into());
    }
    if act.plays_now(entrant) {
        return Err(WrongPresence::PlaysNow(one.card.name).into());
    }
    if still_plays(from, entrant) {
        let section = section_name(from);
        return Err(WrongSection::StillPlays { name: one.card.name, section }.into());
    }
    let mut left = decide(from, &Command::Withdraw(entrant), None, who)?;
    if one.claim.is_some() {
        left.push(Entry::ClaimRevoked { entrant });
    }
    // Whoever was in the other section before comes back there.
    let before = to.entrants.iter().find(|there| is_back(&one, there));
    let (comes, there) = match before {
        Some(before) if before.presence != Presence::Withdrawn => {
            return Err(Refusal::EnteredBefore(before.card.name.clone()));
        }
        Some(before) => {
            let mut comes = decide(to, &Command::Rejoin(before.id), None, who)?;
            if let (Some(player), None) = (one.player, before.player) {
                comes.push(Entry::Claimed { entrant: before.id, player });
            }
            (comes, before.id)
        }
        None => {
            // Who has claimed a player stays at the venue under the name that the organiser wrote.
            let player = one.player.filter(|_| !one.claimed);
            let enter = Command::Enter { player, card: one.card.clone(), plays: Some(one.plays) };
            let mut comes = decide(to, &enter, None, who)?;
            for entry in &mut comes {
                if let Entry::Entered { member, .. } = entry {
                    *member = one.member;
                }
            }
            let there = EntrantId(number(to.entrants.len() + 1));
            if let Some(player) = one.player.filter(|_| one.claimed) {
                comes.push(Entry::Claimed { entrant: there, player });
            }
            (comes, there)
        }
    };
    let mut comes = comes;
    if let (Some(before), Some(member)) = (before, one.member)
        && before.member.is_none()
    {
        comes.push(Entry::MemberBound { entrant: before.id, member: Some(member) });
    }
    if from.settings.short_names && !to.settings.short_names {
        // Before the entry: strangers see no full name at any moment.
        let settings = Settings { short_names: true, ..to.settings.clone() };
        comes.insert(0, Entry::SettingsChanged { settings });
    }
    let (was_there, had_paid) = before.map_or((false, false), |before| (before.checked_in, before.paid));
    if one.checked_in != was_there {
        comes.push(Entry::CheckedIn { entrant: there, present: one.checked_in });
    }
    if one.paid != had_paid {
        comes.push(Entry::Paid { entrant: there, paid: one.paid });
    }
    bring_along(&one, there, (from, to), &mut comes, who)?;
    let after = after(from, &left)?;
    let comes = with_others(to, comes, who, &Others::new(vec![&after]))?;
    Ok((left, comes))
}

/// What was said of whoever moves holds in the other section, too: the card, a pause, and the rounds to come in which they are
/// away. Where nobody asks for byes, as in a round robin, nothing is said of rounds.
fn bring_along(
    one: &Entrant,
    there: EntrantId,
    (from, to): (&Event, &Event),
    entries: &mut Vec<Entry>,
    who: Who,
) -> Result<(), Refusal> {
    let mut now = after(to, entries)?;
    let mut also = |command: Command| -> Result<(), Refusal> {
        let more = decide(&now, &command, None, who)?;
        now = after(&now, &more)?;
        entries.extend(more);
        Ok(())
    };
    also(Command::CorrectCard { entrant: there, card: one.card.clone() })?;
    let next = from.last_published().max(to.last_published()) + 1;
    for round in next..=to.total_rounds() {
        let absence = one.absences.iter().find(|(of, _)| *of == round).map(|(_, absence)| *absence);
        if !one.is_away_in(round) {
            continue;
        }
        match to.settings.format {
            Format::Swiss { .. } => also(Command::AskBye { entrant: there, round })?,
            Format::Keizer { .. } => {
                let absence = absence.unwrap_or(Absence::Excused);
                also(Command::Away { entrant: there, round, absence })?;
            }
            Format::RoundRobin { .. }
            | Format::KnockOut { .. }
            | Format::TeamMatch { .. }
            | Format::Arena { .. } => {}
        }
    }
    if one.presence == Presence::Paused {
        also(Command::Pause(there))?;
        // Whoever has paused by themselves comes back by themselves, although an organiser has moved them.
        for entry in &mut *entries {
            if let Entry::Paused { entrant, taken_out } = entry
                && *entrant == there
            {
                *taken_out = Some(one.taken_out);
            }
        }
    }
    Ok(())
}

/// The event after these entries.
fn after(event: &Event, entries: &[Entry]) -> Result<Event, Refusal> {
    let mut event = event.clone();
    for entry in entries {
        let record = Record { number: event.head + 1, at: event.created, by: None, entry: entry.clone() };
        // They were decided a moment ago.
        event.apply(&record).map_err(|_| Refusal::Over)?;
    }
    Ok(event)
}

#[cfg(test)]
mod tests {
    use tabiya_game::{PlayerId, Time};
    use tabiya_protocol::events::EventId;

    use super::*;
    use crate::decide::{create, first_board};
    use crate::event::{Card, MemberOf, Plays};
    use crate::pairing;

    const ANN: PlayerId = PlayerId::from_bytes([1; 16]);

    fn section(name: &str, place: u16, limits: (Option<u16>, Option<u16>)) -> Event {
        let mut settings = Settings::new(name, Format::Swiss { rounds: 3, baku: false }, None, 1);
        settings.over_the_board = true;
        settings.section = Some(Section {
            festival: EventId::from_bits(1),
            festival_name: "Congress".into(),
            name: name.into(),
            place,
            rating_from: limits.0,
            rating_to: limits.1,
            first_board: None,
        });
        let entry = create(settings, None).unwrap();
        Event::begin(&Record { number: 1, at: Time(0), by: None, entry }).unwrap()
    }

    fn take(event: &mut Event, entries: Vec<Entry>) {
        for entry in entries {
            let number = event.head + 1;
            event.apply(&Record { number, at: Time(0), by: None, entry }).unwrap();
        }
    }

    /// Decides among the others, and takes what was decided.
    fn act(event: &mut Event, command: &Command, who: Who, others: &[&Event]) -> Result<(), Refusal> {
        let entries = decide(event, command, None, who)?;
        let entries = with_others(event, entries, who, &Others::new(others.to_vec()))?;
        take(event, entries);
        Ok(())
    }

    fn enter(event: &mut Event, names: std::ops::Range<u16>) {
        for name in names {
            let card = Card::new(format!("Player {name}"), Some(1000 + name));
            let enter = Command::Enter { player: None, card, plays: Some(Plays::OverTheBoard) };
            act(event, &enter, Who::Operator, &[]).unwrap();
        }
    }

    fn pair(event: &mut Event, others: &[&Event]) -> Vec<u16> {
        let draft = pairing::pair(event, |_, _| {}).unwrap();
        act(event, &Command::TakeDraft(draft), Who::Operator, others).unwrap();
        event.rounds.last().unwrap().boards.iter().map(|board| board.number).collect()
    }

    #[test]
    fn board_numbers_run_on_from_one_section_to_the_next() {
        let (mut open, mut minor) = (section("Open", 1, (None, None)), section("Minor", 2, (None, None)));
        enter(&mut open, 0..6);
        enter(&mut minor, 10..14);
        // Which one is paired first does not matter.
        assert_eq!(pair(&mut minor, &[&open]), [4, 5]);
        assert_eq!(pair(&mut open, &[&minor]), [1, 2, 3]);
        act(&mut minor, &Command::UndoDraft, Who::Operator, &[&open]).unwrap();
        assert_eq!(pair(&mut minor, &[&open]), [4, 5]);
    }

    #[test]
    fn a_late_entry_gives_no_two_tables_the_same_number() {
        let (mut open, mut minor) = (section("Open", 1, (None, None)), section("Minor", 2, (None, None)));
        enter(&mut open, 0..4);
        enter(&mut minor, 10..14);
        assert_eq!(pair(&mut minor, &[&open]), [3, 4]);
        enter(&mut open, 4..6);
        assert_eq!(pair(&mut open, &[&minor]), [1, 2, 5], "3 and 4 are the Minor's");
        act(&mut open, &Command::Publish, Who::Operator, &[&minor]).unwrap();
        enter(&mut open, 6..8);
        let add = Command::AddBoard { white: EntrantId(7), black: Some(EntrantId(8)) };
        act(&mut open, &add, Who::Operator, &[&minor]).unwrap();
        assert_eq!(open.rounds[0].boards.last().unwrap().number, 6);
        // Results are entered by these numbers.
        let result = |board| {
            let outcome = crate::event::Outcome::Draw;
            Command::EnterResult { round: None, board, game: None, outcome }
        };
        act(&mut open, &result(5), Who::Operator, &[&minor]).unwrap();
        assert_eq!(open.rounds[0].boards[2].outcome(), Some(crate::event::Outcome::Draw));
        assert!(matches!(
            act(&mut open, &result(3), Who::Operator, &[&minor]),
            Err(Refusal::NoSuchBoard { board: 3, .. })
        ));
    }

    #[test]
    fn the_cards_on_the_tables_stay_true() {
        let (mut open, mut minor) = (section("Open", 1, (None, None)), section("Minor", 2, (None, None)));
        enter(&mut open, 0..6);
        enter(&mut minor, 10..14);
        assert_eq!(first_board(&minor, &[&open]), 4, "before anything is paired");
        assert_eq!(pair(&mut minor, &[&open]), [4, 5]);
        act(&mut minor, &Command::Publish, Who::Operator, &[]).unwrap();
        assert_eq!(pair(&mut open, &[&minor]), [1, 2, 3]);
        for event in [&mut open, &mut minor] {
            if event.draft().is_some() {
                act(event, &Command::Publish, Who::Operator, &[]).unwrap();
            }
            act(event, &Command::Start { ids: Vec::new() }, Who::Operator, &[]).unwrap();
            let boards: Vec<u16> = event.rounds[0].boards.iter().map(|board| board.number).collect();
            boards.into_iter().for_each(|board| finish_board(event, 1, board));
        }
        // Two leave the Open, and two come: the Minor keeps its tables, also while it is between two rounds.
        for id in [1, 2] {
            act(&mut open, &Command::Withdraw(EntrantId(id)), Who::Operator, &[]).unwrap();
        }
        assert_eq!((first_board(&open, &[&minor]), first_board(&minor, &[&open])), (1, 4));
        enter(&mut open, 6..12);
        assert_eq!(pair(&mut open, &[&minor]), [1, 2, 3, 6, 7], "4 and 5 are the Minor's");
        assert_eq!(pair(&mut minor, &[&open]), [4, 5]);
        // A section that begins later has its place behind the largest round of those before it, also once they are over.
        let mut later = section("Under 10", 3, (None, None));
        enter(&mut later, 20..24);
        assert_eq!(first_board(&later, &[&open, &minor]), 6);
        act(&mut open, &Command::UndoDraft, Who::Operator, &[]).unwrap();
        act(&mut minor, &Command::UndoDraft, Who::Operator, &[]).unwrap();
        act(&mut minor, &Command::Finish, Who::Operator, &[]).unwrap();
        act(&mut open, &Command::Cancel { reason: String::new() }, Who::Operator, &[]).unwrap();
        assert_eq!(pair(&mut later, &[&open, &minor]), [6, 7]);
    }

    #[test]
    fn an_arbiter_fixes_where_a_section_begins() {
        let (mut open, mut minor) = (section("Open", 1, (None, None)), section("Minor", 2, (None, None)));
        enter(&mut open, 0..4);
        enter(&mut minor, 10..14);
        let mut settings = minor.settings.clone();
        settings.section.as_mut().unwrap().first_board = Some(41);
        act(&mut minor, &Command::ChangeSettings(settings), Who::Operator, &[&open]).unwrap();
        assert_eq!(pair(&mut minor, &[&open]), [41, 42]);
        let mut later = section("Under 10", 3, (None, None));
        enter(&mut later, 20..24);
        assert_eq!(pair(&mut later, &[&open, &minor]), [43, 44], "after the section before it");
    }

    #[test]
    fn nobody_plays_in_two_sections() {
        let (mut open, mut minor) =
            (section("Open", 1, (None, None)), section("Minor", 2, (None, Some(1600))));
        let by_herself = Who::Player { player: ANN, staff: false };
        let join =
            |rating| Command::Enter { player: Some(ANN), card: Card::new("Ann", Some(rating)), plays: None };
        assert!(matches!(
            act(&mut minor, &join(1601), by_herself, &[&open]),
            Err(Refusal::Section(WrongSection::Rating { to: Some(1600), .. }))
        ));
        act(&mut minor, &join(1601), Who::Operator, &[&open]).unwrap();
        assert!(matches!(
            act(&mut open, &join(1601), by_herself, &[&minor]),
            Err(Refusal::Section(WrongSection::InAnother { .. }))
        ));
        act(&mut minor, &Command::Withdraw(EntrantId(1)), by_herself, &[&open]).unwrap();
        act(&mut open, &join(1601), by_herself, &[&minor]).unwrap();
        // She comes back in neither way.
        assert!(act(&mut minor, &Command::Rejoin(EntrantId(1)), Who::Operator, &[&open]).is_err());
        let name = Card::new("lind, BO", None);
        let bo = |card| Command::Enter { player: None, card, plays: Some(Plays::OverTheBoard) };
        act(&mut minor, &bo(Card::new("Bo Lind", None)), Who::Operator, &[&open]).unwrap();
        assert!(act(&mut open, &bo(name), Who::Operator, &[&minor]).is_err());
    }

    #[test]
    fn who_moves_leaves_one_section_and_comes_into_the_other() {
        let (mut open, mut minor) =
            (section("Open", 1, (None, None)), section("Minor", 2, (None, Some(1600))));
        enter(&mut open, 0..3);
        let there = Command::CheckIn { entrant: EntrantId(2), present: true };
        act(&mut open, &there, Who::Operator, &[]).unwrap();
        act(&mut open, &Command::NotePaid { entrant: EntrantId(2), paid: true }, Who::Operator, &[]).unwrap();
        let (left, comes) = move_entrant((&open, EntrantId(2)), &minor, Who::Operator).unwrap();
        take(&mut open, left);
        take(&mut minor, comes);
        assert_eq!((open.present(), minor.present()), (2, 1));
        let moved = &minor.entrants[0];
        assert_eq!((moved.card.name.as_str(), moved.checked_in, moved.paid), ("Player 1", true, true));
        // And back, as the one who left.
        let (left, comes) = move_entrant((&minor, EntrantId(1)), &open, Who::Operator).unwrap();
        take(&mut minor, left);
        take(&mut open, comes);
        assert_eq!((open.present(), minor.present(), open.entrants.len()), (3, 0, 3));
        assert!(matches!(
            move_entrant((&minor, EntrantId(1)), &open, Who::Operator),
            Err(Refusal::Presence(WrongPresence::HasLeft(_)))
        ));
        let stranger = Who::Player { player: ANN, staff: false };
        assert_eq!(move_entrant((&open, EntrantId(1)), &minor, stranger).err(), Some(Refusal::NotYours));
    }

    fn publish(event: &mut Event, others: &[&Event]) {
        pair(event, others);
        act(event, &Command::Publish, Who::Operator, &[]).unwrap();
    }

    fn finish_board(event: &mut Event, round: u16, board: u16) {
        let outcome = crate::event::Outcome::Draw;
        let result = Command::EnterResult { round: Some(round), board, game: None, outcome };
        act(event, &result, Who::Operator, &[]).unwrap();
    }

    #[test]
    fn nobody_leaves_a_game_for_another_section() {
        let (mut open, mut minor) = (section("Open", 1, (None, None)), section("Minor", 2, (None, None)));
        enter(&mut open, 0..4);
        publish(&mut open, &[&minor]);
        let still_plays = |refused: Option<Refusal>| {
            assert_eq!(
                refused,
                Some(WrongSection::StillPlays { name: "Player 0".into(), section: "Open".into() }.into())
            );
        };
        still_plays(move_entrant((&open, EntrantId(1)), &minor, Who::Operator).err());
        // Nor in two steps.
        act(&mut open, &Command::Withdraw(EntrantId(1)), Who::Operator, &[&minor]).unwrap();
        let join = Command::Enter {
            player: None,
            card: Card::new("Player 0", None),
            plays: Some(Plays::OverTheBoard),
        };
        still_plays(act(&mut minor, &join, Who::Operator, &[&open]).err());
        act(&mut open, &Command::Start { ids: Vec::new() }, Who::Operator, &[]).unwrap();
        still_plays(act(&mut minor, &join, Who::Operator, &[&open]).err());
        let board = open.rounds[0].board_of(EntrantId(1)).map(|place| open.rounds[0].boards[place].number);
        finish_board(&mut open, 1, board.unwrap());
        act(&mut minor, &join, Who::Operator, &[&open]).unwrap();
    }

    #[test]
    fn whoever_left_an_arena_plays_its_last_game_first() {
        let mut arena = section("Blitz", 1, (None, None));
        arena.settings.format = Format::Arena { minutes: 60 };
        arena.settings.over_the_board = false;
        let mut minor = section("Minor", 2, (None, None));
        for player in [1, 2] {
            let player = Some(PlayerId::from_bytes([player; 16]));
            let card = Card::new(format!("Player {player:?}"), None);
            let enter = Command::Enter { player, card, plays: None };
            act(&mut arena, &enter, Who::Operator, &[]).unwrap();
        }
        let game = tabiya_game::GameId::from_bits(7);
        take(
            &mut arena,
            vec![Entry::ArenaOpened, Entry::Wave { games: vec![(EntrantId(1), EntrantId(2), game)] }],
        );
        let refused = move_entrant((&arena, EntrantId(1)), &minor, Who::Operator).err();
        assert!(matches!(refused, Some(Refusal::Section(WrongSection::StillPlays { .. }))));
        act(&mut arena, &Command::Withdraw(EntrantId(1)), Who::Operator, &[]).unwrap();
        let join = Command::Enter { player: Some(ANN), card: Card::new("Ann", None), plays: None };
        let refused = act(&mut minor, &join, Who::Operator, &[&arena]).err();
        assert!(matches!(refused, Some(Refusal::Section(WrongSection::StillPlays { .. }))));
        let outcome = crate::event::Outcome::Draw;
        take(&mut arena, vec![Entry::ArenaResult { game: 1, outcome, plies: 9, berserk: [false; 2] }]);
        act(&mut minor, &join, Who::Operator, &[&arena]).unwrap();
    }

    fn moved(from: &mut Event, id: u16, to: &mut Event) -> Result<(), Refusal> {
        let (left, comes) = move_entrant((from, EntrantId(id)), to, Who::Operator)?;
        take(from, left);
        take(to, comes);
        Ok(())
    }

    #[test]
    fn who_is_away_is_away_after_a_move_too() {
        let (mut open, mut minor) = (section("Open", 1, (None, None)), section("Minor", 2, (None, None)));
        enter(&mut open, 0..2);
        let bye = |round| Command::AskBye { entrant: EntrantId(1), round };
        for command in [bye(1), bye(3), Command::Pause(EntrantId(1))] {
            act(&mut open, &command, Who::Operator, &[]).unwrap();
        }
        // One round of the other section is played: no bye is asked for it any more.
        enter(&mut minor, 10..14);
        publish(&mut minor, &[&open]);
        moved(&mut open, 1, &mut minor).unwrap();
        let there = &minor.entrants[4];
        let byes: Vec<u16> = there.byes.iter().map(|(round, _)| *round).collect();
        assert_eq!((there.presence, byes), (Presence::Paused, vec![3]));
        // Whoever comes back has the card that was corrected since.
        let card = Card::new("Player 0", Some(1888));
        let correct = Command::CorrectCard { entrant: EntrantId(5), card: card.clone() };
        act(&mut minor, &correct, Who::Operator, &[&open]).unwrap();
        moved(&mut minor, 5, &mut open).unwrap();
        let back = &open.entrants[0];
        assert_eq!((&back.card, back.presence), (&card, Presence::Paused));
        // Nobody pauses in a round robin: then the move is refused, and nobody is paired by mistake.
        let mut all = section("All", 3, (None, None));
        all.settings.format = Format::RoundRobin { cycles: 1 };
        let refused = moved(&mut open, 1, &mut all);
        assert!(matches!(refused, Err(Refusal::Presence(WrongPresence::NoPausing(_)))));
    }

    /// The one who moves them is an organiser, and whom an organiser takes out comes back by an organiser alone.
    #[test]
    fn whoever_has_paused_by_themselves_comes_back_by_themselves_after_a_move() {
        let organiser = Who::Player { player: PlayerId::from_bytes([9; 16]), staff: true };
        let ann = Who::Player { player: ANN, staff: false };
        for (paused_by, may_come_back) in [(ann, true), (organiser, false)] {
            let (mut open, mut minor) = (section("Open", 1, (None, None)), section("Minor", 2, (None, None)));
            let join = Command::Enter { player: Some(ANN), card: Card::new("Ann", None), plays: None };
            let by = |event: &mut Event, entries: Vec<Entry>, who: Who| {
                for entry in entries {
                    let (number, by) = (event.head + 1, who.player());
                    event.apply(&Record { number, at: Time(0), by, entry }).unwrap();
                }
            };
            let entries = decide(&open, &join, None, organiser).unwrap();
            by(&mut open, entries, organiser);
            let entries = decide(&open, &Command::Pause(EntrantId(1)), None, paused_by).unwrap();
            by(&mut open, entries, paused_by);
            let (left, comes) = move_entrant((&open, EntrantId(1)), &minor, organiser).unwrap();
            by(&mut open, left, organiser);
            by(&mut minor, comes, organiser);
            assert_eq!(minor.entrants[0].presence, Presence::Paused);
            let back = decide(&minor, &Command::Rejoin(EntrantId(1)), None, ann);
            assert_eq!(back.is_ok(), may_come_back, "{paused_by:?}");
        }
    }

    #[test]
    fn who_is_claimed_after_a_move_comes_back_with_the_account() {
        let (mut open, mut minor) = (section("Open", 1, (None, None)), section("Minor", 2, (None, None)));
        enter(&mut open, 0..2);
        moved(&mut open, 1, &mut minor).unwrap();
        take(&mut minor, vec![Entry::Claimed { entrant: EntrantId(1), player: ANN }]);
        moved(&mut minor, 1, &mut open).unwrap();
        let back = &open.entrants[0];
        assert_eq!((open.entrants.len(), back.player, back.claimed), (2, Some(ANN), true));
        assert_eq!((back.presence, minor.present()), (Presence::Present, 0));
        moved(&mut open, 1, &mut minor).unwrap();
        assert_eq!((minor.entrants.len(), minor.entrants[0].player), (1, Some(ANN)));
    }

    #[test]
    fn a_person_is_known_by_account_by_list_and_by_the_name_that_an_organiser_wrote() {
        let (mut open, mut minor) = (section("Open", 1, (None, None)), section("Minor", 2, (None, None)));
        let in_another = |refused: Result<(), Refusal>| {
            matches!(refused, Err(Refusal::Section(WrongSection::InAnother { .. })))
        };
        enter(&mut open, 0..2);
        // A claimed player still has the name that the organiser wrote.
        take(&mut open, vec![Entry::Claimed { entrant: EntrantId(1), player: ANN }]);
        let named = |name: &str| Command::Enter {
            player: None,
            card: Card::new(name, None),
            plays: Some(Plays::OverTheBoard),
        };
        assert!(in_another(act(&mut minor, &named("Player 0"), Who::Operator, &[&open])));
        // Nobody gets the name of somebody in another section by a correction.
        act(&mut minor, &named("Zoe"), Who::Operator, &[&open]).unwrap();
        let correct =
            |name: &str| Command::CorrectCard { entrant: EntrantId(1), card: Card::new(name, None) };
        assert!(in_another(act(&mut minor, &correct("Player 1"), Who::Operator, &[&open])));
        act(&mut minor, &correct("Zoë"), Who::Operator, &[&open]).unwrap();
        // A member of a list is the same under another name.
        let member = MemberOf { list: ANN, number: 4 };
        let of = |name: &str| Command::EnterMember {
            member,
            card: Box::new(Card::new(name, None)),
            child: false,
            present: false,
            paid: false,
        };
        act(&mut open, &of("Kim Berg"), Who::Operator, &[&minor]).unwrap();
        assert!(in_another(act(&mut minor, &of("Kim Tal"), Who::Operator, &[&open])));
        // Whose name was erased is nobody's double.
        take(&mut open, vec![Entry::Erased { entrant: EntrantId(2) }]);
        act(&mut minor, &named("Player 2"), Who::Operator, &[&open]).unwrap();
    }

    #[test]
    fn whose_section_is_over_may_enter_a_side_event() {
        let (mut open, mut blitz) = (section("Open", 1, (None, None)), section("Blitz", 2, (None, None)));
        enter(&mut open, 0..1);
        let again = Command::Enter {
            player: None,
            card: Card::new("Player 0", None),
            plays: Some(Plays::OverTheBoard),
        };
        assert!(act(&mut blitz, &again, Who::Operator, &[&open]).is_err());
        act(&mut open, &Command::Finish, Who::Operator, &[]).unwrap();
        act(&mut blitz, &again, Who::Operator, &[&open]).unwrap();
    }

    #[test]
    fn the_players_of_the_others_are_gathered_only_for_an_entry_about_a_person() {
        let (mut open, minor) = (section("Open", 1, (None, None)), section("Minor", 2, (None, None)));
        enter(&mut open, 0..1);
        let others = Others::new(vec![&open]);
        let is_gathered = |entry: Entry| {
            with_others(&minor, vec![entry], Who::Operator, &others).unwrap();
            others.is_gathered()
        };
        let draft = Entry::Paired {
            round: 1,
            boards: Vec::new(),
            byes: Vec::new(),
            half_byes: Vec::new(),
            away: Vec::new(),
            engine: String::new(),
            seats: false,
        };
        assert!(!is_gathered(draft), "no entry about a person asks for it");
        let entered = |name: &str| Entry::Entered {
            entrant: EntrantId(1),
            player: None,
            card: Card::new(name, None),
            plays: Plays::OverTheBoard,
            team: None,
            member: None,
        };
        assert!(is_gathered(entered("Zoe")));
    }

    #[test]
    fn nobody_moves_away_from_a_game() {
        let (mut open, minor) = (section("Open", 1, (None, None)), section("Minor", 2, (None, None)));
        enter(&mut open, 0..4);
        pair(&mut open, &[&minor]);
        act(&mut open, &Command::Publish, Who::Operator, &[]).unwrap();
        act(&mut open, &Command::Start { ids: Vec::new() }, Who::Operator, &[]).unwrap();
        assert!(matches!(
            move_entrant((&open, EntrantId(1)), &minor, Who::Operator),
            Err(Refusal::Presence(WrongPresence::PlaysNow(_)))
        ));
    }
}
