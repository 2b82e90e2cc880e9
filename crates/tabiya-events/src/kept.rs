// SPDX-License-Identifier: AGPL-3.0-or-later
//! What is kept of an entrant whose name the organiser has written: for whoever asks what an event knows about them.

use serde_json::{Value, json};

use crate::event::{EntrantId, Entry, Event, Record};

/// For so many days the backups that the server makes by itself may hold what was erased: four weekly ones are kept, and the daily ones
/// of a week before.
pub const IN_BACKUPS: u64 = 35;

/// All of it, as JSON: the card, what the desk has noted, each round, and every entry of the journal that is about the entrant.
/// Opponents stand there by their numbers, because they are others. Which account has become the entrant stands nowhere, because
/// no organiser sees that.
pub fn kept(event: &Event, id: EntrantId, journal: &[Record]) -> Option<Value> {
    let entrant = event.entrant(id)?;
    let rounds = (1..).zip(event.published()).filter_map(|(number, round)| {
        let Some(place) = round.board_of(id) else {
            let bye = round.byes.contains(&id) || round.half_byes.contains(&id);
            return bye.then(|| json!({"round": number, "bye": true}));
        };
        let board = &round.boards[place];
        let games = board.games.iter().map(|game| {
            let [white, black] = board.players_of(game);
            json!({
                "colour": if white == id { "white" } else { "black" },
                "opponent": if white == id { black } else { white },
                "result": game.outcome,
                "moves": game.typed.as_ref().map(|typed| typed.moves.to_string()),
            })
        });
        Some(json!({"round": number, "board": board.number, "games": games.collect::<Vec<_>>()}))
    });
    let entries = journal.iter().enumerate().filter(|(_, record)| record.entry.entrant() == Some(id));
    let entries = entries.map(|(place, record)| {
        let mut entry = json!(record.entry);
        if let Some(object) = entry.as_object_mut() {
            for hidden in ["hash", "salt", "player", "member"] {
                object.remove(hidden);
            }
        }
        let why = reason_of(journal, place);
        json!({"number": record.number, "at": record.at.0, "entry": entry, "why": why})
    });
    Some(json!({
        "event": event.settings.name,
        "entrant": id,
        "card": entrant.card,
        "plays": entrant.plays,
        "presence": entrant.presence,
        "byes": entrant.byes.iter().map(|(round, half)| json!({"round": round, "half": half})).collect::<Vec<_>>(),
        "absences": entrant.absences.iter().map(|(round, why)| json!({"round": round, "why": why})).collect::<Vec<_>>(),
        "fixed_board": entrant.fixed_board,
        "present": entrant.checked_in,
        "paid": entrant.paid,
        "rounds": rounds.collect::<Vec<_>>(),
        "journal": entries.collect::<Vec<_>>(),
    }))
}

/// Why the entry at this place of the journal was made; empty where nobody has said so.
fn reason_of<'a>(journal: &'a [Record], place: usize) -> &'a str {
    let Record { at, by, .. } = &journal[place];
    let mut write = journal[..place].iter().rev().take_while(|one| one.at == *at && one.by == *by);
    let reason = |one: &'a Record| {
        if let Entry::Reasoned { reason } = &one.entry { Some(reason.as_str()) } else { None }
    };
    write.find_map(reason).unwrap_or_default()
}
