// SPDX-License-Identifier: AGPL-3.0-or-later
//! What the server does by itself while events are played: games of started rounds begin, results of finished games become
//! entries, reasons of large pairings are computed.
//!
//! Every step starts from what the journal says, and the journal is written first: a round is started with the ids of its
//! games, and `create_once` makes each game once, however often it is tried. So a server that was killed between any two
//! steps goes on where it stopped: `Rounds::attend` looks at an event and does all that is missing.
//!
//! Of several nodes one does that for an event: the owner of its slot. When it dies, the node that gets the slot looks at all
//! events at once.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use tabiya_accounts::people::People;
use tabiya_accounts::people::notices::About;
use tabiya_archive::archive::{self, ReadError};
use tabiya_game::{Game, GameId, PlayerId, Restriction, Seat, Seats, Terms, Time};
use tabiya_live::entry::NoGame;
use tabiya_live::owned::Owned;
use tabiya_live::pairing::{Created, Pairing};
use tabiya_live::room::{Followed, Follower, Stage as GameStage};
use tabiya_live::wish::Start;
use tabiya_protocol::events::EventId;
use tabiya_protocol::people::desk::NoticeKind;
use tabiya_runtime::beat::Beat;
use tabiya_runtime::chance;
use tabiya_runtime::log_once::LogOnce;
use tabiya_runtime::low_priority;
use tabiya_runtime::spawn::spawn;
use tabiya_store::{EventStage, StorageError};
use tokio::sync::watch;

use crate::arenas;
use crate::changed::Changed;
use crate::decide::{Command, Who};
use crate::event::{ArenaGame, Board, BoardGame, Event, Format, Outcome, RoundStage, Settings, Stage};
use crate::events::{EventError, Events};
use crate::forfeit;
use crate::reasons;
use crate::reminders;
use crate::results;
use crate::seated::{Seated, seated};
use crate::starts::{self, Countdowns};
use crate::venue::VenueSeat;

/// How often all running events are looked at, for what was missed.
const SWEEP: Duration = Duration::from_secs(15);
/// How often a running arena is looked at.
const SECOND: Duration = Duration::from_secs(1);
/// Games of an arena that are begun or looked at together, so that the storage writes them in one go.
const TOGETHER: usize = 64;
/// An event that should have begun so many milliseconds ago is not looked at any more.
const ANNOUNCED: u64 = 24 * 3600 * 1000;
/// Events that one statement lists.
const PAGE: u32 = 100;

static FAILS: LogOnce = LogOnce::new();

/// Plays the rounds of all events. Cheap to clone.
#[derive(Clone)]
pub struct Rounds {
    events: Events,
    pairing: Pairing,
    /// Whose events this server plays.
    owned: Owned,
    changed: Changed,
    /// Events whose last round has no reasons yet.
    unexplained: Changed,
    /// Events whose next round may begin by itself.
    timed: Changed,
}

/// The games that the server hears the end of.
struct Watched {
    games: Follower,
    /// Arenas that run: they are looked at each second.
    arenas: BTreeSet<EventId>,
    followed: Followings,
}

/// The games that are followed, and were looked at since.
#[derive(Default)]
struct Followings(BTreeSet<GameId>);

impl Followings {
    /// Whether a game is to be looked at, which follows it. `all` looks also at those that are followed: for what was missed.
    /// Without it an entry of an event costs nothing for its games that go on.
    fn is_due(&mut self, game: GameId, all: bool) -> bool {
        self.0.insert(game) || all
    }

    /// The game has ended, or could not be looked at: it is due again.
    fn forget(&mut self, game: GameId) {
        self.0.remove(&game);
    }
}

impl Watched {
    fn new(pairing: &Pairing) -> Self {
        let arenas = BTreeSet::new();
        Self { games: pairing.rooms.playing().follow([]), arenas, followed: Followings::default() }
    }

    fn forget(&mut self, game: GameId) {
        self.games.forget(Followed::Game(game));
        self.followed.forget(game);
    }

    /// Another node plays the event.
    fn leave(&mut self, id: EventId, event: &Event) {
        self.arenas.remove(&id);
        event.open_games().into_iter().for_each(|game| self.forget(game));
    }
}

