// SPDX-License-Identifier: AGPL-3.0-or-later
//! Arenas in the shapes of this dialect. Pure functions.

use serde_json::{Value, json};
use tabiya_events::arenas;
use tabiya_events::event::{ArenaGame, EntrantId, Event, Format, Outcome, Presence, Stage};
use tabiya_events::journal::Summary;
use tabiya_events::view::{self, Standings};
use tabiya_game::{Category, PlayerId, Time, TimeControl};
use tabiya_protocol::events::{EventId, EventLineView};
use tabiya_rules::Variant;
use tabiya_store::{EventStage, StoredEvent};

use super::tournaments::{iso, verdicts};
use super::variant::Kind;
use super::{game, person};

/// Lines of a page of the standings.
const PAGE: usize = 10;
/// Running games that are shown, those of the best first.
const DUELS: usize = 6;

/// A line of the standings.
pub(super) struct Line {
    entrant: EntrantId,
    rank: u32,
    name: String,
    title: String,
    rating: u16,
    score: u32,
    performance: i64,
    games: u32,
    wins: u32,
    berserks: u32,
    scores: Vec<u32>,
    is_away: bool,
}

impl Line {
    /// As the stream of results has it.
    pub(super) fn result(&self, with_sheet: bool) -> Value {
        let mut shown = json!({
            "rank": self.rank,
            "score": self.score,
            "rating": self.rating,
            "username": self.name,
            "performance": self.performance,
        });
        self.add_title(&mut shown);
        if with_sheet {
            shown["sheet"] = self.sheet();
        }
        shown
    }

    /// As the list of a player's arenas has it.
    pub(super) fn in_short(&self) -> Value {
        json!({ "games": self.games, "score": self.score, "rank": self.rank, "performance": self.performance })
    }

    /// As an arena has it.
    fn standing(&self) -> Value {
        let mut shown = json!({
            "name": self.name,
            "rank": self.rank,
            "rating": self.rating,
            "score": self.score,
            "sheet": self.sheet(),
        });
        self.add_title(&mut shown);
        if self.is_away {
            shown["withdraw"] = json!(true);
        }
        shown
    }

    fn on_podium(&self) -> Value {
        let mut shown = json!({
            "name": self.name,
            "rank": self.rank,
            "rating": self.rating,
            "score": self.score,
            "performance": self.performance,
            "nb": { "game": self.games, "berserk": self.berserks, "win": self.wins },
        });
        self.add_title(&mut shown);
        shown
    }

    fn add_title(&self, shown: &mut Value) {
        if !self.title.is_empty() {
            shown["title"] = json!(self.title);
        }
    }

    /// The points of each game, the last one first.
    fn sheet(&self) -> Value {
        json!({ "scores": self.scores.iter().rev().map(u32::to_string).collect::<String>() })
    }
}

/// The standings with the names that everybody may read.
pub(super) struct Standing {
    /// The lines, the best first.
    pub(super) lines: Vec<Line>,
}

impl Standing {
    /// Those of an arena.
    pub(super) fn of(event: &Event, standings: &Standings, is_ghost: &dyn Fn(PlayerId) -> bool) -> Self {
        let known = view::for_everybody(event, is_ghost);
        let mut scores = arenas::scores(event);
        let line = |line: &EventLineView| {
            let entrant = known.entrant(line.entrant)?;
            let seat = event.arena.as_ref().and_then(|arena| arena.seat(line.entrant)).copied();
            let seat = seat.unwrap_or_default();
            Some(Line {
                entrant: line.entrant,
                rank: line.rank,
                name: entrant.card.name.clone(),
                title: entrant.card.title.clone(),
                rating: entrant.card.rating.unwrap_or(0),
                score: seat.sheet.points,
                performance: seat.performance().unwrap_or(0),
                games: seat.games,
                wins: seat.wins,
                berserks: seat.berserks,
                scores: scores.get_mut(line.entrant.index()).map(std::mem::take).unwrap_or_default(),
                is_away: entrant.presence != Presence::Present,
            })
        };
        Self { lines: standings.lines.iter().filter_map(line).collect() }
    }

    /// The line of an entrant.
    pub(super) fn line_of(&self, entrant: EntrantId) -> Option<&Line> {
        self.lines.iter().find(|line| line.entrant == entrant)
    }

    fn duelist(&self, entrant: EntrantId) -> Option<Value> {
        let line = self.line_of(entrant)?;
        let mut shown = json!({ "n": line.name, "r": line.rating, "k": line.rank });
        if !line.title.is_empty() {
            shown["t"] = json!(line.title);
        }
        Some(shown)
    }

