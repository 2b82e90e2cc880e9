// SPDX-License-Identifier: AGPL-3.0-or-later
//! The stream of a player's own events: games that begin and end, challenges that come and go.
//!
//! On its opening the stream says which games go on and which challenges wait. One token has one such stream: a new one ends
//! the one before.

use std::collections::{HashSet, VecDeque};
use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use serde_json::{Value, json};
use tabiya_accounts::feed::{HeldFeed, Visitor};
use tabiya_accounts::people::scopes::Scope;
use tabiya_archive::archive::ReadError;
use tabiya_game::GameId;
use tabiya_live::challenge::Seen;
use tabiya_live::room::{Followed, Follower, GameChange, Stage};
use tabiya_protocol::people::profile::RatingChanges;
use tabiya_protocol::{ChallengeEnd, ChallengeTerms, ChallengeView, PersonalMessage, ServerMessage, Topic};
use tabiya_rules::Color;
use tabiya_runtime::identity::Identity;
use tabiya_runtime::topic::{Body, Outbox, Outgoing};
use tabiya_store::{Account, EndedGame};
use tokio::time::{Instant, sleep_until, timeout, timeout_at};

use super::access::Access;
use super::failure::Failure;
use super::follow::follow;
use super::game;
use super::later::LaterLooks;
use super::lines::{BEAT, Gone, Lines, stream_lines};
use super::offer::{shown, shown_ended};
use super::played_in::tournament_of;
use super::playing::ongoing;
use crate::state::App;

/// Games that are told at the beginning.
const MOST_GAMES: usize = 100;
/// How long the end of a rated game waits for its ratings. Usually they follow within milliseconds; they come later, or not
/// at all, while the storage fails.
const RATING_PATIENCE: Duration = Duration::from_secs(5);

/// Subscribes to the player's own topic.
async fn follow_own(app: &App, identity: &Identity, outbox: &mut Outbox) -> Result<HeldFeed, Failure> {
    let visitor = Visitor::reading(Some(identity.clone()));
    let feed = follow(app, &Topic::Me, &visitor, outbox).await;
    feed.map_err(|_| crate::answer::ApiError::Stopping.into())
}

/// `GET /api/stream/event`
pub(super) async fn stream(State(app): State<App>, access: Access) -> Result<Response, Failure> {
    let access = access.with(&[Scope::ChallengeRead, Scope::BotPlay, Scope::BoardPlay])?;
    let identity = access.identity();
    let mut outbox = Outbox::default();
    let entered = app.people.enter(Some(&identity), outbox.dismisser()).await;
    let only = app.programs.only_stream(access.key.login.session, outbox.dismisser());
    // From here on nothing is missed; what goes on now is told first.
    let follower = app.rooms.playing().follow(identity.players().map(Followed::Player));
    let feed = follow_own(&app, &identity, &mut outbox).await?;
    let games = ongoing(&app, &identity, MOST_GAMES).await?;
    Ok(stream_lines(app.stopping.clone(), move |lines| async move {
        let _held = (entered, only);
        let (begun, told) = (HashSet::new(), Vec::new());
        let unrated = Unrated::default();
        let mut stream = EventStream { app, identity, outbox, follower, lines, begun, told, unrated };
        stream.run(games, &feed).await
    }))
}

struct EventStream {
    app: App,
    identity: Identity,
    outbox: Outbox,
    follower: Follower,
    lines: Lines,
    /// Games of which the client knows that they go on.
    begun: HashSet<GameId>,
    /// Challenges that the client knows.
    told: Vec<Told>,
    unrated: Unrated,
}

/// Games that have ended and count, whose ratings are not known yet. The stream goes on while they wait.
#[derive(Default)]
struct Unrated(VecDeque<Finish>);

/// The end of a game, to be told.
struct Finish {
    game: GameId,
    /// The player's.
    side: Color,
    line: Value,
    /// When it is told in any case.
    until: Instant,
}

impl Unrated {
    fn take(&mut self, game: GameId) -> Option<Finish> {
        let place = self.0.iter().position(|waiting| waiting.game == game)?;
        self.0.remove(place)
    }