impl Rounds {
    /// Begins to attend to all running events. `changed` hears of every entry.
    pub fn start(events: Events, pairing: Pairing, changed: Changed, stopping: watch::Receiver<bool>) {
        let unexplained = Changed::default();
        let timed = Changed::default();
        let now = |people: Arc<People>| move || people.now();
        let [one, other] = [now(Arc::clone(&pairing.people)), now(Arc::clone(&pairing.people))];
        spawn(reasons::run(events.clone(), unexplained.clone(), one, stopping.clone()));
        let owned = pairing.rooms.owned_where_others_are_reached();
        let ours = (events.clone(), owned.clone());
        let countdowns = Countdowns::new(&pairing.personal);
        let people = Arc::clone(&pairing.people);
        spawn(reminders::run(ours.clone(), people, countdowns.clone(), stopping.clone()));
        spawn(starts::run(ours, timed.clone(), countdowns, other, stopping.clone()));
        let rounds = Self { events, pairing, owned, changed, unexplained, timed };
        spawn(rounds.run(stopping));
    }

    async fn run(self, stopping: watch::Receiver<bool>) {
        let mut beat = Beat::every(SWEEP).until(stopping.clone());
        let mut seconds = Beat::every(SECOND).until(stopping.clone());
        let mut watched = Watched::new(&self.pairing);
        let mut gains = self.owned.gains();
        loop {
            let sweeps = tokio::select! {
                goes_on = beat.next() => {
                    if !goes_on {
                        return;
                    }
                    true
                }
                () = self.changed.noted() => false,
                // Perhaps of a node that has died.
                () = gains.next() => true,
                goes_on = seconds.next(), if !watched.arenas.is_empty() => {
                    if !goes_on {
                        return;
                    }
                    watched.arenas.iter().for_each(|id| self.changed.note(*id));
                    false
                }
                change = watched.games.next() => match change {
                    Some(change) => {
                        if change.stage == GameStage::Ended {
                            watched.forget(change.game);
                            self.note_event_of(change.game).await;
                        }
                        false
                    }
                    // It was too slow and let go: all games are followed again.
                    None => {
                        watched = Watched::new(&self.pairing);
                        true
                    }
                },
            };
            if sweeps && let Err(error) = self.sweep().await {
                FAILS.log(|| tracing::warn!(%error, "can't look for running events"));
            }
            while let Some(id) = self.changed.take() {
                if let Err(error) = self.attend(id, &mut watched, sweeps).await {
                    FAILS.log(|| tracing::warn!(%error, event = %id, "an event waits"));
                }
                if *stopping.borrow() {
                    return;
                }
            }
        }
    }

    async fn note_event_of(&self, game: GameId) {
        match self.events.store().events.event_of_game(game).await {
            Ok(Some(id)) => {
                if let Ok(id) = id.parse() {
                    self.changed.note(id);
                }
            }
            Ok(None) => {}
            Err(error) => FAILS.log(|| tracing::warn!(%error, "can't find the event of a game")),
        }
    }

    /// Notes all running events, and reads what another program has written into the database.
    async fn sweep(&self) -> Result<(), StorageError> {
        for stage in [EventStage::Running, EventStage::Announced] {
            self.sweep_stage(stage).await?;
        }
        Ok(())
    }

    async fn sweep_stage(&self, stage: EventStage) -> Result<(), StorageError> {
        let mut before: Option<(Time, String)> = None;
        loop {
            let after = before.as_ref().map(|(starts, id)| (*starts, id.as_str()));
            let page = self.events.store().events.events_in(stage, after, PAGE).await?;
            for stored in &page {
                if let Err(error) = self.events.look_again(stored).await {
                    FAILS.log(|| tracing::warn!(%error, event = stored.id, "an event can't be read"));
                }
                // What begins or was created long ago, and was never played, is left alone.
                let is_old = stored.starts.0 + ANNOUNCED < self.pairing.people.now().0;
                if (stage == EventStage::Running || !is_old)
                    && let Ok(id) = stored.id.parse()
                {
                    self.changed.note(id);
                }
            }
            let Some(last) = page.last().filter(|_| page.len() == PAGE as usize) else { return Ok(()) };
            before = Some((last.starts, last.id.clone()));
        }
    }

