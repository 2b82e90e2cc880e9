// SPDX-License-Identifier: AGPL-3.0-or-later
//! The checks of one game.

use tabiya_rules::{Color, Position};

use super::keys;
use super::log::{Line, Log};
use super::{Fault, GameHistory, Received, Stream, Uci};

/// All faults of this game.
pub fn check(history: &GameHistory, log: &Log) -> Vec<Fault> {
    let mut faults = Vec::new();
    let moves = replay(log, &mut faults);
    sent(history, &moves.all, &mut faults);
    acknowledged(history, &moves.all, &mut faults);
    refused(history, &moves.all, &mut faults);
    keys::check(history, log, &mut faults);
    let last = log.last_expected(history.newest);
    for (client, stream) in history.streams.iter().enumerate() {
        contiguous(client, stream, &mut faults);
        equal(client, stream, log, &moves, &mut faults);
        if stream.to_the_end {
            arrived(client, stream, last, &mut faults);
        }
    }
    if let Some(told) = &history.http_moves
        && *told != moves.standing(u32::MAX)
    {
        let logged = moves.standing(u32::MAX).len();
        faults.push(Fault::HttpMovesDiffer { told: told.len(), logged });
    }
    clocks(log, &mut faults);
    one_end(log, &mut faults);
    faults
}

/// A move in the log.
#[derive(Clone, Copy, Debug)]
struct Logged {
    seq: u32,
    /// The number of half-moves that stood before it.
    ply: u32,
    uci: Uci,
}

/// The log's moves, those included that were taken back.
#[derive(Debug, Default)]
struct Moves {
    all: Vec<Logged>,
    /// By which event how many half-moves were taken back.
    taken_back: Vec<(u32, u32)>,
}

impl Moves {
    /// The moves that stand after event `seq`.
    fn standing(&self, seq: u32) -> Vec<Uci> {
        let mut undone = self.taken_back.iter().copied().peekable();
        let mut standing: Vec<Uci> = Vec::new();
        for logged in self.all.iter().take_while(|logged| logged.seq <= seq) {
            standing.truncate(logged.ply as usize);
            standing.push(logged.uci);
            while let Some((_, half_moves)) =
                undone.next_if(|(at, _)| *at <= seq && *at < self.next_move(logged.seq))
            {
                standing.truncate(standing.len().saturating_sub(half_moves as usize));
            }
        }
        standing
    }

    /// The number of the first move after event `seq`.
    fn next_move(&self, seq: u32) -> u32 {
        let next = self.all.partition_point(|logged| logged.seq <= seq);
        self.all.get(next).map_or(u32::MAX, |logged| logged.seq)
    }
}

fn number_of(index: usize) -> u32 {
    u32::try_from(index).expect("a game has fewer events")
}

/// The log's moves as clients write them, up to the first illegal one.
fn replay(log: &Log, faults: &mut Vec<Fault>) -> Moves {
    let mut position = match log.lines.first() {
        Some(first) if first.kind == "created" => match start_of(first) {
            Ok(position) => position,
            Err(why) => {
                faults.push(Fault::Unreadable(why));
                return Moves::default();
            }
        },
        _ => {
            faults.push(Fault::Unreadable("it does not begin with the game's creation".into()));
            return Moves::default();
        }
    };
    let mut moves = Moves::default();
    let mut before = Vec::new();
    for (seq, line) in log.lines.iter().enumerate() {
        if line.kind == "taken_back" || line.kind == "set_back" {
            let half_moves = line.number("half_moves").unwrap_or(0);
            let left = usize::try_from(half_moves).ok().and_then(|moves| before.len().checked_sub(moves));
            let Some(left) = left.filter(|&left| left < before.len()) else {
                faults.push(Fault::Unreadable(format!("event {seq} takes {half_moves} half-moves back")));
                return moves;
            };
            position = before[left];
            before.truncate(left);
            moves.taken_back.push((number_of(seq), u32::try_from(half_moves).unwrap_or(u32::MAX)));
            continue;
        }
        let Some(attempt) = line.attempt() else { continue };
        let ply = number_of(before.len());
        let mode = position.castling_mode();
        let played = attempt
            .and_then(|attempt| attempt.to_move(&position).map_err(|reason| format!("{attempt}: {reason}")));
        match played {
            Ok(played) => {
                let name = played.to_uci(mode);
                let uci = Uci::from_bytes(name.as_bytes()).expect("a move's name has four or five letters");
                moves.all.push(Logged { seq: number_of(seq), ply, uci });
                before.push(position);
                position.play(played);
            }
            Err(why) => {
                let uci = line.body["uci"].as_str().unwrap_or_default().to_owned();
                faults.push(Fault::Illegal { ply, uci, why });
                break;
            }
        }
    }
    moves
}

