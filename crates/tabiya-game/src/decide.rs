// SPDX-License-Identifier: MIT OR Apache-2.0
//! Turns commands into events or a refusal. Nothing here changes the game.

use tabiya_rules::{Attempt, Color, Move, Winnable, explain};

use crate::TIME_GIVEN;
use crate::offers::NoOffer;
use crate::restriction::EARLY;
use crate::{
    Command, Event, Game, GameResult, LeftClaim, Millis, PlayerDetails, PlayerId, Refusal, Restriction, Seat,
    Termination, Time, TimeControl,
};

/// The result of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// These events, which must be stored together or not at all.
    Events(Vec<Event>),
    /// The result depends on whether this side could still mate by any series of legal moves (FIDE 6.9),
    /// which takes some time to find out. Ask [`Position::winnable`](tabiya_rules::Position::winnable), then
    /// call again with the answer.
    Rule {
        /// The side.
        winner: Color,
    },
}

/// Why a command produced no events.
enum Stop {
    Refused(Refusal),
    Rule(Color),
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl Game {
    /// The events of a command at `now`; for a move, the time of its arrival.
    ///
    /// The events must be stored together or not at all, stamped with `now`, and then applied in order. If
    /// the running clock has run out, every command of a player leads to the loss on time.
    ///
    /// # Errors
    /// The [`Refusal`]. Then nothing has happened.
    pub fn decide(&self, command: Command, now: Time) -> Result<Vec<Event>, Refusal> {
        let ruling = match self.consider(&command, now, None)? {
            Decision::Events(events) => return Ok(events),
            Decision::Rule { winner } => self.history.position().winnable(winner),
        };
        match self.consider(&command, now, Some(ruling))? {
            Decision::Events(events) => Ok(events),
            Decision::Rule { .. } => unreachable!("one ruling is enough"),
        }
    }

    /// The same without slow work: if a ruling is needed, it is requested. `ruling` is the answer to that
    /// request.
    ///
    /// # Errors
    /// The [`Refusal`]. Then nothing has happened.
    pub fn consider(
        &self,
        command: &Command,
        now: Time,
        ruling: Option<Winnable>,
    ) -> Result<Decision, Refusal> {
        match self.events_of(command, now, ruling) {
            Ok(events) => Ok(Decision::Events(events)),
            Err(Stop::Rule(winner)) => Ok(Decision::Rule { winner }),
            Err(Stop::Refused(refusal)) => Err(refusal),
        }
    }

    fn events_of(&self, command: &Command, now: Time, ruling: Option<Winnable>) -> Result<Vec<Event>, Stop> {
        if let Command::Play { by, attempt, seq, lag: _ } = *command {
            self.check_not_played(by, attempt, seq)?;
        }
        if self.is_over() {
            return Err(Refusal::GameOver.into());
        }
        match *command {
            Command::Join { player, ref details, color } => {
                Ok(self.decide_join(player, details.clone(), color)?)
            }
            Command::Abort { by } => Ok(self.decide_abort(by, now)?),
            Command::Resume => Ok(self.decide_resume(now)?),
            Command::StoodStill { span } => Ok(self.decide_stood_still(span, now)?),
            Command::TimeUp => self.decide_time_up(now, ruling),
            Command::Play { by, attempt, seq, lag } => self.in_time(now, ruling, |game| {
                game.check_fresh(seq)?;
                game.decide_play(by, attempt, lag, now, ruling)
            }),
            Command::PlayQueued { by, attempt, charged, lag } => {
                Ok(self.decide_queued(by, attempt, charged, lag)?)
            }
            Command::Resign { by } => self.in_time(now, ruling, |game| {
                Ok(vec![game.ended(GameResult::win(!by), Termination::Resignation, now)])
            }),
            Command::OfferDraw { by } => self.in_time(now, ruling, |game| Ok(game.decide_offer(by, now)?)),
            Command::AcceptDraw { by } => self.in_time(now, ruling, |game| {
                game.check_offered_to(by)?;
                Ok(vec![game.ended(GameResult::Draw, Termination::Agreement, now)])
            }),
            Command::DeclineDraw { by } => self.in_time(now, ruling, |game| {
                game.check_offered_to(by)?;
                Ok(vec![Event::DrawDeclined { by }])
            }),
            Command::ProposeTakeback { by } => {
                self.in_time(now, ruling, |game| Ok(game.decide_proposal(by)?))
            }
            Command::AcceptTakeback { by } => {
                self.in_time(now, ruling, |game| Ok(game.decide_takeback(by, true)?))
            }
            Command::DeclineTakeback { by } => {
                self.in_time(now, ruling, |game| Ok(game.decide_takeback(by, false)?))
            }
            Command::GiveTime { by } => {
                self.in_time(now, ruling, |game| Ok(game.decide_gift(by, TIME_GIVEN)?))
            }
            Command::AddTime { by, time } => {
                self.in_time(now, ruling, |game| Ok(game.decide_gift(by, time)?))
            }
            Command::Berserk { by } => self.in_time(now, ruling, |game| Ok(game.decide_berserk(by)?)),
            Command::StartClocks => Ok(self.decide_start_clocks()?),
            Command::PauseClocks => self.in_time(now, ruling, |game| Ok(game.decide_pause(now)?)),
            Command::ResumeClocks => Ok(self.decide_resumption()?),
            Command::SetClock { side, left } => Ok(self.decide_set_clock(side, left)?),
            Command::SetBack { ply } => Ok(self.decide_set_back(ply)?),
            Command::Decide { decided, by_default } => {
                self.in_time(now, ruling, |game| Ok(game.decide_verdict(decided, by_default, now)?))
            }
            Command::ClaimDraw { by } => self.in_time(now, ruling, |game| Ok(game.decide_claim(by, now)?)),
            Command::ClaimLeft { by, claim } => {
                self.in_time(now, ruling, |game| game.decide_left(by, claim, now, ruling))
            }
        }
    }

    /// The index of the first half-move that was played after event `seq`.
    fn first_after(&self, seq: u32) -> usize {
        self.plies.partition_point(|played| played.seq <= seq)
    }

    /// A move that this side has played after event `seq` was sent twice. It is not played again, even after
    /// the end of the game.
    fn check_not_played(&self, by: Color, attempt: Attempt, seq: u32) -> Result<(), Refusal> {
        let index = self.first_after(seq);
        // What was played after a takeback is another move, even where it looks the same.
        let was_taken_back = seq < self.taken_back_at
            && self.plies.get(index).is_some_and(|played| played.seq > self.taken_back_at);
        if index < self.plies.len()
            && !was_taken_back
            && self.history.mover_at(index) == by
            && self.was_played(index, attempt)
        {
            let ply = u32::try_from(index).expect("a game has fewer half-moves");
            return Err(Refusal::AlreadyPlayed { ply, seq: self.plies[index].seq });
        }
        Ok(())
    }

    /// A move is stale if another was played or taken back after `seq`, because it was meant for another
    /// position. Offers, answers and joins don't make a move stale.
    fn check_fresh(&self, seq: u32) -> Result<(), Refusal> {
        if seq > self.last_seq() || seq < self.taken_back_at || self.first_after(seq) < self.plies.len() {
            return Err(Refusal::Stale { ply: self.ply() });
        }
        Ok(())
    }

    /// Handles commands that need two players and that come too late when the clock has run out.
    fn in_time(
        &self,
        now: Time,
        ruling: Option<Winnable>,
        decide: impl FnOnce(&Self) -> Result<Vec<Event>, Stop>,
    ) -> Result<Vec<Event>, Stop> {
        if self.seats.open().is_some() {
            Err(Refusal::WaitingForOpponent.into())
        } else if self.deadline().is_some_and(|deadline| deadline <= now) {
            Ok(vec![self.too_late(now, ruling)?])
        } else {
            decide(self)
        }
    }

    fn decide_join(
        &self,
        player: PlayerId,
        details: Option<Box<PlayerDetails>>,
        color: Option<Color>,
    ) -> Result<Vec<Event>, Refusal> {
        if let Some(color) = self.seats.color_of(player) {
            return Err(Refusal::AlreadySeated { color });
        }
        let open = self.seats.open().ok_or(Refusal::NoOpenSeat)?;
        let kept = match self.terms.reserved() {
            Some([white, _]) if white == player => Some(Color::White),
            Some([_, black]) if black == player => Some(Color::Black),
            Some(_) => return Err(Refusal::SeatReserved),
            None => None,
        };
        let color = kept.or(color).unwrap_or(open);
        if self.seats[color] != Seat::Open {
            return Err(Refusal::SeatTaken { color });
        }
        Ok(vec![Event::Joined { color, player, details }])
    }

    fn decide_abort(&self, by: Option<Color>, now: Time) -> Result<Vec<Event>, Refusal> {
        // As long as somebody is missing, nobody is left alone.
        let is_full = self.seats.open().is_none();
        if is_full {
            self.check_allowed(Restriction::NoAbort)?;
        }
        if !self.can_abort() || is_full && by.is_none() {
            return Err(Refusal::TooLateToAbort);
        }
        let clock = self.clock_to_move(now);
        let (result, termination) = (GameResult::Aborted, Termination::Abort);
        Ok(vec![Event::Ended { result, termination, clock, by, decided: None }])
    }

    fn decide_resume(&self, now: Time) -> Result<Vec<Event>, Refusal> {
        match self.clock {
            Some(clock) if self.deadline().is_some() => {
                Ok(vec![Event::TurnRestarted { credit: clock.spent(now), spent: Millis::ZERO }])
            }
            _ => Err(Refusal::ClockNotRunning),
        }
    }

    /// Gives back no more than the turn has lasted, and nothing in correspondence.
    fn decide_stood_still(&self, span: Millis, now: Time) -> Result<Vec<Event>, Refusal> {
        match self.clock {
            Some(clock) if self.deadline().is_some() && clock.is_live() => {
                let spent = clock.spent(now);
                let credit = span.min(spent);
                Ok(vec![Event::TurnRestarted { credit, spent: spent.less(credit) }])
            }
            _ => Err(Refusal::ClockNotRunning),
        }
    }

    fn decide_start_clocks(&self) -> Result<Vec<Event>, Refusal> {
        if self.seats.open().is_some() {
            return Err(Refusal::WaitingForOpponent);
        }
        self.check_running_on()?;
        match self.clock {
            Some(clock) if clock.is_live() && self.clocks_have_begun() => Err(Refusal::ClocksRun),
            Some(clock) if clock.is_live() => Ok(vec![Event::ClocksStarted]),
            _ => Err(Refusal::NoChessClock),
        }
    }

    fn decide_time_up(&self, now: Time, ruling: Option<Winnable>) -> Result<Vec<Event>, Stop> {
        let deadline = self.deadline().ok_or(Refusal::ClockNotRunning)?;
        if now < deadline {
            return Err(Refusal::TimeLeft { left: deadline.since(now), deadline }.into());
        }
        Ok(vec![self.too_late(now, ruling)?])
    }

    fn decide_play(
        &self,
        by: Color,
        attempt: Attempt,
        lag: Option<Millis>,
        now: Time,
        ruling: Option<Winnable>,
    ) -> Result<Vec<Event>, Stop> {
        let played = self.check_legal(by, attempt)?;
        let spent = self.clock.map_or(Millis::ZERO, |clock| clock.spent(now));
        match self.played(by, played, spent, lag, None) {
            Some(events) => Ok(events),
            // The game waited for this move because of its possible lag, but its actual lag is shorter.
            None => Ok(vec![self.too_late(now, ruling)?]),
        }
    }

    /// A premove is charged what its queue says, and not the time that has passed. So a slow disk or a stall
    /// of the owner can't make it late, and no flag falls before it.
    fn decide_queued(
        &self,
        by: Color,
        attempt: Attempt,
        charged: Millis,
        lag: Option<Millis>,
    ) -> Result<Vec<Event>, Refusal> {
        if self.seats.open().is_some() {
            return Err(Refusal::WaitingForOpponent);
        }
        let played = self.check_legal(by, attempt)?;
        let events = self.played(by, played, charged, lag, Some(charged));
        events.ok_or(Refusal::PremoveTooSlow { cost: charged })
    }

    fn check_legal(&self, by: Color, attempt: Attempt) -> Result<Move, Refusal> {
        self.check_running_on()?;
        let played = explain(&self.history, attempt).map_err(Refusal::Illegal)?;
        if by == self.turn() { Ok(played) } else { Err(Refusal::NotYourTurn { turn: self.turn() }) }
    }

    /// The events of a legal move in a turn that took `spent`; `None` if the clock has less than that.
    fn played(
        &self,
        by: Color,
        played: Move,
        spent: Millis,
        lag: Option<Millis>,
        premove: Option<Millis>,
    ) -> Option<Vec<Event>> {
        // Lag matters only with a chess clock.
        let lag = lag.filter(|_| matches!(self.time_control(), Some(TimeControl::Clocks { .. })));
        let (clock, compensated) = match (self.clock, self.running()) {
            (Some(clock), Some(_)) => {
                let charge = clock.charge(by, spent, lag)?;
                (charge.left, charge.compensated)
            }
            (Some(clock), None) => (Some(clock.left(by)), Millis::ZERO),
            (None, _) => (None, Millis::ZERO),
        };
        let mut events = vec![Event::MovePlayed { uci: played.into(), clock, lag, compensated, premove }];
        if let Some(outcome) = self.history.outcome_with(played) {
            let clock = self.clock.map(|clock| clock.left(!by));
            events.push(Event::Ended {
                result: outcome.into(),
                termination: outcome.into(),
                clock,
                by: None,
                decided: None,
            });
        }
        Some(events)
    }

    fn decide_offer(&self, by: Color, now: Time) -> Result<Vec<Event>, Refusal> {
        // Both sides want a draw, so the second offer accepts the first.
        if self.draws.standing() == Some(!by) {
            return Ok(vec![self.ended(GameResult::Draw, Termination::Agreement, now)]);
        }
        if self.history.ply() < EARLY {
            self.check_allowed(Restriction::NoEarlyDraw)?;
        }
        match self.draws.check(by) {
            Ok(()) => Ok(vec![Event::DrawOffered { by }]),
            Err(NoOffer::Stands) => Err(Refusal::DrawAlreadyOffered),
            Err(NoOffer::Pause { moves }) => Err(Refusal::DrawOfferedThisMove { moves }),
        }
    }

    pub(crate) fn check_allowed(&self, restriction: Restriction) -> Result<(), Refusal> {
        if self.terms.restrictions().has(restriction) { Err(Refusal::Forbidden(restriction)) } else { Ok(()) }
    }

    fn check_offered_to(&self, by: Color) -> Result<(), Refusal> {
        if self.draws.standing() == Some(!by) { Ok(()) } else { Err(Refusal::NoDrawOffer) }
    }

    fn decide_claim(&self, by: Color, now: Time) -> Result<Vec<Event>, Refusal> {
        if by != self.turn() {
            return Err(Refusal::NotYourTurn { turn: self.turn() });
        }
        let claim = self.history.claim().ok_or(Refusal::NoClaim)?;
        Ok(vec![self.ended(GameResult::Draw, claim.into(), now)])
    }

    fn decide_left(
        &self,
        by: Color,
        claim: LeftClaim,
        now: Time,
        ruling: Option<Winnable>,
    ) -> Result<Vec<Event>, Stop> {
        let live = matches!(self.time_control(), Some(TimeControl::Clocks { .. }));
        if !live || self.running() != Some(!by) {
            return Err(Refusal::NothingLeftToClaim.into());
        }
        if claim == LeftClaim::Win {
            self.check_allowed(Restriction::NoClaimedWin)?;
        }
        let (result, termination) = match claim {
            LeftClaim::Draw => (GameResult::Draw, Termination::Abandonment),
            LeftClaim::Win if can_win(by, ruling)? => (GameResult::win(by), Termination::Abandonment),
            LeftClaim::Win => (GameResult::Draw, Termination::AbandonmentInsufficientMaterial),
        };
        Ok(vec![self.ended(result, termination, now)])
    }

    /// The side to move has no time left. It loses, unless the opponent can't win (FIDE 6.9). If not both
    /// sides have moved, the game is aborted.
    fn too_late(&self, now: Time, ruling: Option<Winnable>) -> Result<Event, Stop> {
        let opponent = !self.turn();
        let (result, termination) = if !self.clocks_have_begun() {
            (GameResult::Aborted, Termination::NoFirstMove)
        } else if can_win(opponent, ruling)? {
            (GameResult::win(opponent), Termination::TimeForfeit)
        } else {
            (GameResult::Draw, Termination::TimeForfeitInsufficientMaterial)
        };
        Ok(self.ended(result, termination, now))
    }

    fn ended(&self, result: GameResult, termination: Termination, now: Time) -> Event {
        Event::Ended { result, termination, clock: self.clock_to_move(now), by: None, decided: None }
    }

    pub(crate) fn clock_to_move(&self, now: Time) -> Option<Millis> {
        self.clocks_at(now).map(|clocks| clocks[self.turn() as usize])
    }
}

/// Whether this side could mate by some series of legal moves, or nothing was proven. The event states the
/// result, so no log depends on how much can be proven.
fn can_win(color: Color, ruling: Option<Winnable>) -> Result<bool, Stop> {
    match ruling.ok_or(Stop::Rule(color))? {
        Winnable::Yes | Winnable::Unknown => Ok(true),
        Winnable::No => Ok(false),
    }
}