    /// Does all that an event waits for. `all` looks also at games that are followed. What can't be done for one board keeps
    /// no other from its game.
    async fn attend(&self, id: EventId, watched: &mut Watched, all: bool) -> Result<(), EventError> {
        let event = self.events.read(id).await?;
        if !self.owned.does(id.as_str()) {
            watched.leave(id, &event);
            // Its players who are here see its countdown.
            self.timed.note(id);
            return Ok(());
        }
        if matches!(event.settings.format, Format::Arena { .. }) {
            return self.attend_arena(id, &event, watched, all).await;
        }
        if event.stage == Stage::Cancelled {
            return Ok(());
        }
        if reasons::are_missing(&event) {
            self.unexplained.note(id);
        }
        self.timed.note(id);
        for (number, round) in
            (1..).zip(&event.rounds).filter(|(_, round)| round.stage == RoundStage::Started)
        {
            for (board, these) in round.numbered().filter(|(_, board)| event.is_online(board)) {
                if let Err(error) = self.attend_board(id, &event, (number, board, these), watched, all).await
                {
                    FAILS.log(|| tracing::warn!(%error, event = %id, round = number, board, "a board waits"));
                }
            }
        }
        Ok(())
    }

    /// Ends an arena whose time is over; else begins its games, takes results, and pairs those who are free.
    async fn attend_arena(
        &self,
        id: EventId,
        event: &Event,
        watched: &mut Watched,
        all: bool,
    ) -> Result<(), EventError> {
        let Some(arena) = event.arena.as_ref().filter(|_| event.stage == Stage::Running) else {
            watched.arenas.remove(&id);
            self.timed.note(id);
            return Ok(());
        };
        if watched.arenas.insert(id) {
            // Its countdown is over.
            self.timed.note(id);
        }
        let now = self.pairing.people.now();
        let running = arena.running.iter().map(|place| arena.games[*place]);
        if let Some(ends) = arenas::ends(event).filter(|ends| now >= *ends) {
            let running: Vec<ArenaGame> = running.collect();
            for game in running {
                watched.forget(game.game);
                // A game that ended in time counts, also where nobody has looked at it yet.
                self.take_if_in_time(id, game.game, ends).await?;
            }
            return self.act(id, &Command::Finish).await;
        }
        let due: Vec<ArenaGame> = running.filter(|game| watched.followed.is_due(game.game, all)).collect();
        // First followed and then looked at, so that no end is missed in between.
        due.iter().for_each(|game| watched.games.add(Followed::Game(game.game)));
        for some in due.chunks(TOGETHER) {
            let looked = join_all(some.iter().map(|game| self.play_arena(id, event, *game))).await;
            for (game, done) in some.iter().map(|game| game.game).zip(looked) {
                match done {
                    Ok(false) => {}
                    Ok(true) => watched.forget(game),
                    Err(error) => {
                        watched.forget(game);
                        FAILS.log(|| tracing::warn!(%error, event = %id, %game, "a game of an arena waits"));
                    }
                }
            }
        }
        let event = self.events.read(id).await?;
        if !arenas::is_due(&event, now) {
            return Ok(());
        }
        let pairs = low_priority::run(move || arenas::pairs(&event)).await.map_err(|_| EventError::Busy)?;
        let games = pairs.into_iter().map(|(white, black)| (white, black, chance::game_id())).collect();
        // The entry comes back here, and then the games begin.
        self.act(id, &Command::TakeWave { games, now }).await
    }

    /// Takes the result of a game that ended before the time was over.
    async fn take_if_in_time(&self, id: EventId, game: GameId, ends: Time) -> Result<(), EventError> {
        match archive::load(&*self.events.store().log, game).await {
            Ok(found) if is_in_time(&found, ends) => self.take(id, game, &found).await.map(|_| ()),
            Ok(_) | Err(ReadError::NoSuchGame(_)) => Ok(()),
            Err(ReadError::Storage(error)) => Err(error.into()),
        }
    }

    async fn play_arena(&self, id: EventId, event: &Event, game: ArenaGame) -> Result<bool, EventError> {
        let board = Board::new(1, [game.white, game.black], 0);
        let first = BoardGame { game: Some(game.game), ..BoardGame::first() };
        self.play((id, event), &[], &board, &first, game.game).await
    }

