// SPDX-License-Identifier: AGPL-3.0-or-later
//! A room's task: carries out what its [core](super::core) decides.
//!
//! One input at a time. While the store, the engine's queue or a ruling is waited for, everything else waits in the
//! inbox, so a room never has two appends under way.

use std::future::pending;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use tabiya_accounts::news::Happened;
use tabiya_accounts::people::Unwanted;
use tabiya_archive::delay::Delay;
use tabiya_archive::privacy::may_see;
use tabiya_archive::view;
use tabiya_engine::Report;
use tabiya_game::{Event, Game, GameId, Millis, PlayerId, Stamped, TimeControl};
use tabiya_protocol::{ConnectionMessage, GameEvent, GameMessage, Refusal, ServerMessage, Situation};
use tabiya_rules::{Attempt, Color};
use tabiya_runtime::identity::Identity;
use tabiya_runtime::measure::{self, Gauged};
use tabiya_runtime::mutants::{self, Mutant};
use tabiya_runtime::spawn::spawn;
use tabiya_runtime::timeline::Timeline;
use tabiya_runtime::topic::{Channel, OutboxSender, SharedMessage, SubscriberId};
use tabiya_store::{AppendError, ChallengeStage, Epoch, WITH_KEYS};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, sleep_until};

use super::Rooms;
use super::append::append;
use super::computer::Thinking;
use super::core::need::Need;
use super::core::rematch::{Offered, Rematch, Standing};
use super::core::{Audience, Effect, Input, Now, RematchStep, RoomCore, Sender};
use super::fairness;
use super::handed::Turn;
use super::handle::{Client, Guests, Head, INBOX, ORDER, Order, RoomHandle, RoomMessage};
use super::playing::Stage;
use super::registry::Shared;
use crate::entry::Entry;
use crate::owned::Right;

/// A room that nobody needs is put away after this long.
const IDLE: Duration = Duration::from_secs(60);
/// The wall clock may leap: no deadline is slept through for longer.
const LONGEST_SLEEP: Duration = Duration::from_secs(600);

type Thought = Pin<Box<dyn Future<Output = Option<Report>> + Send>>;

struct Room {
    id: GameId,
    /// By what right this server plays the game.
    right: Right,
    /// Whether another server may own the game by now. Then the room ends, and says nothing more.
    is_lost: bool,
    rooms: Rooms,
    /// How far the game's clock is ahead of this node's: it goes on from where it stood on the node that had the game before.
    ahead: Millis,
    core: RoomCore,
    /// Keeps the newest events without their situations, which most of a message consists of.
    channel: Channel<GameEvent>,
    /// Who has subscribed and has not been greeted.
    arriving: Option<OutboxSender>,
    head: Arc<Head>,
    guests: Arc<Guests>,
    /// The search for the computer's move.
    thought: Option<Thought>,
    /// Leave for a player to join, until the join is stored.
    entry: Option<Entry>,
    /// The row of an offered rematch.
    offer: Option<GameId>,
}

/// Starts the game's room.
pub(super) fn start(rooms: Rooms, owned: (GameId, Right), game: Game) -> RoomHandle {
    start_knowing(rooms, owned, game, Standing::default())
}

/// The same for a finished game, with how its rematch stands.
pub(super) fn start_knowing(
    rooms: Rooms,
    (id, right): (GameId, Right),
    game: Game,
    known: Standing,
) -> RoomHandle {
    let (sender, inbox) = mpsc::channel(INBOX);
    let head = Arc::new(Head::new(game.last_seq()));
    let guests = Arc::new(Guests::of(&game));
    let handle = RoomHandle::new(id, sender, Arc::clone(&head), Arc::clone(&guests));
    rooms.shared().showcase.look_at(id, &game);
    rooms.shared().running.look_at(id, &game);
    let timeline = rooms.shared().timeline;
    learn_time(timeline, &game);
    let mut now = read_time(rooms.shared(), game.time_control(), Millis::ZERO);
    let handed = rooms.shared().handed.take(id, right.epoch, game.last_seq());
    let apart = |turn: &Turn| if mutants::is(Mutant::NoOffset) { Some((0, 0)) } else { turn.apart(now.time) };
    let handed = handed.and_then(|turn| apart(&turn).zip(Some(turn)));
    let ahead = Millis(handed.as_ref().map_or(0, |((ahead, _), _)| *ahead));
    now.time = now.time.after(ahead);
    let mut room = Room {
        id,
        right,
        is_lost: false,
        channel: Channel::after(game.last_seq().into(), Some(rooms.shared().wake.clone())),
        arriving: None,
        core: RoomCore::new(id, game, rooms.shared().patience, now),
        rooms,
        ahead,
        head,
        guests,
        thought: None,
        entry: None,
        offer: known.offer,
    };
    room.core.rematch_known(known.rematch);
    if let Some(((_, behind), turn)) = handed {
        room.core.go_on(&turn, Millis(behind), now);
    }
    let own = handle.clone();
    // What an `async fn` takes by value lies in its future twice, so the future holds the room and `run` borrows it.
    spawn(async move { room.run(inbox, own).await });
    handle
}

