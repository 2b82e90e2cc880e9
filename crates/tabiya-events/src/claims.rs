// SPDX-License-Identifier: AGPL-3.0-or-later
//! Codes by which an account becomes an entrant who has none yet, and what is kept of such an entrant.
//!
//! A code is for one entrant of one event, works once and for two weeks, and only for somebody who is logged in. The journal keeps
//! a salted hash of it. Wrong guesses are counted with those of the event's other codes.

use serde_json::{Value, json};
use tabiya_game::Time;

use crate::codes::{self, Typed, are_equal};
use crate::event::{EntrantId, Entry, Event, Record};

/// How long a code works, in milliseconds.
pub const LASTS: u64 = 14 * 24 * 3600 * 1000;

/// For so many days the backups that the server makes by itself may hold what was erased: four weekly ones are kept, and the daily ones
/// of a week before.
pub const IN_BACKUPS: u64 = 35;

/// Whose code somebody typed.
pub fn matching(event: &Event, typed: &str, now: Time) -> Typed<EntrantId> {
    // All of them are compared, each in constant time: how long it takes says nothing.
    event.entrants.iter().fold(Typed::Wrong, |found, entrant| {
        let Some(claim) = &entrant.claim else { return found };
        if !are_equal(&codes::hash(claim.salt, typed), &claim.hash) {
            return found;
        }
        if now < claim.until {
            Typed::Right(entrant.id)
        } else if found == Typed::Wrong {
            Typed::Old
        } else {
            found
        }
    })
}

/// All that is kept of an entrant, as JSON: the card, what the desk has noted, each round, and every entry of the journal that is
/// about the entrant. Opponents stand there by their numbers, because they are others.
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
        Some(json!({"round": number, "board": place + 1, "games": games.collect::<Vec<_>>()}))
    });
    let entries = journal.iter().filter(|record| is_about(&record.entry, id));
    let entries = entries.map(|record| {
        let mut entry = json!(record.entry);
        // Whoever has the file could find out eight digits from their hash.
        if let Some(object) = entry.as_object_mut() {
            object.remove("hash");
            object.remove("salt");
        }
        json!({"number": record.number, "at": record.at.0, "entry": entry})
    });
    Some(json!({
        "event": event.settings.name,
        "entrant": id,
        "card": entrant.card,
        "plays": entrant.plays,
        "presence": entrant.presence,
        "byes": entrant.byes.iter().map(|(round, half)| json!({"round": round, "half": half})).collect::<Vec<_>>(),
        "absences": entrant.absences.iter().map(|(round, why)| json!({"round": round, "why": why})).collect::<Vec<_>>(),
        "present": entrant.checked_in,
        "paid": entrant.paid,
        "rounds": rounds.collect::<Vec<_>>(),
        "journal": entries.collect::<Vec<_>>(),
    }))
}

/// Whether an entry is about this entrant and nobody else.
fn is_about(entry: &Entry, id: EntrantId) -> bool {
    let of = match entry {
        Entry::Entered { entrant, .. }
        | Entry::TeamChosen { entrant, .. }
        | Entry::LinedUp { entrant, .. }
        | Entry::CardCorrected { entrant, .. }
        | Entry::PlaysChanged { entrant, .. }
        | Entry::Withdrew { entrant }
        | Entry::Paused { entrant }
        | Entry::Rejoined { entrant }
        | Entry::ByeAsked { entrant, .. }
        | Entry::Away { entrant, .. }
        | Entry::ComesAfterAll { entrant, .. }
        | Entry::CheckedIn { entrant, .. }
        | Entry::Paid { entrant, .. }
        | Entry::ClaimGiven { entrant, .. }
        | Entry::ClaimRevoked { entrant }
        | Entry::Claimed { entrant, .. }
        | Entry::Erased { entrant } => *entrant,
        Entry::Created { .. }
        | Entry::SettingsChanged { .. }
        | Entry::PrizesSet { .. }
        | Entry::HelperNamed { .. }
        | Entry::HelperRemoved { .. }
        | Entry::CodeGiven { .. }
        | Entry::CodeRevoked { .. }
        | Entry::CodeUsed { .. }
        | Entry::CheckInClosed
        | Entry::Seeded { .. }
        | Entry::Paired { .. }
        | Entry::BoardAdded { .. }
        | Entry::Explained { .. }
        | Entry::DraftUndone { .. }
        | Entry::Published { .. }
        | Entry::PublicationWithdrawn { .. }
        | Entry::StartSet { .. }
        | Entry::Started { .. }
        | Entry::GameAdded { .. }
        | Entry::GameMade { .. }
        | Entry::GamesLeft { .. }
        | Entry::Result { .. }
        | Entry::Corrected { .. }
        | Entry::PlayerResults { .. }
        | Entry::TableCodesRenewed
        | Entry::SeatTaken { .. }
        | Entry::SeatFreed { .. }
        | Entry::ResultBy { .. }
        | Entry::Disputed { .. }
        | Entry::DisputeSettled { .. }
        | Entry::ArbiterCalled { .. }
        | Entry::CallAnswered { .. }
        | Entry::ClocksHandled { .. }
        | Entry::GameTyped { .. }
        | Entry::GameRemoved { .. }
        | Entry::Postponed { .. }
        | Entry::ArenaOpened
        | Entry::Wave { .. }
        | Entry::ArenaResult { .. }
        | Entry::Reminded
        | Entry::Finished
        | Entry::Cancelled { .. } => return false,
    };
    of == id
}
