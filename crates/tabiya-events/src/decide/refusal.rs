// SPDX-License-Identifier: AGPL-3.0-or-later
//! Why nothing happened, in words for people.

use super::refused::{
    WrongBoard, WrongBye, WrongClocks, WrongCode, WrongGame, WrongMember, WrongPairing, WrongPresence,
    WrongSeat, WrongSection, WrongTeam,
};
use super::wrong_entry::{Stays, WrongEntry};
use crate::event::{EntrantId, Format, Outcome, WrongCard, WrongSettings};
use crate::pairing::NoPairing;

/// Why nothing happened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Only the owner, helpers and staff may do this.
    #[error("only the organisers of this event may do that")]
    NotYours,
    /// Only the owner and staff may do this.
    #[error("only the owner of this event may do that")]
    OwnerOnly,
    /// Somebody else was faster.
    #[error("{0}")]
    Overtaken(Overtaken),
    /// The settings make no event.
    #[error(transparent)]
    Settings(#[from] WrongSettings),
    /// The format can't change any more.
    #[error("a round is published, so the format stays as it is")]
    FormatStays,
    /// The next round can't be paired.
    #[error(transparent)]
    Pairing(#[from] NoPairing),
    /// Players enter by the organiser alone.
    #[error("the organiser enters the players of this event")]
    EntryClosed,
    /// Somebody does not enter by themselves, or an account is not entered.
    #[error(transparent)]
    Entry(#[from] WrongEntry),
    /// Something that games have followed from.
    #[error(transparent)]
    Stays(#[from] Stays),
    /// This format takes no late entries.
    #[error("the first round is paired, and a {} takes no late entries", .0.name())]
    TooLate(Format),
    /// There is no room for more.
    #[error("this event is full: a {} takes up to {most} players", .format.name())]
    Full {
        /// The format.
        format: Format,
        /// The most.
        most: usize,
    },
    /// The account has entered before.
    #[error("{0} has entered already")]
    EnteredBefore(String),
    /// A name that is empty, too long, or holds control characters.
    #[error("a player's name has 1 to 80 characters")]
    Name,
    /// Something about a player that fits no file.
    #[error(transparent)]
    Card(WrongCard),
    /// There is no such entrant.
    #[error("this event has no entrant {0}")]
    NoSuchEntrant(EntrantId),
    /// The entrant has left, or has not.
    #[error(transparent)]
    Presence(#[from] WrongPresence),
    /// The teams of a match don't take it.
    #[error(transparent)]
    Team(#[from] WrongTeam),
    /// The sections of a festival don't take it.
    #[error(transparent)]
    Section(#[from] WrongSection),
    /// No bye can be had in that round.
    #[error(transparent)]
    Bye(#[from] WrongBye),
    /// There is no draft.
    #[error("no round waits to be published; pair the next one first")]
    NoDraft,
    /// There is a draft.
    #[error("round {0} is paired and not published: publish or undo it first")]
    DraftStands(u16),
    /// There is no published round that could begin or be withdrawn.
    #[error("no published round waits to begin")]
    NothingPublished,
    /// A round that everybody has seen is taken back without a reason.
    #[error("say why the round is taken back: everybody reads it")]
    NoReason,
    /// The round has begun.
    #[error("round {0} has begun, so its pairings stay")]
    HasBegun(u16),
    /// The round has not begun.
    #[error("round {0} has not begun; start it first")]
    NotBegun(u16),
    /// There is no such board.
    #[error("round {round} has no board {board}: it has {boards}")]
    NoSuchBoard {
        /// The round.
        round: u16,
        /// The board.
        board: u16,
        /// How many it has.
        boards: usize,
    },
    /// No round is published.
    #[error("no round is published yet")]
    NoRoundYet,
    /// This round is not published.
    #[error("round {0} is not published")]
    NoSuchRound(u16),
    /// The game is played on this server.
    #[error(
        "board {board} of round {round} is being played on this server, and its result comes by itself; the arbiter decides it at the desk, while the server runs"
    )]
    GameRuns {
        /// The round.
        round: u16,
        /// The board.
        board: u16,
    },
    /// A verdict on a game that was not played.
    #[error(
        "not both have moved at board {board} of round {round}, so a default alone can be entered: +/-, -/+ or -/-; a game that was played at a wooden board is corrected afterwards"
    )]
    NotBothMoved {
        /// The round.
        round: u16,
        /// The board.
        board: u16,
    },
    /// The match goes on differently than the result says.
    #[error("board {board} of round {round} has no game {game}")]
    NoSuchGame {
        /// The round.
        round: u16,
        /// The board.
        board: u16,
        /// The game.
        game: u16,
    },
    /// A result of a knockout from which later rounds follow.
    #[error("the next round follows from this match, so its winner stays; withdraw the next round first")]
    WinnerStays,
    /// A match can't be postponed.
    #[error("the next round of a knockout follows from every match, so none is played later")]
    NoPostponing,
    /// An arena has not begun.
    #[error("the arena has not begun")]
    NotBegunYet,
    /// Who has no account plays in no arena.
    #[error("an arena is played on this server, so every player needs an account")]
    OnlineOnly,
    /// A pairing by hand that can't be.
    #[error(transparent)]
    ByHand(#[from] WrongPairing),
    /// No board is fixed so.
    #[error(transparent)]
    Board(#[from] WrongBoard),
    /// A code can't be made so, or there is none.
    #[error(transparent)]
    Code(#[from] WrongCode),
    /// No code that works.
    #[error("that code opens nothing here; check it, or ask the arbiter for a new one")]
    WrongCode,
    /// The code is for other boards.
    #[error("your code is for the boards {first} to {last}")]
    NotThisBoard {
        /// The first.
        first: u16,
        /// The last.
        last: u16,
    },
    /// The code is for the current round.
    #[error("round {0} is played now; look again")]
    NotThisRound(u16),
    /// The code only fills in what is missing.
    #[error("this board has a result; the arbiter or a deputy corrects it")]
    OnlyMissing,
    /// What a device at a table can't do now.
    #[error(transparent)]
    Table(#[from] WrongSeat),
    /// Nothing was done to clocks.
    #[error(transparent)]
    Clocks(#[from] WrongClocks),
    /// A typed game is not kept, or there is none.
    #[error(transparent)]
    Game(#[from] WrongGame),
    /// An account does not become an entrant, or a name is not erased.
    #[error(transparent)]
    Member(#[from] WrongMember),
    /// Somebody calls the arbiter to a game that they do not play.
    #[error("only those who play a game of this event call its arbiter to it")]
    NotInGame,
    /// The prizes can't be set so.
    #[error("{0}")]
    Prizes(String),
    /// The event is over.
    #[error("this event is over")]
    Over,
}

/// What somebody else did first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Overtaken {
    /// A result was entered.
    Result {
        /// The round.
        round: u16,
        /// The board.
        board: u16,
        /// What it is now.
        now: Outcome,
    },
    /// Something happened from which another pairing may follow.
    Pairing,
    /// A game was typed or taken away.
    Game {
        /// The round.
        round: u16,
        /// The board.
        board: u16,
    },
    /// The round as a whole was changed.
    Round {
        /// The round.
        round: u16,
    },
    /// The settings were changed.
    Settings,
    /// The prizes were set.
    Prizes,
    /// An entrant was changed.
    Entrant {
        /// The name.
        name: String,
    },
}

impl std::fmt::Display for Overtaken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Result { round, board, now } => write!(
                f,
                "somebody else entered {now} on board {board} of round {round} a moment ago; look again before you change it"
            ),
            Self::Pairing => f.write_str("the event changed while the round was paired; pair it again"),
            Self::Round { round } => {
                write!(f, "somebody else changed round {round} a moment ago; look again before you go on")
            }
            Self::Game { round, board } => write!(
                f,
                "somebody else changed the game of board {board} of round {round} a moment ago; look again"
            ),
            Self::Prizes => f.write_str("somebody else changed the prizes a moment ago; look again"),
            Self::Settings => f.write_str("somebody else changed the settings a moment ago; look again"),
            Self::Entrant { name } => write!(f, "somebody else changed {name} a moment ago; look again"),
        }
    }
}
