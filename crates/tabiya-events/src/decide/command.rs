// SPDX-License-Identifier: AGPL-3.0-or-later
//! What people and the server ask of an event.

use tabiya_game::{GameId, PlayerId, Time};
use tabiya_protocol::events::CardCorrection;

use crate::event::PrizeCategory;
use crate::event::{
    Absence, Card, ClocksAct, EntrantId, FeeClass, Fees, MemberOf, Outcome, Plays, Settings, Side, TeamSide,
};
use crate::pairing::Draft;
use crate::score_sheet::ScoreSheet;

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// The operator of the server, at the command line.
    Operator,
    /// The server itself, which carries out what was decided.
    Server,
    /// Somebody with an account.
    Player {
        /// The account.
        player: PlayerId,
        /// Whether the account is staff's.
        staff: bool,
    },
    /// A helper without an account, by the number of the code.
    Code(u16),
    /// A device that has the code of a table.
    Table {
        /// The table: the number of its board, from 1.
        table: u16,
        /// The device.
        device: u64,
    },
    /// Somebody who has shown that they have this entrant's seat in a game on this server.
    Seat(EntrantId),
}

impl Who {
    /// The account that the journal names.
    pub const fn player(self) -> Option<PlayerId> {
        match self {
            Self::Operator | Self::Server | Self::Code(_) | Self::Table { .. } | Self::Seat(_) => None,
            Self::Player { player, .. } => Some(player),
        }
    }
}

/// A player of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The line of the list, the header being 1; `None` in a tournament file.
    pub line: Option<usize>,
    /// What is known.
    pub card: Card,
}

