// SPDX-License-Identifier: AGPL-3.0-or-later
//! Results that an organiser enters, also of a game that runs on this server: the game is decided by that, and ends.
//!
//! The game's log has the verdict first, because only the game knows whether both sides have moved. Whoever looks at the game next
//! takes its result into the event's journal, in the arbiter's name: here, or `Rounds` if the server was killed between the two. So
//! the journal and the log never tell different results.

use tabiya_archive::archive::{self, ReadError};
use tabiya_game::{Decided, Game, GameId, GameResult, PlayerId, Seat, Termination, Time, Verdict};
use tabiya_live::room::{ArbiterAct, Rooms};
use tabiya_protocol::Refusal as GameRefusal;
use tabiya_protocol::events::EventId;
use tabiya_rules::Color;

use crate::clocks::{Untold, tell};
use crate::decide::{Command, Overtaken, Refusal, Who, WrongClocks, decide};
use crate::event::{BoardGame, Event, Outcome};
use crate::events::{Acted, EventError, Events};

/// A result as an organiser enters it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entered {
    /// The round; `None` for the last published one.
    pub round: Option<u16>,
    /// The board, from 1.
    pub board: u16,
    /// Which game of the board, from 1; `None` for the first one without a result, or the last one.
    pub game: Option<u16>,
    /// The result.
    pub outcome: Outcome,
    /// Why; empty if nobody has said.
    pub reason: String,
    /// Whether whoever has lost by forfeit gave no notice, and is not paired until an organiser brings them back.
    pub without_notice: bool,
}

/// The results of events. Cheap to clone.
#[derive(Clone)]
pub struct Results {
    events: Events,
    /// `None` on the data of a stopped server, where no game can be ended.
    rooms: Option<Rooms>,
}

impl Results {
    /// Of these events, whose games have these rooms.
    pub const fn new(events: Events, rooms: Option<Rooms>) -> Self {
        Self { events, rooms }
    }

    /// Enters or changes a result. A game that runs on this server ends by it. A forfeit is a played result once both sides have
    /// moved, and only a forfeit can be entered before. `seen` is the number of the newest entry that the sender knows.
    ///
    /// # Errors
    /// Why nothing was entered, or that the storage failed.
    pub async fn enter(
        &self,
        id: EventId,
        entered: Entered,
        seen: Option<u64>,
        (who, now): (Who, Time),
    ) -> Result<Acted, EventError> {
        let Entered { round, board, game, outcome, reason, without_notice } = entered;
        let said = Said { reason: &reason, without_notice };
        let enter = |outcome| said.with(Command::EnterResult { round, board, game, outcome });
        let event = self.events.read(id).await?;
        let Some((round, running)) = event.running_game(round, board, game) else {
            return self.events.act(id, &enter(outcome), seen, who, now).await;
        };
        // Whatever refuses any entry at this board refuses a verdict. A forfeit can be entered while a game runs.
        decide(&event, &enter(Outcome::BothForfeit), seen, who)?;
        let (verdict, by_default) = verdict(outcome);
        let found = match self.found(running).await? {
            Some(found) => found,
            // The server has not made it: somebody may not play, or has another game.
            None if !by_default => return Err(Refusal::NotBothMoved { round, board }.into()),
            None => {
                let acted = self.events.act(id, &enter(outcome), seen, who, now).await?;
                if self.found(running).await?.is_none() {
                    return Ok(acted);
                }
                // It was made at this moment.
                self.end(running, verdict, by_default, (round, board), who).await?;
                return Ok(acted);
            }
        };
        if !found.is_over() {
            self.end(running, verdict, by_default, (round, board), who).await?;
        }
        let found = self.found(running).await?.filter(Game::is_over);
        let found = found.ok_or(Refusal::Clocks(WrongClocks::NotNow))?;
        let acted = take_because(&self.events, id, (running, &found), said, now).await?;
        let acted = acted.ok_or(Refusal::Clocks(WrongClocks::NotNow))?;
        match outcome_of(&found) {
            // It ended by itself, or by another arbiter, at this moment.
            Some((now, _)) if found.decided().is_none_or(|decided| decided.verdict != verdict) => {
                Err(Refusal::Overtaken(Overtaken::Result { round, board, now }).into())
            }
            _ => Ok(acted),
        }
    }

    async fn found(&self, game: GameId) -> Result<Option<Game>, EventError> {
        match archive::load(&*self.events.store().log, game).await {
            Ok(found) => Ok(Some(found)),
            Err(ReadError::NoSuchGame(_)) => Ok(None),
            Err(ReadError::Storage(error)) => Err(error.into()),
        }
    }

    /// Ends a game with a verdict. One that is over already stays as it is.
    async fn end(
        &self,
        game: GameId,
        verdict: Verdict,
        by_default: bool,
        (round, board): (u16, u16),
        who: Who,
    ) -> Result<(), EventError> {
        let rooms = self.rooms.as_ref().ok_or(Refusal::GameRuns { round, board })?;
        let decided = Decided { verdict, arbiter: who.player() };
        match tell(&self.events, rooms, game, ArbiterAct::Decide { decided, by_default }).await {
            Ok(()) | Err(Untold::Refused(GameRefusal::GameOver)) => Ok(()),
            Err(Untold::Refused(GameRefusal::NotBothMoved)) => {
                Err(Refusal::NotBothMoved { round, board }.into())
            }
            Err(Untold::Storage(error)) => Err(error.into()),
            Err(Untold::NoGame | Untold::NotNow | Untold::Refused(_)) => {
                Err(Refusal::Clocks(WrongClocks::NotNow).into())
            }
        }
    }
}

