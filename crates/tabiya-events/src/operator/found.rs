// SPDX-License-Identifier: AGPL-3.0-or-later
//! What an order names: an entrant, a team, a category of prizes.

use super::OrderError;
use crate::decide::{Refusal, WrongTeam};
use crate::event::{Entrant, EntrantId, Event, TeamSide, spoken};
use crate::events::EventError;
use crate::table::Table;

/// The standings of a category of prizes with a name.
pub(super) fn in_category(event: &Event, name: &str) -> Result<Table, OrderError> {
    let table = Table::of(event);
    let found = event.prizes.iter().find(|one| one.name.to_lowercase() == name.to_lowercase());
    let found = found.ok_or_else(|| OrderError::Nothing(format!("there is no category {name:?}")))?;
    let lines = crate::prizes::standings(event, &table, found);
    Ok(Table { lines, ..table })
}

/// The team of a team match with a name.
pub(super) fn team_called(event: &Event, name: &str) -> Result<TeamSide, OrderError> {
    let refuse = |wrong: WrongTeam| OrderError::Event(EventError::from(Refusal::from(wrong)));
    let names = event.team_names().ok_or_else(|| refuse(WrongTeam::None))?;
    let wrong = || WrongTeam::NoSuch { name: name.to_owned(), teams: names.clone() };
    event.team_called(name).ok_or_else(|| refuse(wrong()))
}

/// The entrant with a name, or `#NUMBER` of the entry. `ann berg` finds `Berg, Ann`, and `bo` the only player one of whose names
/// begins so.
pub(super) fn entrant(event: &Event, name: &str) -> Result<EntrantId, OrderError> {
    if let Some(number) = name.strip_prefix('#').and_then(|number| number.parse().ok()) {
        let id = EntrantId(number);
        return event
            .entrant(id)
            .map(|entrant| entrant.id)
            .ok_or_else(|| OrderError::NoSuchEntrant(name.to_owned()));
    }
    let wanted = spoken(name);
    if wanted.is_empty() {
        return Err(OrderError::NoSuchEntrant(name.to_owned()));
    }
    let begins = format!(" {wanted}");
    let ids = |is_meant: &dyn Fn(&Entrant) -> bool| -> Vec<EntrantId> {
        event.entrants.iter().filter(|one| is_meant(one)).map(|one| one.id).collect()
    };
    // As it is written comes first: events of older versions may have Berg, Ann beside Ann Berg.
    let mut called = ids(&|one| one.card.name.to_lowercase() == name.to_lowercase());
    if called.is_empty() {
        called = event.called(name).map(|one| one.id).collect();
    }
    if called.is_empty() {
        called = ids(&|one| format!(" {}", spoken(&one.card.name)).contains(&begins));
    }
    match called.as_slice() {
        [one] => Ok(*one),
        [] => Err(OrderError::NoSuchEntrant(name.to_owned())),
        several => Err(OrderError::Several(several.len(), name.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use tabiya_game::Time;

    use super::*;
    use crate::decide::{Command, Who, create, decide};
    use crate::event::{Card, Format, Plays, Record, Settings};

    fn with(names: &[&str]) -> Event {
        let format = Format::RoundRobin { cycles: 1 };
        let entry = create(Settings::new("Test", format, None, 1), None).unwrap();
        let mut event = Event::begin(&Record { number: 1, at: Time(0), by: None, entry }).unwrap();
        for name in names {
            let card = Card::new(*name, None);
            let enter = Command::Enter { player: None, card, plays: Some(Plays::OverTheBoard) };
            for entry in decide(&event, &enter, None, Who::Operator).unwrap() {
                event.apply(&Record { number: event.head + 1, at: Time(0), by: None, entry }).unwrap();
            }
        }
        event
    }

    #[test]
    fn a_player_is_found_as_people_call_them() {
        let event = with(&["Berg, Ann", "Bo Lind", "Bo", "Cid Berger"]);
        let found = |name| entrant(&event, name).ok().map(|id| id.0);
        assert_eq!(found("ann berg"), Some(1));
        assert_eq!(found("Berg, Ann"), Some(1));
        assert_eq!(found("ann"), Some(1));
        assert_eq!(found("lind"), Some(2));
        assert_eq!(found("bo"), Some(3), "the whole name comes before a beginning");
        assert_eq!(found("lind, bo"), Some(2));
        assert_eq!(found("berge"), Some(4));
        assert_eq!(found("#4"), Some(4));
        assert!(matches!(entrant(&event, "ber"), Err(OrderError::Several(2, _))));
        for nobody in ["nn", "#5", "", "Ann Other"] {
            assert!(matches!(entrant(&event, nobody), Err(OrderError::NoSuchEntrant(_))), "{nobody}");
        }
    }
}