    async fn attend_board(
        &self,
        id: EventId,
        event: &Event,
        (round, board, these): (u16, u16, &Board),
        watched: &mut Watched,
        all: bool,
    ) -> Result<(), EventError> {
        let Some(place) = these.open_game() else { return Ok(()) };
        let game = &these.games[place];
        if game.left {
            // It is the arbiter's to say how it goes on.
            return Ok(());
        }
        let Some(game_id) = game.game else {
            // The entry comes back here, and then the game begins.
            return self.act(id, &Command::MakeGame { round, board, id: chance::game_id() }).await;
        };
        if !watched.followed.is_due(game_id, all) {
            return Ok(());
        }
        // First followed and then looked at, so that no end is missed in between.
        watched.games.add(Followed::Game(game_id));
        let paired = event.round(round).map_or(0, |these| these.paired);
        let seats = event.venue_seats_at(id, (round, paired), board, these);
        match self.play((id, event), &seats, these, game, game_id).await {
            Ok(false) => Ok(()),
            Ok(true) => {
                watched.forget(game_id);
                Ok(())
            }
            Err(error) => {
                watched.forget(game_id);
                Err(error)
            }
        }
    }

    async fn act(&self, id: EventId, command: &Command) -> Result<(), EventError> {
        self.events.act(id, command, None, Who::Server, self.pairing.people.now()).await?;
        Ok(())
    }

    /// Begins a game, or takes its result. Returns whether it has ended.
    /// `seats` are those of players at the venue.
    async fn play(
        &self,
        (id, event): (EventId, &Event),
        seats: &[VenueSeat],
        board: &Board,
        game: &BoardGame,
        game_id: GameId,
    ) -> Result<bool, EventError> {
        let found = match archive::load(&*self.events.store().log, game_id).await {
            Ok(found) => found,
            // Nothing begins in an event that has ended.
            Err(ReadError::NoSuchGame(_)) if matches!(event.stage, Stage::Finished | Stage::Cancelled) => {
                return Ok(true);
            }
            Err(ReadError::NoSuchGame(_)) => {
                return match self.begin(event, seats, board, game, game_id).await? {
                    Begun::Yes | Begun::Later => Ok(false),
                    Begun::Refused(player) if event.arena.is_some() => {
                        self.give_up(id, game_id, player).await?;
                        Ok(true)
                    }
                    Begun::Refused(_) => Ok(false),
                };
            }
            Err(ReadError::Storage(error)) => return Err(error.into()),
        };
        self.take(id, game_id, &found).await
    }

    /// A game of an arena that can't begin: the one who may not play pauses, and the other one is free again.
    async fn give_up(&self, id: EventId, game: GameId, player: Option<PlayerId>) -> Result<(), EventError> {
        let outcome = Outcome::BothForfeit;
        self.act(id, &Command::GameEnded { game, outcome, absent: player, plies: 0, berserk: [false; 2] })
            .await
    }

    /// Takes the result of a game. Returns whether it has ended.
    async fn take(&self, id: EventId, game_id: GameId, found: &Game) -> Result<bool, EventError> {
        let taken = results::take(&self.events, id, game_id, found, self.pairing.people.now()).await?;
        // Where the arbiter was faster, nothing was taken.
        if let Some(acted) = taken.as_ref().filter(|acted| !acted.records.is_empty())
            && let Some((player, data)) = forfeit::notice(&acted.event, found)
        {
            let about = About::Game(game_id);
            self.pairing.people.notify(player, NoticeKind::Result, about, &data).await?;
        }
        Ok(taken.is_some())
    }

    /// Creates a game whose id the journal has, and tells its players.
    async fn begin(
        &self,
        event: &Event,
        seats: &[VenueSeat],
        board: &Board,
        game: &BoardGame,
        id: GameId,
    ) -> Result<Begun, EventError> {
        let key = if seats.is_empty() { None } else { Some(self.events.venue_key().await?) };
        let Some(seated) = seated(event, seats, key.as_ref(), board, game) else { return Ok(Begun::Later) };
        let players = seated.players;
        let Some(terms) = terms(&event.settings, game, &seated) else {
            FAILS.log(|| tracing::warn!(%id, "a game of an event can't begin: there are no such games"));
            return Ok(Begun::Refused(None));
        };
        let _entry = match self.pairing.admit(&players, terms.is_rated(), []).await {
            Ok(entry) => entry,
            Err(NoGame::Storage(error)) => return Err(error.into()),
            Err(why) => {
                FAILS.log(|| tracing::warn!(%id, ?why, "a game of an event waits to begin"));
                return Ok(Begun::Refused(why.culprit()));
            }
        };
        if self.pairing.rooms.create_once(id, terms.clone()).await? == Created::Taken {
            tracing::warn!(%id, "a game of an event can't begin: another game has its id");
            return Ok(Begun::Refused(None));
        }
        let sides = self.pairing.sides(players, &terms).await?;
        self.pairing.tell(id, sides.each_ref());
        Ok(Begun::Yes)
    }
}

