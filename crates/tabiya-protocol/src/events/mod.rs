// SPDX-License-Identifier: MIT OR Apache-2.0
//! Events: tournaments that are played. The bodies of the page's calls.

mod act;
mod arbiter;
mod arena;
mod codes;
mod entrants;
mod fees;
mod games;
mod id;
mod journal;
mod members;
mod options;
mod prizes;
mod refusal;
mod report;
mod sections;
mod series;
mod table;
mod teams;
mod typed;
mod venue;
mod why;
mod working;

use serde::{Deserialize, Serialize};
use tabiya_game::{GameId, Time};

use crate::TimeControlView;

pub use act::{ClocksAct, EventAct, EventCommand, SeenSection};
pub use arbiter::{CheckInView, ClaimEntrant, DeskNotes, MemberAccount, NewClaimCode};
pub use arena::{ArenaGameView, ArenaGames};
pub use codes::{
    DisputedBoard, GiveHelperCode, HelperBoard, HelperBoardGame, HelperCall, HelperCodeView, HelperResult,
    HelperView, NewHelperCode,
};
pub use entrants::{AbsenceView, ByeView, ByesView, CardCorrection, EntrantCardView, EntrantRestView};
pub use fees::{EntrantFee, FeesView};
pub use games::{EventTypedGame, HelperGame, LONGEST_TYPED_GAME};
pub use id::{EntrantId, EventId};
pub use journal::{EventJournal, JournalBy, JournalLine, JournalWhat};
pub use members::{
    AddMembers, AddedMembers, ChangeMember, ErasedMember, FoundMember, FoundMembers, MemberCardView,
    MemberListView, MemberView,
};
pub use options::{EventOptions, RatingLimits};
pub use prizes::{EventAward, EventCategoryPlace, EventPrizeCategory, EventPrizes};
pub use refusal::{EventFormatKind, EventRefusal, ListedElsewhere, SectionRefusal};
pub use report::{EventReport, RatingReport, ReportGap};
pub use sections::{
    EventSections, EventViews, NewGroups, NewSection, SectionListed, SectionName, SectionPartView,
    SectionPlayer, SectionPlayers, SectionView,
};
pub use series::{CreatedSeries, Repeats, SeriesList, SeriesNext, SeriesTemplate, SeriesView};
pub use table::{TableAct, TableBoardView, TableCall, TableCard, TableCards, TableNotes, TableView};
pub use teams::{TeamSide, TeamsView};
pub use typed::TYPED_RESULTS;
pub use venue::{TakeVenueSeat, VenueSeatTaken, VenueSeatView, VenueSeats};
pub use why::{
    ColourReason, KeizerColour, NotPaired, OpponentReason, PairingReason, PassedOver, Side, Why, Wish,
};
pub use working::{EventWorking, WorkingPart};

/// How an event is paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum EventFormatView {
    /// FIDE Dutch.
    Swiss {
        /// The number of rounds.
        rounds: u16,
        /// Whether the first rounds are accelerated (Baku, C.04.7); absent for no.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
        baku: bool,
    },
    /// Everybody meets everybody.
    RoundRobin {
        /// How often.
        cycles: u8,
    },
    /// Who loses a match is out.
    KnockOut {
        /// Games of a match before the tie-breaks.
        games: u8,
    },
    /// Everybody who is present meets a neighbour of the list, and a win is worth the opponent's value.
    Keizer {
        /// The number of rounds.
        rounds: u16,
        /// What the organiser decided.
        rules: KeizerRules,
    },
    /// No rounds: whoever is free is paired again, until the time is over.
    Arena {
        /// How long it lasts.
        minutes: u16,
    },
    /// Two teams meet board by board.
    TeamMatch {
        /// How many games each pair plays: a round each, with the other colours.
        games: u8,
        /// How many boards a team has; 0 for as many as the larger team has players.
        boards: u16,
        /// Whether everybody of one team meets everybody of the other (Scheveningen).
        everyone: bool,
    },
}

/// What runs in an arena that has begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct ArenaView {
    /// When the time is over.
    pub ends: Time,
    /// Games that run.
    pub running: u32,
    /// Games that have ended.
    pub played: u32,
}