fn start_of(created: &Line) -> Result<Position, String> {
    match created.body.get("fen").and_then(serde_json::Value::as_str) {
        Some(fen) => Position::from_fen(fen).map_err(|error| format!("its start {fen:?}: {error}")),
        None => Ok(Position::start()),
    }
}

/// Every move in the log was sent by some client.
fn sent(history: &GameHistory, moves: &[Logged], faults: &mut Vec<Fault>) {
    for (index, logged) in moves.iter().enumerate() {
        let ply = logged.ply;
        if history.sent.iter().any(|sent| sent.ply == ply && sent.uci == logged.uci) {
            continue;
        }
        let again = index > 0 && moves[index - 1].uci == logged.uci;
        let uci = logged.uci;
        faults.push(if again { Fault::Duplicated { ply, uci } } else { Fault::NeverSent { ply, uci } });
    }
}

/// Every acknowledged move is in the log, with the number that the client was told.
fn acknowledged(history: &GameHistory, moves: &[Logged], faults: &mut Vec<Fault>) {
    for told in &history.acknowledged {
        let (ply, uci, seq) = (told.ply, told.uci, told.seq);
        let there = |logged: &&Logged| logged.ply == ply && logged.uci == uci;
        let exactly = |logged: &&Logged| there(logged) && logged.seq == seq;
        let found = moves.iter().find(exactly).or_else(|| moves.iter().find(there));
        match found {
            Some(logged) if logged.seq == seq => {}
            Some(logged) => faults.push(Fault::Renumbered { ply, uci, told: seq, found: logged.seq }),
            None => match moves.iter().find(|logged| logged.uci == uci && logged.seq == seq) {
                Some(elsewhere) => {
                    faults.push(Fault::Renumbered { ply, uci, told: seq, found: elsewhere.seq })
                }
                None => faults.push(Fault::Lost { ply, uci, seq }),
            },
        }
    }
}

/// A move that was refused is not in the log, unless somebody sent it anew.
fn refused(history: &GameHistory, moves: &[Logged], faults: &mut Vec<Fault>) {
    for refused in &history.refused {
        let times = history.sent.iter().filter(|sent| *sent == refused).count();
        let is_there = |logged: &Logged| logged.ply == refused.ply && logged.uci == refused.uci;
        if times < 2 && moves.iter().any(is_there) {
            faults.push(Fault::RefusedMove { ply: refused.ply, uci: refused.uci });
        }
    }
}

/// Event numbers increase by one. Only the whole game on a new connection may skip numbers. Numbers never
/// decrease.
fn contiguous(client: usize, stream: &Stream, faults: &mut Vec<Fault>) {
    let mut last: Option<u32> = None;
    for heard in &stream.heard {
        let (seq, fits) = match *heard {
            Received::Move { seq, .. } | Received::Ended { seq } | Received::Other { seq } => {
                (seq, last.is_none_or(|last| seq == last + 1))
            }
            Received::State { seq, .. } => (seq, last.is_none_or(|last| seq >= last)),
            Received::Newest { seq } => (seq, last.is_none_or(|last| seq == last)),
            Received::Repeated { seq, .. } | Received::RepeatedOther { seq } => {
                if last.is_some_and(|last| seq > last) {
                    faults.push(Fault::Gap { client, after: last.unwrap_or_default(), heard: seq });
                }
                continue;
            }
        };
        if !fits {
            faults.push(Fault::Gap { client, after: last.unwrap_or_default(), heard: seq });
        }
        last = Some(seq);
    }
}

