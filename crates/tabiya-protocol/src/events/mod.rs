// SPDX-License-Identifier: MIT OR Apache-2.0
//! Events: tournaments that are played. The bodies of the page's calls.

mod act;
mod arbiter;
mod arena;
mod codes;
mod copy;
mod entrants;
mod facts;
mod fees;
mod format;
mod games;
mod id;
mod journal;
mod listed;
mod members;
mod new;
mod options;
mod place;
mod prizes;
mod refusal;
mod report;
mod round;
mod section;
mod sections;
mod series;
mod table;
mod teams;
mod typed;
mod venue;
mod view;
mod why;
mod working;

pub use act::{ClocksAct, EventAct, EventCommand, SeenSection};
pub use arbiter::{CheckInView, ClaimEntrant, DeskNotes, MemberAccount, NewClaimCode};
pub use arena::{ArenaGameView, ArenaGames, ArenaView};
pub use codes::{
    DisputedBoard, GiveHelperCode, HelperBoard, HelperBoardGame, HelperCall, HelperCodeView, HelperResult,
    HelperView, NewHelperCode,
};
pub use copy::{CopyProblem, EventCopy};
pub use entrants::{AbsenceView, ByeView, ByesView, CardCorrection, EntrantCardView, EntrantRestView};
pub use facts::{EventFacts, EventStageView, PrintedCardsView};
pub use fees::{EntrantFee, FeesView};
pub use format::{EventFormatKind, EventFormatView, KeizerRules};
pub use games::{EventTypedGame, HelperGame, LONGEST_TYPED_GAME};
pub use id::{EntrantId, EventId};
pub use journal::{EventJournal, JournalBy, JournalLine, JournalWhat};
pub use listed::{EventList, EventListed};
pub use members::{
    AddMembers, AddedMembers, ChangeMember, ErasedMember, FoundMember, FoundMembers, MemberCardView,
    MemberListView, MemberView,
};
pub use new::{CreatedEvent, NewEvent};
pub use options::{EventOptions, RatingLimits};
pub use place::{EventOfGame, EventPlaceView};
pub use prizes::{EventAward, EventCategoryPlace, EventPrizeCategory, EventPrizes};
pub use refusal::{EventRefusal, ListedElsewhere, SectionRefusal};
pub use report::{EventReport, RatingReport, ReportGap};
pub use round::{EventBoardView, EventGameView, EventPairing, EventRoundView, RoundStageView};
pub use section::{NewGroups, NewSection, SectionName, SectionPartView, SectionView};
pub use sections::{EventSections, EventViews, SectionListed, SectionPlayer, SectionPlayers};
pub use series::{CreatedSeries, Repeats, SeriesList, SeriesNext, SeriesTemplate, SeriesView};
pub use table::{TableAct, TableBoardView, TableCall, TableCard, TableCards, TableNotes, TableView};
pub use teams::{TeamSide, TeamsView};
pub use typed::TYPED_RESULTS;
pub use venue::{TakeVenueSeat, VenueSeatTaken, VenueSeatView, VenueSeats};
pub use view::{EntrantView, EventAnswer, EventLineView, EventView, PresenceView};
pub use why::{
    ColourReason, EventWhy, KeizerColour, NotPaired, OpponentReason, PairingReason, PassedOver, Side, Why,
    Wish,
};
pub use working::{EventWorking, WorkingPart};

/// The fields of its bodies that are lists.
pub(crate) const LISTS: &[&str] = &["teams", "sections", "tie_breaks", "deputies", "dates"];

#[cfg(feature = "ts")]
pub(crate) fn declare(page: &mut impl ts_rs::TypeVisitor) {
    page.visit::<EventList>();
    page.visit::<NewEvent>();
    page.visit::<CreatedEvent>();
    page.visit::<SeriesList>();
    page.visit::<SeriesTemplate>();
    page.visit::<CreatedSeries>();
    page.visit::<EventAnswer>();
    page.visit::<EventCopy>();
    page.visit::<EventPairing>();
    page.visit::<ArenaGames>();
    page.visit::<EventView>();
    page.visit::<EventCommand>();
    page.visit::<EventJournal>();
    page.visit::<EventSections>();
    page.visit::<SectionPlayers>();
    page.visit::<EventViews>();
    page.visit::<EventWhy>();
    page.visit::<EventWorking>();
    page.visit::<EventOfGame>();
    page.visit::<GiveHelperCode>();
    page.visit::<NewHelperCode>();
    page.visit::<HelperCall>();
    page.visit::<HelperView>();
    page.visit::<EventPrizes>();
    page.visit::<EventReport>();
    page.visit::<EventTypedGame>();
    page.visit::<MemberListView>();
    page.visit::<AddMembers>();
    page.visit::<AddedMembers>();
    page.visit::<ChangeMember>();
    page.visit::<ErasedMember>();
    page.visit::<FoundMembers>();
    page.visit::<NewClaimCode>();
    page.visit::<ClaimEntrant>();
    page.visit::<EntrantCardView>();
    page.visit::<TableCards>();
    page.visit::<TableCall>();
    page.visit::<TableView>();
    page.visit::<VenueSeats>();
    page.visit::<TakeVenueSeat>();
    page.visit::<VenueSeatTaken>();
}
