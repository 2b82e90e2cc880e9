// SPDX-License-Identifier: AGPL-3.0-or-later
//! What `event restore` says: what was restored, and what the arbiter has to do on this computer before the event goes on.

use tabiya_game::GameId;

use crate::event::{Board, Entrant, Event, Stage};
use crate::restoring::Restored;

/// What was restored. `sections` are those of its festival that are here.
pub(super) fn text(restored: &Restored, sections: usize) -> String {
    let Restored { id, event, after, parted, .. } = restored;
    let mut text = format!("{}, {} players, is restored as event {id}", event.settings.name, event.present());
    if let Some(after) = after {
        text.push_str(&format!("; it continues the copy that was here, after its entry {after}"));
    }
    if let Some(section) = &event.settings.section {
        let is = if sections == 1 { "is" } else { "are" };
        text.push_str(&format!(
            "; it is a section of {}, of which {sections} {is} here: restore the others from their own files",
            section.festival_name
        ));
    }
    if !restored.is_owned {
        text.push_str(if after.is_some() {
            "\nits owner's account is not here: moderators and admins lead it"
        } else {
            "\nits owner's account is not here: moderators and admins lead it, or name an owner with --owner when you restore it"
        });
    }
    for line in to_do(event, parted) {
        text.push('\n');
        text.push_str(&line);
    }
    text
}

/// What opens nothing on this computer, and which games are the arbiter's to say.
fn to_do(event: &Event, parted: &[GameId]) -> Vec<String> {
    if matches!(event.stage, Stage::Finished | Stage::Cancelled) {
        return Vec::new();
    }
    let mut lines = Vec::new();
    if event.player_results {
        lines.push("print the table cards anew: their codes open nothing here".to_owned());
    } else if event.cards.is_some() {
        lines.push("print the table cards anew if this computer has another address".to_owned());
    }
    let round = event.last_published();
    let boards: Vec<&Board> = event.round(round).map_or_else(Vec::new, |these| these.boards.iter().collect());
    let has_seat = |board: &&&Board| {
        let mut players = board.players().into_iter().filter_map(|id| event.entrant(id));
        board.open_game().is_some() && event.is_online(board) && players.any(Entrant::is_named_by_organiser)
    };
    let seats: Vec<String> = boards.iter().filter(has_seat).map(|board| board.number.to_string()).collect();
    if !seats.is_empty() {
        lines.push(format!(
            "print the slips of round {round} anew for the boards {}: their codes open nothing here",
            seats.join(", ")
        ));
    }
    if event.codes.iter().any(|code| !code.revoked) {
        lines.push("create the helpers' codes anew: they are not in the file".to_owned());
    }
    if event.entrants.iter().any(|one| one.claim.is_some()) {
        lines.push("make the codes for players' accounts anew: they are not in the file".to_owned());
    }
    let strangers = event.entrants.iter().filter(|one| one.account_left.is_some()).count();
    if strangers > 0 {
        lines.push(format!(
            "{strangers} players have their accounts on the other computer: they play by the codes of their seats, or become an \
             account here by a code for it"
        ));
    }
    let places = |wanted: &dyn Fn(&Board) -> bool| -> Vec<String> {
        let rounds = (1_u16..).zip(&event.rounds);
        rounds
            .flat_map(|(number, these)| these.boards.iter().map(move |board| (number, board)))
            .filter(|(_, board)| wanted(board))
            .map(|(number, board)| format!("round {number}, board {}", board.number))
            .collect()
    };
    let paused = places(&|board| board.at_table.paused.is_some() && board.open_game().is_some());
    if !paused.is_empty() {
        lines.push(format!(
            "these games came along as they stood, with their clocks paused: resume them, or enter their results: {}",
            paused.join("; ")
        ));
    }
    let is_parted =
        |board: &Board| board.games.iter().any(|game| game.game.is_some_and(|id| parted.contains(&id)));
    let apart = places(&is_parted);
    if !apart.is_empty() {
        lines.push(format!(
            "these games have gone on here in another way than in the file, whose moves were not taken: decide how they go on: {}",
            apart.join("; ")
        ));
    }
    let left = places(&|board| Event::is_left(board) && !is_parted(board));
    if !left.is_empty() {
        lines.push(format!(
            "these games ran on the other computer, enter their results or press \"Play again\": {}",
            left.join("; ")
        ));
    }
    lines
}
