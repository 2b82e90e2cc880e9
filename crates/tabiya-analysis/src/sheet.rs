// SPDX-License-Identifier: AGPL-3.0-or-later
//! The analysis of one game while somebody follows it, or while it is done: who follows, and what they are told.

use serde::{Deserialize, Serialize};
use tabiya_game::GameId;
use tabiya_protocol::{AnalysedMove, AnalysedStart, AnalysisMessage, AnalysisView, Topic};
use tabiya_runtime::topic::{Channel, OutboxSender, SharedMessage, SubscriberId};

/// Moves in a message to other nodes. Each takes up to a kilobyte or two, and a message 256.
const IN_A_PART: usize = 64;

/// Moves of a game that one node has judged, as the others hear of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Part {
    pub(crate) game: GameId,
    /// So many moves are to be judged.
    of: u16,
    /// So many come before these.
    from: usize,
    /// Where the analysis begins: in the first part.
    start: Option<AnalysedStart>,
    moves: Vec<AnalysedMove>,
}

/// What is in memory of an analysis.
#[derive(Debug, Default)]
pub(crate) enum Stage {
    /// Nothing: the store knows.
    #[default]
    Stored,
    /// It waits behind so many games.
    Waiting(u16),
    /// It grows.
    Running { of: u16, start: Option<AnalysedStart>, moves: Vec<AnalysedMove> },
}

/// The topic of one analysis.
pub(crate) struct Sheet {
    game: GameId,
    /// Of each client: whether what is found must be looked at before the client may see it.
    channel: Channel<SharedMessage, bool>,
    stage: Stage,
    /// It grows on another node, which tells of it.
    grows_elsewhere: bool,
}

impl Sheet {
    pub(crate) fn new(game: GameId) -> Self {
        Self { game, channel: Channel::in_memory(None), stage: Stage::Stored, grows_elsewhere: false }
    }

    fn topic(&self) -> Topic {
        Topic::Analysis(self.game)
    }

    /// Whether it may be forgotten.
    pub(crate) fn is_unused(&self) -> bool {
        self.channel.is_empty() && (self.grows_elsewhere || matches!(self.stage, Stage::Stored))
    }

    /// Whether somebody follows it.
    pub(crate) fn is_followed(&self) -> bool {
        !self.channel.is_empty()
    }

    pub(crate) fn head(&self) -> u64 {
        self.channel.head()
    }

    /// How far it is; `None` where the store knows.
    pub(crate) fn view(&self) -> Option<AnalysisView> {
        match &self.stage {
            Stage::Stored => None,
            Stage::Waiting(ahead) => Some(AnalysisView::Waiting { ahead: *ahead }),
            Stage::Running { of, start, moves } => {
                Some(AnalysisView::Running { of: *of, start: start.clone(), moves: moves.clone() })
            }
        }
    }

    fn everything(&self, view: AnalysisView) -> SharedMessage {
        let message = AnalysisMessage::Analysis { topic: self.topic(), analysis: view };
        SharedMessage::numbered(message.into(), self.head())
    }

    /// Adds a client, and tells it what it has missed, or everything: how far the analysis is.
    ///
    /// If `is_closed`, this client plays a game that the analysis could help in. It is told `view` and nothing found later; its
    /// subscription ends with the analysis.
    pub(crate) fn add(
        &mut self,
        outbox: OutboxSender,
        after: Option<u64>,
        view: AnalysisView,
        is_closed: bool,
    ) {
        let id = outbox.id();
        let after = after.filter(|_| !is_closed);
        let missed: Option<Vec<SharedMessage>> =
            self.channel.missed(after).map(|missed| missed.map(|(_, message)| message.clone()).collect());
        self.channel.add(outbox, is_closed, false);
        if let Some(missed) = missed {
            self.channel.resume(id, missed, self.topic());
        } else {
            let everything = self.everything(view);
            self.channel.tell_everything(id, everything);
        }
    }

    /// Tells a client everything again: `view`, or what has been found since, unless that is closed to it. Returns whether it is
    /// still here.
    pub(crate) fn tell_everything(&mut self, id: SubscriberId, view: AnalysisView) -> bool {
        let newer = if self.channel.data(id) == Some(&true) { None } else { self.view() };
        let view = newer.unwrap_or(view);
        self.channel.catch_up(id);
        let everything = self.everything(view);
        self.channel.data(id).is_some() && self.channel.tell_everything(id, everything)
    }

    /// Tells a client the number of the newest message. Returns whether it is still here.
    pub(crate) fn ping(&mut self, id: SubscriberId) -> bool {
        self.channel.pong(id, self.topic())
    }

    pub(crate) fn remove(&mut self, id: SubscriberId) {
        self.channel.remove(id);
    }

    pub(crate) fn close(&mut self) {
        self.channel.take_all();
    }

    fn tell(&mut self, message: AnalysisMessage) {
        let message = SharedMessage::numbered(message.into(), self.head() + 1);
        self.channel.push(message.clone());
        self.channel.tell_all(&message, None);
    }

