// SPDX-License-Identifier: AGPL-3.0-or-later
//! A player or spectator: a page that plays through one node after the other, and remembers all that it was told.

use tabiya_game::{CommandKey, GameId, PlayerId};
use tabiya_protocol::{GameCommand, GameEvent, Refusal};
use tabiya_rules::{Attempt, Color};
use tabiya_testkit::Random;

use super::line::{Board, Heard, Line, Said, Wanted};
use super::node::Node;

/// A page notices within so many milliseconds that its node is silent.
const SILENCE: u64 = 5_000;
/// How often it asks whether the node is there.
const PING: u64 = 1_500;

/// No player thinks for longer about a move, in milliseconds.
pub(super) const LONGEST_THOUGHT: u64 = 6_000;

/// What a client has asked for, and what came of it.
#[derive(Clone, Debug)]
pub(super) struct Wish {
    pub(super) what: What,
    pub(super) asked_at: u64,
    pub(super) outcome: Outcome,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// This half-move.
    Play { ply: u32, uci: Attempt },
    /// Time for the opponent, 15 seconds. With a key it is asked for again until the answer is known.
    GiveTime { key: Option<CommandKey> },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// No answer yet, or none that says whether it has happened.
    Unknown,
    /// This event.
    Done(u32),
    /// It had been done before, and the room no longer remembers the event for its clients.
    DoneBefore,
    Refused(Refusal),
}

pub(super) struct Client {
    pub(super) name: String,
    pub(super) game: GameId,
    pub(super) player: Option<PlayerId>,
    pub(super) you: Option<Color>,
    line: Option<Line>,
    pub(super) node: usize,
    /// To which nodes it was connected, each since then.
    pub(super) stays: Vec<(u64, usize)>,
    random: Random,
    /// When it next connects.
    connects_at: u64,
    last_heard: u64,
    pings_at: u64,
    acts_at: u64,
    last_id: u32,
    /// The number of the newest event that it was told.
    pub(super) seq: Option<u32>,
    /// The number of the first event that it was told.
    first: u32,
    /// What it was told, from the event `first` on, and when.
    pub(super) told: Vec<(u64, GameEvent)>,
    pub(super) now: Option<Board>,
    pub(super) wishes: Vec<Wish>,
    /// The wish that waits for its answer, by its place, and the command's number.
    waits: Option<(usize, u32)>,
    /// Who the room last said was here.
    pub(super) presence: Option<([bool; 2], u32)>,
    pub(super) faults: Vec<String>,
    /// Starts nothing new.
    pub(super) rests: bool,
}

impl Client {
    pub(super) fn new(
        name: String,
        game: GameId,
        player: Option<PlayerId>,
        node: usize,
        mut random: Random,
    ) -> Self {
        let acts_at = 500 + random.below(500);
        Self {
            name,
            game,
            player,
            you: None,
            line: None,
            node,
            stays: Vec::new(),
            random,
            connects_at: acts_at,
            last_heard: 0,
            pings_at: 0,
            acts_at,
            last_id: 0,
            seq: None,
            first: 0,
            told: Vec::new(),
            now: None,
            wishes: Vec::new(),
            waits: None,
            presence: None,
            faults: Vec::new(),
            rests: false,
        }
    }

    /// The number of the first event that it was told.
    pub(super) fn first(&self) -> u32 {
        self.first
    }

    /// Whether it still waits for the answer to something that it has asked for with a key.
    pub(super) fn waits_for_a_key(&self) -> bool {
        let has_key = |what: &What| matches!(what, What::GiveTime { key: Some(_) });
        self.wishes.iter().any(|wish| has_key(&wish.what) && wish.outcome == Outcome::Unknown)
    }

    pub(super) fn is_connected(&self) -> bool {
        self.line.is_some() && self.seq.is_some()
    }

    /// One look at the world. Returns what is worth a line of the story.
    pub(super) fn look(&mut self, now: u64, nodes: &[Node]) -> Vec<String> {
        let mut story = Vec::new();
        let heard = self.line.as_ref().map(Line::take).unwrap_or_default();
        for heard in heard {
            self.last_heard = now;
            self.hear(heard, now, &mut story);
        }
        if self.line.is_some() && now > self.last_heard + SILENCE {
            story.push(format!("{} finds n{} silent", self.name, self.node));
            self.lose(now, 100);
        }
        if self.line.is_none() {
            if now >= self.connects_at {
                self.connect(now, nodes, &mut story);
            }
            return story;
        }
        if now >= self.pings_at {
            self.pings_at = now + PING;
            self.say(Said::Ping);
        }
        self.act(now, &mut story);
        story
    }

    fn connect(&mut self, now: u64, nodes: &[Node], story: &mut Vec<String>) {
        if self.last_heard > 0 {
            self.node = self.random.below(nodes.len() as u64) as usize;
        }
        let wanted = Wanted { game: self.game, player: self.player, after: self.seq };
        self.stays.push((now, self.node));
        self.line = nodes[self.node].connect(wanted);
        (self.last_heard, self.pings_at) = (now, now + PING);
        if self.line.is_none() {
            self.connects_at = now + 200 + self.random.below(300);
        } else {
            story.push(format!("{} connects to n{} after {:?}", self.name, self.node, self.seq));
        }
    }

    fn lose(&mut self, now: u64, pause: u64) {
        self.line = None;
        self.connects_at = now + pause + self.random.below(200);
        self.waits = None;
    }

    fn say(&self, said: Said) {
        if let Some(line) = &self.line {
            // A line that is gone says so itself.
            let _ = line.say.send(said);
        }
    }

    fn fault(&mut self, what: String) {
        self.faults.push(format!("{}: {what}", self.name));
    }

