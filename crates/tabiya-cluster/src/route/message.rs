// SPDX-License-Identifier: AGPL-3.0-or-later
//! What nodes say to each other. A message of a kind that is not known, from a newer node, has no meaning and is left out.

use bytes::Bytes;

use tabiya_store::Epoch;

use super::codec::{Reader, Writer};
use crate::topic::TopicName;

/// A request to a node or to the owner of a slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Its number among the requests of the sender's life. A repetition has the same.
    pub id: u64,
    /// In which epoch the sender believes the slot to be; 0 if it does not know, or asks a node.
    pub epoch: Epoch,
    /// What is wanted.
    pub wanted: Wanted,
}

/// What a request wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// That something is done.
    Command(Bytes),
    /// The lines of a topic from this number on.
    Lines {
        /// The topic.
        topic: TopicName,
        /// The first number wanted.
        from: u64,
    },
}

/// The answer to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The request's number.
    pub id: u64,
    /// What became of it.
    pub outcome: Outcome,
}

/// What became of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was carried out, or refused by the rules; the bytes say what.
    Done(Bytes),
    /// It was not carried out: this node does not own the slot, or not any more.
    Moved,
    /// It was not carried out: too much waits there.
    Busy,
    /// The lines that were wanted.
    Lines {
        /// The slot's epoch.
        epoch: Epoch,
        /// The number of the first one.
        first: u64,
        /// The lines; none if there is nothing newer.
        lines: Vec<Bytes>,
    },
    /// Lines so old are not kept. They have to be loaded from the database.
    TooOld,
}

/// What the owner of a slot says to all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// New lines of a topic.
    Lines {
        /// The slot's epoch.
        epoch: Epoch,
        /// The topic.
        topic: TopicName,
        /// The number of the first line.
        first: u64,
        /// The lines.
        lines: Vec<Bytes>,
    },
    /// The numbers that the next lines of these topics will get: said now and then, so that lost lines are noticed.
    Heads {
        /// The slot's epoch.
        epoch: Epoch,
        /// Topics that changed of late.
        heads: Vec<(TopicName, u64)>,
    },
    /// The slot has a new owner, or will have one; this is the epoch that ends.
    Gone {
        /// The epoch that ends.
        epoch: Epoch,
    },
}

impl Request {
    /// The request in bytes.
    pub fn encode(&self) -> Vec<u8> {
        match &self.wanted {
            Wanted::Command(body) => Writer::of(1).number(self.id).epoch(self.epoch).bytes(body).done(),
            Wanted::Lines { topic, from } => {
                Writer::of(2).number(self.id).epoch(self.epoch).topic(topic).number(*from).done()
            }
        }
    }

    /// The request in these bytes.
    pub fn decode(bytes: Bytes) -> Option<Self> {
        let mut read = Reader::new(bytes);
        let kind = read.kind()?;
        let (id, epoch) = (read.number()?, read.epoch()?);
        let wanted = match kind {
            1 => Wanted::Command(read.bytes()?),
            2 => Wanted::Lines { topic: read.topic()?, from: read.number()? },
            _ => return None,
        };
        read.end(Self { id, epoch, wanted })
    }
}

impl Answer {
    /// The answer in bytes.
    pub fn encode(&self) -> Vec<u8> {
        let write = Writer::of(1).number(self.id);
        match &self.outcome {
            Outcome::Done(body) => write.kind(1).bytes(body).done(),
            Outcome::Moved => write.kind(2).done(),
            Outcome::Busy => write.kind(3).done(),
            Outcome::Lines { epoch, first, lines } => {
                write.kind(4).epoch(*epoch).number(*first).list(lines, |write, line| write.bytes(line)).done()
            }
            Outcome::TooOld => write.kind(5).done(),
        }
    }

    /// The answer in these bytes.
    pub fn decode(bytes: Bytes) -> Option<Self> {
        let mut read = Reader::new(bytes);
        if read.kind()? != 1 {
            return None;
        }
        let id = read.number()?;
        let outcome = match read.kind()? {
            1 => Outcome::Done(read.bytes()?),
            2 => Outcome::Moved,
            3 => Outcome::Busy,
            4 => {
                let epoch = read.epoch()?;
                let (first, lines) = read.lines()?;
                Outcome::Lines { epoch, first, lines }
            }
            5 => Outcome::TooOld,
            _ => return None,
        };
        read.end(Self { id, outcome })
    }
}

impl Outcome {
    /// What was answered to a command; `None` for an outcome that is no answer to one.
    pub fn body(self) -> Option<Bytes> {
        match self {
            Self::Done(body) => Some(body),
            Self::Moved | Self::Busy | Self::Lines { .. } | Self::TooOld => None,
        }
    }
}

