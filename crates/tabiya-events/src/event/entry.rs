// SPDX-License-Identifier: AGPL-3.0-or-later
//! What happens in an event, as its journal has it. An entry is never changed or removed.

use serde::{Deserialize, Serialize};
use tabiya_game::{GameId, PlayerId, Time, TimeControl};
use tabiya_protocol::events::{EventId, TeamSide};

use super::ClocksAct;
use super::EntrantId;
use super::PrizeCategory;
use super::Side;
use super::Why;
use super::entrant::{Absence, Card, MemberOf, Plays};
use super::fees::{FeeClass, Fees};
use super::outcome::Outcome;
use super::settings::Settings;

/// An entry with its number and who caused it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The number, from 1.
    pub number: u64,
    /// When it was written.
    pub at: Time,
    /// Who caused it; `None` for the operator and for the server itself.
    pub by: Option<PlayerId>,
    /// What happened.
    pub entry: Entry,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum Entry {
    /// The event was created. The first entry of every journal, and no other.
    Created {
        /// Its settings.
        settings: Settings,
        /// Whose it is; `None` if it belongs to the admins.
        owner: Option<PlayerId>,
    },
    /// The settings were changed.
    SettingsChanged {
        /// The new ones.
        settings: Settings,
    },
    /// The prizes were set.
    PrizesSet {
        /// All categories.
        categories: Vec<PrizeCategory>,
    },
    /// A section was added to the festival of this one. It changes nothing here; but whoever looked at all sections before, in
    /// another program, sees that there is one more.
    SectionAdded {
        /// The new section.
        section: EventId,
    },
    /// The owner has named a helper.
    HelperNamed {
        /// The helper.
        player: PlayerId,
    },
    /// A helper helps no more.
    HelperRemoved {
        /// The helper.
        player: PlayerId,
    },
    /// The event was taken up on another server, and belongs to this account from now on.
    OwnerSet {
        /// The new owner.
        player: PlayerId,
    },
    /// The event was taken up on another server, which knows other accounts.
    AccountsMoved {
        /// Entrants whose account that server does not have.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        gone: Vec<EntrantId>,
        /// Entrants whose account it has, other than the server before.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        back: Vec<EntrantId>,
    },
    /// Somebody entered.
    Entered {
        /// The new entrant's number.
        entrant: EntrantId,
        /// The account; `None` for somebody without one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        player: Option<PlayerId>,
        /// What is known.
        card: Card,
        /// Where the entrant plays.
        plays: Plays,
        /// For which team of a team match, on its last board.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        team: Option<TeamSide>,
        /// The member of an organiser's list whose card it is; `None` for everybody else.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        member: Option<MemberOf>,
    },
    /// Somebody who entered late gets half a point for each round up to this one, of those that were paired before.
    MissedRounds {
        /// The entrant.
        entrant: EntrantId,
        /// The last of these rounds, from 1.
        last: u16,
    },
    /// Somebody brings points from a group to the final.
    PointsBrought {
        /// The entrant.
        entrant: EntrantId,
        /// The points in tenths.
        points: i32,
    },
    /// Somebody who is in the event is a member of an organiser's list. Erasing the member finds the entrant from then on, whatever the
    /// two are called.
    MemberBound {
        /// The entrant.
        entrant: EntrantId,
        /// The member; `None` once the entrant's name was erased.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        member: Option<MemberOf>,
    },
    /// An entrant of a team match plays for this team, on its last board.
    TeamChosen {
        /// The entrant.
        entrant: EntrantId,
        /// The team.
        team: TeamSide,
    },
    /// An entrant of a team match plays on this board of the team; those from there on moved down.
    LinedUp {
        /// The entrant.
        entrant: EntrantId,
        /// The board, from 1, counted among those who have not left.
        board: u16,
    },
    /// What is known about an entrant was corrected.
    CardCorrected {
        /// The entrant.
        entrant: EntrantId,
        /// The new card.
        card: Card,
    },
    /// An entrant sits at a board of this number from the next pairing on, or at any again.
    BoardFixed {
        /// The entrant.
        entrant: EntrantId,
        /// The number that stands on the table, from 1; `None` for any.
        board: Option<u16>,
    },
    /// An entrant plays elsewhere from the next round on.
    PlaysChanged {
        /// The entrant.
        entrant: EntrantId,
        /// Where.
        plays: Plays,
    },
    /// An entrant left the event.
    Withdrew {
        /// The entrant.
        entrant: EntrantId,
    },
    /// An entrant is not paired for a while.
    Paused {
        /// The entrant.
        entrant: EntrantId,
        /// Whether somebody else took the entrant out, where that was so before the entrant came from another section; absent where
        /// it follows from who pauses.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        taken_out: Option<bool>,
    },
    /// An entrant is paired again.
    Rejoined {
        /// The entrant.
        entrant: EntrantId,
    },
    /// An entrant asked not to be paired in a round.
    ByeAsked {
        /// The entrant.
        entrant: EntrantId,
        /// The round, from 1.
        round: u16,
        /// Whether it is worth half a point.
        half: bool,
    },
    /// An entrant of a Keizer is away in a round; nobody has said so before, or for another reason.
    Away {
        /// The entrant.
        entrant: EntrantId,
        /// The round, from 1.
        round: u16,
        /// Why.
        absence: Absence,
    },
    /// An entrant who had asked not to be paired in a round comes after all.
    ComesAfterAll {
        /// The entrant.
        entrant: EntrantId,
        /// The round, from 1.
        round: u16,
    },
    /// Somebody at the desk has seen an entrant, or has said so by mistake.
    CheckedIn {
        /// The entrant.
        entrant: EntrantId,
        /// Whether the entrant is there.
        present: bool,
    },
    /// An entrant has paid the fee, or somebody has said so by mistake.
    Paid {
        /// The entrant.
        entrant: EntrantId,
        /// Whether it is paid.
        paid: bool,
        /// How much it was, in hundredths of the money; `None` where the event had no fees.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        amount: Option<u32>,
    },
    /// What entrants pay was set.
    FeesSet {
        /// The fees; `None` for none.
        fees: Option<Fees>,
    },
    /// The desk has said what an entrant pays.
    FeeChosen {
        /// The entrant.
        entrant: EntrantId,
        /// Which fee; `None` for what follows from the date of birth.
        fee: Option<FeeClass>,
    },
    /// A helper without an account got a code.
    CodeGiven {
        /// Its number, from 1.
        code: u16,
        /// For whom it is.
        label: String,
        /// The first board that it opens, from 1.
        first: u16,
        /// The last board that it opens.
        last: u16,
        /// Whether it also corrects results.
        #[serde(default)]
        deputy: bool,
        /// When it ends.
        until: Time,
        /// The salt of the hash.
        salt: u64,
        /// The hash of the salt and the digits.
        hash: [u8; 32],
    },
    /// A code does not work any more.
    CodeRevoked {
        /// Its number.
        code: u16,
    },
    /// The entries of the same write were made with a code.
    CodeUsed {
        /// Its number.
        code: u16,
    },
    /// The entries of the same write were made for this reason.
    Reasoned {
        /// Why.
        reason: String,
    },
    /// An entrant without an account got a code by which an account becomes that entrant; an earlier one works no more.
    ClaimGiven {
        /// The entrant.
        entrant: EntrantId,
        /// When it ends.
        until: Time,
        /// The salt of the hash.
        salt: u64,
        /// The hash of the salt and the code.
        hash: [u8; 32],
    },
    /// That code does not work any more.
    ClaimRevoked {
        /// The entrant.
        entrant: EntrantId,
    },
    /// An account is this entrant from now on.
    Claimed {
        /// The entrant.
        entrant: EntrantId,
        /// The account.
        player: PlayerId,
    },
    /// Who an entrant without an account was is forgotten: the cards in the entries before are replaced, too.
    Erased {
        /// The entrant.
        entrant: EntrantId,
    },
    /// The check-in has closed: the entries after this one take out who was not there.
    CheckInClosed,
    /// The numbers of a round robin were drawn, or the seeds of a knockout set. Undone with the draft of round 1.
    Seeded {
        /// The entrants in the order of their numbers.
        order: Vec<EntrantId>,
    },
    /// A round was paired: a draft.
    Paired {
        /// The round, from 1.
        round: u16,
        /// The boards: White, Black.
        boards: Vec<[EntrantId; 2]>,
        /// Who has the pairing-allocated bye, or goes on without a match.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        byes: Vec<EntrantId>,
        /// Who has a half-point bye.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        half_byes: Vec<EntrantId>,
        /// Who is away, in a Keizer.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        away: Vec<(EntrantId, Absence)>,
        /// The program that paired, with its version; [`BY_HAND`](super::BY_HAND) where the arbiter did.
        engine: String,
        /// Whether somebody at the venue without an account plays on this server against who plays online. Rounds that were
        /// paired before there were seats at the venue do not have it: there such a board is a wooden one, and stays so.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        seats: bool,
    },
    /// The boards of a section's draft got their numbers: they run on from one section to the next.
    BoardsNumbered {
        /// The round, from 1.
        round: u16,
        /// The numbers of its boards, in their order.
        numbers: Vec<u16>,
    },
    /// A board was added to a published round, or the bye given.
    BoardAdded {
        /// The round, from 1.
        round: u16,
        /// White.
        white: EntrantId,
        /// Black; `None` where the other one has the bye.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        black: Option<EntrantId>,
        /// The number of the board; `None` for the one after the last one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        number: Option<u16>,
    },
    /// The reasons of a pairing.
    Explained {
        /// The round.
        round: u16,
        /// The reasons of each entrant.
        whys: Vec<Why>,
    },
    /// A draft was discarded.
    DraftUndone {
        /// The round.
        round: u16,
    },
    /// A draft was published.
    Published {
        /// The round.
        round: u16,
    },
    /// A published round was withdrawn.
    PublicationWithdrawn {
        /// The round.
        round: u16,
        /// Why.
        reason: String,
    },
    /// When the next round begins was set.
    StartSet {
        /// The round.
        round: u16,
        /// When; `None` if an organiser begins it.
        at: Option<Time>,
    },
    /// A round began.
    Started {
        /// The round.
        round: u16,
        /// The games on this server: the board, from 1, and the id.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        games: Vec<(u16, GameId)>,
    },
    /// A match needs one more game.
    GameAdded {
        /// The round.
        round: u16,
        /// The board, from 1.
        board: u16,
        /// Whether the board's first player has Black.
        turned: bool,
        /// Its own time control.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        time: Option<TimeControl>,
        /// Whether Black wins a draw.
        #[serde(default)]
        armageddon: bool,
    },
    /// The last game of a board got its id on this server.
    GameMade {
        /// The round.
        round: u16,
        /// The board, from 1.
        board: u16,
        /// The id.
        game: GameId,
    },
    /// The event was taken up on a server that does not know these games: they don't go on there.
    GamesLeft {
        /// The games.
        games: Vec<GameId>,
    },
    /// The event was taken up on another server, and these games came with it as they stood. Their clocks are paused.
    GamesBrought {
        /// The games.
        games: Vec<GameId>,
    },
    /// A game ended.
    Result {
        /// The round.
        round: u16,
        /// The board, from 1.
        board: u16,
        /// Which game of the board, from 1.
        game: u16,
        /// How it ended.
        outcome: Outcome,
        /// The game on this server that ended so; `None` if somebody entered the result.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        of: Option<GameId>,
    },
    /// A result was changed.
    Corrected {
        /// The round.
        round: u16,
        /// The board, from 1.
        board: u16,
        /// Which game of the board, from 1. Later games of the board are void.
        game: u16,
        /// How it ended.
        outcome: Outcome,
    },
    /// Players enter their own results at the table from now on, or no more.
    PlayerResults {
        /// Whether they do.
        on: bool,
    },
    /// The tables' cards have other codes from now on, and those that were printed before open nothing.
    TableCodesRenewed,
    /// Cards or slips with codes were printed.
    CardsPrinted {
        /// The site that they lead to, such as `http://192.168.0.7:8080`.
        origin: String,
    },
    /// The event was taken up on another server: the cards and slips that were printed before open nothing there.
    CardsOutdated,
    /// A device at the table speaks for a player from now on.
    SeatTaken {
        /// The round.
        round: u16,
        /// The board, from 1.
        board: u16,
        /// The player, by the side in the board's first game.
        side: Side,
        /// The device: a hash that is another one in each event.
        device: u64,
    },
    /// The arbiter has freed a seat.
    SeatFreed {
        /// The round.
        round: u16,
        /// The board, from 1.
        board: u16,
        /// The player.
        side: Side,
    },
    /// The result in the same write was entered by a player.
    ResultBy {
        /// The round.
        round: u16,
        /// The board, from 1.
        board: u16,
        /// The player.
        side: Side,
    },
    /// A player says that the result is wrong.
    Disputed {
        /// The round.
        round: u16,
        /// The board, from 1.
        board: u16,
        /// The player; `None` where somebody did so at the results screen.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        side: Option<Side>,
    },
    /// The arbiter has let the disputed result stand.
    DisputeSettled {
        /// The round.
        round: u16,
        /// The board, from 1.
        board: u16,
    },
    /// A player has called the arbiter.
    ArbiterCalled {
        /// The round.
        round: u16,
        /// The board, from 1.
        board: u16,
        /// The player.
        side: Side,
    },
    /// The arbiter has been to the board.
    CallAnswered {
        /// The round.
        round: u16,
        /// The board, from 1.
        board: u16,
    },
    /// The arbiter did something to the clocks of running games, whose logs have it, too.
    ClocksHandled {
        /// The round.
        round: u16,
        /// The boards, from 1.
        boards: Vec<u16>,
        /// What.
        act: ClocksAct,
        /// Why; empty if nobody said so.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        reason: String,
    },
    /// Somebody has typed the game of a wooden board, in place of what was typed before.
    GameTyped {
        /// The round.
        round: u16,
        /// The board, from 1.
        board: u16,
        /// Which game of the board, from 1.
        game: u16,
        /// The starting position; `None` for the usual one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        start: Option<String>,
        /// The moves as a score sheet has them, with a blank between two.
        moves: String,
        /// Why; empty if nobody said so.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        reason: String,
    },
    /// What was typed of a game was taken away.
    GameRemoved {
        /// The round.
        round: u16,
        /// The board, from 1.
        board: u16,
        /// Which game of the board, from 1.
        game: u16,
        /// Why; empty if nobody said so.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        reason: String,
    },
    /// A game is played later; the next rounds count it as a draw.
    Postponed {
        /// The round.
        round: u16,
        /// The board, from 1.
        board: u16,
    },
    /// An arena began.
    ArenaOpened,
    /// Those who were free in an arena were paired.
    Wave {
        /// White, Black, and the id of their game on this server.
        games: Vec<(EntrantId, EntrantId, GameId)>,
    },
    /// A game of an arena ended.
    ArenaResult {
        /// Which, from 1, in the order in which they were paired.
        game: u32,
        /// How it ended.
        outcome: Outcome,
        /// Moves of both sides: short draws count nothing.
        plies: u16,
        /// Whether White and Black went berserk.
        #[serde(default, skip_serializing_if = "nobody")]
        berserk: [bool; 2],
    },
    /// Players were reminded that the event begins soon.
    Reminded,
    /// All rounds are played, or the time of an arena is over.
    Finished,
    /// The event was cancelled.
    Cancelled {
        /// Why.
        reason: String,
        /// Whether the server did it, because nobody had entered an event of a series.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        unentered: bool,
    },
}

/// Whether neither side did it.
fn nobody(sides: &[bool; 2]) -> bool {
    *sides == [false; 2]
}
