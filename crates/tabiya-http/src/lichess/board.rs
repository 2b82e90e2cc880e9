// SPDX-License-Identifier: AGPL-3.0-or-later
//! The stream of one game for a board or a bot that plays in it.
//!
//! The stream follows the same topics as a page: the game, and the players' chat. It folds what it is told into the few
//! things that this dialect shows. Its first line is the whole game, and it ends after the line that ends the game.

use axum::extract::State;
use axum::response::Response;
use serde_json::{Value, json};
use tabiya_accounts::feed::{HeldFeed, Visitor};
use tabiya_archive::view;
use tabiya_game::{Game, GameId, TimeControl};
use tabiya_protocol::{ChatMessage, GameEvent, GameMessage, ServerMessage, Situation, Topic};
use tabiya_rules::Color;
use tabiya_runtime::identity::Identity;
use tabiya_runtime::topic::{Body, Outbox, Outgoing};
use tokio::time::timeout;

use super::access::{Access, Kind};
use super::failure::Failure;
use super::fields::Path;
use super::follow::follow;
use super::lines::{BEAT, Gone, Lines, stream_lines};
use super::played_in::tournament_of;
use super::{game, play, variant};
use crate::state::App;

/// `GET /api/board/game/stream/ID`
pub(super) async fn stream(
    State(app): State<App>,
    kind: Kind,
    access: Access,
    Path(id): Path<String>,
) -> Result<Response, Failure> {
    let (access, id) = play::seated(&app, access, kind, &id).await?;
    let identity = access.identity();
    let read = app.archive.game(id).await?;
    let mut told = Told::of(id, read.game(), &identity);
    if let Some(tournament) = tournament_of(&app, id, read.game()).await? {
        tournament.add_to_own(&mut told.full);
    }
    let mut outbox = Outbox::default();
    let entered = app.people.enter(Some(&identity), outbox.dismisser()).await;
    let visitor = Visitor::reading(Some(identity));
    let game = follow(&app, &Topic::Game(id), &visitor, &mut outbox).await.map_err(Failure::no_topic)?;
    Ok(stream_lines(app.stopping.clone(), move |lines| async move {
        let _entered = entered;
        // Where there is none, nothing is said.
        let _chat = follow(&app, &Topic::Chat(id), &visitor, &mut outbox).await;
        BoardStream { outbox, game, told, lines }.run().await
    }))
}

/// What the client has been told.
struct Told {
    /// `gameFull` without its state.
    full: Value,
    side: Option<Color>,
    time: Option<TimeControl>,
    moves: Vec<String>,
    is_greeted: bool,
    /// The last state, without its clocks, to say nothing twice.
    last: Value,
    /// The situation of a long game, until its moves have come.
    of_long_game: Option<Box<Situation>>,
}

impl Told {
    fn of(id: GameId, read: &Game, identity: &Identity) -> Self {
        let start = read.history().start();
        let kind = variant::Kind::of(start);
        let time = read.time_control();
        let mut full = json!({
            "type": "gameFull",
            "id": id,
            "variant": kind.json(),
            "speed": game::speed(time),
            "perf": game::perf_of(read),
            "rated": read.terms().is_rated(),
            "createdAt": read.created().0,
            "white": game::side(&view::player(read, Color::White)),
            "black": game::side(&view::player(read, Color::Black)),
            "initialFen": if kind.fixed_start().is_some() { "startpos".to_owned() } else { start.to_fen() },
            "clock": null,
        });
        match time {
            Some(TimeControl::Clocks { white, .. }) => {
                let (initial, increment) = game::clock(white);
                full["clock"] = json!({ "initial": initial, "increment": increment });
                game::name_delay(&mut full["clock"], white, 1);
            }
            Some(TimeControl::Correspondence { days }) => full["daysPerTurn"] = json!(days.get()),
            None => {}
        }
        let side = identity.side_in(&read.seats());
        Self { full, side, time, moves: Vec::new(), is_greeted: false, last: Value::Null, of_long_game: None }
    }

    /// The line about this situation.
    fn state(&self, situation: &Situation) -> Value {
        let clocks = situation.clocks;
        let [white, black] = clocks.map_or([game::UNLIMITED; 2], |clocks| [clocks.white_ms, clocks.black_ms]);
        let increment = |side| match self.time.and_then(|time| time.clock_of(side)) {
            Some(_) if situation.berserk.contains(&side) => 0,
            Some(control) => game::clock(control).1,
            None => 0,
        };
        let mut state = json!({
            "type": "gameState",
            "moves": self.moves.join(" "),
            "wtime": white,
            "btime": black,
            "winc": increment(Color::White),
            "binc": increment(Color::Black),
            "status": game::status_word(situation.status),
        });
        if let Some(winner) = game::winner(situation.status) {
            state["winner"] = json!(game::color(winner));
        }
        for (offer, names) in
            [(situation.draw_offer, ["wdraw", "bdraw"]), (situation.takeback, ["wtakeback", "btakeback"])]
        {
            if let Some(by) = offer {
                state[names[by as usize]] = json!(true);
            }
        }
        state
    }
}

struct BoardStream {
    outbox: Outbox,
    game: HeldFeed,
    told: Told,
    lines: Lines,
}

