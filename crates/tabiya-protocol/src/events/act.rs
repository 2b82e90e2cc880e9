// SPDX-License-Identifier: MIT OR Apache-2.0
//! What players, organisers and arbiters do to an event: the acts of `POST /api/page/events/ID`.

use serde::{Deserialize, Serialize};
use tabiya_game::Time;

use super::{
    AbsenceView, CardCorrection, EntrantFee, EntrantId, EventFormatView, EventId, EventOptions, RatingReport,
    Side, TeamSide,
};
use crate::TimeControlView;

/// What is done to an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum EventAct {
    /// The visitor enters.
    Join {
        /// For which team of a team match.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional))]
        team: Option<TeamSide>,
        /// The entry code, where the event asks for one.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional))]
        code: Option<String>,
    },
    /// The organiser enters an account.
    EnterAccount {
        /// The name of the account.
        name: String,
        /// For which team of a team match.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional))]
        team: Option<TeamSide>,
    },
    /// The organiser enters somebody who plays at the venue.
    Enter {
        /// The name.
        name: String,
        /// The rating by which the player is seeded.
        rating: Option<u16>,
        /// For which team of a team match.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional))]
        team: Option<TeamSide>,
    },
    /// The organiser enters somebody who has come to the venue.
    AddLateEntry {
        /// The name.
        name: String,
        /// The rating by which the player is seeded.
        rating: Option<u16>,
        /// The club, or empty.
        club: String,
        /// Whether the player is there.
        present: bool,
        /// Whether the player has paid.
        paid: bool,
        /// For which team of a team match.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional))]
        team: Option<TeamSide>,
        /// Whether the player is also taken into the visitor's list of members.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
        keep: bool,
    },
    /// The organiser enters a member of the owner's list who has come to the venue. Who has entered already is ticked.
    AddMember {
        /// The number in the list.
        member: u32,
        /// Whether the player is there.
        present: bool,
        /// Whether the player has paid.
        paid: bool,
        /// For which team of a team match.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional))]
        team: Option<TeamSide>,
    },
    /// An entrant of a team match plays for this team, on its last board. Players choose for themselves.
    ChooseTeam {
        /// The entrant.
        entrant: EntrantId,
        /// The team.
        team: TeamSide,
    },
    /// An entrant of a team match plays on this board; those from there on move down.
    LineUp {
        /// The entrant.
        entrant: EntrantId,
        /// The board, from 1.
        board: u16,
    },
    /// The organiser enters a list of players: CSV with a header, or TRF. Names that have entered are left out.
    AddList {
        /// The list.
        text: String,
        /// Whether all of them are there.
        present: bool,
        /// Whether those who play in another section of the festival are left out; else the list is refused, and the refusal names them.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
        leave_out: bool,
    },
    /// Whether an entrant is there.
    CheckIn {
        /// The entrant.
        entrant: EntrantId,
        /// Whether the entrant is there.
        present: bool,
    },
    /// Somebody who was marked absent, has paused, or has a bye in the next round is there after all.
    IsThere {
        /// The entrant.
        entrant: EntrantId,
    },
    /// Whether an entrant has paid.
    NotePaid {
        /// The entrant.
        entrant: EntrantId,
        /// Whether the fee is paid.
        paid: bool,
    },
    /// What entrants pay is set.
    SetFees {
        /// What everybody pays, in hundredths of the money; null for nothing.
        full: Option<u32>,
        /// What some pay in its place; null where nobody does.
        reduced: Option<u32>,
        /// Whoever was born on this day or later pays the reduced fee, as `2008-09-01` or `2008`; empty for nobody.
        born_from: String,
        /// Whoever was born on this day or before pays it; empty for nobody.
        born_until: String,
    },
    /// The desk says which fee an entrant pays.
    ChooseFee {
        /// The entrant.
        entrant: EntrantId,
        /// Which; null for what follows from the date of birth.
        fee: Option<EntrantFee>,
    },
    /// An entrant sits at one board from the next pairing on.
    FixBoard {
        /// The entrant.
        entrant: EntrantId,
        /// The number that stands on the table, from 1; null for any.
        board: Option<u16>,
    },
    /// A helper's code does not work any more.
    RevokeCode {
        /// The number of the code in the event.
        code: u16,
    },
    /// The check-in closes now: who is not there is not paired.
    CloseCheckIn {},
    /// When the check-in closes by itself is set.
    CheckInCloses {
        /// When; null if an organiser closes it.
        at: Option<Time>,
    },
    /// What is known about an entrant is corrected. It counts from the next pairing on.
    Correct {
        /// The entrant.
        entrant: EntrantId,
        /// What is known now.
        card: Box<CardCorrection>,
    },
    /// An entrant plays elsewhere from the next round on.
    Plays {
        /// The entrant.
        entrant: EntrantId,
        /// Whether the entrant plays at the venue.
        over_the_board: bool,
    },
    /// An entrant is not paired in a round.
    Bye {
        /// The entrant.
        entrant: EntrantId,
        /// The round, from 1.
        round: u16,
        /// Why the entrant of a Keizer is away; absent for an absence with notice.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional))]
        absence: Option<AbsenceView>,
    },
    /// An entrant who was not to be paired in a round to come is paired in it after all.
    CancelBye {
        /// The entrant.
        entrant: EntrantId,
        /// The round, from 1.
        round: u16,
    },
    /// An entrant leaves.
    Withdraw {
        /// The entrant.
        entrant: EntrantId,
    },
    /// An entrant is not paired for a while.
    Pause {
        /// The entrant.
        entrant: EntrantId,
    },
    /// An entrant is paired again.
    Rejoin {
        /// The entrant.
        entrant: EntrantId,
    },
    /// The next round is paired as a draft.
    Pair {},
    /// The draft is replaced by a pairing of the arbiter's own.
    PairByHand {
        /// The boards: the numbers of White and Black as `3-7`, with blanks between the pairs.
        boards: String,
        /// The numbers of those who have the bye, with blanks between them.
        byes: String,
    },
    /// A board is added to the last published round, for those who have no opponent.
    AddBoard {
        /// White.
        white: EntrantId,
        /// Black; null gives the other one the bye.
        black: Option<EntrantId>,
    },
    /// The game of a board, which another server has begun, is played again from the first move.
    PlayAgain {
        /// The round, from 1.
        round: u16,
        /// The board, from 1.
        board: u16,
    },
    /// The draft is discarded.
    Undo {},
    /// The draft is published.
    Publish {},
    /// The published round is taken back.
    Unpublish {
        /// Why.
        reason: String,
    },
    /// The published round begins.
    Start {},
    /// When the next round begins is set.
    SetStart {
        /// When it is paired, published and begun by itself; null if an organiser does it.
        at: Option<Time>,
    },
    /// When the event begins, and whether rounds follow by themselves, is changed.
    Timetable {
        /// When it begins; null if that is not known.
        starts: Option<Time>,
        /// Seconds between a round's last result and the next round; null if an organiser begins each.
        pause: Option<u32>,
    },
    /// What the organiser decided about the event is changed: the format before its first round is published, the rest as long as
    /// nothing was played that it would falsify.
    Change {
        /// What it is called.
        name: String,
        /// How it is paired.
        format: EventFormatView,
        /// The time control; null if games have no clock.
        time: Option<TimeControlView>,
        /// When it begins; null if that is not known.
        starts: Option<Time>,
        /// The names of the two teams; absent if they stay as they are.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional))]
        teams: Option<[String; 2]>,
        /// Everything else; absent if it stays as it is.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional))]
        options: Option<EventOptions>,
    },
    /// What is told about the event is changed.
    Programme {
        /// Plain text, at most 2,000 characters.
        text: String,
    },
    /// What the rating report says besides players and results is changed.
    Report {
        /// What it says now.
        report: Box<RatingReport>,
    },
    /// Whether strangers see short names is changed.
    ShortNames {
        /// Whether they do.
        on: bool,
    },
    /// A result is entered or corrected.
    Result {
        /// The round, from 1.
        round: u16,
        /// The board, from 1.
        board: u16,
        /// Which game of the board, from 1; absent for the first one without a result, or the last one.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional))]
        game: Option<u16>,
        /// The result, as arbiters write it.
        outcome: String,
        /// Whether whoever has lost by forfeit gave no notice, and is not paired until an organiser brings them back.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
        without_notice: bool,
    },
    /// Players enter their own results at the table from now on, or no more.
    PlayerResults {
        /// Whether they do.
        on: bool,
    },
    /// The tables' cards get other codes: those that were printed open nothing any more, and all seats are free.
    NewTableCodes {},
    /// Cards or slips with codes are printed, which lead to this site.
    NoteCards {
        /// The site, such as `http://192.168.0.7:8080`.
        origin: String,
    },
    /// The seat of a phone at a table is freed.
    FreeSeat {
        /// The round, from 1.
        round: u16,
        /// The board, from 1.
        board: u16,
        /// The player for whom the phone spoke.
        side: Side,
    },
    /// A disputed result stands.
    ResultStands {
        /// The round, from 1.
        round: u16,
        /// The board, from 1.
        board: u16,
    },
    /// The arbiter has been to a board.
    AnswerCall {
        /// The round, from 1.
        round: u16,
        /// The board, from 1.
        board: u16,
    },
    /// The prizes are set, in place of those before.
    SetPrizes {
        /// The list: CSV with a header.
        text: String,
    },
    /// A game is played later.
    Postpone {
        /// The round, from 1.
        round: u16,
        /// The board, from 1.
        board: u16,
    },
    /// The owner names a helper, or takes one out.
    Helper {
        /// The name of the account.
        name: String,
        /// Whether the account helps from now on.
        helps: bool,
    },
    /// The arbiter does something to the clocks of games that run on this server.
    Clocks {
        /// The round, from 1.
        round: u16,
        /// The board, from 1; null for all of the round.
        board: Option<u16>,
        /// What.
        act: ClocksAct,
        /// Why; may be empty.
        reason: String,
    },
    /// The game of a wooden board was typed.
    TypeGame {
        /// The round, from 1.
        round: u16,
        /// The board, from 1.
        board: u16,
        /// Which game of the board, from 1.
        game: u16,
        /// PGN, or the moves alone.
        text: String,
        /// Why; may be empty.
        reason: String,
    },
    /// What was typed is taken away.
    RemoveGame {
        /// The round, from 1.
        round: u16,
        /// The board, from 1.
        board: u16,
        /// Which game of the board, from 1.
        game: u16,
        /// Why; may be empty.
        reason: String,
    },
    /// The code by which an account becomes an entrant works no more.
    RevokeClaim {
        /// The entrant.
        entrant: EntrantId,
    },
    /// The name of an entrant without an account is erased, with what is known about them.
    Erase {
        /// The entrant.
        entrant: EntrantId,
    },
    /// A section is added to the festival. An event of its own becomes the festival's first section.
    AddSection {
        /// What the event itself is called as a section; without meaning where it is one.
        own_name: String,
        /// What the new section is called.
        name: String,
        /// The lowest rating of a player; null for any.
        rating_from: Option<u16>,
        /// The highest rating of a player; null for any.
        rating_to: Option<u16>,
        /// How it is paired.
        format: EventFormatView,
    },
    /// What is said of a section is changed.
    ChangeSection {
        /// What it is called.
        name: String,
        /// The lowest rating of a player; null for any.
        rating_from: Option<u16>,
        /// The highest rating of a player; null for any.
        rating_to: Option<u16>,
        /// The number of its first board; null if its boards follow those of the section before.
        first_board: Option<u16>,
    },
    /// An entrant moves to another section of the festival.
    MoveToSection {
        /// The entrant.
        entrant: EntrantId,
        /// The other section.
        to: EventId,
    },
    /// All groups are drawn anew, so that they are about equally strong.
    DealGroups {},
    /// The next round of all sections is paired that the sender organises.
    PairAll {},
    /// The drafts of several sections are published.
    PublishAll {
        /// Those that the page has shown with a draft.
        sections: Vec<SeenSection>,
    },
    /// The published rounds of several sections begin.
    StartAll {
        /// Those that the page has shown with a published round.
        sections: Vec<SeenSection>,
    },
    /// The event ends before its last round.
    Finish {},
    /// The event does not take place.
    Cancel {
        /// Why.
        reason: String,
    },
}

/// What a page has shown of a section.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct SeenSection {
    /// The section.
    pub id: EventId,
    /// The number of its last entry.
    pub number: u64,
}

/// What an arbiter does to the clocks of a running game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum ClocksAct {
    /// Pauses them: nobody moves, and no flag falls.
    Pause {},
    /// Lets them run on.
    Resume {},
    /// Sets one while they are paused.
    Set {
        /// Whose: the colour in the game that is played.
        side: Side,
        /// What it is to show: 1 to 10,800 seconds.
        seconds: u32,
    },
    /// Goes back to an earlier position while they are paused.
    Back {
        /// How many half-moves stay.
        ply: u32,
    },
}

/// The body of `POST /api/page/events/ID`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct EventCommand {
    /// The number of the last entry that the page has shown.
    pub seen: u64,
    /// What is to be done.
    pub act: EventAct,
    /// Why, for the journal: with a result, an added board, a pairing by hand, and whoever leaves or pauses. At most 200 characters.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub reason: Option<String>,
}