/// The settings of a Keizer. Shares are per cent of an entrant's own value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct KeizerRules {
    /// The value of the first one in the list; 0 for one and a half times the number of entrants.
    pub top: u16,
    /// How much less each place is worth.
    pub step: u16,
    /// The share for an absence that was announced.
    pub excused: u8,
    /// The share for an absence without notice, and for a loss by not coming.
    pub unexcused: u8,
    /// The share for playing elsewhere for the club.
    pub club_duty: u8,
    /// The share for whoever is left over with an odd number of players.
    pub bye: u8,
    /// How many rounds lie between two meetings at least; where that leaves somebody without an opponent, fewer.
    pub rounds_between: u16,
}

impl Default for KeizerRules {
    fn default() -> Self {
        Self { top: 0, step: 1, excused: 35, unexcused: 0, club_duty: 70, bye: 50, rounds_between: 3 }
    }
}

/// How far an event is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum EventStageView {
    /// No round was published yet.
    Announced,
    /// It is played.
    Running,
    /// All rounds are played.
    Finished,
    /// It does not take place.
    Cancelled,
}

/// An event in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct EventListed {
    /// Its id.
    pub id: EventId,
    /// What it is called.
    pub name: String,
    /// How it is paired.
    pub format: EventFormatView,
    /// The time control; null if games have no clock.
    pub time: Option<TimeControlView>,
    /// Whether online games are rated.
    pub rated: bool,
    /// Whether it is played over the board.
    pub over_the_board: bool,
    /// Whether Chess960 is played.
    pub chess960: bool,
    /// How many take part.
    pub players: u32,
    /// The last published round; 0 if there is none.
    pub round: u16,
    /// How many rounds will be played; 0 if that follows from the entrants.
    pub rounds: u16,
    /// When it begins or was created.
    pub starts: Time,
    /// Whether somebody has said when it begins.
    pub planned: bool,
    /// Whether the visitor has entered it, or one of its sections.
    pub entered: bool,
    /// How far it is.
    pub stage: EventStageView,
    /// The sections of a festival, which stands in lists once; empty for an event of its own.
    pub sections: Vec<SectionName>,
}

/// `GET /api/page/events`: the latest events of each stage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct EventList {
    /// Those that are played or to come.
    pub current: Vec<EventListed>,
    /// Those that are over.
    pub past: Vec<EventListed>,
    /// Whether the visitor may create one.
    pub may_create: bool,
}

/// The body of `POST /api/page/events`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct NewEvent {
    /// What it is called.
    pub name: String,
    /// How it is paired.
    pub format: EventFormatView,
    /// The time control.
    pub time: TimeControlView,
    /// Whether online games are rated.
    pub rated: bool,
    /// Whether entrants play over the board unless they say otherwise.
    pub over_the_board: bool,
    /// Whether players may enter by themselves.
    pub open: bool,
    /// When it begins; absent if that is not known yet.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub starts: Option<Time>,
    /// Seconds between a round's last result and the next round, where rounds follow by themselves. Then the first one begins
    /// when the event does.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub pause: Option<u32>,
    /// Whether the players of an arena may go berserk; absent for yes.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub berserk: Option<bool>,
    /// The names of the two teams of a team match.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub teams: Option<[String; 2]>,
    /// The sections of a festival, each an event; absent for a single event.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub sections: Option<Vec<NewSection>>,
    /// Groups, then a final, in place of `sections`; absent for any other event.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub groups: Option<NewGroups>,
    /// Everything else that was decided; absent where all is as usual. Its `rated`, `open` and `berserk` count before those above.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub options: Option<EventOptions>,
}

/// The answer to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct CreatedEvent {
    /// The event's id; that of the first section of a festival.
    pub id: EventId,
}

/// Whether an entrant is paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum PresenceView {
    /// In every round.
    Present,
    /// Not until they come back.
    Paused,
    /// Not any more.
    Withdrawn,
}

/// Somebody who plays in an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct EntrantView {
    /// The number in the order of entry.
    pub id: EntrantId,
    /// The name; null for an account that has left.
    pub name: Option<String>,
    /// Whether there is a profile of that name.
    pub has_account: bool,
    /// A title of FIDE's, or empty.
    pub title: String,
    /// The rating by which the entrant is seeded.
    pub rating: Option<u16>,
    /// Three letters, or empty.
    pub federation: String,
    /// The club, or empty.
    pub club: String,
    /// Whether the entrant plays at the venue.
    pub over_the_board: bool,
    /// For which team of a team match the entrant plays; null where nobody has said, and in other formats.
    pub team: Option<TeamSide>,
    /// Whether the entrant is paired.
    pub presence: PresenceView,
    /// The game that the entrant of an arena plays now; null otherwise.
    pub playing: Option<GameId>,
    /// What the desk has noted; for organisers alone.
    pub desk: Option<DeskNotes>,
}

