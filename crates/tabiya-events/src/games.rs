// SPDX-License-Identifier: AGPL-3.0-or-later
//! The games of an event as PGN: those that were played on this server, read from their logs, and those of wooden boards that
//! somebody has typed.

use tabiya_archive::archive::{self, ReadError};
use tabiya_archive::delay::Delay;
use tabiya_archive::view::{Remarks, opening_tags, pgn_with};
use tabiya_game::{GameId, Time};
use tabiya_pgn::{PgnGame, PgnResult};
use tabiya_protocol::events::{EntrantId, EventId};
use tabiya_rules::Color;
use tabiya_runtime::ghosts::Ghosts;
use tabiya_store::StorageError;
use time::UtcDateTime;

use crate::event::{Board, BoardGame, Event, Outcome, Round};
use crate::events::Events;
use crate::score_sheet;

/// For whom games are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Readers {
    /// Organisers, at the command line: they read all games.
    Organisers,
    /// For everybody: without those that are private, that run, or that others see late and not yet.
    Everybody {
        /// How late others see games.
        delay: Delay,
        /// Now.
        now: Time,
    },
}

/// A game, and where in the event it was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GamePgn {
    /// The round, from 1; 0 in an arena.
    pub round: u16,
    /// The board, from 1; 0 in an arena.
    pub board: u16,
    /// The game.
    pub pgn: String,
}

/// Where an event has a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// On a board of a round.
    Board {
        /// The round, from 1.
        round: u16,
        /// The board, from 1.
        board: u16,
        /// Which game of the board, from 0.
        game: usize,
    },
    /// In an arena, by its place among the games, from 0.
    Arena(usize),
}

/// Where an event has games, in their order.
pub fn places(event: &Event) -> Vec<Place> {
    let rounds = (1..).zip(event.published());
    let boards = rounds.flat_map(|(round, these)| {
        these.numbered().flat_map(move |(board, this)| {
            (0..this.games.len()).map(move |game| Place::Board { round, board, game })
        })
    });
    let arena = event.arena.as_ref().map_or(0, |arena| arena.games.len());
    boards.chain((0..arena).map(Place::Arena)).collect()
}

/// The game of a place; `None` where nobody knows its moves, or its readers may not see them. `event` has the names that its readers may
/// see.
///
/// # Errors
/// If the storage fails.
pub async fn written(
    events: &Events,
    id: EventId,
    event: &Event,
    ghosts: &Ghosts,
    readers: Readers,
    place: Place,
) -> Result<Option<GamePgn>, StorageError> {
    let site = format!("Tabiya, event {id}");
    match place {
        Place::Board { round, board, game } => {
            let Some(these) = event.round(round) else { return Ok(None) };
            let Some(this) = these.board(board) else { return Ok(None) };
            let Some(game) = this.games.get(game) else { return Ok(None) };
            let place = format!("{round}.{board}");
            let pgn = match game.game.filter(|_| game.typed.is_none()) {
                Some(id) => on_this_server(events, id, event, ghosts, readers, (&site, &place)).await?,
                None => typed(event, these, this, game, (&site, &place)),
            };
            Ok(pgn.map(|pgn| GamePgn { round, board, pgn }))
        }
        Place::Arena(game) => {
            let Some(game) = event.arena.as_ref().and_then(|arena| arena.games.get(game)) else {
                return Ok(None);
            };
            // An arena has no rounds: PGN writes a dash.
            let pgn = on_this_server(events, game.game, event, ghosts, readers, (&site, "-")).await?;
            Ok(pgn.map(|pgn| GamePgn { round: 0, board: 0, pgn }))
        }
    }
}

/// All games in their order. `event` has the names that its readers may see.
///
/// # Errors
/// If the storage fails.
pub async fn all(
    events: &Events,
    id: EventId,
    event: &Event,
    ghosts: &Ghosts,
    readers: Readers,
) -> Result<Vec<GamePgn>, StorageError> {
    let mut found = Vec::new();
    for place in places(event) {
        found.extend(written(events, id, event, ghosts, readers, place).await?);
    }
    Ok(found)
}

/// The same as one file.
///
/// # Errors
/// If the storage fails.
pub async fn pgn(
    events: &Events,
    id: EventId,
    event: &Event,
    ghosts: &Ghosts,
    readers: Readers,
) -> Result<String, StorageError> {
    let games = all(events, id, event, ghosts, readers).await?;
    Ok(games.into_iter().map(|game| game.pgn + "\n").collect())
}

/// A game from its log; `None` where there is none, or its readers may not see it.
async fn on_this_server(
    events: &Events,
    id: GameId,
    event: &Event,
    ghosts: &Ghosts,
    readers: Readers,
    (site, place): (&str, &str),
) -> Result<Option<String>, StorageError> {
    let mut read = match archive::load(&*events.store().log, id).await {
        Ok(read) => read,
        // Its round was killed before the game began.
        Err(ReadError::NoSuchGame(_)) => return Ok(None),
        Err(ReadError::Storage(error)) => return Err(error),
    };
    if let Readers::Everybody { delay, now } = readers {
        // Nobody who plays is told anything: what runs is seen on its own page.
        if read.terms().is_private() || !read.is_over() || delay.holds_back(&read, None, now) {
            return Ok(None);
        }
    }
    ghosts.hide_in(&mut read);
    let players = [Color::White, Color::Black].map(|color| event.entrant_in(id, color));
    // The game keeps the short name of somebody at the venue; the event has the one that its readers may see.
    let names = players.map(|id| {
        let entrant = event.entrant(id?).filter(|one| one.is_named_by_organiser())?;
        Some(entrant.card.name.as_str())
    });
    let remarks = Remarks { clocks: true, words: false, round: place, names, more: &[] };
    let tags = opening_tags(&read).into_iter().chain(team_tags(event, players)).collect();
    Ok(Some(pgn_with(&read, &event.settings.name, site, tags, remarks)))
}