/// Everything that a client received equals the log's event of the same number.
fn equal(client: usize, stream: &Stream, log: &Log, moves: &Moves, faults: &mut Vec<Fault>) {
    let uci_at =
        |seq: u32| moves.all.binary_search_by_key(&seq, |logged| logged.seq).ok().map(|at| moves.all[at].uci);
    for heard in &stream.heard {
        let (seq, is_equal) = match *heard {
            Received::Move { seq, uci, clock } => {
                let logged = log.lines.get(seq as usize).and_then(|line| line.number("clock"));
                (seq, uci_at(seq) == Some(uci) && logged == clock.map(u64::from))
            }
            Received::Repeated { seq, uci } => (seq, uci_at(seq) == Some(uci)),
            Received::Ended { seq } => (seq, kind_at(log, seq) == Some("ended")),
            Received::Other { seq } | Received::RepeatedOther { seq } => {
                (seq, kind_at(log, seq).is_some_and(|kind| kind != "ended" && kind != "move_played"))
            }
            Received::Newest { seq } => (seq, (seq as usize) < log.lines.len()),
            Received::State { seq, moves: ref heard } => {
                (seq, **heard == *moves.standing(seq) && (seq as usize) < log.lines.len())
            }
        };
        if !is_equal {
            let heard = format!("{heard:?}");
            let line = log.lines.get(seq as usize);
            let log = line.map_or("nothing".into(), |line| format!("{} {}", line.kind, line.body));
            faults.push(Fault::Differs { client, seq, heard, log });
        }
    }
}

fn kind_at(log: &Log, seq: u32) -> Option<&str> {
    log.lines.get(seq as usize).map(|line| line.kind.as_str())
}

/// The client has received event number `last`.
fn arrived(client: usize, stream: &Stream, last: u32, faults: &mut Vec<Fault>) {
    let heard = stream.heard.iter().map(|heard| match *heard {
        Received::Move { seq, .. } | Received::Ended { seq } | Received::Other { seq } => seq,
        Received::State { seq, .. } | Received::Newest { seq } => seq,
        Received::Repeated { seq, .. } | Received::RepeatedOther { seq } => seq,
    });
    let heard = heard.max().unwrap_or_default();
    if heard < last {
        faults.push(Fault::MissedNewest { client, heard, last });
    }
}

/// One side's clock as the game's creation defines it.
#[derive(Clone, Copy, Debug, Default)]
struct Clock {
    initial: u64,
    increment: u64,
    delay: u64,
    bronstein: u64,
}

impl Clock {
    fn new(form: &serde_json::Value) -> Self {
        let number = |name: &str| form.get(name).and_then(serde_json::Value::as_u64).unwrap_or(0);
        let (initial, increment) = (number("initial"), number("increment"));
        let initial = if initial == 0 { increment } else { initial };
        Self { initial, increment, delay: number("delay"), bronstein: number("bronstein") }
    }

    /// The maximum that the clock may show after a turn that took `spent` and began with `left`, if
    /// `forgiven` of it is not charged. `earns` means that the turn is complete and was not the side's first.
    fn at_most(self, left: u64, spent: u64, forgiven: u64, earns: bool) -> u64 {
        let cost = spent.saturating_sub(self.delay).saturating_sub(forgiven);
        let earned = if earns { self.increment + cost.min(self.bronstein) } else { 0 };
        left.saturating_sub(cost) + earned
    }
}

