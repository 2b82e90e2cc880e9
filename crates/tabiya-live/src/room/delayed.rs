// SPDX-License-Identifier: AGPL-3.0-or-later
//! What those see of a running game who don't play in it: how it stands, or how it stood some time ago.
//!
//! Each client that sees a game late has a task, which reads the log and sends the whole game as it was. One that comes back
//! with the number of an event that it may see is sent the events after that. The room knows nothing of these clients. They
//! are few, and only where the operator wants a delay.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use tabiya_archive::delay::Delay;
use tabiya_archive::view;
use tabiya_game::{Event, Game, GameId, Stamped, Time};
use tabiya_protocol::boards::LiveGame;
use tabiya_protocol::{CommandId, ConnectionMessage, GameMessage, Refusal, ServerMessage};
use tabiya_runtime::identity::Identity;
use tabiya_runtime::message::refused;
use tabiya_runtime::spawn::spawn;
use tabiya_runtime::topic::{Body, SharedMessage};
use tokio::sync::mpsc;
use tokio::task::AbortHandle;

use super::Rooms;
use super::handle::{Client, RoomGone};
use super::state_parts::StateParts;

/// How often a client's game is looked at.
const PAUSE: Duration = Duration::from_millis(500);
/// A client that has missed more events is sent the whole game: each event comes with the legal moves.
const MOST_MISSED: u32 = 64;
/// What may wait for one client's task.
const WAITING: usize = 16;

/// A client's way to a game that it sees late. The task ends with the last clone.
#[derive(Clone)]
pub(super) struct DelayedLink(Arc<Shared>);

struct Shared {
    game: GameId,
    head: Arc<AtomicU32>,
    wishes: mpsc::Sender<Wish>,
    task: AbortHandle,
}

impl Drop for Shared {
    fn drop(&mut self) {
        self.task.abort();
    }
}

enum Wish {
    /// The client has missed messages.
    Again,
    /// The client wants to know the number of the newest event.
    Ping,
    /// The client has sent a command, which only players may.
    Command(CommandId),
}

impl DelayedLink {
    /// Shows the game to the client from now on.
    pub(super) fn start(rooms: Rooms, game: GameId, client: Client) -> Self {
        let head = Arc::new(AtomicU32::new(0));
        let (wishes, inbox) = mpsc::channel(WAITING);
        let task = spawn(show(rooms, game, client, inbox, Arc::clone(&head))).abort_handle();
        Self(Arc::new(Shared { game, head, wishes, task }))
    }

    pub(super) fn game(&self) -> GameId {
        self.0.game
    }

    /// The number of the newest event that the client sees.
    pub(super) fn head(&self) -> u32 {
        self.0.head.load(Ordering::Acquire)
    }

    pub(super) async fn catch_up(&self) -> Result<(), RoomGone> {
        self.wish(Wish::Again).await
    }

    pub(super) async fn ping(&self) -> Result<(), RoomGone> {
        self.wish(Wish::Ping).await
    }

    pub(super) async fn command(&self, id: CommandId) -> Result<(), RoomGone> {
        self.wish(Wish::Command(id)).await
    }

    async fn wish(&self, wish: Wish) -> Result<(), RoomGone> {
        self.0.wishes.send(wish).await.map_err(|_| RoomGone)
    }
}