    /// The running games of the best.
    fn duels(&self, event: &Event) -> Vec<Value> {
        let Some(arena) = event.arena.as_ref().filter(|_| event.stage == Stage::Running) else {
            return Vec::new();
        };
        let rank = |id| self.line_of(id).map_or(u32::MAX, |line| line.rank);
        let mut running: Vec<ArenaGame> = arena.running.iter().map(|place| arena.games[*place]).collect();
        running.sort_by_key(|game| rank(game.white).min(rank(game.black)));
        let duel = |game: &ArenaGame| {
            Some(json!({ "id": game.game, "p": [self.duelist(game.white)?, self.duelist(game.black)?] }))
        };
        running.iter().take(DUELS).filter_map(duel).collect()
    }
}

/// The number for how far an arena is.
pub(super) const fn status_of(stage: EventStage) -> u64 {
    match stage {
        EventStage::Announced => 10,
        EventStage::Running => 20,
        EventStage::Finished | EventStage::Cancelled => 30,
    }
}

fn clock(time: Option<TimeControl>) -> Value {
    let (limit, increment) = match time {
        Some(TimeControl::Clocks { white, .. }) => game::clock(white),
        Some(TimeControl::Correspondence { .. }) | None => (0, 0),
    };
    json!({ "limit": limit / 1000, "increment": increment / 1000 })
}

fn perf(variant: Variant, time: Option<TimeControl>) -> Value {
    let category = Category::new(variant, game::counted_as(time));
    json!({ "key": person::perf(category), "name": person::perf_name(category) })
}

/// An arena of a list.
pub(super) fn listed(stored: &StoredEvent, about: &Summary, minutes: u16, owner: Option<String>) -> Value {
    json!({
        "id": stored.id,
        "createdBy": owner,
        "system": "arena",
        "minutes": minutes,
        "clock": clock(about.time),
        "rated": about.rated,
        "fullName": about.name,
        "nbPlayers": about.players,
        "variant": Kind::Variant(about.variant).json(),
        "startsAt": stored.starts,
        "finishesAt": stored.starts.0 + u64::from(minutes) * 60_000,
        "status": status_of(stored.stage),
        "perf": perf(about.variant, about.time),
    })
}

/// An arena with a page of its standings.
pub(super) fn full(
    id: EventId,
    event: &Event,
    owner: Option<String>,
    standing: &Standing,
    page: usize,
    now: Time,
) -> Value {
    let settings = &event.settings;
    let minutes = if let Format::Arena { minutes } = settings.format { minutes } else { 0 };
    let starts = event.arena.as_ref().map(|arena| arena.opened).or(settings.starts);
    let players: Vec<_> =
        standing.lines.iter().skip((page - 1).saturating_mul(PAGE)).take(PAGE).map(Line::standing).collect();
    let mut shown = json!({
        "id": id,
        "createdBy": owner,
        "system": "arena",
        "fullName": settings.name,
        "minutes": minutes,
        "clock": clock(settings.time),
        "variant": settings.variant.key(),
        "perf": perf(settings.variant, settings.time),
        "rated": settings.rated,
        "berserkable": settings.berserk,
        "verdicts": verdicts(&settings.entry),
        "nbPlayers": event.present(),
        "duels": standing.duels(event),
        "standing": { "page": page, "players": players },
        "startsAt": iso(starts.unwrap_or(event.created)),
    });
    let left = |at: Time| at.0.saturating_sub(now.0) / 1000;
    match event.stage {
        Stage::Announced => {
            if let Some((_, at)) = event.next_start() {
                shown["secondsToStart"] = json!(left(at));
            }
        }
        Stage::Running => {
            shown["isStarted"] = json!(true);
            if let Some(ends) = arenas::ends(event) {
                shown["secondsToFinish"] = json!(left(ends));
            }
        }
        Stage::Finished | Stage::Cancelled => {
            shown["isFinished"] = json!(true);
            shown["podium"] = standing.lines.iter().take(3).map(Line::on_podium).collect();
            shown["stats"] = stats(event);
        }
    }
    shown
}

/// What was played in an arena that is over. Games that count for nobody are left out.
fn stats(event: &Event) -> Value {
    let games = event.arena.iter().flat_map(|arena| &arena.games);
    let played: Vec<_> = games.filter(|game| game.outcome.is_some_and(Outcome::is_played)).collect();
    let ended = |outcome| played.iter().filter(|game| game.outcome == Some(outcome)).count();
    let ratings: Vec<u64> =
        event.entrants.iter().filter_map(|entrant| entrant.card.rating).map(u64::from).collect();
    let count = u64::try_from(ratings.len()).unwrap_or(u64::MAX);
    json!({
        "games": played.len(),
        "moves": played.iter().map(|game| u64::from(game.plies)).sum::<u64>(),
        "whiteWins": ended(Outcome::WhiteWins),
        "blackWins": ended(Outcome::BlackWins),
        "draws": ended(Outcome::Draw),
        "berserks": played.iter().flat_map(|game| game.berserk).filter(|berserk| *berserk).count(),
        "averageRating": ratings.iter().sum::<u64>().checked_div(count).unwrap_or(0),
    })
}
