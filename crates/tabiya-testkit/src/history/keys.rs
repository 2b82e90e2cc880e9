// SPDX-License-Identifier: AGPL-3.0-or-later
//! Commands with keys are carried out once, however often they were sent and whoever owned the game.

use super::log::Log;
use super::{Answer, Asked, Fault, GameHistory};

/// What only commands cause. A move also declines an offer, so that event may have no key.
const CAUSED: [&str; 4] = ["draw_offered", "takeback_proposed", "taken_back", "time_given"];

/// Compares what clients with keys were told with the log. A game whose clients used none is not looked at.
pub(super) fn check(history: &GameHistory, log: &Log, faults: &mut Vec<Fault>) {
    if history.asked.is_empty() {
        return;
    }
    for asked in &history.asked {
        let events = events_of(asked, log);
        faults.extend(fault_of(asked, &events, log));
    }
    for (seq, line) in (0..).zip(&log.lines) {
        let is_asked = |(by, key): &(String, String)| {
            history.asked.iter().any(|asked| asked.by == *by && asked.key == *key)
        };
        let is_wanted = match &line.keyed {
            Some(keyed) => is_asked(keyed),
            None => !CAUSED.contains(&line.kind.as_str()),
        };
        if !is_wanted {
            faults.push(Fault::NeverAsked { seq, kind: line.kind.clone() });
        }
    }
}

/// The numbers of the events with this command's key.
fn events_of(asked: &Asked, log: &Log) -> Vec<u32> {
    let is_its = |(by, key): &(String, String)| asked.by == *by && asked.key == *key;
    let lines = (0..).zip(&log.lines);
    lines.filter(|(_, line)| line.keyed.as_ref().is_some_and(is_its)).map(|(seq, _)| seq).collect()
}

fn fault_of(asked: &Asked, events: &[u32], log: &Log) -> Option<Fault> {
    let (by, key) = (asked.by, asked.key.clone());
    let found = events.first().copied();
    if let [first, again, ..] = *events {
        return Some(Fault::DoneTwice { by, key, first, again });
    }
    if let Some(seq) = found {
        let kind = &log.lines[seq as usize].kind;
        if kind != asked.event {
            return Some(Fault::DoneOtherwise { by, key, seq, kind: kind.clone() });
        }
    }
    match asked.answer {
        Answer::Refused => found.map(|seq| Fault::RefusedButDone { by, key, seq }),
        Answer::Done(told) if found.is_none() || told.is_some_and(|told| found != Some(told)) => {
            Some(Fault::NotDone { by, key, told, found })
        }
        Answer::Done(_) | Answer::Unknown => None,
    }
}