/// Whether the stream goes on.
enum Then {
    GoOn,
    End,
}

impl BoardStream {
    async fn run(&mut self) -> Result<(), Gone> {
        loop {
            let outgoing = tokio::select! {
                outgoing = timeout(BEAT, self.outbox.next()) => outgoing,
                () = self.lines.closed() => return Err(Gone),
            };
            let then = match outgoing {
                // The first line is the game.
                Err(_) if !self.told.is_greeted => Then::GoOn,
                Err(_) => {
                    self.lines.blank().await?;
                    Then::GoOn
                }
                Ok(Outgoing::Message { body, .. }) => self.hear(body).await?,
                Ok(Outgoing::Missed(of)) if of == self.game.id() => match self.game.catch_up().await {
                    Ok(()) => Then::GoOn,
                    Err(_) => Then::End,
                },
                // A chat that is read too slowly is not caught up with.
                Ok(Outgoing::Missed(_)) => Then::GoOn,
                Ok(Outgoing::Ended(of)) if of == self.game.id() => Then::End,
                Ok(Outgoing::Ended(of)) => {
                    self.outbox.unsubscribe(of);
                    Then::GoOn
                }
                Ok(Outgoing::Dismissed) => Then::End,
            };
            if let Then::End = then {
                return Ok(());
            }
        }
    }

    async fn hear(&mut self, body: Body) -> Result<Then, Gone> {
        let mut then = Then::GoOn;
        for message in body.messages() {
            then = self.hear_message(&message).await?;
        }
        Ok(then)
    }

    async fn hear_message(&mut self, message: &ServerMessage) -> Result<Then, Gone> {
        match message {
            ServerMessage::Game(GameMessage::State { game, you, more, .. }) => {
                self.told.side = you.or(self.told.side);
                self.told.moves = game.moves.iter().map(|played| played.uci.to_string()).collect();
                if *more {
                    self.told.of_long_game = Some(Box::new(game.situation.clone()));
                    return Ok(Then::GoOn);
                }
                self.show(&game.situation).await
            }
            ServerMessage::Game(GameMessage::Moves { moves, more, .. }) => {
                self.told.moves.extend(moves.iter().map(|played| played.uci.to_string()));
                if *more {
                    return Ok(Then::GoOn);
                }
                // The situation came first, and the moves behind it.
                match self.told.of_long_game.take() {
                    Some(situation) => self.show(&situation).await,
                    None => Ok(Then::End),
                }
            }
            ServerMessage::Game(GameMessage::Event { event, situation, .. }) => {
                match event {
                    // These events change only the clocks, so the line is sent although nothing else differs.
                    GameEvent::TimeGiven { .. }
                    | GameEvent::Berserk { .. }
                    | GameEvent::ClocksStarted
                    | GameEvent::ClockSet { .. }
                    | GameEvent::ClocksResumed
                    | GameEvent::TurnRestarted => {
                        self.told.last = Value::Null;
                    }
                    GameEvent::SetBack { half_moves } => {
                        let left = self.told.moves.len().saturating_sub(usize::from(*half_moves));
                        self.told.moves.truncate(left);
                    }
                    GameEvent::MovePlayed { played, .. } => self.told.moves.push(played.uci.to_string()),
                    GameEvent::TakenBack { half_moves, .. } => {
                        let left = self.told.moves.len().saturating_sub(usize::from(*half_moves));
                        self.told.moves.truncate(left);
                    }
                    GameEvent::Joined { color, player } => {
                        self.told.full[game::color(*color)] = game::side(player);
                    }
                    _ => {}
                }
                self.show(situation).await
            }
            ServerMessage::Game(GameMessage::Absence { by, claim_in_ms, .. })
                if Some(*by) != self.told.side =>
            {
                let mut line = json!({ "type": "opponentGone", "gone": claim_in_ms.is_some() });
                if let Some(left) = claim_in_ms {
                    line["claimWinInSeconds"] = json!(left.div_ceil(1000));
                }
                if self.told.is_greeted {
                    self.lines.say(&line).await?;
                }
                Ok(Then::GoOn)
            }
            ServerMessage::Chat(ChatMessage::ChatLine { line, .. }) if self.told.is_greeted => {
                let said =
                    json!({ "type": "chatLine", "room": "player", "username": line.name, "text": line.text });
                self.lines.say(&said).await?;
                Ok(Then::GoOn)
            }
            _ => Ok(Then::GoOn),
        }
    }

    /// Says how the game stands, unless that was said.
    async fn show(&mut self, situation: &Situation) -> Result<Then, Gone> {
        let state = self.told.state(situation);
        let mut known = state.clone();
        for clock in ["wtime", "btime"] {
            known[clock] = Value::Null;
        }
        if !std::mem::replace(&mut self.told.is_greeted, true) {
            self.told.full["state"] = state;
            let full = std::mem::take(&mut self.told.full);
            self.lines.say(&full).await?;
            self.told.full = json!({});
        } else if known != self.told.last {
            self.lines.say(&state).await?;
        }
        self.told.last = known;
        let is_over = matches!(situation.status, tabiya_protocol::GameStatus::Ended { .. });
        Ok(if is_over { Then::End } else { Then::GoOn })
    }
}
