// SPDX-License-Identifier: AGPL-3.0-or-later
//! What one section of a festival decides with the others in view: nobody plays in two of them, and no two tables have the same
//! number.

use tabiya_game::PlayerId;

use super::board_numbers::{free_from, in_use, numbers};
use super::{Act, Command, Refusal, Who, WrongPresence, WrongSection, decide};
use crate::event::{
    Board, Card, Entrant, EntrantId, Entry, Event, Presence, Record, Section, Stage, number, spoken,
};
use crate::tournament::annulled;

/// Whether entries can be written only with a look at the other sections.
pub(crate) fn concern_others(entries: &[Entry]) -> bool {
    entries.iter().any(|entry| {
        matches!(
            entry,
            Entry::Entered { .. }
                | Entry::Rejoined { .. }
                | Entry::Claimed { .. }
                | Entry::Paired { .. }
                | Entry::BoardAdded { black: Some(_), .. }
        )
    })
}

/// The entries of one section as they are written beside the others.
///
/// # Errors
/// If somebody would play in two sections, or enters one that their rating does not fit.
pub(crate) fn with_others(
    event: &Event,
    entries: Vec<Entry>,
    who: Who,
    others: &[&Event],
) -> Result<Vec<Entry>, Refusal> {
    let Some(section) = &event.settings.section else { return Ok(entries) };
    let mut written = Vec::new();
    for entry in entries {
        match entry {
            Entry::Entered { player, ref card, .. } => {
                is_in_none(player, card, others)?;
                let by_itself = player.is_some() && player == who.player() && !event.may_organise(who);
                if by_itself && !section.takes(card.rating) {
                    let Section { name, rating_from: from, rating_to: to, .. } = section.clone();
                    return Err(WrongSection::Rating { section: name, from, to }.into());
                }
                written.push(entry);
            }
            Entry::Rejoined { entrant } => {
                if let Some(back) = event.entrant(entrant) {
                    is_in_none(back.player, &back.card, others)?;
                }
                written.push(entry);
            }
            Entry::Claimed { entrant, player } => {
                if let Some(claimed) = event.entrant(entrant) {
                    is_in_none(Some(player), &claimed.card, others)?;
                }
                written.push(entry);
            }
            Entry::Paired { round, ref boards, .. } => {
                let count = boards.len();
                written.push(entry);
                let numbers = numbers(event, section, count, others);
                if numbers.iter().zip(1..).any(|(number, usual)| *number != usual) {
                    written.push(Entry::BoardsNumbered { round, numbers });
                }
            }
            Entry::BoardAdded { round, white, black: Some(black), number: None } => {
                let last = event.round(round).and_then(|these| these.boards.last());
                let next = last.map_or(1, |last| last.number.saturating_add(1));
                let number = free_from(next, 1, &in_use(others)).into_iter().next();
                written.push(Entry::BoardAdded { round, white, black: Some(black), number });
            }
            other => written.push(other),
        }
    }
    Ok(written)
}

/// The entries that move an entrant to another section: those of the section that is left, and those of the other one.
/// Whether the desk has seen and been paid comes along.
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
    let before = to.entrants.iter().find(|there| is_same(one.player, &one.card, there));
    let (comes, there) = match before {
        Some(before) => (decide(to, &Command::Rejoin(before.id), None, who)?, before.id),
        None => {
            // Who has claimed a player stays at the venue under the name that the organiser wrote.
            let player = one.player.filter(|_| !one.claimed);
            let enter = Command::Enter { player, card: one.card.clone(), plays: Some(one.plays) };
            let mut comes = decide(to, &enter, None, who)?;
            let there = EntrantId(number(to.entrants.len() + 1));
            if let Some(player) = one.player.filter(|_| one.claimed) {
                comes.push(Entry::Claimed { entrant: there, player });
            }
            (comes, there)
        }
    };
    let mut comes = comes;
    let (was_there, had_paid) = before.map_or((false, false), |before| (before.checked_in, before.paid));
    if one.checked_in != was_there {
        comes.push(Entry::CheckedIn { entrant: there, present: one.checked_in });
    }
    if one.paid != had_paid {
        comes.push(Entry::Paid { entrant: there, paid: one.paid });
    }
    let after = after(from, &left)?;
    let comes = with_others(to, comes, who, &[&after])?;
    Ok((left, comes))
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

/// Whether an entrant is this person: the same account or, without one, the same name as people say it.
fn is_same(player: Option<PlayerId>, card: &Card, entrant: &Entrant) -> bool {
    match (player, entrant.player) {
        (Some(one), Some(other)) => one == other,
        (None, None) => spoken(&card.name) == spoken(&entrant.card.name),
        (Some(_), None) | (None, Some(_)) => false,
    }
}

/// That the person plays in no other section. Whoever has left one plays there until the game is over.
fn is_in_none(player: Option<PlayerId>, card: &Card, others: &[&Event]) -> Result<(), Refusal> {
    for other in others.iter().filter(|other| other.stage != Stage::Cancelled) {
        for one in other.entrants.iter().filter(|one| is_same(player, card, one)) {
            let (name, section) = (card.name.clone(), section_name(other));
            if one.presence != Presence::Withdrawn {
                return Err(WrongSection::InAnother { name, section }.into());
            }
            if still_plays(other, one.id) {
                return Err(WrongSection::StillPlays { name, section }.into());
            }
        }
    }
    Ok(())
}

/// Whether an entrant has a game that is not over: on a board of a round that is no draft, or in an arena. A board that was
/// annulled gets no result, and is over unless its game runs on this server.
fn still_plays(event: &Event, id: EntrantId) -> bool {
    if matches!(event.stage, Stage::Finished | Stage::Cancelled) {
        return false;
    }
    let seat = event.arena.as_ref().and_then(|arena| arena.seat(id));
    if seat.is_some_and(|seat| seat.playing.is_some()) {
        return true;
    }
    let is_open = |board: &&Board| board.has(id) && board.open_game().is_some();
    let runs = |board: &Board| {
        board.games.iter().any(|game| game.game.is_some() && game.outcome.is_none() && !game.left)
    };
    let open: Vec<&Board> =
        event.published().iter().flat_map(|round| &round.boards).filter(is_open).collect();
    // Only then it is asked which boards count for nothing: that takes long.
    if open.is_empty() || open.iter().any(|board| runs(board)) {
        return !open.is_empty();
    }
    let annulled = annulled(event);
    open.iter().any(|board| !annulled.iter().any(|id| board.has(*id)))
}

fn section_name(event: &Event) -> String {
    event
        .settings
        .section
        .as_ref()
        .map_or_else(|| event.settings.name.clone(), |section| section.name.clone())
}

#[cfg(test)]
mod tests {
    use tabiya_game::Time;
    use tabiya_protocol::events::EventId;

    use super::*;
    use crate::decide::{create, first_board};
    use crate::event::{Format, Plays, Settings};
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
        let entries = with_others(event, entries, who, others)?;
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