    fn hear(&mut self, heard: Heard, at: u64, story: &mut Vec<String>) {
        match heard {
            Heard::Alive => {}
            Heard::Gone => {
                story.push(format!("{} loses n{}", self.name, self.node));
                self.lose(at, 200);
            }
            Heard::State { seq, you, now } => {
                if let Some(last) = self.seq
                    && seq < last
                {
                    self.fault(format!("was told event {last}, and then a game that ends with {seq}"));
                }
                if self.seq != Some(seq) {
                    (self.first, self.told) = (seq + 1, Vec::new());
                }
                (self.seq, self.you) = (Some(seq), you);
                self.stands(now, at);
            }
            Heard::Synced { seq, answers, now } => {
                if self.seq != Some(seq) {
                    self.fault(format!("is told that all is told up to {seq}, and knows {:?}", self.seq));
                }
                if let Some(id) = answers {
                    self.answered(id, Outcome::DoneBefore);
                }
                self.stands(now, at);
            }
            Heard::Event { seq, event, answers, now } => {
                if let Some(id) = answers {
                    self.answered(id, Outcome::Done(seq));
                }
                match self.seq {
                    // The answer to what was sent again, or an event that is told once more: the page drops it, too.
                    Some(last) if seq <= last => {
                        let known =
                            seq.checked_sub(self.first).and_then(|place| self.told.get(place as usize));
                        if known.is_some_and(|(_, known)| *known != *event) {
                            self.fault(format!("is told event {seq} otherwise than before: {event:?}"));
                        }
                        return;
                    }
                    Some(last) if seq == last + 1 => {}
                    last => self.fault(format!("is told event {seq} after {last:?}: {event:?}")),
                }
                story.push(format!("{} is told {seq}: {}", self.name, kind(&event)));
                self.told.push((at, *event));
                self.seq = Some(seq);
                self.stands(now, at);
            }
            Heard::Refused { refusal, answers } => {
                story.push(format!("{} is refused: {refusal:?}", self.name));
                if let Some(id) = answers {
                    let outcome = match refusal {
                        Refusal::NotKnown | Refusal::Unavailable => Outcome::Unknown,
                        refusal => Outcome::Refused(refusal),
                    };
                    self.answered(id, outcome);
                }
            }
            Heard::Presence { here, watchers } => self.presence = Some((here, watchers)),
        }
    }

    fn stands(&mut self, now: Board, at: u64) {
        if self.now.as_ref().is_none_or(|before| before.ply != now.ply) {
            let thinks = match self.random.below(10) {
                0 => 3_000 + self.random.below(LONGEST_THOUGHT - 3_000),
                _ => 100 + self.random.below(1_200),
            };
            self.acts_at = at + thinks;
        }
        self.now = Some(now);
    }

    fn answered(&mut self, id: u32, outcome: Outcome) {
        if let Some((wish, _)) = self.waits.take_if(|(_, waiting)| *waiting == id) {
            self.wishes[wish].outcome = outcome;
        }
    }

    fn act(&mut self, at: u64, story: &mut Vec<String>) {
        let (Some(you), Some(seq), Some(now)) = (self.you, self.seq, &self.now) else { return };
        if at < self.acts_at || now.is_over || self.waits.is_some() {
            return;
        }
        let (ply, is_due) = (now.ply, now.turn == you);
        // Whether it was done is not known, so it is sent again: it is done once at most.
        let again = self.wishes.iter().rposition(|wish| {
            let may_be_sent_again = match &wish.what {
                What::Play { ply: of, .. } => is_due && *of == ply,
                What::GiveTime { key } => key.is_some(),
            };
            may_be_sent_again && wish.outcome == Outcome::Unknown
        });
        let place = match again {
            Some(place) => place,
            None => {
                let Some(what) = self.new_wish(you) else {
                    self.acts_at = at + 1_000;
                    return;
                };
                self.wishes.push(Wish { what, asked_at: at, outcome: Outcome::Unknown });
                self.wishes.len() - 1
            }
        };
        self.last_id += 1;
        let (id, topic, what) = (self.last_id, self.game.into(), self.wishes[place].what.clone());
        story.push(format!("{} asks for {what:?}", self.name));
        let command = match what {
            What::Play { uci, .. } => GameCommand::Play { topic, id, seq, uci: uci.to_string() },
            What::GiveTime { key } => GameCommand::GiveTime { topic, id, key },
        };
        self.waits = Some((place, id));
        self.acts_at = at + 300;
        self.say(Said::Command(command));
    }

    /// What comes to the player's mind; `None` if nothing does.
    fn new_wish(&mut self, you: Color) -> Option<What> {
        let now = self.now.as_ref().filter(|_| !self.rests)?;
        if now.turn == you {
            let ply = now.ply;
            let refused = |uci: &Attempt| {
                let what = What::Play { ply, uci: *uci };
                self.wishes.iter().any(|wish| wish.what == what)
            };
            let legal: Vec<_> = now.legal.iter().copied().filter(|uci| !refused(uci)).collect();
            let uci = legal.get(self.random.below(legal.len().max(1) as u64) as usize)?;
            return Some(What::Play { ply, uci: *uci });
        }
        match self.random.below(12) {
            0 => Some(What::GiveTime { key: None }),
            1 => {
                let key = format!("key-{}", self.wishes.len()).parse().expect("a key");
                Some(What::GiveTime { key: Some(key) })
            }
            _ => None,
        }
    }
}

fn kind(event: &GameEvent) -> String {
    match event {
        GameEvent::MovePlayed { played, by } => format!("{by:?} played {}", played.uci),
        event => format!("{event:?}").chars().take(60).collect(),
    }
}
