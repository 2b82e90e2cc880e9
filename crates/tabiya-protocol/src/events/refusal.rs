// SPDX-License-Identifier: MIT OR Apache-2.0
//! Why something about an event is refused, for pages that say it in their own language. The `message` of the error says the same in
//! English.

use serde::{Deserialize, Serialize};

use super::EventFormatKind;

/// Why nothing happened, as the field `refusal` of an error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum EventRefusal {
    /// Only the organisers may do this.
    NotYours,
    /// Only the owner may do this.
    OwnerOnly,
    /// Somebody else has entered a result, which is `now`.
    OvertakenResult {
        /// The round, from 1.
        round: u16,
        /// The board, from 1.
        board: u16,
        /// The result as it is now.
        now: String,
    },
    /// The event changed while the round was paired.
    OvertakenPairing,
    /// Somebody else has changed the round.
    OvertakenRound {
        /// The round, from 1.
        round: u16,
    },
    /// Somebody else has changed the settings.
    OvertakenSettings,
    /// Somebody else has changed the prizes.
    OvertakenPrizes,
    /// Somebody else has changed an entrant.
    OvertakenEntrant {
        /// The name.
        name: String,
    },
    /// A round is published, so the format stays.
    FormatStays,
    /// Under two players.
    TooFew {
        /// The players.
        players: u32,
    },
    /// More players than the format takes.
    TooMany {
        /// The players.
        players: u32,
        /// The format.
        format: EventFormatKind,
        /// The most that there can be.
        most: u32,
    },
    /// More rounds of a Swiss than opponents.
    TooManyRounds {
        /// The players.
        players: u32,
        /// The rounds.
        rounds: u16,
        /// The most that there can be.
        most: u32,
    },
    /// All rounds are paired.
    AllPaired {
        /// The rounds.
        rounds: u16,
    },
    /// The last round is published and has not begun.
    NotStarted {
        /// The round, from 1.
        round: u16,
    },
    /// Games of the last round have no result.
    ResultsMissing {
        /// The round, from 1.
        round: u16,
        /// The boards.
        boards: Vec<u16>,
    },
    /// An arena has no rounds.
    NoRounds,
    /// The rules allow no pairing.
    NoLegalPairing {
        /// The round, from 1.
        round: u16,
        /// The players.
        players: u32,
    },
    /// The event is over.
    Over,
    /// The organiser enters the players.
    EntryClosed,
    /// The format takes no late entries.
    TooLate {
        /// The format.
        format: EventFormatKind,
    },
    /// There is no room for more.
    Full {
        /// The format.
        format: EventFormatKind,
        /// The most that there can be.
        most: u32,
    },
    /// The player has entered already.
    EnteredBefore {
        /// The name.
        name: String,
    },
    /// Only a team match has teams.
    NoTeams,
    /// Nobody has said for which of the two teams the player plays.
    ChooseTeam {
        /// The one team.
        first: String,
        /// The other one.
        second: String,
    },
    /// A third team.
    NoSuchTeam {
        /// What was named.
        name: String,
        /// The one team.
        first: String,
        /// The other one.
        second: String,
    },
    /// The team has as many players as it may have.
    TeamFull {
        /// The team.
        team: String,
        /// The most that there can be.
        most: u32,
    },
    /// Nobody changes team once the first round is paired.
    TeamStays,
    /// In a match of everybody against everybody the numbers stay once the first round is paired.
    LineUpStays,
    /// The team has fewer players than that.
    NoSuchPlace {
        /// The team.
        team: String,
        /// The board.
        board: u16,
        /// The players.
        players: u32,
    },
    /// Nobody plays for the team.
    TeamEmpty {
        /// The team.
        team: String,
    },
    /// The player has no team.
    WithoutTeam {
        /// The name.
        name: String,
    },
    /// No name of a player.
    Name,
    /// There is no such entrant.
    NoSuchEntrant,
    /// The player plays right now.
    PlaysNow {
        /// The name.
        name: String,
    },
    /// The player has left the event.
    HasLeft {
        /// The name.
        name: String,
    },
    /// Nobody pauses in this format.
    NoPausing {
        /// The format.
        format: EventFormatKind,
    },
    /// An organiser has taken the player out.
    TakenOut {
        /// The name.
        name: String,
    },
    /// A round was published since the player left, and the format brings nobody back.
    WentOn {
        /// The name.
        name: String,
        /// The format.
        format: EventFormatKind,
    },
    /// Players ask for byes in a Swiss only.
    ByesInSwissOnly,
    /// The round is not to come.
    RoundNotToCome {
        /// The round, from 1.
        round: u16,
    },
    /// Only a Keizer tells one absence from another.
    AbsencesInKeizerOnly,
    /// The player was not away.
    WasNotAway {
        /// The name.
        name: String,
        /// The round, from 1.
        round: u16,
    },
    /// No round waits to be published.
    NoDraft,
    /// A draft stands.
    DraftStands {
        /// The round, from 1.
        round: u16,
    },
    /// No published round waits to begin.
    NothingPublished,
    /// A published round is taken back without a reason.
    NoReason,
    /// The round has begun.
    HasBegun {
        /// The round, from 1.
        round: u16,
    },
    /// The round has not begun.
    NotBegun {
        /// The round, from 1.
        round: u16,
    },
    /// The round has no such board.
    NoSuchBoard {
        /// The round, from 1.
        round: u16,
        /// The board, from 1.
        board: u16,
        /// The boards.
        boards: u32,
    },
    /// No round is published yet.
    NoRoundYet,
    /// The round is not published.
    NoSuchRound {
        /// The round, from 1.
        round: u16,
    },
    /// The game is played on this server.
    GameRuns {
        /// The round, from 1.
        round: u16,
        /// The board, from 1.
        board: u16,
    },
    /// Not both have moved, so only a default can be entered.
    NotBothMoved {
        /// The round, from 1.
        round: u16,
        /// The board, from 1.
        board: u16,
    },
    /// The board has no such game.
    NoSuchGame {
        /// The round, from 1.
        round: u16,
        /// The board, from 1.
        board: u16,
        /// The game of the board, from 1.
        game: u16,
    },
    /// The next round follows from this match.
    WinnerStays,
    /// No match of a knockout is played later.
    NoPostponing,
    /// The arena has not begun.
    ArenaNotBegun,
    /// Players of an arena need an account.
    OnlineOnly,
    /// The player stands twice in the pairing.
    SeatedTwice {
        /// The name.
        name: String,
    },
    /// The pairing has no board.
    NoBoards,
    /// The player has an opponent.
    HasOpponent {
        /// The name.
        name: String,
        /// The round, from 1.
        round: u16,
    },
    /// A board needs two players.
    NeedsTwo,
    /// The format is not paired by hand.
    NotByHand,
    /// The player is not there.
    NotThere {
        /// The name.
        name: String,
    },
    /// No number of a board.
    FixedBoardNumber {
        /// The highest.
        most: u32,
    },
    /// The board is fixed for somebody else.
    FixedBoardTaken {
        /// The board.
        board: u16,
        /// The name.
        name: String,
    },
    /// The board is fixed for somebody in another section of the festival.
    FixedBoardInSection {
        /// The board.
        board: u16,
        /// The other section.
        section: String,
    },
    /// No board is fixed in this format.
    FixedBoardFormat,
    /// No range of boards.
    CodeBoards,
    /// As many codes work as may.
    TooManyCodes,
    /// Nobody has said for whom the code is.
    CodeLabel,
    /// There is no such code.
    NoSuchCode,
    /// The code opens nothing.
    WrongCode,
    /// The code is for other boards.
    NotThisBoard {
        /// The first board.
        first: u16,
        /// The last board.
        last: u16,
    },
    /// Another round is played now.
    NotThisRound {
        /// The round, from 1.
        round: u16,
    },
    /// The code only fills in what is missing.
    OnlyMissing,
    /// Another device has the seat.
    SeatTaken,
    /// The device has another seat.
    HasSeat,
    /// The arbiter decides such a result.
    ArbiterDecides,
    /// There is no result to dispute.
    NoResultYet,
    /// The arbiter enters the results.
    ArbiterEnters,
    /// The device has no seat.
    NoSeat,
    /// The board has another result.
    OtherResult,
    /// Somebody who does not play the game.
    NotInGame,
    /// The clock of a wooden board is not the server's.
    ClocksWooden {
        /// The board.
        board: u16,
    },
    /// The game is over.
    ClocksOver {
        /// The board.
        board: u16,
    },
    /// The game has not begun.
    ClocksNoGame {
        /// The board.
        board: u16,
    },
    /// No game of the round runs on this server.
    ClocksNothingRuns {
        /// The round.
        round: u16,
    },
    /// The clocks of an arena are not paused.
    ClocksArena,
    /// They are paused already.
    ClocksPaused,
    /// They must be paused first.
    ClocksNotPaused,
    /// A clock is set to too little or too much.
    ClocksTime,
    /// The position to go back to has not been before.
    ClocksPly {
        /// The number of half-moves played so far.
        ply: u32,
    },
    /// The game has no chess clock.
    ClocksNone,
    /// So much has been done in the game.
    ClocksTooOften,
    /// The game could not be changed at this moment.
    ClocksNotNow,
    /// Somebody else has typed the game of a board, or taken it away.
    OvertakenGame {
        /// The round, from 1.
        round: u16,
        /// The board, from 1.
        board: u16,
    },
    /// The text of a game is too long.
    GameTooLong,
    /// A game has more moves than any.
    GameTooManyMoves {
        /// The most half-moves.
        most: u32,
    },
    /// The text holds several games.
    GameSeveral,
    /// The text holds no moves.
    GameNoMoves,
    /// The game is played on this server.
    GameOnline {
        /// The board.
        board: u16,
    },
    /// The game has no result.
    GameNoResult {
        /// The board.
        board: u16,
    },
    /// Somebody did not come to the game.
    GameNotPlayed {
        /// The board.
        board: u16,
    },
    /// The text has the colours the other way round.
    GameTurned {
        /// The board.
        board: u16,
        /// Who has White.
        white: String,
    },
    /// The text names somebody else.
    GameOtherPlayers {
        /// The board.
        board: u16,
        /// The name that does not fit.
        named: String,
        /// Who has White.
        white: String,
        /// Who has Black.
        black: String,
    },
    /// The text has another result.
    GameOtherResult {
        /// The board.
        board: u16,
        /// The result of the text.
        said: String,
        /// The result that was entered.
        entered: String,
    },
    /// Nobody has typed the game.
    GameNone {
        /// The board.
        board: u16,
    },
    /// The code only adds what is missing.
    GameIsThere,
    /// The entrant has an account.
    HasAccount {
        /// The name.
        name: String,
    },
    /// The name was erased.
    NameErased {
        /// The name that stands in its place.
        name: String,
    },
    /// A child's account, and the code of a stranger.
    ClaimChild,
    /// As many codes for accounts work as may.
    TooManyClaims {
        /// How many that is.
        most: u32,
    },
    /// The entrant plays on, so the name stays.
    StillPlays {
        /// The name.
        name: String,
    },
    /// Only organisers and staff keep a list of members.
    ListNotYours,
    /// The list has no such member.
    NoSuchMember,
    /// The member's card is damaged; all others are as they were.
    MemberDamaged {
        /// The member's number.
        number: u32,
    },
    /// Somebody else changed the member.
    MemberOvertaken {
        /// The name.
        name: String,
    },
    /// The list is full.
    TooManyMembers {
        /// The most that there can be.
        most: u32,
    },
    /// Another member has the name.
    MemberNameTaken {
        /// The name.
        name: String,
    },
    /// The member plays on, so the name stays.
    MemberStillPlays {
        /// The name.
        name: String,
        /// The event's name.
        event: String,
    },
    /// A note that is too long.
    MemberNote {
        /// The most characters.
        most: u32,
    },
    /// The player is in another section of the festival.
    InOtherSection {
        /// The player.
        name: String,
        /// The other section.
        section: String,
    },
    /// Players of a list are in other sections of the festival; without them it can be entered.
    ListInOtherSections {
        /// The first 20 of them.
        listed: Vec<ListedElsewhere>,
        /// How many there are besides.
        more: u32,
    },
    /// The player has a game in a section that is not over.
    GameInSection {
        /// The player.
        name: String,
        /// The section of the game.
        section: String,
    },
    /// The player's rating is not within the section's limits.
    SectionRating {
        /// The section.
        section: String,
        /// The lowest rating; null for any.
        from: Option<u16>,
        /// The highest rating; null for any.
        to: Option<u16>,
    },
    /// The event is not a section of a festival.
    NoSections,
    /// The other event is not of the same festival.
    OtherFestival,
    /// There are as many sections as may be.
    TooManySections {
        /// The most that there can be.
        most: u32,
    },
    /// There is a section of this name already.
    SectionNamed {
        /// The name.
        name: String,
    },
    /// There is no section of this name.
    NoSuchSection {
        /// The name.
        name: String,
    },
    /// There can't be such groups.
    Groups,
    /// The final is made of groups that are over.
    GroupPlays {
        /// A group that is not.
        section: String,
    },
    /// The groups stay as they are, because a round is published.
    GroupsStand {
        /// The group of the round.
        section: String,
    },
    /// No section waits for what was to be done in all of them.
    SectionsDone,
    /// Some sections refuse what was to be done in several; in the others it was done.
    SectionsInPart {
        /// The names of the sections that have done it.
        done: Vec<String>,
        /// The others.
        refused: Vec<SectionRefusal>,
    },
    /// The event asks for its entry code.
    EntryCodeNeeded,
    /// That is not the entry code.
    EntryCodeWrong,
    /// The player's rating is not within the limits of the event.
    EntryRating {
        /// The lowest rating; null for any.
        from: Option<u16>,
        /// The highest rating; null for any.
        to: Option<u16>,
    },
    /// The account is a child's that is on another list of card players, or on none.
    EntryChild {
        /// The account.
        name: String,
    },
    /// Games have begun, so they stay rated or unrated.
    RatedStays,
    /// Games have begun, so it stays standard chess or Chess960.
    VariantStays,
    /// The arena has begun, so whether players may go berserk stays.
    BerserkStays,
    /// The event is over, so its tie-breaks stay.
    TieBreaksStay,
    /// Only organisers and staff create events and series.
    OrganisersOnly,
    /// Only its owner and staff may stop a series.
    SeriesNotYours,
    /// There is no such series, or it has stopped.
    NoSuchSeries,
    /// As many series go on as may.
    TooManySeries {
        /// The most that there can be.
        most: u32,
    },
    /// Somebody else changes the series at this moment.
    SeriesBusy,
    /// There is no such day of the week.
    SeriesDay,
    /// There is no such time of day.
    SeriesTime,
    /// There is no such time zone.
    SeriesZone {
        /// What was asked for.
        name: String,
    },
}

/// A player of a list who is in another section.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct ListedElsewhere {
    /// The line of the list, the header being 1 and empty lines not counted; null in a tournament file.
    pub line: Option<u32>,
    /// The name on the list.
    pub name: String,
    /// The other section.
    pub section: String,
}

/// A section that refuses what was to be done in several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct SectionRefusal {
    /// What the section is called.
    pub section: String,
    /// Why it refuses, in English.
    pub message: String,
    /// The same for pages; null where they have no words of their own.
    pub why: Option<Box<EventRefusal>>,
}
