// SPDX-License-Identifier: AGPL-3.0-or-later
//! The journal as the command line prints it.

use jiff::Timestamp;
use tabiya_game::Time;
use tabiya_protocol::events::{EntrantId, JournalBy, JournalLine, JournalWhat as What};

use super::{EventOperator, OrderError};
use crate::decide::Who;
use crate::event::Event;

impl EventOperator {
    /// All of the journal, the newest lines first.
    pub(super) async fn journal(&self, id: &str, json: bool) -> Result<String, OrderError> {
        let (id, event) = self.events.named(id).await?;
        let (mut lines, mut before) = (Vec::new(), None);
        loop {
            let page = self.events.read_journal(id, before, Who::Operator).await?;
            lines.extend(page.lines);
            before = page.before;
            if before.is_none() {
                break;
            }
        }
        Ok(if json { serde_json::json!(lines).to_string() } else { text(&event, &lines) })
    }
}

/// One line an entry: when (UTC), who, what, why.
fn text(event: &Event, lines: &[JournalLine]) -> String {
    let line = |line: &JournalLine| {
        let why = if line.why.is_empty() { String::new() } else { format!("\t{}", line.why) };
        format!("{}\t{}\t{}{why}", when(line.at), who(event, &line.by), what(event, line))
    };
    lines.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn when(at: Time) -> String {
    let at = i64::try_from(at.0).ok().and_then(|at| Timestamp::from_millisecond(at).ok());
    at.map_or_else(String::new, |at| at.strftime("%Y-%m-%d %H:%M:%S").to_string())
}

fn who(event: &Event, by: &JournalBy) -> String {
    match by {
        JournalBy::Server {} => "the server".to_owned(),
        JournalBy::Account { name } => name.clone().unwrap_or_else(|| "a closed account".to_owned()),
        JournalBy::Entrant { entrant } => name(event, *entrant).to_owned(),
        JournalBy::Code { label } => format!("helper {label}"),
        JournalBy::Table {} => "at the table".to_owned(),
    }
}

fn name(event: &Event, id: EntrantId) -> &str {
    event.entrant(id).map_or("?", |entrant| entrant.card.name.as_str())
}

fn what(event: &Event, line: &JournalLine) -> String {
    let JournalLine { what, entrants, round, boards, text, .. } = line;
    let one = entrants.first().map_or("", |id| name(event, *id));
    let other = entrants.get(1).map_or("", |id| name(event, *id));
    let pair = if other.is_empty() { one.to_owned() } else { format!("{one} - {other}") };
    let round = round.unwrap_or_default();
    let numbers: Vec<String> = boards.iter().map(u16::to_string).collect();
    let place = if numbers.is_empty() {
        format!("round {round}")
    } else {
        format!("round {round}, board {}", numbers.join(", "))
    };
    match what {
        What::Created => "the event was created".to_owned(),
        What::SettingsChanged => "the settings were changed".to_owned(),
        What::PrizesSet => "the prizes were set".to_owned(),
        What::FeesSet => "the fees were set".to_owned(),
        What::FeeChosen => format!("{one}: another fee"),
        What::SectionAdded => "a section was added".to_owned(),
        What::OwnerSet => format!("the event belongs to {text}"),
        What::AccountsLeft => format!("the accounts of {text} players are on another server"),
        What::AccountsBack => format!("the accounts of {text} players are here again"),
        What::HelperNamed => format!("{text} helps"),
        What::HelperRemoved => format!("{text} helps no more"),
        What::Entered => format!("{one} entered"),
        What::TeamChosen => format!("{one} plays for {text}"),
        What::LinedUp => format!("{one} is on board {}", numbers.join(", ")),
        What::BoardFixed => format!("{one} always plays at board {}", numbers.join(", ")),
        What::BoardFreed => format!("{one} has no fixed board any more"),
        What::CardCorrected => format!("{one}: the card was corrected"),
        What::PlaysOnline => format!("{one} plays online"),
        What::PlaysAtVenue => format!("{one} plays at the venue"),
        What::Withdrew => format!("{one} left"),
        What::Paused => format!("{one} pauses"),
        What::Rejoined => format!("{one} is back"),
        What::Bye => format!("{one} is not paired in round {round}"),
        What::HalfPointBye => format!("{one} has a half-point bye in round {round}"),
        What::Away => format!("{one} is away in round {round}"),
        What::ComesAfterAll => format!("{one} comes to round {round} after all"),
        What::Present => format!("{one} is present"),
        What::NotPresent => format!("{one} is not present"),
        What::Paid => format!("{one} has paid"),
        What::NotPaid => format!("{one} has not paid"),
        What::CodeGiven => format!("a helper's code for {text}"),
        What::CodeRevoked => format!("the helper's code of {text} was revoked"),
        What::ClaimGiven => format!("{one} got a code for an account"),
        What::ClaimRevoked => format!("{one}: the code for an account was revoked"),
        What::Claimed => format!("an account has become {one}"),
        What::Erased => format!("{one}: the name was erased"),
        What::CheckInClosed => "the check-in was closed".to_owned(),
        What::Paired => format!("round {round} was paired"),
        What::PairedByHand => format!("round {round} was paired by hand"),
        What::BoardAdded => format!("{place}: {pair} was added"),
        What::ByeGiven => format!("round {round}: {one} got the bye"),
        What::DraftUndone => format!("the draft of round {round} was discarded"),
        What::Published => format!("round {round} was published"),
        What::Unpublished => format!("round {round} was taken back"),
        What::StartSet => format!("the start of round {round} was set"),
        What::StartByHand => format!("round {round} doesn't start by itself"),
        What::Started => format!("round {round} began"),
        What::GameAdded => format!("{place}: one more game, {pair}"),
        What::GameMade => format!("{place}: the game began, {pair}"),
        What::GamesLeft => format!("{text} games were left on another server"),
        What::GamesBrought => format!("{text} games came from another server, with their clocks paused"),
        What::Result => format!("{place}: {text}, {pair}"),
        What::Corrected => format!("{place}: corrected to {text}, {pair}"),
        What::PlayerResultsOn => "players enter their own results".to_owned(),
        What::PlayerResultsOff => "players enter no results".to_owned(),
        What::TableCodesRenewed => "the tables have new codes".to_owned(),
        What::SeatTaken => format!("{place}: a phone took a seat"),
        What::SeatFreed => format!("{place}: a seat was freed"),
        What::Disputed => format!("{place}: the result was disputed"),
        What::DisputeSettled => format!("{place}: the result stands"),
        What::ArbiterCalled => format!("{place}: the arbiter was called"),
        What::CallAnswered => format!("{place}: the arbiter has been there"),
        What::ClocksPaused => format!("{place}: clocks paused"),
        What::ClocksResumed => format!("{place}: clocks resumed"),
        What::ClockSet => format!("{place}: a clock was set"),
        What::SetBack => format!("{place}: back to an earlier position"),
        What::GameTyped => format!("{place}: the game was typed"),
        What::GameRemoved => format!("{place}: the typed game was removed"),
        What::Postponed => format!("{place}: played later"),
        What::ArenaOpened => "the arena began".to_owned(),
        What::ArenaPaired => format!("{text} games were paired"),
        What::ArenaResult => format!("{text}, {pair}"),
        What::Reminded => "players were reminded".to_owned(),
        What::Finished => "the event is over".to_owned(),
        What::Cancelled => "the event was cancelled".to_owned(),
    }
}