    /// Returns when the first has waited long enough. It removes nothing, so it may be dropped at any time.
    async fn overdue(&self) {
        match self.0.front() {
            // All wait equally long, so the first in the queue is due first.
            Some(first) => sleep_until(first.until).await,
            None => std::future::pending().await,
        }
    }
}

/// A challenge that was told.
struct Told {
    id: GameId,
    version: u32,
    line: Value,
}

impl Told {
    const fn seen(&self) -> (GameId, u32) {
        (self.id, self.version)
    }
}

impl EventStream {
    async fn run(&mut self, games: Vec<Value>, feed: &HeldFeed) -> Result<(), Gone> {
        self.follow(games, feed).await?;
        // A client that comes back is not told of games that are over.
        while let Some(finish) = self.unrated.0.pop_front() {
            self.finish(finish, None).await?;
        }
        Ok(())
    }

    async fn follow(&mut self, games: Vec<Value>, feed: &HeldFeed) -> Result<(), Gone> {
        for game in games {
            self.begun.extend(game["gameId"].as_str().and_then(|id| id.parse::<GameId>().ok()));
            self.lines.say(&json!({ "type": "gameStart", "game": game })).await?;
        }
        loop {
            tokio::select! {
                outgoing = self.outbox.next() => match outgoing {
                    Outgoing::Message { body, .. } => self.hear(body).await?,
                    Outgoing::Missed(_) => {
                        if feed.catch_up().await.is_err() {
                            return Ok(());
                        }
                    }
                    Outgoing::Ended(_) | Outgoing::Dismissed => return Ok(()),
                },
                change = self.follower.next() => match change {
                    Some(change) => self.game(change).await?,
                    None => return Ok(()),
                },
                () = self.unrated.overdue() => {
                    if let Some(finish) = self.unrated.0.pop_front() {
                        self.finish(finish, None).await?;
                    }
                }
                () = tokio::time::sleep(BEAT) => self.lines.blank().await?,
                () = self.lines.closed() => return Err(Gone),
            }
        }
    }

    async fn game(&mut self, GameChange { game: id, stage }: GameChange) -> Result<(), Gone> {
        match stage {
            Stage::Begun => {
                if !self.begun.insert(id) {
                    return Ok(());
                }
            }
            Stage::Ended => {
                self.begun.remove(&id);
            }
            Stage::Rated(changes) => {
                return match self.unrated.take(id) {
                    Some(finish) => self.finish(finish, Some(changes)).await,
                    None => Ok(()),
                };
            }
        }
        let read = match self.app.archive.game(id).await {
            Ok(read) => read,
            Err(ReadError::NoSuchGame(_)) => return Ok(()),
            // A client that comes back is told everything.
            Err(ReadError::Storage(_)) => return Err(Gone),
        };
        let Some(side) = self.identity.side_in(&read.game().seats()) else { return Ok(()) };
        let now = self.app.rooms.timeline().for_control(read.game().time_control());
        // A client that comes back is told everything.
        let tournament = tournament_of(&self.app, id, read.game()).await.map_err(|_| Gone)?;
        let line = game::own(id, read.game(), side, tournament.as_ref(), now);
        if stage == Stage::Begun {
            return self.lines.say(&json!({ "type": "gameStart", "game": line })).await;
        }
        let finish = Finish { game: id, side, line, until: Instant::now() + RATING_PATIENCE };
        if EndedGame::of(id, read.game()).is_some() {
            // The news of its ratings comes after this in the same queue, however fast the game was rated.
            self.unrated.0.push_back(finish);
            return Ok(());
        }
        self.finish(finish, None).await
    }

    /// Says how a game ended, and what it did to the ratings where that is known.
    async fn finish(&mut self, finish: Finish, rated: Option<RatingChanges>) -> Result<(), Gone> {
        let Finish { side, line: mut game, .. } = finish;
        if let Some(changes) = rated {
            let points = |side: Color| {
                let change = changes.of(side);
                json!(i32::from(change.after) - i32::from(change.before))
            };
            game["ratingDiff"] = points(side);
            game["opponent"]["ratingDiff"] = points(!side);
        }
        self.lines.say(&json!({ "type": "gameFinish", "game": game })).await
    }

