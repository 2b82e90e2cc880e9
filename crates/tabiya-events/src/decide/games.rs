// SPDX-License-Identifier: AGPL-3.0-or-later
//! Games of wooden boards that somebody types from the score sheets, once they are over. They stay with the event, and are no
//! games of this server: nobody is rated by them.

use tabiya_game::Time;
use tabiya_pgn::PgnResult;

use super::{Act, Overtaken, Refusal, Who, WrongGame, clipped};
use crate::event::{Board, BoardGame, EntrantId, Entry, Event, Outcome, number};
use crate::score_sheet::ScoreSheet;

/// The round, the board and the game; the round is the last published one, and the game the last one with a result, where
/// nobody says which.
type Place = (Option<u16>, u16, Option<u16>);

impl Act<'_> {
    pub(super) fn type_game(
        &self,
        place: Place,
        sheet: &ScoreSheet,
        reason: &str,
    ) -> Result<Vec<Entry>, Refusal> {
        self.by_organiser()?;
        self.game_typed(place, sheet, reason)
    }

    /// A helper adds what is missing in the last published round; a deputy also replaces it.
    pub(super) fn type_game_by_code(
        &self,
        now: Time,
        (round, board, game): (u16, u16, u16),
        sheet: &ScoreSheet,
    ) -> Result<Vec<Entry>, Refusal> {
        let found = self.working_code(now)?;
        let code = found.number;
        self.in_range(found, board)?;
        if round != self.event.last_published() {
            return Err(Refusal::NotThisRound(self.event.last_published()));
        }
        let place = (Some(round), board, Some(game));
        let mut entries = self.game_typed(place, sheet, "")?;
        let (_, _, _, this) = self.wooden_game(place)?;
        if !entries.is_empty() && !found.deputy && this.typed.is_some() {
            return Err(WrongGame::OnlyMissing.into());
        }
        if !entries.is_empty() {
            entries.insert(0, Entry::CodeUsed { code });
        }
        Ok(entries)
    }

    pub(super) fn remove_game(&self, place: Place, reason: &str) -> Result<Vec<Entry>, Refusal> {
        self.by_organiser()?;
        let (round, game, _, this) = self.wooden_game(place)?;
        let board = place.1;
        if this.typed.is_none() {
            return Err(WrongGame::NoGame(board).into());
        }
        self.is_newest(round, board, this)?;
        Ok(vec![Entry::GameRemoved { round, board, game, reason: clipped(reason.trim()) }])
    }

    fn game_typed(&self, place: Place, sheet: &ScoreSheet, reason: &str) -> Result<Vec<Entry>, Refusal> {
        let (round, game, found, this) = self.wooden_game(place)?;
        let board = place.1;
        let outcome = this.outcome.ok_or(WrongGame::NoResult(board))?;
        if !outcome.is_played() {
            return Err(WrongGame::NotPlayed(board).into());
        }
        self.names_fit(board, (found, this), sheet)?;
        result_fits(board, outcome, sheet)?;
        let is_same = |typed: &crate::event::TypedGame| {
            typed.moves.as_ref() == sheet.moves && typed.start.as_deref() == sheet.start.as_deref()
        };
        if this.typed.as_ref().is_some_and(is_same) {
            return Ok(Vec::new());
        }
        self.is_newest(round, board, this)?;
        let (start, moves) = (sheet.start.clone(), sheet.moves.clone());
        Ok(vec![Entry::GameTyped { round, board, game, start, moves, reason: clipped(reason.trim()) }])
    }

    /// A game at a wooden board: its round and its number, the board and the game.
    fn wooden_game(&self, (round, board, game): Place) -> Result<(u16, u16, &Board, &BoardGame), Refusal> {
        if self.event.published().is_empty() {
            return Err(Refusal::NoRoundYet);
        }
        let round = round.unwrap_or_else(|| self.event.last_published());
        let found = self.board(round, board)?;
        let place = match game {
            Some(game) => usize::from(game).wrapping_sub(1),
            None => found.games.iter().rposition(|game| game.outcome.is_some()).unwrap_or(0),
        };
        let game = number(place.wrapping_add(1));
        let this = found.games.get(place).ok_or(Refusal::NoSuchGame { round, board, game })?;
        let is_left = this.left || Event::is_left(found);
        if !is_left && (this.game.is_some() || self.event.is_online(found)) {
            return Err(WrongGame::Online(board).into());
        }
        Ok((round, game, found, this))
    }

    /// Nobody has typed the game or taken it away since the sender looked.
    fn is_newest(&self, round: u16, board: u16, this: &BoardGame) -> Result<(), Refusal> {
        let is_newest = self.seen >= this.typed_changed;
        if is_newest { Ok(()) } else { Err(Refusal::Overtaken(Overtaken::Game { round, board })) }
    }

    /// Whether the names in the text are those of the board. One word in common is enough, because score sheets and lists write
    /// names in many ways.
    fn names_fit(
        &self,
        number: u16,
        (board, game): (&Board, &BoardGame),
        sheet: &ScoreSheet,
    ) -> Result<(), WrongGame> {
        let called = |id| self.event.entrant(id).map_or_else(String::new, |one| one.card.name.clone());
        let [white, black] = board.players_of(game).map(called);
        let [said_white, said_black] = &sheet.names;
        let common = |said: &Option<String>, name: &str| said.as_deref().map(|said| words_shared(said, name));
        let straight = [common(said_white, &white), common(said_black, &black)];
        let turned = [common(said_white, &black), common(said_black, &white)];
        let sum = |shared: &[Option<usize>]| shared.iter().flatten().sum::<usize>();
        if sum(&turned) > sum(&straight) && turned.iter().all(|shared| *shared != Some(0)) {
            let [white, _] = board.players_of(game).map(|id| self.told_name(id));
            return Err(WrongGame::Turned { board: number, white });
        }
        let named = sheet.names.iter().zip(straight).find(|(_, shared)| *shared == Some(0));
        match named.and_then(|(name, _)| name.clone()) {
            Some(named) => {
                let [white, black] = board.players_of(game).map(|id| self.told_name(id));
                Err(WrongGame::OtherPlayers { board: number, named: clipped(&named), white, black })
            }
            None => Ok(()),
        }
    }

    /// The name by which a refusal calls an entrant: a helper with a code sees no more of it than everybody does.
    fn told_name(&self, id: EntrantId) -> String {
        let Some(entrant) = self.event.entrant(id) else { return String::new() };
        let is_helper = matches!(self.who, Who::Code(_));
        if is_helper && self.event.settings.short_names && entrant.is_named_by_organiser() {
            entrant.card.short_name()
        } else {
            entrant.card.name.clone()
        }
    }
}