/// The wall clock does not go back behind what stands in the log of a correspondence game.
pub(super) fn learn_time(timeline: Timeline, game: &Game) {
    if let (Some(TimeControl::Correspondence { .. }), Some(began)) = (game.time_control(), game.turn_began())
    {
        timeline.seen(began);
    }
}

fn read_time(shared: &Shared, control: Option<TimeControl>, ahead: Millis) -> Now {
    let timeline = shared.timeline;
    // The line learns of a stall by being asked, so it is asked first.
    let line = timeline.now();
    let time = match control {
        Some(TimeControl::Correspondence { .. }) => timeline.wall(),
        Some(TimeControl::Clocks { .. }) | None => line.after(ahead),
    };
    Now { time, line, stalled: timeline.stalled(), reach: shared.reach.read(line) }
}

impl Room {
    async fn run(&mut self, mut inbox: mpsc::Receiver<RoomMessage>, own: RoomHandle) {
        let _counted = Gauged::room();
        let rooms = self.rooms.clone();
        let mut lost = pin!(rooms.shared().owned.lost(self.id, self.right));
        self.feed(Input::Begun).await;
        let (mut put_away, mut given) = (false, None);
        while !put_away && !self.is_lost {
            let now = self.now();
            let wait = self.core.next_wake(now).map(|wait| Duration::from_millis(wait.0.into()));
            let need = self.core.need(now);
            let longest = if need == Need::Room && wait.is_some() { LONGEST_SLEEP } else { IDLE };
            let nap = wait.unwrap_or(IDLE).min(longest);
            tokio::select! {
                biased;
                // Its players must not wait here for a move that another node has heard.
                () = &mut lost => self.is_lost = true,
                // A move that arrived in time must not be overtaken by the flag.
                message = inbox.recv() => match message {
                    Some(RoomMessage::Close) | None => break,
                    Some(RoomMessage::Give(answer)) => {
                        given = Some(answer);
                        break;
                    }
                    Some(message) => self.handle(message).await,
                },
                report = thought(&mut self.thought) => {
                    self.thought = None;
                    self.feed(Input::Thought(report)).await;
                }
                () = sleep(nap) => match wait {
                    Some(wait) if need == Need::Room || wait <= nap => self.feed(Input::Woken).await,
                    Some(_) | None => put_away = self.is_replaced(need).await && inbox.is_empty(),
                },
            }
        }
        if !self.rooms.shared().owned.holds(self.id, self.right) {
            self.rooms.shared().left_behind.keep(self.id, self.core.game());
        }
        inbox.close();
        while let Some(message) = inbox.recv().await {
            // A client that has come in this moment hears that its subscription has ended, and subscribes again.
            if !put_away && !self.is_lost {
                self.handle(message).await;
            }
        }
        if let Some(answer) = given.filter(|_| !self.is_lost) {
            self.feed(Input::GivenAway).await;
            if let Some(turn) = self.hand_over() {
                // Whoever asked may have waited long enough: then the turn begins anew.
                let _ = answer.send(turn);
            }
        }
        self.rooms.forget(self.id, &own);
    }

    /// The turn under way, for the next owner.
    fn hand_over(&mut self) -> Option<Turn> {
        let (now, epoch) = (self.now(), self.right.epoch.0);
        let turn = self.core.hand_over(now).filter(|_| !self.is_lost)?;
        Some(Turn { epoch, ..turn })
    }

    /// Whether the room may end. Its place is taken by a reminder where the game has a deadline.
    async fn is_replaced(&mut self, need: Need) -> bool {
        match need {
            Need::Room => false,
            Need::Nothing => true,
            Need::Reminder(due) => match self.rooms.shared().ports.deadlines.note(&[(self.id, due)]).await {
                // Noting may have taken long.
                Ok(()) => self.core.need(self.now()) == need,
                Err(error) => {
                    tracing::debug!(game = %self.id, %error, "a deadline can't be noted; its game stays in memory");
                    false
                }
            },
        }
    }

