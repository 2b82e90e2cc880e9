// SPDX-License-Identifier: AGPL-3.0-or-later
//! What an operator orders at the command line.

use serde::{Deserialize, Serialize};

use tabiya_game::{Time, TimeControl};
use tabiya_protocol::events::{CardCorrection, EventOptions, SeriesTemplate};

use crate::event::PrizeCategory;
use crate::event::{Absence, Card, ClocksAct, FeeClass, Fees, Format, Outcome, Settings};
use crate::festival::NewGroups;
use crate::members::MemberCard;
use crate::site::Language;

/// How an event is exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Export {
    /// FIDE's tournament report file.
    Trf,
    /// The games that were played on this server, and those of wooden boards that somebody has typed.
    Pgn,
    /// The crosstable.
    Csv,
}

/// What happens to an entrant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Presence {
    /// Leaves the event.
    Withdraw,
    /// Is not paired for a while.
    Pause,
    /// Is paired again.
    Rejoin,
}

/// What is done about a player without an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MemberAct {
    /// A code is made by which an account becomes this entrant.
    Code,
    /// That code works no more.
    Revoke,
    /// All that is kept is printed.
    Export,
    /// The name is erased, with what is known.
    Erase,
}

/// What is done to the list of members of an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum MembersAct {
    /// Members are added, or those who are known by name get what the cards say besides.
    Add {
        /// What is known about each.
        cards: Vec<MemberCard>,
    },
    /// The list is printed: all of it, or those that the letters may mean.
    List {
        /// The letters; empty for all.
        letters: String,
        /// As JSON, in place of CSV.
        json: bool,
    },
    /// All that is kept of a member is printed.
    Export {
        /// The member's name.
        name: String,
    },
    /// A member is erased, with the name in all events.
    Erase {
        /// The member's name.
        name: String,
    },
    /// The players of an event without an account are added.
    From {
        /// The event.
        id: String,
    },
}

/// What happens to the game of a wooden board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum GameAct {
    /// It is kept, in place of what was typed before.
    Keep {
        /// PGN, or the moves alone.
        text: String,
    },
    /// It is taken away.
    Remove {},
    /// It is printed as PGN.
    Print {},
}

/// A section to be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SectionOrder {
    /// What it is called.
    pub name: String,
    /// The lowest rating of a player; `None` for any.
    #[serde(default)]
    pub rating_from: Option<u16>,
    /// The highest rating of a player; `None` for any.
    #[serde(default)]
    pub rating_to: Option<u16>,
    /// How it is paired; `None` for what the event beside it does.
    #[serde(default)]
    pub format: Option<Format>,
    /// The number of rounds; `None` for what the format says.
    #[serde(default)]
    pub rounds: Option<u16>,
}

/// What is to change in what a rating report says; what is absent stays.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ReportChange {
    /// The city; empty to take it away.
    pub city: Option<String>,
    /// The federation in three letters; empty to take it away.
    pub federation: Option<String>,
    /// The chief arbiter; empty to take the name away.
    pub chief_arbiter: Option<String>,
    /// The deputies.
    pub deputies: Option<Vec<String>>,
    /// The day of each round, such as `2026-11-28`; empty where nobody knows. A single one is that of all rounds.
    pub dates: Option<Vec<String>>,
}