/// One game of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct EventGameView {
    /// Whether the board's first player has Black.
    pub turned: bool,
    /// The game on this server; null if it is played over the board.
    pub game: Option<GameId>,
    /// How it ended, as arbiters write it, like `1-0` or `+/-`; null while it is open.
    pub outcome: Option<String>,
    /// The number of the entry with which somebody has typed the game of a wooden board; null if nobody has.
    pub typed: Option<u64>,
}

/// Two entrants who meet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct EventBoardView {
    /// The number that stands on the table.
    pub number: u16,
    /// White in the first game.
    pub white: EntrantId,
    /// Black in the first game.
    pub black: EntrantId,
    /// The games.
    pub games: Vec<EventGameView>,
    /// Whether it is played on this server.
    pub online: bool,
    /// Whether its game was left behind on another server: the arbiter enters its result, or has it played again.
    pub left: bool,
    /// Whether it is played later.
    pub postponed: bool,
    /// What is said at the table, where anything is; for organisers alone.
    pub table: Option<TableNotes>,
}

/// How far a round is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum RoundStageView {
    /// Paired; only the organisers see it.
    Draft,
    /// Everybody sees the pairings; clocks stand.
    Published,
    /// Games are played.
    Started,
}

/// A round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct EventRoundView {
    /// How far it is.
    pub stage: RoundStageView,
    /// The boards in their order.
    pub boards: Vec<EventBoardView>,
    /// Who has the pairing-allocated bye, or goes on without a match.
    pub byes: Vec<EntrantId>,
    /// Who has a half-point bye.
    pub half_byes: Vec<EntrantId>,
    /// Whether the arbiter has paired it.
    pub by_hand: bool,
    /// When it began; null until it has.
    pub begun: Option<Time>,
    /// The number of the entry that paired it: another pairing of the round has another one.
    pub paired: u64,
}

/// One line of the standings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct EventLineView {
    /// The rank, shared by entrants that nothing tells apart.
    pub rank: u32,
    /// The entrant.
    pub entrant: EntrantId,
    /// The starting number.
    pub number: u16,
    /// The points, in tenths.
    pub points: i32,
    /// The value of each tie-break, as text.
    pub values: Vec<String>,
    /// What the entrant did in each round: `12w1` beat number 12 with White, `5b=`, `7w+`, `7w−`, `bye`, `½`, `−`.
    pub cells: Vec<String>,
}

/// `GET /api/page/events/ID/pairing`: how far the pairing of the next round is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct EventPairing {
    /// Whether it is paired now.
    pub is_pairing: bool,
    /// The players that are paired.
    pub paired: u32,
    /// All players of the round; 0 where the format does not count them.
    pub players: u32,
}

/// `GET /api/page/events/ID/copy`: how the copy of an event in the second place stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct EventCopy {
    /// Where copies go; null where the server makes none.
    pub folder: Option<String>,
    /// When the newest copy was made; null without one since the server's start.
    pub at: Option<Time>,
    /// What time it is, by the same clock.
    pub now: Time,
    /// Entries of the journal that are not in it.
    pub behind: u64,
    /// Why the last try made none; null if all is well.
    pub problem: Option<CopyProblem>,
}

/// Why no copy of an event could be made. The server's log says more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
#[serde(rename_all = "snake_case")]
pub enum CopyProblem {
    /// The folder does not answer: a network that is away.
    NoAnswer,
    /// The folder is not there: a stick that is pulled out.
    Gone,
    /// The folder has no room left.
    Full,
    /// Nothing may be written there.
    ReadOnly,
    /// Something else.
    Other,
}

/// `GET /api/page/events/ID[?after=NUMBER]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct EventAnswer {
    /// Whether there is such an event.
    pub found: bool,
    /// The event; null where no entry came after the number.
    pub event: Option<EventView>,
}

/// An event as its visitor sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct EventView {
    /// Its id.
    pub id: EventId,
    /// The number of its last entry. Commands say it.
    pub number: u64,
    /// What is said of the event as a whole.
    pub facts: EventFacts,
    /// The visitor's own entry.
    pub me: Option<EntrantId>,
    /// The rounds in which the visitor is not paired; null for those who have not entered, and where nobody asks for byes.
    pub my_byes: Option<ByesView>,
    /// Everybody who ever entered.
    pub entrants: Vec<EntrantView>,
    /// The rounds. Only organisers see a draft.
    pub rounds: Vec<EventRoundView>,
    /// The standings, the best first.
    pub standings: Vec<EventLineView>,
    /// After a list was added: the columns of it that nobody reads, as the list calls them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<String>>"))]
    pub left_out: Vec<String>,
}