    async fn handle(&mut self, message: RoomMessage) {
        match message {
            RoomMessage::Input { mut input, since } => {
                match &mut *input {
                    Input::Commanded { arrival, .. } => {
                        *arrival = arrival.after(self.ahead);
                        measure::queued(since.elapsed());
                    }
                    Input::Left { id, .. } => {
                        self.channel.remove(*id);
                    }
                    _ => {}
                }
                self.feed_fairly(input).await;
            }
            // Somebody has taken the seat since this client asked. Its subscription ends; it asks again, and is refused or
            // shown the game late.
            RoomMessage::Connect(client) if !self.may_follow(client.identity.as_ref()) => {}
            RoomMessage::Connect(client) => {
                let Client { identity, after, is_here, outbox } = *client;
                let id = outbox.id();
                // It is told nothing before it is greeted.
                self.arriving = Some(outbox);
                self.feed(Input::Came { id, identity, after, is_here }).await;
            }
            // As for `Connect`: the order is not answered, and its caller finds that the game is not there.
            RoomMessage::Order(order) if !may_see(self.core.game(), Some(&order.identity)) => {}
            RoomMessage::Order(order) => self.carry_out_order(*order).await,
            RoomMessage::LinesChanged(answer) => {
                self.feed(Input::LinesChanged).await;
                // Whoever asked may be gone: then nobody needs the answer.
                let _ = answer.send(());
            }
            RoomMessage::Look(answer) => {
                // Whoever asked may be gone: then nobody needs the answer.
                let _ = answer.send(view::live(self.id, self.core.game(), self.now().time));
            }
            #[cfg(any(test, feature = "testing"))]
            RoomMessage::View(answer) => {
                let game = self.core.game();
                // Whoever asked may be gone: then nobody needs the answer.
                let _ = answer.send((view::game(self.id, game, self.now().time), view::lag(game)));
            }
            RoomMessage::Close | RoomMessage::Give(_) => {}
        }
    }

    /// Carries out the command of a player who does not follow the game. The answer is in the outbox when this returns.
    async fn carry_out_order(&mut self, order: Order) {
        let Order { identity, command, arrival, outbox } = order;
        let id = outbox.id();
        self.core.let_in(id, identity);
        self.channel.add(outbox, (), true);
        let arrival = arrival.after(self.ahead);
        let input = Input::Commanded { sender: (id, ORDER), command, arrival, lag: None };
        self.feed_fairly(Box::new(input)).await;
        self.core.let_out();
        self.channel.remove(id);
    }

    /// Whether this visitor may hear of each move when it is played.
    fn may_follow(&self, visitor: Option<&Identity>) -> bool {
        let game = self.core.game();
        may_see(game, visitor) && !self.rooms.holds_back(game, visitor)
    }

    fn now(&self) -> Now {
        read_time(self.rooms.shared(), self.core.game().time_control(), self.ahead)
    }

    /// The same as `feed`, but what a player may not have of the computer now is refused.
    /// The input is in a box, because each room has room for what waits here.
    async fn feed_fairly(&mut self, mut input: Box<Input>) {
        if let Some(asked) = self.fairness_of(&input)
            && let Some(unfair) = asked.await
        {
            *input = unfair;
        }
        self.feed(*input).await;
    }