/// Whether no result that the text says is another one than was entered.
fn result_fits(board: u16, entered: Outcome, sheet: &ScoreSheet) -> Result<(), WrongGame> {
    let expected = match entered {
        Outcome::WhiteWins => PgnResult::WhiteWins,
        Outcome::Draw => PgnResult::Draw,
        Outcome::BlackWins => PgnResult::BlackWins,
        // The arbiter has decided something that no score sheet says.
        Outcome::BothLose | Outcome::WhiteDraws | Outcome::BlackDraws => return Ok(()),
        Outcome::WhiteByForfeit | Outcome::BlackByForfeit | Outcome::BothForfeit => return Ok(()),
    };
    match sheet.results.iter().find(|said| **said != expected) {
        Some(said) => Err(WrongGame::OtherResult { board, said: *said, entered }),
        None => Ok(()),
    }
}

/// How many words two names have in common, without their capitals. Initials are words, too, but say nothing alone.
fn words_shared(one: &str, other: &str) -> usize {
    let words = |name: &str| -> Vec<String> {
        let parts = name.split(|letter: char| !letter.is_alphanumeric());
        parts.filter(|part| part.chars().count() > 1).map(str::to_lowercase).collect()
    };
    let other = words(other);
    words(one).iter().filter(|word| other.contains(word)).count()
}

#[cfg(test)]
mod tests {
    use super::words_shared;

    #[test]
    fn names_are_compared_word_by_word() {
        assert_eq!(words_shared("Berg, Ann", "ann berg"), 2);
        assert_eq!(words_shared("Berg, A.", "Berg, Ann"), 1);
        assert_eq!(words_shared("A. Lind", "Ann Berg"), 0);
        assert_eq!(words_shared("Åsa Öst", "ÖST"), 1);
    }
}
