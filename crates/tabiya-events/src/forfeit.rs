// SPDX-License-Identifier: AGPL-3.0-or-later
//! What the bell tells a player who did not make the first move of an event's game: the game is lost by forfeit, and in most formats
//! nobody is paired with that player until they rejoin.

use tabiya_accounts::people::notices::NoticeData;
use tabiya_game::{Game, PlayerId};
use tabiya_protocol::people::desk::NoticeOutcome;

use crate::event::{Event, Presence};
use crate::results;

/// Who is told what of a game that has just ended; `None` where both players came to it.
pub(crate) fn notice(event: &Event, found: &Game) -> Option<(PlayerId, NoticeData)> {
    let player = results::absent(found)?.player()?;
    let color = found.turn();
    let paused = event.entrant_of(player).is_some_and(|entrant| entrant.presence == Presence::Paused);
    let outcome = if paused { NoticeOutcome::LostByForfeitAndPaused } else { NoticeOutcome::LostByForfeit };
    let name = found.details(color.opposite()).map(|details| details.name.to_string()).unwrap_or_default();
    Some((player, NoticeData { name, outcome: Some(outcome), ..NoticeData::default() }))
}

#[cfg(test)]
mod tests {
    use tabiya_game::{
        Command as GameCommand, Decision, Millis, Seat, Seats, Stamped, Terms, Time, TimeControl,
    };
    use tabiya_live::wish::Start;
    use tabiya_rules::Variant;
    use tabiya_store::{SqliteStore, Store};
    use tempfile::TempDir;

    use super::*;
    use crate::decide::{Command, Who};
    use crate::event::{Card, EntrantId, Format, Plays, Settings};
    use crate::events::Events;

    const ANN: PlayerId = PlayerId::from_bytes([1; 16]);
    const BOB: PlayerId = PlayerId::from_bytes([2; 16]);

    /// A game of which White, Ann, has not made the first move.
    fn missed() -> Game {
        let time = TimeControl::new(Millis::from_secs(180), Millis::ZERO).unwrap();
        let seats = Seats { white: Seat::Player(ANN), black: Seat::Player(BOB) };
        let terms = Terms::new(Start::Usual(Variant::Standard).drawn(), Some(time), seats).unwrap();
        let (mut game, _) = Game::create(terms, Time(1));
        let at = game.first_move_deadline().unwrap();
        let Ok(Decision::Events(events)) = game.consider(&GameCommand::TimeUp, at, None) else {
            panic!("the time for the first move is up")
        };
        events.into_iter().for_each(|event| game.apply(&Stamped::new(at, event)));
        game
    }

    #[tokio::test]
    async fn whoever_misses_the_first_move_is_told_that_they_pause_where_they_do() {
        let folder = TempDir::new().unwrap();
        let events = Events::new(Store::new(SqliteStore::open(folder.path()).unwrap()));
        let settings = Settings::new("Friday", Format::Swiss { rounds: 2, baku: false }, None, 7);
        let enter = |player, name: &str| Command::Enter {
            player: Some(player),
            card: Card::new(name.to_owned(), None),
            plays: Some(Plays::Online),
        };
        let entered = [enter(ANN, "Ann"), enter(BOB, "Bob")];
        let (id, event) = events.create(settings, None, &entered, Time(1), 5).await.unwrap();
        let (player, told) = notice(&event, &missed()).unwrap();
        assert_eq!((player, told.outcome), (ANN, Some(NoticeOutcome::LostByForfeit)));
        let pause = Command::Pause(EntrantId(1));
        let acted = events.act(id, &pause, None, Who::Server, Time(2)).await.unwrap();
        let (_, told) = notice(&acted.event, &missed()).unwrap();
        assert_eq!(told.outcome, Some(NoticeOutcome::LostByForfeitAndPaused));
    }
}