    /// Asks whether the computer may answer this command; the answer is what the core hears in its place if not. `None` where
    /// nobody needs to be asked. The future is in a box, because each room has room for it.
    fn fairness_of(&self, input: &Input) -> Option<BoxFuture<'static, Option<Input>>> {
        let Input::Commanded { sender, command, .. } = input else { return None };
        let fairness = Arc::clone(self.rooms.shared().fairness.get()?);
        let game = self.core.game();
        fairness::is_against_computer(game).then_some(())?;
        let (player, by) = self.core.player(sender.0)?;
        let wanted = fairness::wanted(game, by, command)?;
        let sender = *sender;
        Some(Box::pin(async move {
            let answer = fairness.check(&player, &wanted).await;
            answer.err().map(|refusal| Input::Unfair { sender, refusal })
        }))
    }

    /// Gives the core one input, and whatever answers it waits for because of it. A room whose game another server may own by
    /// now does nothing: whoever waits for an answer comes back and asks again. Nor does it wait for an answer any longer: a database
    /// that says nothing to this node alone would keep its players here, while another node goes on with the game.
    async fn feed(&mut self, input: Input) {
        let (rooms, id, right) = (self.rooms.clone(), self.id, self.right);
        let owned = &rooms.shared().owned;
        let is_unasked = mutants::is(Mutant::TimersBeforeFence) && matches!(input, Input::Woken);
        let mut next = Some(input);
        while let Some(input) = next.take() {
            // Each time: the game may be lost while the room waits for an answer.
            if !is_unasked && !owned.holds(id, right) {
                self.is_lost = true;
                return;
            }
            let (now, is_command) = (self.now(), matches!(input, Input::Commanded { .. }));
            let started = Instant::now();
            let effects = self.core.on(input, now);
            if is_command {
                measure::decided(started.elapsed());
            }
            for effect in effects {
                next = tokio::select! {
                    biased;
                    answer = self.carry_out(effect, now) => answer,
                    () = owned.lost(id, right) => {
                        self.is_lost = true;
                        None
                    }
                };
                if self.is_lost {
                    return;
                }
            }
        }
        self.entry = None;
    }

    /// Returns the answer where the core waits for one.
    async fn carry_out(&mut self, effect: Effect, now: Now) -> Option<Input> {
        match effect {
            Effect::Tell { to, message, answers } => {
                if let ServerMessage::Connection(ConnectionMessage::Refused { refusal, .. }) = &message {
                    measure::refused(refusal.kind());
                }
                self.channel.tell(to, &message.into(), answers);
            }
            Effect::TellAll { message, caused_by } => self.channel.tell_all(&message.into(), caused_by),
            Effect::TellPresence { message, to, others } => {
                let others: Vec<_> = others.into_iter().map(|(id, own)| (id, own.into())).collect();
                self.tell_presence(message.into(), to, &others);
            }
            Effect::Greet { to, you, after } => self.greet(to, you, after, now),
            Effect::Seat(id) => self.channel.promote(id),
            Effect::Announce { first, events, situation, answer } => {
                self.announce(first, events, situation, answer);
            }
            Effect::AnswerAgain { sender, you, seq } => self.answer_again(sender, you, seq, now),
            Effect::StopThinking => self.thought = None,
            Effect::Think(thinking) => return self.think(*thinking),
            Effect::Append { first, mut events } => {
                if !self.rooms.shared().owned.writes(WITH_KEYS) {
                    events.iter_mut().for_each(|each| each.keyed = None);
                }
                if let Some(names) = &self.rooms.shared().people {
                    let now = self.rooms.timeline().wall();
                    names.add_ratings(self.core.game(), &mut events, now).await;
                }
                let (events, result) = store(&self.rooms, (self.id, self.right.epoch), first, events).await;
                if matches!(result, Err(AppendError::Fenced { .. })) {
                    tracing::info!(game = %self.id, "another server owns this game by now; its room ends");
                    self.is_lost = true;
                    return None;
                }
                return Some(Input::Appended { events, result });
            }
            Effect::End => {
                self.is_lost = true;
                return None;
            }
            Effect::ReadLog => return Some(Input::LogRead(read_log(&self.rooms, self.id).await)),
            Effect::Rule { winner } => {
                let position = *self.core.game().history().position();
                return Some(Input::Ruled(self.rooms.shared().rulings.rule(position, winner).await));
            }
            Effect::ReadLines(player) => {
                let read = Box::pin(self.rooms.lines_of(self.id, self.core.game(), player)).await;
                return Some(Input::LinesRead(read));
            }
            Effect::Enter(player) => return Some(Input::Entered(self.enter(player).await)),
            Effect::AskFairness { player, attempt } => {
                return Some(Input::FairnessAsked(self.ask_fairness(player, attempt).await));
            }
            Effect::CreateRematch { by, terms } => {
                let seats = self.core.game().seats();
                // Rare and large: not a part of every room's future.
                let created = Box::pin(self.rooms.begin_rematch(self.offer, seats, by, *terms)).await;
                return Some(Input::RematchCreated(created));
            }
            Effect::TellRematch(next) => self.rooms.tell_paired(next, self.core.game()),
            Effect::KeepRematch(step) => {
                return Some(Input::RematchKept(Box::pin(self.keep_rematch(step)).await));
            }
        }
        None
    }

    /// Returns how the rematch stands in the store where the room did not know it.
    async fn keep_rematch(&mut self, step: RematchStep) -> Result<Option<Rematch>, Refusal> {
        let how = match step {
            RematchStep::Offered { by } => {
                let (offer, known) = match self.rooms.offer_rematch(self.id, self.core.game(), by).await? {
                    Offered::Kept(offer) => (offer, None),
                    Offered::Before(Standing { rematch, offer }) => (offer, Some(rematch)),
                };
                self.offer = offer;
                return Ok(known);
            }
            RematchStep::Declined { .. } => ChallengeStage::Declined,
            RematchStep::Withdrawn { .. } => ChallengeStage::Cancelled,
        };
        self.rooms.end_rematch(self.offer, how).await.map(|()| None)
    }

    /// Asks whether the computer may answer a premove. The game itself explains why an illegal one is refused. The future is in a
    /// box, because each room has room for it.
    fn ask_fairness(
        &self,
        player: Box<Identity>,
        attempt: Attempt,
    ) -> BoxFuture<'static, Result<(), Refusal>> {
        let fairness = self.rooms.shared().fairness.get().map(Arc::clone);
        let wanted = fairness::answer_to(self.core.game(), attempt);
        Box::pin(async move {
            match (fairness, wanted) {
                (Some(fairness), Some(wanted)) => fairness.check(&player, &wanted).await,
                (None, _) | (_, None) => Ok(()),
            }
        })
    }

    async fn enter(&mut self, player: PlayerId) -> Result<(), Refusal> {
        let entrance = self.rooms.entrance();
        let entered = entrance.enter(&[player], self.core.game().terms().is_rated()).await;
        let entry = entered.map_err(|error| error.refusal(player))?;
        // Here and not where the command came in: whoever joins at the same moment sits by now. And not before the
        // player has entered: until then an account may take over the games of a guest.
        entrance.may_meet(&self.core.game().seats(), player).await.map_err(Unwanted::refusal)?;
        self.entry = Some(entry);
        Ok(())
    }

    /// Where the engine's queue is full, the answer comes at once.
    fn think(&mut self, thinking: Thinking) -> Option<Input> {
        let Ok(search) = self.rooms.shared().computers.search(thinking.task.clone()) else {
            return Some(Input::Thought(None));
        };
        self.thought = Some(Box::pin(async move {
            let begun = Instant::now();
            let report = search.report_within(thinking.longest()).await;
            sleep_until(begun + thinking.takes(report.as_ref().and_then(|report| report.best))).await;
            report
        }));
        None
    }

    fn tell_presence(&self, message: SharedMessage, to: Audience, others: &[(SubscriberId, SharedMessage)]) {
        match to {
            Audience::One(id) => self.channel.tell_one_latest(id, message),
            Audience::Players => self.channel.tell_latest(&message, others, false),
            Audience::All => self.channel.tell_latest(&message, others, true),
        }
    }

    /// The missed events, or the whole game where they are not remembered.
    fn greet(&mut self, to: SubscriberId, you: Option<Color>, after: Option<u64>, now: Now) {
        match self.arriving.take_if(|outbox| outbox.id() == to) {
            Some(outbox) => self.channel.add(outbox, (), you.is_some()),
            None => self.channel.catch_up(to),
        }
        let missed = self.channel.missed(after).map(|missed| {
            let missed = missed.map(|(number, event)| (seq_of(number), event.clone()));
            missed.collect::<Vec<_>>()
        });
        let Some(missed) = missed else {
            if let Some(names) = &self.rooms.shared().people {
                self.core.forget_names(&names.ghosts);
            }
            let parts = self.core.state(you, now).map(SharedMessage::from);
            self.channel.tell_everything_in(to, Box::new(parts));
            return;
        };
        let situation = self.core.situation(now);
        for (seq, event) in missed {
            let message = self.event(seq, event, Box::new(situation.clone()));
            self.channel.tell(to, &message, None);
        }
        let (topic, seq) = (self.id.into(), self.core.game().last_seq());
        let synced = ServerMessage::Game(GameMessage::Synced {
            topic,
            seq,
            you,
            id: None,
            situation: Box::new(situation),
        });
        self.channel.tell_everything(to, synced.into());
    }

    fn event(&self, seq: u32, event: GameEvent, situation: Box<Situation>) -> SharedMessage {
        ServerMessage::Game(GameMessage::Event { topic: self.id.into(), seq, id: None, event, situation })
            .into()
    }

    /// Tells everybody what has happened; the client that caused it hears its own command's number.
    fn announce(
        &mut self,
        first: u32,
        events: Vec<GameEvent>,
        situation: Box<Situation>,
        answer: Option<Sender>,
    ) {
        let started = Instant::now();
        let changes_seats =
            |event: &GameEvent| matches!(event, GameEvent::Joined { .. } | GameEvent::Ended { .. });
        if events.iter().any(changes_seats) {
            let game = self.core.game();
            if game.seats().open().is_none() || game.is_over() {
                let stage = if game.is_over() { Stage::Ended } else { Stage::Begun };
                self.rooms.playing().tell(self.id, game.seats(), stage);
            }
            self.close_doors();
            self.rooms.shared().showcase.look_at(self.id, self.core.game());
            self.rooms.shared().running.look_at(self.id, self.core.game());
        }
        let has_joined = events.iter().any(|event| matches!(event, GameEvent::Joined { .. }));
        let happened = Happened {
            has_begun: has_joined && self.core.game().seats().open().is_none(),
            has_moved: events.iter().any(|event| matches!(event, GameEvent::MovePlayed { .. })),
            has_ended: events.iter().any(|event| matches!(event, GameEvent::Ended { .. })),
            is_here: Color::ALL.map(|color| self.core.is_here(color)),
        };
        self.head.committed(self.core.game().last_seq());
        let (mut events, mut situation) = ((first..).zip(events).peekable(), Some(situation));
        while let Some((seq, event)) = events.next() {
            // Most commands cause one event: then nothing is copied.
            let own = if events.peek().is_some() { situation.clone() } else { situation.take() };
            let Some(own) = own else { break };
            self.channel.push(event.clone());
            let message = self.event(seq, event, own);
            self.channel.tell_all(&message, answer.filter(|_| seq == first));
        }
        self.head.told(self.core.game().last_seq());
        measure::fanned_out(started.elapsed());
        if happened.has_begun {
            self.rooms.tell_paired(self.id, self.core.game());
        }
        // Whatever is announced after the end is an answer to it.
        if let Some(names) = &self.rooms.shared().people {
            names.rate(self.id, self.core.game());
            names.tell(self.id, self.core.game(), happened);
        }
    }

    /// From now on the guests of a private game are those who sit there, and others see a delayed one late. Whoever has
    /// looked at such a game by its link loses the subscription.
    fn close_doors(&mut self) {
        let game = self.core.game();
        self.guests.seated(game.seats());
        let others_lose_it = game.terms().is_private() || self.rooms.shared().delay != Delay::default();
        if others_lose_it && game.seats().open().is_none() && !game.is_over() {
            self.channel.remove_spectators();
        }
    }

    /// The command had been carried out before: its answer once more.
    fn answer_again(&mut self, (to, id): Sender, you: Option<Color>, seq: u32, now: Now) {
        let situation = self.core.situation(now);
        let (topic, situation) = (self.id.into(), Box::new(situation));
        let message = match self.channel.entry(seq.into()) {
            Some(event) => self.event(seq, event.clone(), situation),
            None => {
                let seq = self.core.game().last_seq();
                ServerMessage::Game(GameMessage::Synced { topic, seq, you, id: None, situation }).into()
            }
        };
        self.channel.tell(to, &message, Some(id));
    }
}