/// What becomes of those of a list who play in another section of the festival.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Elsewhere {
    /// The list is refused, and the refusal names all of them.
    #[default]
    Refused,
    /// They are left out, and the others enter.
    LeftOut,
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Changes the settings. The format stays as it is once a round is published.
    ChangeSettings(Settings),
    /// Sets the prizes, also after the last round.
    SetPrizes(Vec<PrizeCategory>),
    /// Names a helper, or takes one out.
    Helper {
        /// The helper.
        player: PlayerId,
        /// Whether the player helps from now on.
        helps: bool,
    },
    /// Enters somebody.
    Enter {
        /// The account; `None` for somebody without one.
        player: Option<PlayerId>,
        /// What is known.
        card: Card,
        /// Where the entrant plays; `None` for what the event does.
        plays: Option<Plays>,
    },
    /// Enters whoever asks into an event that has an entry code.
    EnterWithCode {
        /// The code, as it was typed.
        code: String,
        /// The account.
        player: PlayerId,
        /// What is known.
        card: Card,
    },
    /// Enters an account, by an organiser.
    EnterAccount {
        /// The account.
        player: PlayerId,
        /// What is known.
        card: Card,
        /// Of an account in kid mode: whose list it is on. `Some(None)` for one that is on no list.
        child_of: Option<Option<PlayerId>>,
    },
    /// Corrects what is known about an entrant.
    /// Corrects a part of what is known about an entrant.
    Correct {
        /// The entrant.
        entrant: EntrantId,
        /// What is known now.
        correction: Box<CardCorrection>,
    },
    /// Replaces what is known about an entrant.
    CorrectCard {
        /// The entrant.
        entrant: EntrantId,
        /// The new card.
        card: Card,
    },
    /// Has an entrant sit at a board of one number from the next pairing on, or at any again.
    FixBoard {
        /// The entrant.
        entrant: EntrantId,
        /// The number that stands on the table, from 1; `None` for any.
        board: Option<u16>,
    },
    /// Has an entrant play elsewhere from the next round on.
    ChangePlays {
        /// The entrant.
        entrant: EntrantId,
        /// Where.
        plays: Plays,
    },
    /// Has an entrant of a team match play for a team, on its last board.
    ChooseTeam {
        /// The entrant.
        entrant: EntrantId,
        /// The team.
        team: TeamSide,
    },
    /// Puts an entrant of a team match on a board of the team.
    LineUp {
        /// The entrant.
        entrant: EntrantId,
        /// The board, from 1.
        board: u16,
    },
    /// Takes an entrant out.
    Withdraw(EntrantId),
    /// Has an entrant not be paired for a while.
    Pause(EntrantId),
    /// Has an entrant be paired again.
    Rejoin(EntrantId),
    /// Asks not to be paired in a round.
    AskBye {
        /// The entrant.
        entrant: EntrantId,
        /// The round, from 1.
        round: u16,
    },
    /// Has an entrant be paired after all in a round for which a bye or an absence was noted.
    CancelBye {
        /// The entrant.
        entrant: EntrantId,
        /// The round, from 1: one to come.
        round: u16,
    },
    /// Says why an entrant of a Keizer is away in a round.
    Away {
        /// The entrant.
        entrant: EntrantId,
        /// The round, from 1: one to come, or a past one in which the entrant was away.
        round: u16,
        /// Why.
        absence: Absence,
    },
    /// Says whether an entrant is there. Who comes after the check-in has closed is paired again.
    CheckIn {
        /// The entrant.
        entrant: EntrantId,
        /// Whether the entrant is there.
        present: bool,
    },
    /// Has somebody play in the next round who was marked absent, has paused, or has a bye there.
    IsThere(EntrantId),
    /// Says whether an entrant has paid.
    NotePaid {
        /// The entrant.
        entrant: EntrantId,
        /// Whether the fee is paid.
        paid: bool,
    },
    /// Sets what entrants pay; `None` for nothing.
    SetFees(Option<Fees>),
    /// Says which fee an entrant pays.
    ChooseFee {
        /// The entrant.
        entrant: EntrantId,
        /// Which; `None` for what follows from the date of birth.
        fee: Option<FeeClass>,
    },
    /// Enters players who need no account: somebody who comes late, or a whole list.
    AddAtDesk {
        /// What is known about each.
        cards: Vec<Card>,
        /// Whether they are there.
        present: bool,
        /// Whether they have paid.
        paid: bool,
    },
    /// Enters the players of a list. Whose name has entered already is left out.
    AddList {
        /// The players.
        players: Vec<Listed>,
        /// Whether they are there.
        present: bool,
        /// What becomes of those who play in another section of the festival.
        elsewhere: Elsewhere,
    },
    /// Enters or corrects somebody who is a child, or enters a list with a child: strangers see short names from then on.
    EnterChild(Box<Self>),
    /// Does something for a reason, which the journal keeps.
    Because {
        /// Why; may be empty.
        reason: String,
        /// What.
        command: Box<Self>,
    },
    /// Enters a member of an organiser's list who has come to the venue, and ticks. Who is in already gets the ticks alone.
    EnterMember {
        /// The member.
        member: MemberOf,
        /// What the list knows.
        card: Box<Card>,
        /// Whether the member is a child: strangers see short names from then on.
        child: bool,
        /// Whether the member is there.
        present: bool,
        /// Whether the member has paid.
        paid: bool,
    },
    /// Notes of entrants without an account which members of a list they are.
    BindMembers(Vec<(EntrantId, MemberOf)>),
    /// Erases the name of an entrant who is this member of a list: also by the list's owner, where somebody else owns the event.
    EraseMember {
        /// The entrant.
        entrant: EntrantId,
        /// The member.
        member: MemberOf,
    },
    /// Gives a helper without an account a code.
    GiveCode {
        /// For whom it is.
        label: String,
        /// The first board that it opens, from 1.
        first: u16,
        /// The last board that it opens.
        last: u16,
        /// Whether it also corrects results.
        deputy: bool,
        /// Now.
        now: Time,
        /// The salt of the hash.
        salt: u64,
        /// The hash of the salt and the digits.
        hash: [u8; 32],
    },
    /// Takes a code back.
    RevokeCode(u16),
    /// A helper enters a result with a code.
    EnterByCode {
        /// Now.
        now: Time,
        /// The round that the helper sees, from 1.
        round: u16,
        /// The board, from 1.
        board: u16,
        /// Which game of the board, from 1.
        game: u16,
        /// The result.
        outcome: Outcome,
    },
    /// Gives an entrant without an account a code by which an account becomes that entrant.
    GiveClaim {
        /// The entrant.
        entrant: EntrantId,
        /// Now.
        now: Time,
        /// The salt of the hash.
        salt: u64,
        /// The hash of the salt and the code.
        hash: [u8; 32],
    },
    /// Takes that code back.
    RevokeClaim(EntrantId),
    /// The account of whoever asks becomes this entrant; they have shown the code.
    Claim {
        /// The entrant.
        entrant: EntrantId,
        /// Now.
        now: Time,
        /// Of an account in kid mode: whose list it is on. `Some(None)` for one that is on no list.
        child_of: Option<Option<PlayerId>>,
    },
    /// Forgets who an entrant without an account was.
    Erase(EntrantId),
    /// Closes the check-in: who is not there is not paired.
    CloseCheckIn,
    /// Takes a pairing as the draft of the next round.
    TakeDraft(Draft),
    /// Replaces the draft by a pairing of the arbiter's own.
    PairByHand {
        /// The boards: White, Black.
        boards: Vec<[EntrantId; 2]>,
        /// Who has the pairing-allocated bye.
        byes: Vec<EntrantId>,
    },
    /// Adds a board to the last published round, for those who came late or have no opponent.
    AddBoard {
        /// White.
        white: EntrantId,
        /// Black; `None` gives the other one the bye.
        black: Option<EntrantId>,
    },
    /// Adds the reasons of a pairing.
    Explain {
        /// The round.
        round: u16,
        /// The number of the entry that paired it.
        paired: u64,
        /// The reasons.
        whys: Vec<crate::event::Why>,
    },
    /// Discards the draft.
    UndoDraft,
    /// Publishes the draft.
    Publish,
    /// Takes the last published round back.
    WithdrawPublication {
        /// Why.
        reason: String,
    },
    /// Sets when the next round is paired, published and begun by itself; `None` if an organiser does it.
    SetStart(Option<Time>),
    /// Begins the published round, or an arena. The ids are for the games on this server, one for each board that needs
    /// one, in the order of the boards; those left over are not used.
    Start {
        /// Ids that no game has.
        ids: Vec<GameId>,
    },
    /// Enters or changes a result by hand.
    EnterResult {
        /// The round; `None` for the last published one.
        round: Option<u16>,
        /// The board, from 1.
        board: u16,
        /// Which game of the board, from 1; `None` for the first one without a result, or the last one.
        game: Option<u16>,
        /// The result.
        outcome: Outcome,
    },
    /// Enters a result; whoever has lost by forfeit gave no notice, and is not paired until an organiser brings them back.
    WithoutNotice(Box<Command>),
    /// A game on this server has ended.
    GameEnded {
        /// The game.
        game: GameId,
        /// The result.
        outcome: Outcome,
        /// Who did not come to it, and is not paired until they are back.
        absent: Option<PlayerId>,
        /// Moves of both sides.
        plies: u16,
        /// Whether White and Black went berserk.
        berserk: [bool; 2],
    },
    /// Begins games of an arena.
    TakeWave {
        /// White, Black, and an id that no game has.
        games: Vec<(EntrantId, EntrantId, GameId)>,
        /// When they were paired: nothing begins when the time is over.
        now: Time,
    },
    /// Gives the last game of a board an id on this server.
    MakeGame {
        /// The round.
        round: u16,
        /// The board, from 1.
        board: u16,
        /// An id that no game has.
        id: GameId,
    },
    /// Has a game that was left behind on another server begin anew.
    PlayAgain {
        /// The round.
        round: u16,
        /// The board, from 1.
        board: u16,
        /// An id that no game has.
        id: GameId,
    },
    /// Has a game be played later.
    Postpone {
        /// The round.
        round: u16,
        /// The board, from 1.
        board: u16,
    },
    /// Lets players enter their own results at the table, or no more.
    LetPlayersEnter(bool),
    /// Gives the tables' cards other codes.
    RenewTableCodes,
    /// Notes that cards or slips with codes are printed, which lead to this site.
    NoteCards {
        /// The site, such as `http://192.168.0.7:8080`.
        origin: String,
    },
    /// A device at a table takes the seat of a player.
    TakeSeat {
        /// The round that the device sees, from 1.
        round: u16,
        /// The player, by the side in the board's first game.
        side: Side,
    },
    /// Frees a seat, for another device.
    FreeSeat {
        /// The round.
        round: u16,
        /// The board, from 1.
        board: u16,
        /// The player.
        side: Side,
    },
    /// The device with a seat enters the result of its board.
    PlayerResult {
        /// The round that the device sees, from 1.
        round: u16,
        /// The game of the board that the device sees, from 1.
        game: u16,
        /// The result.
        outcome: Outcome,
    },
    /// The device with a seat says that the result of its board is wrong.
    Dispute {
        /// The round that the device sees, from 1.
        round: u16,
    },
    /// Somebody says so at the results screen.
    DisputeByCode {
        /// Now.
        now: Time,
        /// The round that the screen shows, from 1.
        round: u16,
        /// The board, from 1.
        board: u16,
    },
    /// Lets a disputed result stand.
    Settle {
        /// The round.
        round: u16,
        /// The board, from 1.
        board: u16,
    },
    /// The device with a seat calls the arbiter.
    CallAtTable {
        /// The round that the device sees, from 1.
        round: u16,
    },
    /// Somebody who plays a game on this server calls the arbiter.
    CallInGame(GameId),
    /// The arbiter has been to a board.
    AnswerCall {
        /// The round.
        round: u16,
        /// The board, from 1.
        board: u16,
    },
    /// Notes what the arbiter did to the clocks of running games.
    NoteClocks {
        /// The round.
        round: u16,
        /// The boards, from 1.
        boards: Vec<u16>,
        /// What.
        act: ClocksAct,
        /// Why; may be empty.
        reason: String,
    },
    /// Keeps the game of a wooden board that somebody has typed.
    TypeGame {
        /// The round; `None` for the last published one.
        round: Option<u16>,
        /// The board, from 1.
        board: u16,
        /// Which game of the board, from 1; `None` for the last one with a result.
        game: Option<u16>,
        /// What was typed.
        sheet: Box<ScoreSheet>,
        /// Why; may be empty.
        reason: String,
    },
    /// A helper does so with a code.
    TypeGameByCode {
        /// Now.
        now: Time,
        /// The round that the helper sees, from 1.
        round: u16,
        /// The board, from 1.
        board: u16,
        /// Which game of the board, from 1.
        game: u16,
        /// What was typed.
        sheet: Box<ScoreSheet>,
    },
    /// Takes a typed game away.
    RemoveGame {
        /// The round; `None` for the last published one.
        round: Option<u16>,
        /// The board, from 1.
        board: u16,
        /// Which game of the board, from 1; `None` for the last one with a result.
        game: Option<u16>,
        /// Why; may be empty.
        reason: String,
    },
    /// Notes that players were reminded of the start.
    Remind,
    /// Ends the event.
    Finish,
    /// Cancels the event.
    Cancel {
        /// Why.
        reason: String,
    },
    /// Cancels an event of a series, if nobody has entered it.
    CancelUnentered,
}