/// What is said of an event as a whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct EventFacts {
    /// What it is called.
    pub name: String,
    /// How it is paired.
    pub format: EventFormatView,
    /// The time control; null if games have no clock.
    pub time: Option<TimeControlView>,
    /// Whether online games are rated.
    pub rated: bool,
    /// Whether it is played over the board.
    pub over_the_board: bool,
    /// Whether players may enter by themselves now.
    pub open: bool,
    /// Whether they need the entry code for that.
    pub by_code: bool,
    /// Which ratings may enter by themselves.
    pub ratings: RatingLimits,
    /// Whether Chess960 is played.
    pub chess960: bool,
    /// How far it is.
    pub stage: EventStageView,
    /// Whose it is; null if it belongs to the admins.
    pub owner: Option<String>,
    /// When it begins; null if nobody has said.
    pub starts: Option<Time>,
    /// How many rounds will be played.
    pub total_rounds: u16,
    /// Whether the visitor may pair, publish and enter results.
    pub may_organise: bool,
    /// When the next round begins by itself; null if an organiser begins it, or games must end first.
    pub next_start: Option<Time>,
    /// Seconds between a round's last result and the next round, where rounds follow by themselves.
    pub pause: Option<u32>,
    /// How many games each pairing has; 1 in formats that are no Swiss.
    pub games_per_pairing: u8,
    /// Minutes after the start of a round after which whoever is not at a wooden board loses (Laws 6.7).
    pub default_time: u16,
    /// What the organiser tells about it, as plain text with lines; empty if nothing.
    pub programme: String,
    /// Why the last published round was withdrawn, until another one is published; else empty.
    pub withdrawn: String,
    /// Why the event was cancelled; empty if it was not, or nobody has said.
    pub cancelled: String,
    /// Whether strangers see the short names of players without an account.
    pub short_names: bool,
    /// The names of those who help the owner; for organisers alone.
    pub helpers: Vec<String>,
    /// The codes of the tie-breaks.
    pub tie_breaks: Vec<String>,
    /// What runs in an arena; null before it begins, and in other formats.
    pub arena: Option<ArenaView>,
    /// The teams of a team match; null in other formats.
    pub teams: Option<TeamsView>,
    /// Which section of a festival it is; null for an event of its own.
    pub section: Option<SectionView>,
    /// Whether players enter their own results at the table.
    pub player_results: bool,
    /// How often the tables' cards got other codes: a page that shows them asks for them again.
    pub table_codes: u32,
    /// The cards and slips with codes that were printed last, for organisers alone; null if none were.
    pub cards: Option<PrintedCardsView>,
    /// The codes of helpers, also those that do not work any more; for organisers alone.
    pub codes: Vec<HelperCodeView>,
    /// How far the check-in is; for organisers alone.
    pub check_in: Option<CheckInView>,
    /// The categories of prizes that have standings of their own.
    pub categories: Vec<String>,
    /// What entrants pay; null where nobody has set it, and for everybody but organisers.
    pub fees: Option<FeesView>,
    /// What was decided, all of it; for organisers alone.
    pub options: Option<EventOptions>,
    /// The entry code; for organisers alone.
    pub entry_code: Option<String>,
}

/// Cards and slips with codes that were printed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct PrintedCardsView {
    /// The site that they lead to, such as `http://192.168.0.7:8080`.
    pub origin: String,
    /// Whether another server has printed them, so that their codes open nothing here.
    pub elsewhere: bool,
}

/// `GET /api/page/events/ID/why/ROUND/ENTRANT`: why an entrant meets this opponent; null where the reasons are still computed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct EventWhy {
    /// The reasons.
    pub why: Option<Why>,
}

/// `GET /api/page/games/ID/event`: the event that a game belongs to; null for any other game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct EventOfGame {
    /// The event, and where in it the game is played.
    pub event: Option<EventPlaceView>,
}

/// Where in an event a game is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct EventPlaceView {
    /// The event.
    pub id: EventId,
    /// What it is called.
    pub name: String,
    /// The round, from 1; null in an arena.
    pub round: Option<u16>,
    /// The board, from 1; null in an arena.
    pub board: Option<u16>,
    /// Whether a player who does not make the first move in time is not paired until they rejoin.
    pub pauses: bool,
}

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