/// The game of a wooden board as PGN, with the names of `event`; `None` if nobody has typed it, or nobody has played it.
pub fn typed(
    event: &Event,
    round: &Round,
    board: &Board,
    game: &BoardGame,
    (site, place): (&str, &str),
) -> Option<String> {
    let typed = game.typed.as_ref()?;
    let outcome = game.outcome.filter(|outcome| outcome.is_played())?;
    let history = score_sheet::history(typed.start.as_deref(), &typed.moves)?;
    let [white, black] = board.players_of(game).map(|id| event.entrant(id));
    let mut tags: Vec<(&str, String)> = Vec::new();
    for (title, elo, entrant) in [("WhiteTitle", "WhiteElo", white), ("BlackTitle", "BlackElo", black)] {
        let Some(card) = entrant.map(|entrant| &entrant.card) else { continue };
        if !card.title.is_empty() {
            tags.push((title, card.title.clone()));
        }
        tags.extend(card.rating.map(|rating| (elo, rating.to_string())));
    }
    tags.extend(team_tags(event, board.players_of(game).map(Some)));
    let tags: Vec<(&str, &str)> = tags.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let [white, black] = [white, black].map(|entrant| entrant.map_or("?", |one| one.card.name.as_str()));
    let game = PgnGame {
        event: &event.settings.name,
        site,
        date: &round.begun.map_or_else(|| "????.??.??".to_owned(), date),
        round: place,
        white,
        black,
        result: result(outcome),
        termination: None,
        more_tags: &tags,
        ..PgnGame::new(&history)
    };
    Some(game.to_string())
}

/// The teams of White and Black, where it is a team match.
fn team_tags(event: &Event, players: [Option<EntrantId>; 2]) -> Vec<(&'static str, String)> {
    if event.team_names().is_none() {
        return Vec::new();
    }
    let team = |(tag, player): (_, Option<EntrantId>)| {
        let team = event.entrant(player?)?.team?;
        Some((tag, event.team_name(team).to_owned()))
    };
    ["WhiteTeam", "BlackTeam"].into_iter().zip(players).filter_map(team).collect()
}

/// PGN has no result for what arbiters decide beyond win, draw and loss.
const fn result(outcome: Outcome) -> PgnResult {
    match outcome {
        Outcome::WhiteWins | Outcome::WhiteByForfeit => PgnResult::WhiteWins,
        Outcome::BlackWins | Outcome::BlackByForfeit => PgnResult::BlackWins,
        Outcome::Draw => PgnResult::Draw,
        Outcome::BothForfeit | Outcome::BothLose | Outcome::WhiteDraws | Outcome::BlackDraws => {
            PgnResult::Unfinished
        }
    }
}

/// The day in UTC, as PGN writes it.
fn date(at: Time) -> String {
    let seconds = i64::try_from(at.0 / 1000).unwrap_or(i64::MAX);
    let day = UtcDateTime::from_unix_timestamp(seconds).unwrap_or(UtcDateTime::UNIX_EPOCH).date();
    format!("{:04}.{:02}.{:02}", day.year(), u8::from(day.month()), day.day())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decide::{Command, Who, create, decide};
    use crate::event::{Card, Format, Plays, Record, Settings};

    #[test]
    fn the_games_of_a_team_match_name_the_teams() {
        let teams = Some(["Berg".to_owned(), "Tal".to_owned()]);
        let format = Format::TeamMatch { games: 1, boards: 0, everyone: false };
        let settings = Settings { teams, ..Settings::new("Cup", format, None, 1) };
        let entry = create(settings, None).unwrap();
        let mut event = Event::begin(&Record { number: 1, at: Time(0), by: None, entry }).unwrap();
        let act = |event: &mut Event, command: &Command| {
            for entry in decide(event, command, None, Who::Operator).unwrap() {
                event.apply(&Record { number: event.head + 1, at: Time(0), by: None, entry }).unwrap();
            }
        };
        for (number, team) in (1..).zip(["Berg", "Tal", "Berg", "Tal"]) {
            let card = Card { team: team.into(), ..Card::new(format!("Player {number}"), None) };
            let player = Some(tabiya_game::PlayerId::from_bytes([number; 16]));
            act(&mut event, &Command::Enter { player, card, plays: Some(Plays::Online) });
        }
        let draft = crate::pairing::pair(&event, |_, _| {}).unwrap();
        act(&mut event, &Command::TakeDraft(draft));
        act(&mut event, &Command::Publish);
        let ids = vec![GameId::from_bits(11), GameId::from_bits(12)];
        act(&mut event, &Command::Start { ids });
        let tags = |id| {
            let player = |color| event.entrant_in(GameId::from_bits(id), color);
            team_tags(&event, [Color::White, Color::Black].map(player)).into_iter().map(|(_, team)| team)
        };
        assert_eq!(tags(11).collect::<Vec<_>>(), ["Berg", "Tal"], "White on board 1 is of the first team");
        assert_eq!(tags(12).collect::<Vec<_>>(), ["Tal", "Berg"]);
    }
}