/// A number of the channel as one of the game's log.
fn seq_of(number: u64) -> u32 {
    u32::try_from(number).expect("a game has fewer events")
}

async fn store(
    rooms: &Rooms,
    owned: (GameId, Epoch),
    first: u32,
    events: Vec<Stamped>,
) -> (Vec<Stamped>, Result<(), AppendError>) {
    let started = Instant::now();
    let result = append(&*rooms.shared().ports.log, owned, first, &events).await;
    if result.is_ok() {
        let is_move = |each: &&Stamped| matches!(each.event, Event::MovePlayed { .. });
        measure::committed(events.len(), events.iter().filter(is_move).count(), started.elapsed());
    }
    (events, result)
}

async fn read_log(rooms: &Rooms, id: GameId) -> Option<Vec<Stamped>> {
    match rooms.shared().ports.log.load(id).await {
        Ok(Some(log)) => return Some(log),
        Ok(None) => tracing::error!(game = %id, "the log of this game is gone"),
        Err(error) => tracing::error!(game = %id, %error, "the log can't be read"),
    }
    None
}

/// The end of the search under way; never where there is none.
async fn thought(thought: &mut Option<Thought>) -> Option<Report> {
    match thought {
        Some(thought) => thought.await,
        None => pending().await,
    }
}