async fn show(
    rooms: Rooms,
    id: GameId,
    Client { outbox, mut after, .. }: Client,
    mut inbox: mpsc::Receiver<Wish>,
    head: Arc<AtomicU32>,
) {
    let mut log: Vec<Stamped> = Vec::new();
    let (mut shown, mut is_done) = (None, false);
    let mut gaps = rooms.shared().owned.gaps();
    loop {
        // Another copy of the database may answer now, whose log says something else.
        if gaps != rooms.shared().owned.gaps() {
            gaps = rooms.shared().owned.gaps();
            log.clear();
            shown = None;
        }
        // The log is read again only where the room says that it has grown: nothing happens without a room. Of the room of
        // another node nothing is known here.
        let known = u32::try_from(log.len()).unwrap_or(u32::MAX);
        if log.is_empty() || !rooms.owns(id) || rooms.opened(id).is_some_and(|room| room.head() >= known) {
            match rooms.shared().ports.log.load(id).await {
                Ok(Some(found)) => log = found,
                Ok(None) => {}
                Err(error) => tracing::debug!(%id, %error, "a delayed game can't be read"),
            }
        }
        if let Some((game, at)) = rooms.delayed(&log)
            && shown != Some(game.last_seq())
        {
            shown = Some(game.last_seq());
            is_done = game.is_over();
            head.store(game.last_seq(), Ordering::Release);
            let body = match missed(id, &log, &game, after.take(), at) {
                Some(missed) => Body::EverythingIn(Box::new(missed.into_iter().map(SharedMessage::from))),
                None => {
                    let parts = StateParts::new(id, &game, None, at).map(SharedMessage::from);
                    Body::EverythingIn(Box::new(parts))
                }
            };
            // What does not fit is told again when the client has read the rest.
            let _ = outbox.send(body);
        }
        let seq = shown.map(u64::from);
        let (message, answers) = tokio::select! {
            wish = inbox.recv() => match wish {
                None => return,
                Some(Wish::Again) => {
                    outbox.catch_up();
                    shown = None;
                    continue;
                }
                Some(Wish::Ping) => (ServerMessage::Connection(ConnectionMessage::Pong { topic: Some(id.into()), seq }), None),
                Some(Wish::Command(command)) => {
                    let refusal = refused(Some(id.into()), Some(command), seq, Refusal::NotAPlayer);
                    (refusal, Some(command))
                }
            },
            () = tokio::time::sleep(PAUSE), if !is_done => continue,
        };
        let _ = outbox.send(Body::Message { message: message.into(), answers });
    }
}

/// What a client that came back has missed of the game that it may see, and that this was all; `game` is the fold of a
/// beginning of `log`. `None` if the client must be told everything: it has no number, one that it may not see yet, or one
/// that is too old.
fn missed(
    id: GameId,
    log: &[Stamped],
    game: &Game,
    after: Option<u64>,
    now: Time,
) -> Option<Vec<ServerMessage>> {
    let (seq, after) = (game.last_seq(), u32::try_from(after?).ok()?);
    if seq.checked_sub(after)? > MOST_MISSED {
        return None;
    }
    let (known, new) = log.split_at_checked(after as usize + 1)?;
    let mut so_far = Game::replay(known).ok()?;
    let situation = view::situation(game, now);
    let event = |(seq, each): (u32, &Stamped)| {
        let before = *so_far.history().position();
        so_far.apply(each);
        let event = view::event(&each.event, &before, &so_far);
        let situation = Box::new(situation.clone());
        GameMessage::Event { topic: id.into(), seq, id: None, event, situation }
    };
    let mut messages: Vec<_> = (after + 1..=seq).zip(new).map(event).map(ServerMessage::Game).collect();
    let synced =
        GameMessage::Synced { topic: id.into(), seq, you: None, id: None, situation: Box::new(situation) };
    messages.push(ServerMessage::Game(synced));
    Some(messages)
}

impl Rooms {
    /// How a running game stands, as those see it who watch.
    pub async fn look(&self, id: GameId) -> Option<LiveGame> {
        let room = self.opened(id)?;
        if self.shared().delay == Delay::default() {
            return room.look().await.ok().flatten();
        }
        let log = self.shared().ports.log.load(id).await.ok().flatten()?;
        let (game, at) = self.delayed(&log)?;
        view::live(id, &game, at)
    }

    /// The game that those who don't play see, and the time at which its clocks are shown.
    pub(super) fn delayed(&self, log: &[Stamped]) -> Option<(Game, Time)> {
        let Event::Created(terms) = &log.first()?.event else { return None };
        self.shared().delay.game(log, self.shared().timeline.for_control(terms.time()))
    }

    /// Whether this visitor sees the game late now.
    pub(super) fn holds_back(&self, game: &Game, visitor: Option<&Identity>) -> bool {
        self.shared().delay.holds_back(game, visitor, self.now_of(game))
    }
}

#[cfg(test)]
mod tests {
    use tabiya_game::{Command, Millis, PlayerId, Seat, Seats, Terms};
    use tabiya_protocol::GameEvent;
    use tabiya_rules::{Color, Position};

