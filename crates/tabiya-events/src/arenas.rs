// SPDX-License-Identifier: AGPL-3.0-or-later
//! Arenas: when a wave is due, and whom it pairs.

use std::cmp::Reverse;

use tabiya_game::{Millis, Time};
use tabiya_tournament::Colour;
use tabiya_tournament::arena::{Sheet, Waiting, waiting_time, wave};

use crate::event::{ArenaGame, EntrantId, Event, Format, Presence, Stage};

/// When the clock of an arena stands at zero; `None` before it begins, and where the event is no arena.
pub fn ends(event: &Event) -> Option<Time> {
    let Format::Arena { minutes } = event.settings.format else { return None };
    Some(event.arena.as_ref()?.opened.after(Millis::from_secs(u32::from(minutes) * 60)))
}

/// The entrants in the order of the standings: points, then performance, then strength.
pub(crate) fn ranked(event: &Event) -> Vec<EntrantId> {
    let strong = crate::tournament::order(event);
    let Some(arena) = &event.arena else { return strong };
    let mut ranked = strong;
    ranked.sort_by_key(|id| {
        let seat = arena.seat(*id);
        Reverse(seat.map_or((0, None), |seat| (seat.sheet.points, seat.performance())))
    });
    ranked
}

/// What each game has brought each entrant, in the order of entry; the first game first. Games that count for nobody are left
/// out.
pub fn scores(event: &Event) -> Vec<Vec<u32>> {
    let mut sheets = vec![Sheet::default(); event.entrants.len()];
    let mut scores = vec![Vec::new(); event.entrants.len()];
    for game in event.arena.iter().flat_map(|arena| &arena.games) {
        for (id, colour) in [(game.white, Colour::White), (game.black, Colour::Black)] {
            let Some(finished) = game.finished_for(colour) else { continue };
            scores[id.index()].push(sheets[id.index()].record(finished));
        }
    }
    scores
}

/// A game of an arena as one of its players sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnGame {
    /// The game.
    pub game: ArenaGame,
    /// The entrant's side.
    pub side: Colour,
    /// What it has brought; `None` while it runs, and where it counts for nobody.
    pub points: Option<u32>,
}

/// The games of an entrant, the first one first.
pub fn games_of(event: &Event, entrant: EntrantId) -> Vec<OwnGame> {
    let mut sheet = Sheet::default();
    let games = event.arena.iter().flat_map(|arena| &arena.games);
    let own = games.filter_map(|game| match entrant {
        id if id == game.white => Some((game, Colour::White)),
        id if id == game.black => Some((game, Colour::Black)),
        _ => None,
    });
    own.map(|(game, side)| OwnGame {
        game: *game,
        side,
        points: game.finished_for(side).map(|finished| sheet.record(finished)),
    })
    .collect()
}

/// Who is free, in the order of the standings.
fn free(event: &Event) -> Vec<Waiting> {
    let Some(arena) = &event.arena else { return Vec::new() };
    let present = |id: &EntrantId| {
        let entrant = event.entrant(*id).filter(|entrant| entrant.presence == Presence::Present)?;
        arena.waiting(*id, entrant.card.rating)
    };
    ranked(event).iter().filter_map(present).collect()
}

/// Whether enough are free, or have waited long enough, so that a wave is paired now. Shortly before the end no game begins,
/// because it could not be finished.
pub fn is_due(event: &Event, now: Time) -> bool {
    let (Some(arena), Some(ends)) = (&event.arena, ends(event)) else { return false };
    let closes = closing_time(event);
    if event.stage != Stage::Running || now.0.saturating_add(closes) >= ends.0 {
        return false;
    }
    let is_free = |id: EntrantId, presence: Presence| {
        let seat = arena.seat(id).filter(|seat| seat.playing.is_none() && presence == Presence::Present)?;
        Some(seat.free_since)
    };
    let (mut free, mut longest, mut taking_part) = (0, 0, 0);
    for entrant in event.entrants.iter().filter(|entrant| entrant.presence == Presence::Present) {
        taking_part += 1;
        if let Some(since) = is_free(entrant.id, entrant.presence) {
            free += 1;
            longest = longest.max(now.0.saturating_sub(since.0));
        }
    }
    let patience = u64::from(waiting_time(estimate(event), free, taking_part)) * 1000;
    free > 1 && longest >= patience
}

/// The pairs of a wave: White, Black. Where only two take part they meet again and again.
pub fn pairs(event: &Event) -> Vec<(EntrantId, EntrantId)> {
    let id = |number: u32| EntrantId(u16::try_from(number).unwrap_or(0));
    let mut free = free(event);
    if event.entrants.iter().filter(|entrant| entrant.presence == Presence::Present).count() == 2 {
        free.iter_mut().for_each(|one| (one.last_opponent, one.run) = (None, None));
    }
    wave(&free).into_iter().map(|(white, black)| (id(white), id(black))).collect()
}

/// How long a game lasts, in seconds: both clocks, and the increments of 40 moves.
fn estimate(event: &Event) -> u32 {
    let clock = event.settings.time.and_then(|time| time.clock_of(tabiya_rules::Color::White));
    clock.map_or(0, |clock| 2 * (clock.initial().0 / 1000) + 80 * (clock.bonus().time().0 / 1000))
}

/// How long before the end the last wave is paired, in milliseconds: half the clock, from 30 seconds to two minutes.
fn closing_time(event: &Event) -> u64 {
    let clock = event.settings.time.and_then(|time| time.clock_of(tabiya_rules::Color::White));
    let half = clock.map_or(0, |clock| u64::from(clock.initial().0) / 2);
    half.clamp(30_000, 120_000)
}
