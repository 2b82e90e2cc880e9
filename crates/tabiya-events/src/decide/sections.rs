// SPDX-License-Identifier: AGPL-3.0-or-later
//! What one section of a festival decides with the others in view: nobody plays in two of them, and no two tables have the same
//! number.

use std::borrow::Cow;

use super::board_numbers::{fixing, number_of_added, numbering};
use super::fixed_boards::{has_fixed_boards, section_that_fixes, sits_at};
use super::others::{Others, Person, is_back, section_name, still_plays};
use super::{
    Act, Command, Elsewhere, Listed, PlaysElsewhere, Refusal, Who, WrongBoard, WrongPresence, WrongSection,
    decide,
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
                | Entry::BoardFixed { .. }
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
                let back = event.entrant(entrant);
                if let Some(back) = back {
                    others.are_without(&Person::of(back), &back.card.name)?;
                }
                written.push(entry);
                // Their board may have been given to somebody in another section meanwhile.
                let board = back.and_then(|back| back.fixed_board);
                if board.is_some_and(|board| section_that_fixes(board, &others.events).is_some()) {
                    written.push(Entry::BoardFixed { entrant, board: None });
                }
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
                let numbering = numbering(event, (round, boards), &others.events);
                written.push(entry);
                written.extend(numbering);
            }
            Entry::BoardAdded { round, white, black: Some(black), number: None } => {
                let these = event.round(round);
                let number =
                    these.and_then(|these| number_of_added(event, these, [white, black], &others.events));
                written.push(Entry::BoardAdded { round, white, black: Some(black), number });
            }
            Entry::BoardFixed { entrant, board } => {
                let taken = board.and_then(|board| Some((board, section_that_fixes(board, &others.events)?)));
                if let Some((board, other)) = taken {
                    let section = section_name(other);
                    return Err(WrongBoard::TakenInSection { board, section }.into());
                }
                if written.iter().any(|before| matches!(before, Entry::DraftUndone { .. })) {
                    written.push(entry);
                } else {
                    written.extend(fixing(event, (entrant, board), &others.events));
                }
            }
            // Where somebody moves, the numbers were decided before: here they follow from all sections.
            Entry::BoardsNumbered { .. } => {}
            other => written.push(other),
        }
    }
    Ok(written)
}

/// The entries that move an entrant to another section: those of the section that is left, and those of the other one.
/// Whether the desk has seen and been paid comes along, and so do which member of a list the entrant is, that strangers see short
/// names, a pause, the rounds in which the entrant is away, and a board that is fixed. `thirds` are all other sections: nobody is in
/// one of them, and the numbers of a draft's boards follow from all.
///
/// # Errors
/// Why the entrant stays.
pub(crate) fn move_entrant(
    (from, entrant): (&Event, EntrantId),
    to: &Event,
    thirds: &[&Event],
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
        None => comes_new(&one, to, who)?,
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
    if one.fee.is_some() {
        comes.push(Entry::FeeChosen { entrant: there, fee: one.fee });
    }
    if one.paid != had_paid {
        comes.push(Entry::Paid { entrant: there, paid: one.paid, amount: one.paid_amount });
    }
    bring_along(&one, there, (from, to, thirds), &mut comes, who)?;
    let after = after(from, &left)?;
    let others = thirds.iter().copied().chain([&after]).collect();
    let comes = with_others(to, comes, who, &Others::new(others))?;
    Ok((left, comes))
}

/// The entries with which somebody enters the final who goes on from a group. `points`, in tenths, count there, too. A fixed board
/// comes along where `others`, the other sections, have it for nobody.
///
/// # Errors
/// Why not.
pub(crate) fn goes_on(
    one: &Entrant,
    to: &Event,
    others: &Others<'_>,
    points: Option<i32>,
    who: Who,
) -> Result<Vec<Entry>, Refusal> {
    let (mut comes, there) = comes_new(one, to, who)?;
    if let Some(board) = one.fixed_board
        && has_fixed_boards(to.settings.format)
        && is_free(board, to, &others.events)
    {
        comes.push(Entry::BoardFixed { entrant: there, board: Some(board) });
    }
    comes.extend(
        points.filter(|points| *points != 0).map(|points| Entry::PointsBrought { entrant: there, points }),
    );
    Ok(comes)
}

/// The entries of somebody who was never in the other section, and the entrant there.
fn comes_new(one: &Entrant, to: &Event, who: Who) -> Result<(Vec<Entry>, EntrantId), Refusal> {
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
    Ok((comes, there))
}

/// What was said of whoever moves holds in the other section, too: the card, a pause, and the rounds to come in which they are
/// away. Where nobody asks for byes, as in a round robin, nothing is said of rounds.
fn bring_along(
    one: &Entrant,
    there: EntrantId,
    (from, to, thirds): (&Event, &Event, &[&Event]),
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
    if has_fixed_boards(from.settings.format) && has_fixed_boards(to.settings.format) {
        let board = one.fixed_board.filter(|board| is_free(*board, to, thirds));
        also(Command::FixBoard { entrant: there, board })?;
    }
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

/// Whether a board is fixed for nobody in a section and in the others.
fn is_free(board: u16, to: &Event, others: &[&Event]) -> bool {
    sits_at(to, board).is_none() && section_that_fixes(board, others).is_none()
}

/// The event after these entries.
pub(crate) fn after(event: &Event, entries: &[Entry]) -> Result<Event, Refusal> {
    let mut event = event.clone();
    for entry in entries {
        let record = Record { number: event.head + 1, at: event.created, by: None, entry: entry.clone() };
        // They were decided a moment ago.
        event.apply(&record).map_err(|_| Refusal::Over)?;
    }
    Ok(event)
}

#[cfg(test)]
mod tests;