    use super::*;

    /// A game of so many half-moves: knights go out and back. Its takebacks are events, too.
    fn log(half_moves: usize, takes_back: bool) -> Vec<Stamped> {
        let black = Seat::Player(PlayerId::from_bytes([2; 16]));
        let seats = Seats::new(PlayerId::from_bytes([1; 16]), Color::White, black);
        let (mut game, created) = Game::create(Terms::new(Position::start(), None, seats).unwrap(), Time(0));
        let mut log = vec![created];
        let mut apply = |game: &mut Game, event| {
            let stamped = Stamped::new(Time(1), event);
            game.try_apply(&stamped).unwrap();
            log.push(stamped);
        };
        for uci in ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(half_moves) {
            let uci = uci.parse().unwrap();
            // As it is stored: `decide` would end a game that repeats itself.
            let played =
                Event::MovePlayed { uci, clock: None, lag: None, compensated: Millis::ZERO, premove: None };
            apply(&mut game, played);
        }
        if takes_back {
            let by = game.turn().opposite();
            for command in [Command::ProposeTakeback { by }, Command::AcceptTakeback { by: by.opposite() }] {
                for event in game.decide(command, Time(1)).unwrap() {
                    apply(&mut game, event);
                }
            }
        }
        log
    }

    /// The numbers that a client is told with this one, while it may see so many events.
    fn told(log: &[Stamped], shown: usize, after: Option<u64>) -> Option<Vec<u32>> {
        let game = Game::replay(&log[..shown]).unwrap();
        let messages = missed(GameId::from_bits(7), log, &game, after, Time(1))?;
        let number = |message: &ServerMessage| match message {
            ServerMessage::Game(GameMessage::Event { seq, .. } | GameMessage::Synced { seq, .. }) => *seq,
            other => panic!("{other:?}"),
        };
        let synced = messages.last().unwrap();
        assert!(matches!(synced, ServerMessage::Game(GameMessage::Synced { situation, you: None, .. })
                if situation.ply == game.ply()));
        Some(messages[..messages.len() - 1].iter().map(number).collect())
    }

    #[test]
    fn whoever_comes_back_is_told_what_they_missed_and_may_see() {
        let log = log(6, false);
        assert_eq!(told(&log, 5, Some(1)), Some(vec![2, 3, 4]), "5 and 6 are not shown yet");
        assert_eq!(told(&log, 5, Some(4)), Some(vec![]));
        assert_eq!(told(&log, 5, Some(0)), Some(vec![1, 2, 3, 4]));
        assert_eq!(told(&log, 1, Some(0)), Some(vec![]), "only the creation is shown");
        // Whoever has a number that is not shown yet learns nothing from it, whether such an event has happened or not.
        for later in [5, 6, 7, u64::from(u32::MAX), u64::from(u32::MAX) + 1, u64::MAX] {
            assert_eq!(told(&log, 5, Some(later)), None, "{later}");
        }
        assert_eq!(told(&log, 5, None), None);
    }

    #[test]
    fn whoever_missed_much_is_told_everything() {
        let (log, most) = (log(80, false), u64::from(MOST_MISSED));
        assert_eq!(told(&log, 81, Some(80 - most)).map(|told| told.len() as u64), Some(most));
        assert_eq!(told(&log, 81, Some(80 - most - 1)), None);
    }

    /// Each event is told as it was then, with the situation after all of them.
    #[test]
    fn a_takeback_that_was_missed_is_told_as_in_a_room() {
        let log = log(3, true);
        let game = Game::replay(&log).unwrap();
        let messages = missed(GameId::from_bits(7), &log, &game, Some(2), Time(1)).unwrap();
        let events: Vec<_> = messages
            .iter()
            .filter_map(|message| match message {
                ServerMessage::Game(GameMessage::Event { event, situation, .. }) => {
                    assert_eq!(situation.ply, 2);
                    Some(event)
                }
                _ => None,
            })
            .collect();
        assert!(
            matches!(
                events[..],
                [
                    GameEvent::MovePlayed { by: Color::White, .. },
                    GameEvent::TakebackProposed { by: Color::White },
                    GameEvent::TakenBack { .. },
                ]
            ),
            "{events:?}"
        );
    }
}