impl News {
    /// The news in bytes.
    pub fn encode(&self) -> Vec<u8> {
        match self {
            Self::Lines { epoch, topic, first, lines } => {
                let write = Writer::of(1).epoch(*epoch).topic(topic).number(*first);
                write.list(lines, |write, line| write.bytes(line)).done()
            }
            Self::Heads { epoch, heads } => {
                let write = Writer::of(2).epoch(*epoch);
                write.list(heads, |write, (topic, next)| write.topic(topic).number(*next)).done()
            }
            Self::Gone { epoch } => Writer::of(3).epoch(*epoch).done(),
        }
    }

    /// The news in these bytes.
    pub fn decode(bytes: Bytes) -> Option<Self> {
        let mut read = Reader::new(bytes);
        let kind = read.kind()?;
        let epoch = read.epoch()?;
        let news = match kind {
            1 => {
                let topic = read.topic()?;
                let (first, lines) = read.lines()?;
                Self::Lines { epoch, topic, first, lines }
            }
            2 => Self::Heads { epoch, heads: read.list(|read| Some((read.topic()?, read.number()?)))? },
            3 => Self::Gone { epoch },
            _ => return None,
        };
        read.end(news)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn topic() -> impl Strategy<Value = TopicName> {
        "[a-z]{1,8}:[0-9A-Za-z]{1,8}".prop_map(|text| text.parse().unwrap())
    }

    fn body() -> impl Strategy<Value = Bytes> {
        prop::collection::vec(any::<u8>(), 0..40).prop_map(Bytes::from)
    }

    fn epoch() -> impl Strategy<Value = Epoch> {
        any::<i64>().prop_map(Epoch)
    }

    fn bodies() -> impl Strategy<Value = Vec<Bytes>> {
        prop::collection::vec(body(), 0..5)
    }

    fn request() -> impl Strategy<Value = Request> {
        let wanted = prop_oneof![
            body().prop_map(Wanted::Command),
            (topic(), any::<u64>()).prop_map(|(topic, from)| Wanted::Lines { topic, from }),
        ];
        (any::<u64>(), epoch(), wanted).prop_map(|(id, epoch, wanted)| Request { id, epoch, wanted })
    }

    fn answer() -> impl Strategy<Value = Answer> {
        let outcome = prop_oneof![
            body().prop_map(Outcome::Done),
            Just(Outcome::Moved),
            Just(Outcome::Busy),
            Just(Outcome::TooOld),
            (epoch(), 0..u64::MAX - 5, bodies()).prop_map(|(epoch, first, lines)| Outcome::Lines {
                epoch,
                first,
                lines
            }),
        ];
        (any::<u64>(), outcome).prop_map(|(id, outcome)| Answer { id, outcome })
    }

    fn news() -> impl Strategy<Value = News> {
        prop_oneof![
            (epoch(), topic(), 0..u64::MAX - 5, bodies())
                .prop_map(|(epoch, topic, first, lines)| News::Lines { epoch, topic, first, lines }),
            (epoch(), prop::collection::vec((topic(), any::<u64>()), 0..5))
                .prop_map(|(epoch, heads)| News::Heads { epoch, heads }),
            epoch().prop_map(|epoch| News::Gone { epoch }),
        ]
    }

    proptest! {
        #[test]
        fn what_is_said_is_understood(request in request(), answer in answer(), news in news()) {
            prop_assert_eq!(Request::decode(request.encode().into()), Some(request));
            prop_assert_eq!(Answer::decode(answer.encode().into()), Some(answer));
            prop_assert_eq!(News::decode(news.encode().into()), Some(news));
        }

        /// A beginning has no meaning, and neither has a message with something behind it.
        #[test]
        fn all_of_a_message_counts(news in news(), cut in any::<prop::sample::Index>()) {
            let whole = news.encode();
            prop_assert_eq!(News::decode(Bytes::copy_from_slice(&whole[..cut.index(whole.len())])), None);
            prop_assert_eq!(News::decode([&whole[..], b"x"].concat().into()), None);
        }

        #[test]
        fn any_bytes_are_read_without_a_panic(kind in 0..6u8, rest in prop::collection::vec(any::<u8>(), 0..200)) {
            let bytes = Bytes::from([&[kind][..], &rest].concat());
            let _ = (Request::decode(bytes.clone()), Answer::decode(bytes.clone()), News::decode(bytes));
        }
    }

    #[test]
    fn lines_beyond_the_last_number_have_no_meaning() {
        let lines = |first| News::Lines {
            epoch: Epoch(1),
            topic: "a".parse().unwrap(),
            first,
            lines: vec![Bytes::new(); 2],
        };
        assert_eq!(News::decode(lines(u64::MAX - 1).encode().into()), None);
        assert!(News::decode(lines(u64::MAX - 2).encode().into()).is_some());
    }

    #[test]
    fn a_list_that_claims_too_much_reserves_nothing() {
        let claims = Writer::of(2).number(1).done();
        let claims = [&claims[..], &u32::MAX.to_be_bytes()].concat();
        assert_eq!(News::decode(claims.into()), None);
    }
}