impl Event {
    /// The game on this server that a result would end, with its round.
    fn running_game(&self, round: Option<u16>, board: u16, game: Option<u16>) -> Option<(u16, GameId)> {
        let round = round.unwrap_or_else(|| self.last_published());
        let these = self.round(round)?.board(board).filter(|these| self.is_online(these))?;
        let place = match game {
            Some(game) => usize::from(game).checked_sub(1)?,
            None => these.open_game()?,
        };
        let runs = |game: &&BoardGame| game.outcome.is_none() && !game.left;
        these.games.get(place).filter(runs).and_then(|game| game.game).map(|game| (round, game))
    }
}

/// Takes the result of a game into the journal, in the name of the arbiter who has decided it. `None` while the game goes on.
pub(crate) async fn take(
    events: &Events,
    id: EventId,
    game: GameId,
    found: &Game,
    now: Time,
) -> Result<Option<Acted>, EventError> {
    take_because(events, id, (game, found), Said::default(), now).await
}

async fn take_because(
    events: &Events,
    id: EventId,
    (game, found): (GameId, &Game),
    said: Said<'_>,
    now: Time,
) -> Result<Option<Acted>, EventError> {
    let Some((outcome, absent)) = outcome_of(found) else { return Ok(None) };
    // Whoever did not come is not paired until they are back, so that nobody else waits in vain.
    let absent = absent.and_then(|seat| seat.player());
    let plies = u16::try_from(found.plies().len()).unwrap_or(u16::MAX);
    let berserk = Color::ALL.map(|side| found.is_berserk(side));
    let ended = Command::GameEnded { game, outcome, absent, plies, berserk };
    // The game's log names an arbiter only if the event allowed it then.
    let arbiter = |player: PlayerId| Who::Player { player, staff: true };
    let who = found.decided().and_then(|decided| decided.arbiter).map_or(Who::Server, arbiter);
    events.act(id, &said.with(ended), None, who, now).await.map(Some)
}

/// What the arbiter says of a result besides how it was.
#[derive(Clone, Copy, Default)]
struct Said<'a> {
    reason: &'a str,
    without_notice: bool,
}

impl Said<'_> {
    fn with(self, command: Command) -> Command {
        let command = Box::new(command);
        let command = if self.without_notice { Box::new(Command::WithoutNotice(command)) } else { command };
        Command::Because { reason: self.reason.to_owned(), command }
    }
}

/// Who did not come to a game that is over.
pub(crate) fn absent(game: &Game) -> Option<Seat> {
    outcome_of(game)?.1
}

/// How a game ended, and who did not come to it; `None` while it goes on.
fn outcome_of(game: &Game) -> Option<(Outcome, Option<Seat>)> {
    let ending = game.ending()?;
    let seats = game.seats();
    if let Some(decided) = game.decided() {
        return Some((decided_outcome(decided.verdict, game.both_have_moved()), None));
    }
    Some(match (ending.result, ending.termination) {
        (GameResult::WhiteWins, _) => (Outcome::WhiteWins, None),
        (GameResult::BlackWins, _) => (Outcome::BlackWins, None),
        (GameResult::Draw, _) => (Outcome::Draw, None),
        // Nobody else may abort these games: it ended because a first move was not made.
        (GameResult::Aborted, Termination::NoFirstMove) if game.plies().is_empty() => {
            (Outcome::BlackByForfeit, Some(seats.white))
        }
        (GameResult::Aborted, Termination::NoFirstMove) => (Outcome::WhiteByForfeit, Some(seats.black)),
        (GameResult::Aborted, _) => (Outcome::BothForfeit, None),
    })
}

/// What a result says of the game, and whether because somebody did not come.
const fn verdict(outcome: Outcome) -> (Verdict, bool) {
    match outcome {
        Outcome::WhiteWins => (Verdict::WhiteWins, false),
        Outcome::Draw => (Verdict::Draw, false),
        Outcome::BlackWins => (Verdict::BlackWins, false),
        Outcome::WhiteByForfeit => (Verdict::WhiteWins, true),
        Outcome::BlackByForfeit => (Verdict::BlackWins, true),
        Outcome::BothForfeit => (Verdict::BothLose, true),
        Outcome::BothLose => (Verdict::BothLose, false),
        Outcome::WhiteDraws => (Verdict::WhiteDraws, false),
        Outcome::BlackDraws => (Verdict::BlackDraws, false),
    }
}

/// The result that follows from a verdict: a played one once both sides have moved.
const fn decided_outcome(verdict: Verdict, was_played: bool) -> Outcome {
    match (verdict, was_played) {
        (Verdict::WhiteWins, true) => Outcome::WhiteWins,
        (Verdict::WhiteWins, false) => Outcome::WhiteByForfeit,
        (Verdict::BlackWins, true) => Outcome::BlackWins,
        (Verdict::BlackWins, false) => Outcome::BlackByForfeit,
        (Verdict::BothLose, true) => Outcome::BothLose,
        (Verdict::BothLose, false) => Outcome::BothForfeit,
        (Verdict::Draw, _) => Outcome::Draw,
        (Verdict::WhiteDraws, _) => Outcome::WhiteDraws,
        (Verdict::BlackDraws, _) => Outcome::BlackDraws,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_forfeit_is_a_played_result_once_both_have_moved_and_every_other_result_comes_back() {
        for outcome in Outcome::ALL {
            let (verdict, by_default) = verdict(outcome);
            assert_eq!(by_default, !outcome.is_played(), "{outcome}");
            let played = decided_outcome(verdict, true);
            assert!(played.is_played() && played.better() == outcome.better(), "{outcome}");
            assert_eq!(decided_outcome(verdict, !by_default), outcome);
        }
    }
}