    /// It waits behind so many games.
    pub(crate) fn waits(&mut self, ahead: u16) {
        self.grows_elsewhere = false;
        let was = std::mem::replace(&mut self.stage, Stage::Waiting(ahead));
        let topic = self.topic();
        match was {
            Stage::Waiting(before) if before == ahead => {}
            Stage::Waiting(_) => self.tell(AnalysisMessage::AnalysisWaits { topic, ahead }),
            Stage::Stored | Stage::Running { .. } => {
                self.tell(AnalysisMessage::Analysis { topic, analysis: AnalysisView::Waiting { ahead } });
            }
        }
    }

    /// Another node analyses the game: the store knows how far it is.
    pub(crate) fn is_elsewhere(&mut self) {
        self.grows_elsewhere = false;
        self.stage = Stage::Stored;
    }

    /// Its turn has come.
    pub(crate) fn runs(&mut self, of: u16) {
        self.grows_elsewhere = false;
        self.stage = Stage::Running { of, start: None, moves: Vec::new() };
        let analysis = AnalysisView::Running { of, start: None, moves: Vec::new() };
        self.tell(AnalysisMessage::Analysis { topic: self.topic(), analysis });
    }

    /// Further moves are judged.
    pub(crate) fn grows(&mut self, first: Option<AnalysedStart>, further: Vec<AnalysedMove>) {
        let Stage::Running { start, moves, .. } = &mut self.stage else { return };
        if first.is_some() {
            start.clone_from(&first);
        }
        moves.extend(further.iter().cloned());
        let grew = AnalysisMessage::AnalysisGrew { topic: self.topic(), start: first, moves: further };
        let message = SharedMessage::numbered(grew.into(), self.head() + 1);
        self.channel.push(message.clone());
        self.channel.tell_those(&message, None, |is_closed| !is_closed);
    }

    /// How many moves are judged, while it grows.
    pub(crate) fn judged(&self) -> usize {
        if let Stage::Running { moves, .. } = &self.stage { moves.len() } else { 0 }
    }

    /// What other nodes have to hear of the moves from this number on, in parts that each fit into a message. None where it does not
    /// grow.
    pub(crate) fn parts(&self, from: usize) -> Vec<Part> {
        let Stage::Running { of, start, moves } = &self.stage else { return Vec::new() };
        let part = |from: usize, moves: &[AnalysedMove]| Part {
            game: self.game,
            of: *of,
            from,
            start: start.clone().filter(|_| from == 0),
            moves: moves.to_vec(),
        };
        let new = moves.get(from..).unwrap_or_default();
        let first = part(from, &new[..new.len().min(IN_A_PART)]);
        let others = new.chunks(IN_A_PART).enumerate().skip(1);
        let others = others.map(|(number, moves)| part(from + number * IN_A_PART, moves));
        [first].into_iter().chain(others).collect()
    }

    /// Further moves that another node has judged. Returns whether it knows all moves before them.
    pub(crate) fn hears(&mut self, Part { of, from, start, moves, .. }: Part) -> bool {
        if !matches!(self.stage, Stage::Running { .. }) {
            if from > 0 {
                return false;
            }
            self.runs(of);
        }
        self.grows_elsewhere = true;
        let Stage::Running { start: known_start, moves: known, .. } = &self.stage else { return false };
        if from > known.len() {
            return false;
        }
        let start = start.filter(|_| known_start.is_none());
        let new: Vec<_> = moves.into_iter().skip(known.len() - from).collect();
        if start.is_some() || !new.is_empty() {
            self.grows(start, new);
        }
        true
    }

    /// These moves wait to be judged again.
    pub(crate) fn looks(&mut self, looking: Vec<u16>) {
        self.tell(AnalysisMessage::AnalysisLooks { topic: self.topic(), looking });
    }

    /// It is over, and stored: complete, or failed; or it was corrected.
    pub(crate) fn ends(&mut self, analysis: AnalysisView) {
        self.is_elsewhere();
        let closed: Vec<_> =
            self.channel.all().filter(|(_, is_closed)| **is_closed).map(|(id, _)| id).collect();
        closed.into_iter().for_each(|id| self.remove(id));
        self.tell(AnalysisMessage::Analysis { topic: self.topic(), analysis });
    }
}

#[cfg(test)]
mod tests {
    use tabiya_protocol::{ConnectionMessage, EvalView, ServerMessage};
    use tabiya_runtime::topic::{Outbox, Outgoing};

    use super::*;
    use crate::simulation_tests::analysed;

    fn told(outbox: &mut Outbox) -> Vec<ServerMessage> {
        let mut told = Vec::new();
        while let Some(outgoing) = outbox.try_next() {
            if let Outgoing::Message { body, .. } = outgoing {
                told.extend(body.messages().map(|message| (*message).clone()));
            }
        }
        told
    }