/// One order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event_order", rename_all = "snake_case", deny_unknown_fields)]
pub enum EventOrder {
    /// Creates an event with players.
    New {
        /// The settings.
        settings: Box<Settings>,
        /// Who plays. In an event that is not over the board, each name is that of an account.
        players: Vec<Card>,
        /// The name of the account that owns it; `None` if it belongs to the admins.
        owner: Option<String>,
        /// The sections of a festival; none for a single event.
        #[serde(default)]
        sections: Vec<SectionOrder>,
        /// Groups, then a final, in place of sections; `None` for any other event.
        #[serde(default)]
        groups: Option<Box<NewGroups>>,
        /// Everything else that was decided.
        #[serde(default)]
        options: Box<EventOptions>,
    },
    /// Draws the groups of a festival anew.
    DealGroups {
        /// Any of its sections.
        id: String,
    },
    /// Adds a section to a festival, or makes an event of its own the first section of one.
    AddSection {
        /// The event.
        id: String,
        /// What the event itself is called as a section, where it is none yet.
        own_name: String,
        /// The new one.
        section: SectionOrder,
        /// The number of its first board; `None` if its boards follow those of the section before.
        #[serde(default)]
        first_board: Option<u16>,
    },
    /// Changes what is said of a section.
    ChangeSection {
        /// The event.
        id: String,
        /// What it is called; `None` leaves it.
        #[serde(default)]
        name: Option<String>,
        /// The lowest and the highest rating, each `None` for any; `None` leaves them.
        #[serde(default)]
        ratings: Option<(Option<u16>, Option<u16>)>,
        /// The number of its first board, 0 if its boards follow those of the section before; `None` leaves it.
        #[serde(default)]
        first_board: Option<u16>,
    },
    /// Lists the sections of a festival.
    ListSections {
        /// The event.
        id: String,
    },
    /// Moves an entrant to another section.
    MoveToSection {
        /// The event.
        id: String,
        /// The entrant's name.
        name: String,
        /// The other section's name, or its id.
        section: String,
    },
    /// Lists the events, the latest first.
    List {},
    /// Enters a player.
    Enter {
        /// The event.
        id: String,
        /// What is known.
        card: Box<Card>,
        /// Whether the entrant plays over the board; `None` for what the event does.
        over_the_board: Option<bool>,
        /// The section of the event's festival; `None` for this one.
        #[serde(default)]
        section: Option<String>,
    },
    /// Enters a member of the list of the event's owner, who is there.
    EnterMember {
        /// The event.
        id: String,
        /// The member's name.
        name: String,
    },
    /// Does something to the list of members of an account.
    Members {
        /// The account's name.
        of: String,
        /// What.
        act: MembersAct,
    },
    /// Has an entrant of a team match play for a team.
    Team {
        /// The event.
        id: String,
        /// The entrant's name.
        name: String,
        /// The team's name.
        team: String,
    },
    /// Puts an entrant of a team match on a board.
    LineUp {
        /// The event.
        id: String,
        /// The entrant's name.
        name: String,
        /// The board, from 1.
        board: u16,
    },
    /// Has an entrant sit at one board from the next pairing on.
    FixBoard {
        /// The event.
        id: String,
        /// The entrant's name.
        name: String,
        /// The number that stands on the table, from 1; `None` for any.
        board: Option<u16>,
    },
    /// Corrects what is known about an entrant.
    Correct {
        /// The event.
        id: String,
        /// The entrant's name.
        name: String,
        /// What is known now.
        correction: Box<CardCorrection>,
    },
    /// Takes an entrant out, for a while or for the rest of the event, or back in.
    Presence {
        /// The event.
        id: String,
        /// The entrant's name.
        name: String,
        /// What happens.
        becomes: Presence,
        /// Why; may be empty.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        reason: String,
    },
    /// Notes that an entrant is not there in a round.
    Bye {
        /// The event.
        id: String,
        /// The entrant's name.
        name: String,
        /// The round, from 1.
        round: u16,
        /// Why, in a Keizer; `None` for an absence with notice.
        #[serde(default)]
        absence: Option<Absence>,
        /// Whether the entrant is there after all.
        #[serde(default)]
        cancel: bool,
    },
    /// Says whether an entrant is there.
    CheckIn {
        /// The event.
        id: String,
        /// The entrant's name.
        name: String,
        /// Whether the entrant is there.
        present: bool,
    },
    /// Says whether an entrant has paid.
    Paid {
        /// The event.
        id: String,
        /// The entrant's name.
        name: String,
        /// Whether the fee is paid.
        paid: bool,
    },
    /// Closes the check-in.
    CloseCheckIn {
        /// The event.
        id: String,
    },
    /// Lists who has entered.
    Entrants {
        /// The event.
        id: String,
        /// Whether the answer is JSON.
        json: bool,
    },
    /// Pairs the next round as a draft, or shows the draft.
    Pair {
        /// The event.
        id: String,
        /// Whether the answer is JSON.
        json: bool,
        /// Whether all sections of the festival do it.
        #[serde(default)]
        all: bool,
    },
    /// Says why a player of the last paired round meets this opponent.
    Why {
        /// The event.
        id: String,
        /// The entrant's name.
        name: String,
    },
    /// Discards the draft.
    Undo {
        /// The event.
        id: String,
    },
    /// Publishes the draft.
    Publish {
        /// The event.
        id: String,
        /// Whether all sections of the festival do it.
        #[serde(default)]
        all: bool,
    },
    /// Takes the published round back.
    Unpublish {
        /// The event.
        id: String,
        /// Why.
        reason: String,
    },
    /// Starts the published round.
    Start {
        /// The event.
        id: String,
        /// Whether all sections of the festival do it.
        #[serde(default)]
        all: bool,
    },
    /// Enters or corrects a result.
    Result {
        /// The event.
        id: String,
        /// The board, from 1.
        board: u16,
        /// The result.
        outcome: Outcome,
        /// The round; `None` for the last published one.
        round: Option<u16>,
        /// Which game of the board, from 1; `None` for the first one without a result, or the last one.
        #[serde(default)]
        game: Option<u16>,
        /// Why; may be empty.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        reason: String,
        /// Whether whoever has lost by forfeit gave no notice.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        without_notice: bool,
    },
    /// Sets what entrants pay, or prints who owes what.
    Fees {
        /// The event.
        id: String,
        /// The new fees; `None` to leave them as they are.
        #[serde(default)]
        set: Option<Fees>,
        /// Whether the event has no fees from now on.
        #[serde(default)]
        none: bool,
        /// Whether the answer is JSON.
        json: bool,
    },
    /// Says which fee an entrant pays.
    Fee {
        /// The event.
        id: String,
        /// The entrant's name.
        name: String,
        /// Which; `None` for what follows from the date of birth.
        fee: Option<FeeClass>,
    },
    /// Changes what the rating report says, and prints it with what it lacks.
    Report {
        /// The event.
        id: String,
        /// What is to change; `None` to leave all as it is.
        #[serde(default)]
        change: Option<Box<ReportChange>>,
    },
    /// Prints what the rating report lacks; nothing where no game is one for a rating report.
    ReportGaps {
        /// The event.
        id: String,
        /// Whether games that were played online are rated ones in it.
        with_online: bool,
    },
    /// Prints the journal.
    Journal {
        /// The event.
        id: String,
        /// Whether as JSON.
        json: bool,
    },
    /// Has a game be played later.
    Postpone {
        /// The event.
        id: String,
        /// The board, from 1.
        board: u16,
        /// The round; `None` for the last published one.
        round: Option<u16>,
    },
    /// Does something to the clocks of games that run on this server.
    Clocks {
        /// The event.
        id: String,
        /// The round; `None` for the last one that has begun.
        round: Option<u16>,
        /// The board, from 1; `None` for all of the round.
        board: Option<u16>,
        /// What.
        act: ClocksAct,
        /// Why; may be empty.
        reason: String,
    },
    /// Keeps the game of a wooden board, takes it away, or prints it.
    Game {
        /// The event.
        id: String,
        /// The board, from 1.
        board: u16,
        /// The round; `None` for the last published one.
        round: Option<u16>,
        /// Which game of the board, from 1; `None` for the last one with a result.
        game: Option<u16>,
        /// What.
        act: GameAct,
        /// Why; may be empty.
        reason: String,
    },
    /// Does something about a player without an account.
    Member {
        /// The event.
        id: String,
        /// The entrant's name.
        name: String,
        /// What.
        act: MemberAct,
    },
    /// Ends the event, or cancels it with a reason.
    End {
        /// The event.
        id: String,
        /// Why it does not take place; `None` if it is over.
        cancelled: Option<String>,
    },
    /// Ranks the players.
    Standings {
        /// The event.
        id: String,
        /// The category of prizes whose own standings are wanted.
        #[serde(default)]
        category: Option<String>,
        /// Whether the answer is JSON.
        json: bool,
    },
    /// Changes what was decided about the event. `None` leaves a thing as it is.
    Change {
        /// The event.
        id: String,
        /// What it is called.
        #[serde(default)]
        name: Option<String>,
        /// How it is paired.
        #[serde(default)]
        format: Option<Format>,
        /// The number of rounds, in a Swiss or a Keizer; in a team match, the games of a pair.
        #[serde(default)]
        rounds: Option<u16>,
        /// The time control.
        #[serde(default)]
        time: Option<TimeControl>,
        /// When it begins, in milliseconds since 1970.
        #[serde(default)]
        starts: Option<Time>,
        /// What the two teams of a team match are called.
        #[serde(default)]
        teams: Option<[String; 2]>,
        /// How many boards a team of a team match has; 0 for as many as the larger one has players.
        #[serde(default)]
        boards: Option<u16>,
        /// Whether everybody of one team meets everybody of the other from now on.
        #[serde(default)]
        scheveningen: bool,
        /// Everything else.
        #[serde(default)]
        options: Box<EventOptions>,
    },
    /// Begins a series of events.
    BeginSeries {
        /// From what its events are made.
        template: Box<SeriesTemplate>,
        /// The name of the account that owns it; `None` if it belongs to the admins.
        owner: Option<String>,
    },
    /// Lists the series that go on.
    ListSeries {},
    /// Stops a series.
    StopSeries {
        /// The series.
        id: String,
    },
    /// Writes the whole event as one file.
    Save {
        /// The event.
        id: String,
    },
    /// Stores an event from such a file.
    Restore {
        /// The file's text.
        text: String,
        /// The name of the account that owns an event which was not here; `None` for the owner that it had.
        #[serde(default)]
        owner: Option<String>,
    },
    /// Sets the prizes, or says who gets what.
    Prizes {
        /// The event.
        id: String,
        /// The categories; `None` to leave them as they are.
        set: Option<Vec<PrizeCategory>>,
        /// Whether the answer is JSON.
        json: bool,
    },
    /// Makes the folder of web pages of the event: the answer is a list of names and texts, as JSON.
    Site {
        /// The event.
        id: String,
        /// The language of the pages.
        #[serde(default)]
        language: Language,
    },
    /// Writes a file.
    Export {
        /// The event.
        id: String,
        /// Which.
        format: Export,
        /// Whether games that were played online are rated ones in a tournament report.
        #[serde(default)]
        with_online: bool,
    },
}
