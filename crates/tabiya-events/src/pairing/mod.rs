// SPDX-License-Identifier: AGPL-3.0-or-later
//! Pairs the next round of an event: one file a format.
//!
//! A [`Draft`] is computed from an event as it stands, without any lock, because a large Swiss takes seconds. The journal
//! takes it only if nothing happened in the meantime from which another pairing may follow.

mod keizer;
mod knock_out;
mod round_robin;
mod swiss;
mod teams;

pub(crate) use knock_out::survivors;

use tabiya_tournament::dutch::PairingError;

use crate::event::{Absence, EntrantId, Event, Format, Presence, RoundStage, Stage, Why};
use crate::tournament::annulled;

/// A round that was paired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// The round, from 1.
    pub round: u16,
    /// The number of the last entry that the pairing knows.
    pub seen: u64,
    /// The order of the entrants, where this pairing sets it.
    pub seeds: Option<Vec<EntrantId>>,
    /// The boards: White, Black.
    pub boards: Vec<[EntrantId; 2]>,
    /// Who has the pairing-allocated bye, or goes on without a match.
    pub byes: Vec<EntrantId>,
    /// Who has a half-point bye.
    pub half_byes: Vec<EntrantId>,
    /// Who is away, in a Keizer.
    pub away: Vec<(EntrantId, Absence)>,
    /// Why.
    pub whys: Vec<Why>,
}

/// Why no round can be paired.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoPairing {
    /// Under two players.
    #[error(
        "an event needs two players, and {0} will play; enter more players, or let those who pause come back"
    )]
    TooFew(usize),
    /// More players than the format takes.
    #[error("{players} players are too many: a {} takes up to {most}", .format.name())]
    TooMany {
        /// The players.
        players: usize,
        /// The format.
        format: Format,
        /// The most.
        most: usize,
    },
    /// More rounds than opponents.
    #[error(
        "{players} players can't play {rounds} rounds of a Swiss, because nobody meets an opponent twice: choose at most \
         {most} rounds, or a round robin"
    )]
    TooManyRounds {
        /// The players.
        players: usize,
        /// The rounds.
        rounds: u16,
        /// The most.
        most: usize,
    },
    /// All rounds are paired.
    #[error("all {0} rounds are paired")]
    AllPaired(u16),
    /// The last round is published and has not begun.
    #[error("round {0} is published and has not begun; start it or withdraw it")]
    NotStarted(u16),
    /// Games of the last round have no result.
    #[error("{} of round {round} {} no result yet", boards_in_words(boards), if boards.len() == 1 { "has" } else { "have" })]
    Open {
        /// The round.
        round: u16,
        /// The boards, from 1.
        boards: Vec<u16>,
    },
    /// An arena has no rounds.
    #[error("an arena has no rounds: it pairs by itself whoever is free")]
    Arena,
    /// Nobody plays for a team.
    #[error("nobody plays for {0}; enter its players first")]
    TeamEmpty(String),
    /// Somebody has no team.
    #[error("{0} has no team; say for which one")]
    WithoutTeam(String),
    /// The event is over.
    #[error("the event is over")]
    Over,
    /// The rules allow no pairing.
    #[error("{0}")]
    Rules(PairingError),
}

fn boards_in_words(boards: &[u16]) -> String {
    match boards {
        [one] => format!("board {one}"),
        [one, other] => format!("boards {one} and {other}"),
        [one, other, rest @ ..] if rest.len() > 2 => {
            format!("boards {one}, {other} and {} more", rest.len())
        }
        boards => {
            let all: Vec<String> = boards.iter().map(u16::to_string).collect();
            format!("boards {}", all.join(", "))
        }
    }
}

/// Whether the reasons of a pairing are computed with it. Of a larger Swiss they take long, and follow afterwards.
pub const EXPLAINED_AT_ONCE: usize = 80;

/// Pairs the next round. `progress` gets the number of players that are paired, and the number of all.
///
/// # Errors
/// Why not.
pub fn pair(event: &Event, progress: impl FnMut(usize, usize)) -> Result<Draft, NoPairing> {
    check(event)?;
    match event.settings.format {
        Format::Swiss { .. } => swiss::pair(event, progress),
        Format::RoundRobin { .. } => Ok(round_robin::pair(event)),
        Format::KnockOut { .. } => knock_out::pair(event),
        Format::Keizer { .. } => keizer::pair(event),
        Format::TeamMatch { .. } => teams::pair(event),
        Format::Arena { .. } => Err(NoPairing::Arena),
    }
}

/// The reasons of the draft of an event, where they were not computed with it.
///
/// # Errors
/// If the rules pair the round otherwise.
pub fn explain(event: &Event) -> Result<Vec<Why>, NoPairing> {
    match event.settings.format {
        Format::Swiss { .. } => swiss::explain(event),
        Format::RoundRobin { .. }
        | Format::KnockOut { .. }
        | Format::Keizer { .. }
        | Format::TeamMatch { .. }
        | Format::Arena { .. } => Ok(Vec::new()),
    }
}

/// Whether the next round can be paired, apart from the rules of the pairing itself.
fn check(event: &Event) -> Result<(), NoPairing> {
    match event.stage {
        Stage::Announced | Stage::Running => {}
        Stage::Finished | Stage::Cancelled => return Err(NoPairing::Over),
    }
    if matches!(event.settings.format, Format::Arena { .. }) {
        return Err(NoPairing::Arena);
    }
    let paired = event.last_published();
    if let Some(last) = event.published().last() {
        if last.stage != RoundStage::Started {
            return Err(NoPairing::NotStarted(paired));
        }
        let annulled = annulled(event);
        let open = last.numbered().filter(|(board, these)| {
            let is_open = match event.match_on(paired, *board) {
                Some(state) => !matches!(state, crate::event::MatchState::Decided(_)),
                None => these.open_game().is_some(),
            };
            is_open && !these.postponed && !annulled.iter().any(|id| these.has(*id))
        });
        let boards: Vec<u16> = open.map(|(board, _)| board).collect();
        if !boards.is_empty() {
            return Err(NoPairing::Open { round: paired, boards });
        }
    }
    let format = event.settings.format;
    let will_play = match event.seeds {
        Some(_) => event.present(),
        None => event.entrants.iter().filter(|entrant| entrant.presence == Presence::Present).count(),
    };
    if will_play < 2 {
        return Err(NoPairing::TooFew(will_play));
    }
    if event.present() > format.most_players() {
        let (players, most) = (event.present(), format.most_players());
        return Err(NoPairing::TooMany { players, format, most });
    }
    let rounds = event.total_rounds();
    if paired >= rounds {
        return Err(NoPairing::AllPaired(rounds));
    }
    // With an odd number of players each sits out once.
    let most = (event.present() + event.present() % 2).saturating_sub(1);
    if paired == 0 && matches!(format, Format::Swiss { .. }) && usize::from(rounds) > most {
        return Err(NoPairing::TooManyRounds { players: event.present(), rounds, most });
    }
    Ok(())
}

impl From<PairingError> for NoPairing {
    fn from(error: PairingError) -> Self {
        Self::Rules(error)
    }
}