    #[test]
    fn a_client_that_comes_back_is_told_what_it_has_missed() {
        let mut sheet = Sheet::new(GameId::from_bits(7));
        sheet.waits(2);
        let mut outbox = Outbox::default();
        sheet.add(outbox.subscribe(), None, sheet.view().unwrap(), false);
        let number = sheet.head();
        sheet.waits(2);
        sheet.waits(1);
        sheet.runs(3);
        sheet.grows(None, vec![analysed(1)]);
        let topic = Topic::Analysis(GameId::from_bits(7));
        let first = told(&mut outbox);
        assert_eq!(first.len(), 4, "a place that has not changed is not told: {first:?}");
        let waits = AnalysisMessage::AnalysisWaits { topic: topic.clone(), ahead: 1 };
        assert_eq!(first[1], waits.into());

        let mut again = Outbox::default();
        sheet.add(again.subscribe(), Some(number), sheet.view().unwrap(), false);
        let missed = told(&mut again);
        assert_eq!(missed[..3], first[1..]);
        let resumed = ConnectionMessage::Resumed { topic: topic.clone(), seq: sheet.head() };
        assert_eq!(missed[3..], [ServerMessage::from(resumed)]);

        let mut newcomer = Outbox::default();
        sheet.add(newcomer.subscribe(), None, sheet.view().unwrap(), false);
        let moves = vec![analysed(1)];
        let analysis = AnalysisView::Running { of: 3, start: None, moves };
        assert_eq!(told(&mut newcomer), [AnalysisMessage::Analysis { topic, analysis }.into()]);
    }

    #[test]
    fn a_sheet_of_another_node_hears_each_move_once_and_says_where_some_are_missing() {
        let mut own = Sheet::new(GameId::from_bits(7));
        assert_eq!(own.parts(0), []);
        own.runs(200);
        let begins = AnalysedStart { eval: EvalView::Cp { cp: 1 }, win: 500, line: Vec::new() };
        own.grows(Some(begins.clone()), Vec::new());
        let first = own.parts(0);
        own.grows(None, (1..=150).map(analysed).collect());
        let rest = own.parts(0);
        assert_eq!(rest.iter().map(|part| part.moves.len()).collect::<Vec<_>>(), [64, 64, 22]);

        let mut elsewhere = Sheet::new(GameId::from_bits(7));
        let mut outbox = Outbox::default();
        elsewhere.add(outbox.subscribe(), None, AnalysisView::Waiting { ahead: 0 }, false);
        assert!(!elsewhere.hears(rest[1].clone()), "it has not heard of its beginning");
        for part in [&first[0], &rest[0], &rest[0], &rest[1]] {
            assert!(elsewhere.hears(part.clone()));
        }
        own.grows(None, vec![analysed(151)]);
        let [newest] = &own.parts(150)[..] else { panic!("one part") };
        assert!(!elsewhere.hears(newest.clone()), "it has not heard of 129 to 150");
        for part in own.parts(0) {
            assert!(elsewhere.hears(part));
        }
        let moves: Vec<_> = (1..=151).map(analysed).collect();
        assert_eq!(elsewhere.view(), Some(AnalysisView::Running { of: 200, start: Some(begins), moves }));
        let grew: Vec<usize> = told(&mut outbox)
            .iter()
            .filter_map(|message| match message {
                ServerMessage::Analysis(AnalysisMessage::AnalysisGrew { moves, .. }) => Some(moves.len()),
                _ => None,
            })
            .collect();
        assert_eq!(grew, [0, 64, 64, 23]);
        let everybody: Vec<_> = elsewhere.channel.all().map(|(id, _)| id).collect();
        everybody.into_iter().for_each(|id| elsewhere.remove(id));
        assert!(elsewhere.is_unused() && !own.is_unused(), "it is kept where it grows");
    }

    #[test]
    fn a_client_that_must_ask_first_hears_of_no_moves() {
        let mut sheet = Sheet::new(GameId::from_bits(7));
        sheet.runs(3);
        let mut outbox = Outbox::default();
        let sender = outbox.subscribe();
        let id = sender.id();
        sheet.add(sender, Some(1), sheet.view().unwrap(), true);
        sheet.grows(None, vec![analysed(1)]);
        assert!(sheet.ping(id), "it is still here");
        let topic = Topic::Analysis(GameId::from_bits(7));
        let analysis = AnalysisView::Running { of: 3, start: None, moves: Vec::new() };
        let pong = ConnectionMessage::Pong { topic: Some(topic.clone()), seq: Some(sheet.head()) };
        assert_eq!(told(&mut outbox), [AnalysisMessage::Analysis { topic, analysis }.into(), pong.into()]);
        sheet.ends(AnalysisView::Failed);
        assert!(!sheet.ping(id), "it asks again");
    }

    #[test]
    fn a_sheet_is_kept_while_it_is_followed_or_under_way() {
        let mut sheet = Sheet::new(GameId::from_bits(7));
        assert!(sheet.is_unused());
        sheet.waits(0);
        assert!(!sheet.is_unused());
        sheet.ends(AnalysisView::Failed);
        assert!(sheet.is_unused() && sheet.view().is_none());
        let mut outbox = Outbox::default();
        let sender = outbox.subscribe();
        let id = sender.id();
        sheet.add(sender, None, AnalysisView::Failed, false);
        assert!(!sheet.is_unused());
        sheet.remove(id);
        assert!(sheet.is_unused());
    }
}