/// Whether a game has begun.
enum Begun {
    /// It has.
    Yes,
    /// Something is missing that may come.
    Later,
    /// It may not begin, because of this player where it is somebody's fault.
    Refused(Option<PlayerId>),
}

/// Whether a game has ended before the time of its arena was over.
fn is_in_time(game: &Game, ends: Time) -> bool {
    game.ending().is_some_and(|ending| ending.at < ends)
}

/// What a game of an event is played by; `None` if there are no such games.
fn terms(settings: &Settings, game: &BoardGame, seated: &Seated) -> Option<Terms> {
    let [white, black] = seated.players.map(Seat::Player);
    let time = game.time.or(settings.time);
    let terms = Terms::new(Start::Usual(settings.variant).drawn(), time, Seats { white, black }).ok()?;
    let is_arena = matches!(settings.format, Format::Arena { .. });
    // A friend would give back the half that a player of an arena gives up for a point more.
    let in_arenas = is_arena.then_some(Restriction::NoGivenTime);
    let forbidden = [Restriction::NoAbort, Restriction::NoRematch].into_iter().chain(in_arenas);
    let terms = terms.with_restrictions(forbidden.collect());
    let terms = if is_arena && settings.berserk { terms.with_berserk() } else { terms };
    let terms = seated.named(terms).ok()?;
    // Nobody is rated by games against somebody who has no rating here. A game in which Black wins a draw is no measure of strength.
    let is_rated = settings.rated && !game.armageddon && !seated.is_at_the_venue();
    if is_rated { terms.rated().ok() } else { Some(terms) }
}

#[cfg(test)]
mod crash_tests;

#[cfg(test)]
mod tests {
    use tabiya_game::{Command as GameCommand, Stamped};

    use super::*;

    #[test]
    fn a_game_of_an_arena_counts_if_it_ended_in_time() {
        let seats = Seats {
            white: Seat::Player(PlayerId::from_bytes([1; 16])),
            black: Seat::Player(PlayerId::from_bytes([2; 16])),
        };
        let terms = Terms::new(tabiya_rules::Position::start(), None, seats).unwrap();
        let (mut game, _) = Game::create(terms, Time(10));
        assert!(!is_in_time(&game, Time(100)), "it goes on");
        let abort = GameCommand::Abort { by: Some(tabiya_rules::Color::White) };
        for event in game.decide(abort, Time(99)).unwrap() {
            game.apply(&Stamped::new(Time(99), event));
        }
        assert!(is_in_time(&game, Time(100)) && !is_in_time(&game, Time(99)));
    }

    #[test]
    fn games_of_arenas_alone_let_players_go_berserk() {
        let time = tabiya_game::TimeControl::new(tabiya_game::Millis::from_secs(180), tabiya_game::Millis(0));
        let arena = Settings::new("Arena", Format::Arena { minutes: 60 }, Some(time.unwrap()), 1);
        let swiss = Settings { format: Format::Swiss { rounds: 3, baku: false }, ..arena.clone() };
        let forbidden = Settings { berserk: false, ..arena.clone() };
        let players = [PlayerId::from_bytes([1; 16]), PlayerId::from_bytes([2; 16])];
        let seated = Seated { players, names: [None, None] };
        let may = |settings: &Settings| {
            terms(settings, &BoardGame::first(), &seated).is_some_and(|terms| terms.allows_berserk())
        };
        assert_eq!([may(&arena), may(&swiss), may(&forbidden)], [true, false, false]);
    }

    #[test]
    fn a_game_that_goes_on_is_looked_at_once_and_on_the_sweep() {
        let mut followed = Followings::default();
        let [one, other] = [GameId::from_bits(1), GameId::from_bits(2)];
        assert!(followed.is_due(one, false), "it is new");
        assert!(!followed.is_due(one, false), "another entry of the event");
        assert!(followed.is_due(other, false));
        assert!(followed.is_due(one, true), "the sweep");
        followed.forget(one);
        assert!(followed.is_due(one, false), "it has ended");
        assert!(!followed.is_due(other, false));
    }
}