    async fn hear(&mut self, body: Body) -> Result<(), Gone> {
        match body {
            Body::Message { message, .. } | Body::Everything(message) => self.hear_message(&message).await,
            Body::EverythingIn(parts) => {
                let known = std::mem::take(&mut self.told);
                for part in parts {
                    self.hear_again(&part, &known).await?;
                }
                // A challenge that is not in the full list is over. How it ended was missed.
                let is_told = |old: &Told| self.told.iter().any(|told| told.seen() == old.seen());
                let gone: Vec<_> = known.into_iter().filter(|old| !is_told(old)).collect();
                for gone in gone {
                    self.withdraw(gone).await?;
                }
                Ok(())
            }
        }
    }

    /// Hears a part of everything. What the client knows is not told again.
    async fn hear_again(&mut self, message: &ServerMessage, known: &[Told]) -> Result<(), Gone> {
        if let ServerMessage::Personal(PersonalMessage::Challenge { challenge, .. }) = message
            && let Some(old) = known.iter().find(|old| old.seen() == (challenge.id, challenge.version))
        {
            self.told.push(Told { line: old.line.clone(), ..*old });
            return Ok(());
        }
        self.hear_message(message).await
    }

    async fn withdraw(&mut self, mut gone: Told) -> Result<(), Gone> {
        gone.line["status"] = json!("canceled");
        self.lines.say(&json!({ "type": "challengeCanceled", "challenge": gone.line })).await
    }

    async fn hear_message(&mut self, message: &ServerMessage) -> Result<(), Gone> {
        match message {
            ServerMessage::Personal(PersonalMessage::Challenge { challenge, .. }) => {
                let ChallengeView { id, version, .. } = *challenge;
                if self.told.iter().any(|told| told.seen() == (id, version)) {
                    return Ok(());
                }
                // With other terms it is another one to programs, which accept what they were told of.
                if let Some(place) = self.told.iter().position(|told| told.id == id) {
                    let before = self.told.remove(place);
                    self.withdraw(before).await?;
                }
                let line = shown(&self.app, challenge, "created");
                self.told.push(Told { id, version, line: line.clone() });
                self.lines.say(&json!({ "type": "challenge", "challenge": line, "compat": { "bot": true, "board": true } })).await
            }
            ServerMessage::Personal(PersonalMessage::ChallengeEnded { challenge, ended, .. }) => {
                self.told.retain(|told| told.id != challenge.id);
                let kind = match ended {
                    // The game that begins is told by itself.
                    ChallengeEnd::Accepted { .. } => return Ok(()),
                    ChallengeEnd::Declined { .. } => "challengeDeclined",
                    ChallengeEnd::Cancelled | ChallengeEnd::Expired => "challengeCanceled",
                };
                let line = shown_ended(&self.app, challenge, ended);
                self.lines.say(&json!({ "type": kind, "challenge": line })).await
            }
            _ => Ok(()),
        }
    }
}

/// `POST /api/challenge/NAME` with `keepAliveStream`: the challenge, and then how it ended. It is taken back when the client
/// goes away.
pub(super) async fn challenge_stream(
    app: &App,
    access: &Access,
    to: &Account,
    terms: ChallengeTerms,
) -> Result<Response, Failure> {
    let identity = access.identity();
    let mut outbox = Outbox::default();
    let entered = app.people.enter(Some(&identity), outbox.dismisser()).await;
    let feed = follow_own(app, &identity, &mut outbox).await?;
    // One that was made on the page outlives this stream.
    let is_waiting = app.challenges.has_sent(identity.player, to.player).await?;
    let made = app.challenges.make([access.account(), to], terms, None).await?;
    let offer = made.view(identity.player);
    let app = app.clone();
    Ok(stream_lines(app.stopping.clone(), move |lines| async move {
        let _held = (entered, feed);
        let first = shown(&app, &offer, "created");
        let result = async {
            lines.say(&first).await?;
            let ended = until_ended(&mut outbox, &offer, &lines).await?;
            lines.say(&json!({ "done": ended })).await
        };
        let result = result.await;
        if result.is_err() && !is_waiting {
            // Nobody waits for it any more.
            let _ = app.challenges.cancel(Seen::ByProgram(offer.game), identity.player).await;
        }
        result
    }))
}

