// SPDX-License-Identifier: AGPL-3.0-or-later
//! Races of other nodes. A race stays in the memory of the node where it was made, which its id names: `Ab12Cd34-7` is one of node 7.
//! The others ask that one for their players, also while it gives its games away; when it ends, so do its races.

use serde::{Deserialize, Serialize};
use tabiya_game::{PlayerId, Time};
use tabiya_live::peers::{Everybody, NoAnswer};
use tabiya_protocol::{RaceMove, RaceMoved, RaceView};

use super::{Entrant, MAY_NOT_REMOVE, MAY_NOT_REPEAT, MAY_NOT_START, RaceResults, Races, WAS_REMOVED};
use crate::puzzle::Puzzle;
use crate::solving::NotSolved;

/// What nodes ask each other about.
const ABOUT: &str = "race";

/// What somebody does in a race. Each of these may come twice.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Deed {
    Look,
    Results,
    Join,
    Start,
    Remove(u32),
    Play(RaceMove),
    Repeat { new: String, chance: u32 },
}

/// What has come of it.
#[derive(Debug)]
pub(super) enum Done {
    View(RaceView),
    Moved(RaceMoved),
    Results(RaceResults),
    Made(String),
}

impl Done {
    pub(super) fn view(self, id: &str) -> Result<RaceView, NotSolved> {
        if let Self::View(view) = self { Ok(view) } else { Err(unknown(id)) }
    }

    pub(super) fn moved(self, id: &str) -> Result<RaceMoved, NotSolved> {
        if let Self::Moved(moved) = self { Ok(moved) } else { Err(unknown(id)) }
    }

    pub(super) fn made(self, id: &str) -> Result<String, NotSolved> {
        if let Self::Made(made) = self { Ok(made) } else { Err(unknown(id)) }
    }

    pub(super) fn results(self, id: &str) -> Result<RaceResults, NotSolved> {
        if let Self::Results(results) = self { Ok(results) } else { Err(unknown(id)) }
    }
}

pub(super) fn unknown(id: &str) -> NotSolved {
    NotSolved::UnknownRace(id.chars().take(40).collect())
}

/// A question to the node that has the race. It reads the account anew.
#[derive(Serialize, Deserialize)]
struct Question {
    race: String,
    player: PlayerId,
    has_account: bool,
    deed: Deed,
}

/// Its answer.
#[derive(Serialize, Deserialize)]
enum Answer {
    View(RaceView),
    Moved(RaceMoved),
    Results {
        owner: Option<String>,
        race: RaceView,
        span: Option<[Time; 2]>,
        puzzles: Vec<String>,
    },
    Made(String),
    Few(usize),
    Full,
    Unknown,
    /// In the words of the races.
    Refused(String),
    Moves(String),
    Failed,
}

impl Races {
    /// From now on players of other nodes find the races of this one, and players of this one those of others. To be called once.
    pub async fn share(&self, others: &Everybody, now: impl Fn() -> Time + Send + Sync + 'static) {
        let races = self.clone();
        let answers = move |question: Question| {
            let (races, now) = (races.clone(), now());
            async move { races.answer(question, now).await }
        };
        others.answer(ABOUT, answers).await;
        assert!(self.others.set(others.clone()).is_ok(), "it is set once");
    }

    /// The whole id of a new race.
    pub(super) fn named(&self, id: String) -> String {
        match self.others.get() {
            Some(others) => format!("{id}-{}", others.me()),
            None => id,
        }
    }

    /// Does something in a race, on whichever node it is.
    pub(super) async fn act(
        &self,
        id: &str,
        by: Entrant<'_>,
        deed: Deed,
        now: Time,
    ) -> Result<Done, NotSolved> {
        let node = id.rsplit_once('-').and_then(|(_, node)| node.parse::<i64>().ok());
        let (Some(others), Some(node)) = (self.others.get(), node) else {
            return self.act_here(id, by, deed, now).await;
        };
        if node == others.me() {
            return self.act_here(id, by, deed, now).await;
        }
        let question =
            Question { race: id.to_owned(), player: by.player, has_account: by.account.is_some(), deed };
        match others.ask(node, ABOUT, &question).await {
            Ok(answer) => done(id, answer),
            Err(NoAnswer::Gone) => Err(unknown(id)),
            Err(NoAnswer::InDoubt) => Err(NotSolved::RaceUnanswered),
        }
    }

    async fn answer(&self, question: Question, now: Time) -> Answer {
        let Question { race, player, has_account, deed } = question;
        let account = match has_account {
            true => match self.solving.store.accounts.account(player).await {
                // Gone since.
                Ok(None) => return Answer::Unknown,
                Ok(account) => account,
                Err(_) => return Answer::Failed,
            },
            false => None,
        };
        let by = Entrant { player, account: account.as_ref() };
        match self.act_here(&race, by, deed, now).await {
            Ok(Done::View(view)) => Answer::View(view),
            Ok(Done::Moved(moved)) => Answer::Moved(moved),
            Ok(Done::Results(RaceResults { owner, race, span, puzzles })) => {
                let puzzles = puzzles.iter().map(Puzzle::to_line).collect();
                Answer::Results { owner, race, span, puzzles }
            }
            Ok(Done::Made(id)) => Answer::Made(id),
            Err(NotSolved::FewPuzzles(count)) => Answer::Few(count),
            Err(NotSolved::TooManyRaces) => Answer::Full,
            Err(NotSolved::UnknownRace(_)) => Answer::Unknown,
            Err(NotSolved::NoRace(why)) => Answer::Refused(why.to_owned()),
            Err(NotSolved::Moves(why)) => Answer::Moves(why),
            Err(_) => Answer::Failed,
        }
    }
}

/// What another node has answered.
fn done(id: &str, answer: Answer) -> Result<Done, NotSolved> {
    Ok(match answer {
        Answer::View(view) => Done::View(view),
        Answer::Moved(moved) => Done::Moved(moved),
        Answer::Results { owner, race, span, puzzles } => {
            let read = puzzles.iter().map(|line| Puzzle::from_line(line)).collect::<Result<_, _>>();
            Done::Results(RaceResults { owner, race, span, puzzles: read.map_err(|_| unknown(id))? })
        }
        Answer::Made(id) => Done::Made(id),
        Answer::Few(count) => return Err(NotSolved::FewPuzzles(count)),
        Answer::Full => return Err(NotSolved::TooManyRaces),
        Answer::Unknown => return Err(unknown(id)),
        Answer::Refused(why) => {
            let known = [WAS_REMOVED, MAY_NOT_START, MAY_NOT_REMOVE, MAY_NOT_REPEAT];
            let known = known.into_iter().find(|known| **known == why);
            return Err(NotSolved::NoRace(known.unwrap_or(WAS_REMOVED)));
        }
        Answer::Moves(why) => return Err(NotSolved::Moves(why)),
        Answer::Failed => return Err(NotSolved::RaceUnanswered),
    })
}
