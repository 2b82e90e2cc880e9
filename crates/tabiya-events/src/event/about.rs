// SPDX-License-Identifier: AGPL-3.0-or-later
//! Whom an entry is about, and whether another pairing may follow from it.

use super::EntrantId;
use super::entry::Entry;

/// What an entry changes.
enum About {
    /// An entrant, and perhaps the next pairing.
    Entrant(EntrantId),
    /// What is noted about an entrant. No other pairing follows from it.
    Note(EntrantId),
    /// Several or nobody, and perhaps the next pairing.
    Event,
    /// Nothing from which another pairing follows.
    Beside,
}

impl Entry {
    /// The entrant whom the entry is about, if it is about one and nobody else.
    pub(crate) const fn entrant(&self) -> Option<EntrantId> {
        match self.about() {
            About::Entrant(id) | About::Note(id) => Some(id),
            About::Event | About::Beside => None,
        }
    }

    /// Whether no other pairing follows from it.
    pub(super) const fn is_beside(&self) -> bool {
        match self.about() {
            About::Note(_) | About::Beside => true,
            About::Entrant(_) | About::Event => false,
        }
    }

    const fn about(&self) -> About {
        match self {
            Self::Entered { entrant, .. }
            | Self::MissedRounds { entrant, .. }
            | Self::PointsBrought { entrant, .. }
            | Self::TeamChosen { entrant, .. }
            | Self::LinedUp { entrant, .. }
            | Self::CardCorrected { entrant, .. }
            | Self::PlaysChanged { entrant, .. }
            | Self::Withdrew { entrant }
            | Self::Paused { entrant, .. }
            | Self::Rejoined { entrant }
            | Self::ByeAsked { entrant, .. }
            | Self::Away { entrant, .. }
            | Self::ComesAfterAll { entrant, .. } => About::Entrant(*entrant),
            Self::CheckedIn { entrant, .. }
            | Self::Paid { entrant, .. }
            | Self::FeeChosen { entrant, .. }
            | Self::BoardFixed { entrant, .. }
            | Self::ClaimGiven { entrant, .. }
            | Self::ClaimRevoked { entrant }
            | Self::Claimed { entrant, .. }
            | Self::MemberBound { entrant, .. }
            | Self::Erased { entrant } => About::Note(*entrant),
            Self::Created { .. }
            | Self::SettingsChanged { .. }
            | Self::CheckInClosed
            | Self::Seeded { .. }
            | Self::Paired { .. }
            | Self::BoardAdded { .. }
            | Self::DraftUndone { .. }
            | Self::Published { .. }
            | Self::PublicationWithdrawn { .. }
            | Self::Started { .. }
            | Self::GameAdded { .. }
            | Self::GameMade { .. }
            | Self::GamesLeft { .. }
            | Self::GamesBrought { .. }
            | Self::Result { .. }
            | Self::Corrected { .. }
            | Self::Postponed { .. }
            | Self::ArenaOpened
            | Self::Wave { .. }
            | Self::ArenaResult { .. }
            | Self::Finished
            | Self::Cancelled { .. } => About::Event,
            Self::BoardsNumbered { .. }
            | Self::Explained { .. }
            | Self::PrizesSet { .. }
            | Self::FeesSet { .. }
            | Self::CodeGiven { .. }
            | Self::SectionAdded { .. }
            | Self::CodeRevoked { .. }
            | Self::CodeUsed { .. }
            | Self::Reasoned { .. }
            | Self::OwnerSet { .. }
            | Self::AccountsMoved { .. }
            | Self::HelperNamed { .. }
            | Self::HelperRemoved { .. }
            | Self::StartSet { .. }
            | Self::Reminded
            | Self::PlayerResults { .. }
            | Self::TableCodesRenewed
            | Self::CardsPrinted { .. }
            | Self::CardsOutdated
            | Self::SeatTaken { .. }
            | Self::SeatFreed { .. }
            | Self::ResultBy { .. }
            | Self::Disputed { .. }
            | Self::DisputeSettled { .. }
            | Self::ArbiterCalled { .. }
            | Self::CallAnswered { .. }
            | Self::ClocksHandled { .. }
            | Self::GameTyped { .. }
            | Self::GameRemoved { .. } => About::Beside,
        }
    }
}