async fn until_ended(
    outbox: &mut Outbox,
    offer: &ChallengeView,
    lines: &Lines,
) -> Result<&'static str, Gone> {
    let mut beat = Instant::now() + BEAT;
    loop {
        let outgoing = tokio::select! {
            outgoing = timeout_at(beat, outbox.next()) => outgoing,
            () = lines.closed() => return Err(Gone),
        };
        let message = match outgoing {
            Err(_) => {
                beat = Instant::now() + BEAT;
                lines.blank().await?;
                continue;
            }
            Ok(Outgoing::Message { body: Body::Message { message, .. }, .. }) => message,
            Ok(Outgoing::Message { .. }) => continue,
            Ok(Outgoing::Missed(_) | Outgoing::Ended(_) | Outgoing::Dismissed) => return Err(Gone),
        };
        match &*message {
            ServerMessage::Personal(PersonalMessage::ChallengeEnded { challenge, ended, .. })
                if challenge.id == offer.id =>
            {
                return Ok(match ended {
                    ChallengeEnd::Accepted { .. } => "accepted",
                    ChallengeEnd::Declined { .. } => "declined",
                    ChallengeEnd::Cancelled | ChallengeEnd::Expired => "canceled",
                });
            }
            // Other terms are another challenge.
            ServerMessage::Personal(PersonalMessage::Challenge { challenge, .. })
                if challenge.id == offer.id && challenge.game != offer.game =>
            {
                return Ok("canceled");
            }
            _ => {}
        }
    }
}

/// The games of some players, as they begin and end.
pub(super) struct ManyGames {
    pub(super) app: App,
    pub(super) follower: Follower,
    pub(super) lines: Lines,
}

impl ManyGames {
    /// Runs until the client is gone. `show` makes a game's line, or none where the client wants none, and says after how long the
    /// game must be looked at again.
    pub(super) async fn run<F>(
        &mut self,
        mut later: LaterLooks,
        show: impl Fn(App, GameId) -> F,
    ) -> Result<(), Gone>
    where
        F: Future<Output = (Option<Value>, Option<Duration>)>,
    {
        loop {
            let (game, has_ended) = tokio::select! {
                change = timeout(BEAT, self.follower.next()) => match change {
                    Ok(Some(GameChange { stage: Stage::Rated(_), .. })) => continue,
                    Ok(Some(GameChange { game, stage })) => (game, stage == Stage::Ended),
                    Ok(None) => return Ok(()),
                    Err(_) => {
                        self.lines.blank().await?;
                        continue;
                    }
                },
                game = later.next() => (game, false),
                () = self.lines.closed() => return Err(Gone),
            };
            let (line, again) = show(self.app.clone(), game).await;
            later.plan(game, again);
            // To a client that sees the end late, the game still goes on, as it has been told.
            if let Some(line) = line.filter(|_| !has_ended || again.is_none()) {
                self.lines.say(&line).await?;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Once the stream looked ten times in half a second, told nothing else until then, and then left the change out.
    #[tokio::test(start_paused = true)]
    async fn an_end_waits_for_its_ratings_and_not_for_ever() {
        let mut unrated = Unrated::default();
        let finish = |number| Finish {
            game: GameId::from_bits(number),
            side: Color::White,
            line: Value::Null,
            until: Instant::now() + RATING_PATIENCE,
        };
        assert!(timeout(10 * RATING_PATIENCE, unrated.overdue()).await.is_err(), "nothing waits");
        unrated.0.push_back(finish(1));
        tokio::time::sleep(RATING_PATIENCE / 2).await;
        unrated.0.push_back(finish(2));
        assert!(unrated.take(GameId::from_bits(3)).is_none(), "another game");
        assert_eq!(unrated.take(GameId::from_bits(1)).map(|finish| finish.game), Some(GameId::from_bits(1)));
        assert!(
            timeout(RATING_PATIENCE * 9 / 10, unrated.overdue()).await.is_err(),
            "the second is not late yet"
        );
        unrated.overdue().await;
        assert_eq!(unrated.0.pop_front().map(|finish| finish.game), Some(GameId::from_bits(2)));
    }
}