/// A clock shows at most its previous time minus the turn's, plus what may be added: increment or delay, the
/// lag compensation in the event, and the credits of the turn. In correspondence each turn has the same days,
/// and only the end states a clock.
fn clocks(log: &Log, faults: &mut Vec<Fault>) {
    let Some(time) = log.lines.first().and_then(|line| line.body.get("time")).filter(|time| !time.is_null())
    else {
        return;
    };
    if time.get("days").is_some() {
        return;
    }
    let forms = [time.get("white").unwrap_or(time), time.get("black").unwrap_or(time)];
    let clocks = forms.map(Clock::new);
    let mut left = clocks.map(|clock| clock.initial);
    let (mut side, mut ply) = (Color::White, 0);
    if let Some(Ok(start)) = log.lines.first().map(start_of) {
        side = start.turn();
    }
    let mut turn_began = 0;
    // Whether the clocks run though not both sides have moved.
    let mut begun = false;
    // How long the turn had lasted when an arbiter paused the clocks.
    let mut paused = None;
    // Both clocks before each half-move, and what was given since.
    let mut before: Vec<[u64; 2]> = Vec::new();
    for (seq, line) in log.lines.iter().enumerate() {
        let ends = line.kind == "ended";
        match line.kind.as_str() {
            // The credit is the part of the turn so far that is not charged.
            "turn_restarted" => turn_began = line.at.saturating_sub(line.number("spent").unwrap_or(0)),
            "clocks_started" => begun = true,
            "clocks_paused" => paused = line.number("spent"),
            "clocks_resumed" => turn_began = line.at.saturating_sub(paused.take().unwrap_or(0)),
            "clock_set" => {
                let set = usize::from(line.body["side"] == "black");
                let shows = line.number("left").unwrap_or(0);
                if set == side as usize {
                    paused = Some(0);
                }
                // An upper bound: time that an arbiter takes away is not taken from earlier positions.
                let gained = shows.saturating_sub(left[set]);
                before.iter_mut().for_each(|clocks| clocks[set] += gained);
                left[set] = shows;
            }
            "time_given" => {
                let (time, gains) =
                    (line.number("time").unwrap_or(0), usize::from(line.body["by"] == "white"));
                before.iter_mut().chain([&mut left]).for_each(|clocks| clocks[gains] += time);
            }
            "taken_back" | "set_back" => {
                paused = paused.map(|_| 0);
                begun |= line.kind == "set_back" && ply >= 2;
                let half_moves = line.number("half_moves").and_then(|moves| usize::try_from(moves).ok());
                let rest = half_moves.and_then(|moves| before.len().checked_sub(moves)).unwrap_or(0);
                let Some(&clocks) = before.get(rest) else { continue };
                for (index, &at_most) in clocks.iter().enumerate() {
                    let shows = line.body["clocks"][index].as_u64().unwrap_or(0);
                    if shows > at_most {
                        faults.push(Fault::ClockGained { seq: number_of(seq), shows, at_most });
                    }
                    left[index] = shows;
                }
                if (before.len() - rest) % 2 == 1 {
                    side = !side;
                }
                before.truncate(rest);
                ply = before.len();
                turn_began = line.at;
            }
            "move_played" | "ended" => {
                let Some(shows) = line.number("clock") else { continue };
                // The first move of each side costs nothing and earns nothing.
                let first = ply < 2 && !begun;
                let spent = line.number("premove").or(paused);
                let spent = spent.unwrap_or_else(|| line.at.saturating_sub(turn_began));
                let spent = if first { 0 } else { spent };
                let forgiven = line.number("compensated").unwrap_or(0);
                let earns = !first && !ends;
                let at_most = clocks[side as usize].at_most(left[side as usize], spent, forgiven, earns);
                if shows > at_most {
                    faults.push(Fault::ClockGained { seq: number_of(seq), shows, at_most });
                }
                if !ends {
                    before.push(left);
                }
                left[side as usize] = shows;
                if !ends {
                    side = !side;
                    ply += 1;
                    turn_began = line.at;
                }
            }
            _ => {}
        }
    }
}

/// There is at most one end, and no event after it.
fn one_end(log: &Log, faults: &mut Vec<Fault>) {
    let Some(end) = log.lines.iter().position(|line| line.kind == "ended") else { return };
    for (seq, line) in log.lines.iter().enumerate().skip(end + 1) {
        let seq = number_of(seq);
        faults.push(if line.kind == "ended" {
            Fault::EndedTwice { seq }
        } else {
            Fault::AfterEnd { seq, kind: line.kind.clone() }
        });
    }
}
