// SPDX-License-Identifier: AGPL-3.0-or-later
//! The parts of a [`Refusal`](super::Refusal) that have several reasons of their own.

use tabiya_pgn::PgnResult;

use super::Refusal;
use super::wrong_entry::limits;
use crate::claims;
use crate::event::{Format, HIGHEST_FIRST_BOARD, Outcome};
use crate::score_sheet::NotRead;

/// Why somebody does not pause, come back or play elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongPresence {
    /// The player's game runs.
    #[error("{0} plays right now; change it after the game")]
    PlaysNow(String),
    /// The player has withdrawn.
    #[error("{0} has left the event")]
    HasLeft(String),
    /// The table or the bracket went on without the player.
    #[error("a round was published since {name} left, and a {} brings nobody back after that", .format.name())]
    WentOn {
        /// The name.
        name: String,
        /// The format.
        format: Format,
    },
    /// In this format everybody plays every round.
    #[error("nobody pauses in a {}", .0.name())]
    NoPausing(Format),
    /// An organiser has taken the player out.
    #[error("the organiser has taken {0} out of the event; only an organiser brings {0} back")]
    TakenOut(String),
}

/// What can't be done about the sections of a festival.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongSection {
    /// The player is in another section.
    #[error("{name} plays in {section}, and nobody plays in two sections; move the player instead")]
    InAnother {
        /// The player.
        name: String,
        /// The other section.
        section: String,
    },
    /// The player has a game in another section that is not over.
    #[error("{name} has a game in {section} that is not over; enter its result first")]
    StillPlays {
        /// The player.
        name: String,
        /// The section of the game.
        section: String,
    },
    /// Some players of a list are in other sections.
    #[error("{}; enter the list without them, or move them instead", listed(.0))]
    ListInOthers(Vec<PlaysElsewhere>),
    /// The player's rating is not within the limits.
    #[error("{section} is for players {}; choose another section", limits(*from, *to))]
    Rating {
        /// The section.
        section: String,
        /// The lowest rating.
        from: Option<u16>,
        /// The highest rating.
        to: Option<u16>,
    },
    /// The event is of its own.
    #[error("{0} is not a section of a festival; add a section to it first")]
    None(String),
    /// The other event is not of the same festival.
    #[error("a player moves only between sections of the same festival")]
    OtherFestival,
    /// There are as many sections as may be.
    #[error("a festival has at most {0} sections")]
    TooMany(usize),
    /// There is one of this name.
    #[error("there is a section called {0} already")]
    SameName(String),
    /// There is none of this name.
    #[error("the festival has no section called {0}")]
    NoSuch(String),
    /// No section waits for it.
    #[error("no section of the festival waits for that")]
    NothingToDo,
    /// There can't be such groups.
    #[error(
        "there are 2 to 19 groups, round robins or Swisses, and 1 to 16 players of each go on to a knockout or a round robin; \
         points count on in a round robin alone"
    )]
    Groups,
    /// The final is made of groups that are over.
    #[error("{0} is not over; the final is paired when all groups are")]
    GroupPlays(String),
    /// A round of a group is published.
    #[error("a round of {0} is published, so the groups stay as they are; move players one by one")]
    GroupsStand(String),
    /// Some of several sections refused what was asked; the others have done it.
    #[error("{}", in_part(done, refused))]
    InPart {
        /// The sections that have done it.
        done: Vec<String>,
        /// The others, each with why it refuses.
        refused: Vec<(String, Refusal)>,
    },
}

/// A player of a list who plays in another section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaysElsewhere {
    /// The line of the list, the header being 1; `None` in a tournament file.
    pub line: Option<usize>,
    /// The name on the list.
    pub name: String,
    /// The section in which the player is, or has a game that is not over.
    pub section: String,
}

impl PlaysElsewhere {
    /// So many players are named at most.
    pub const MOST_NAMED: usize = 20;
}

/// `line 3: Bo Lind plays in Open; line 7: Cid Tal plays in Open`.
fn listed(players: &[PlaysElsewhere]) -> String {
    let one = |PlaysElsewhere { line, name, section }: &PlaysElsewhere| {
        let line = line.map_or_else(String::new, |line| format!("line {line}: "));
        format!("{line}{name} plays in {section}")
    };
    let mut said: Vec<String> = players.iter().take(PlaysElsewhere::MOST_NAMED).map(one).collect();
    if players.len() > said.len() {
        said.push(format!("and {} more", players.len() - said.len()));
    }
    said.join("; ")
}

/// `Minor: no round waits to be published. Done in Open`.
fn in_part(done: &[String], refused: &[(String, Refusal)]) -> String {
    let said: Vec<String> = refused.iter().map(|(section, why)| format!("{section}: {why}")).collect();
    let done = if done.is_empty() { String::new() } else { format!(". Done in {}", done.join(", ")) };
    format!("{}{done}", said.join(". "))
}

/// What can't be done about the teams of a match.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongTeam {
    /// The event is no team match.
    #[error("only a team match has teams")]
    None,
    /// Nobody has said for which team.
    #[error("say for which team each player plays: {} or {}", .0[0], .0[1])]
    Choose([String; 2]),
    /// A third team.
    #[error("{name:?} is none of the two teams, which are {} and {}", .teams[0], .teams[1])]
    NoSuch {
        /// What was named.
        name: String,
        /// The teams.
        teams: [String; 2],
    },
    /// The team has no room.
    #[error("{team} is full: a team has at most {most} players")]
    Full {
        /// The team.
        team: String,
        /// The most.
        most: usize,
    },
    /// A round is paired.
    #[error("the first round is published, so nobody changes team")]
    Stays,
    /// A round is paired in which everybody has a number.
    #[error("everybody meets everybody by the numbers of the first round, so the boards stay")]
    LineUpStays,
    /// The team is smaller.
    #[error("{team} has {players} players, and so no board {board}")]
    NoBoard {
        /// The team.
        team: String,
        /// The board.
        board: u16,
        /// Its players.
        players: usize,
    },
    /// The player has no team.
    #[error("{0} has no team; say for which one")]
    Without(String),
}

/// Why there is no bye or no absence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongBye {
    /// No other format has byes that players ask for.
    #[error("only a Swiss has byes that players ask for")]
    SwissOnly,
    /// The round was paired, or there is none with that number.
    #[error("round {0} is not to come")]
    NotToCome(u16),
    /// In other formats an absence is worth the same, whatever its reason.
    #[error("only a Keizer tells one absence from another")]
    KeizerOnly,
    /// The player was paired in that round.
    #[error("{name} was not away in round {round}")]
    WasNotAway {
        /// The name.
        name: String,
        /// The round.
        round: u16,
    },
}

/// What is wrong with a pairing by hand.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongPairing {
    /// The player is paired twice.
    #[error("{0} stands there twice")]
    Twice(String),
    /// Nobody is paired.
    #[error("a round has a board at least")]
    NoBoards,
    /// The player is paired in that round.
    #[error("{name} has an opponent in round {round}")]
    HasOpponent {
        /// The name.
        name: String,
        /// The round.
        round: u16,
    },
    /// The same player on both sides.
    #[error("a board needs two players")]
    NeedsTwo,
    /// In the other formats the opponents follow from the numbers.
    #[error("only a Swiss or a Keizer is paired by hand")]
    Format,
    /// The player does not take part now.
    #[error("{0} is not there")]
    NotThere(String),
}

/// Why no board is fixed for a player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongBoard {
    /// No number of a board.
    #[error("a board has a number from 1 to {HIGHEST_FIRST_BOARD}")]
    Number,
    /// Somebody else sits there.
    #[error("board {board} is fixed for {name}")]
    Taken {
        /// The board.
        board: u16,
        /// The name.
        name: String,
    },
    /// Somebody of another section of the festival sits there. Whoever organises this one alone does not learn the name.
    #[error("board {board} is fixed for somebody in {section}")]
    TakenInSection {
        /// The board.
        board: u16,
        /// The other section.
        section: String,
    },
    /// In a team match the board follows from the line-up, and an arena has none.
    #[error("no board is fixed in a team match or an arena")]
    Format,
}

/// Why a code is neither made nor taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongCode {
    /// The boards make no range.
    #[error("a code opens boards from 1 on, and the last one is not before the first")]
    Boards,
    /// So many work already.
    #[error("this event has 50 codes that work; revoke some first")]
    TooMany,
    /// The label is empty.
    #[error("say for whom the code is")]
    Label,
    /// There is none with that number.
    #[error("this event has no such code")]
    NoSuch,
}

/// Why nothing was done to clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongClocks {
    /// The board is a wooden one.
    #[error("board {0} is a wooden board; its clock stands on the table")]
    Wooden(u16),
    /// The board has a result.
    #[error("the game at board {0} is over")]
    Over(u16),
    /// The server has not made the game yet.
    #[error("the game at board {0} has not begun")]
    NoGame(u16),
    /// No game of the round runs on this server.
    #[error("no game of round {0} runs on this server")]
    NothingRuns(u16),
    /// Games of an arena come and go.
    #[error("the clocks of an arena's games run on until its time is over")]
    Arena,
    /// They are paused.
    #[error("the clocks are paused already")]
    Paused,
    /// They are not paused.
    #[error("pause the clocks first")]
    NotPaused,
    /// A clock is set to too little or too much.
    #[error("a clock is set to one second at least, and to three hours at most")]
    Time,
    /// The position has not been before.
    #[error("{0} half-moves have been played; go back to a smaller number")]
    Ply(u32),
    /// The game has no chess clock.
    #[error("this game has no chess clock")]
    NoClock,
    /// So much has been done in the game.
    #[error("the clocks of this game have been paused or set too often")]
    TooOften,
    /// The storage failed, or the game changed at this moment.
    #[error("the game could not be changed just now; look again")]
    NotNow,
    /// No server runs, so no clock does.
    #[error("clocks are paused and set on a running server; start it first")]
    NoServer,
}

/// Why the game of a wooden board is not kept.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongGame {
    /// The text is no game.
    #[error(transparent)]
    Text(#[from] NotRead),
    /// The game is played on this server.
    #[error("board {0} is played on this server, which keeps its moves by itself")]
    Online(u16),
    /// The game has no result yet.
    #[error("enter the result of board {0} first; its game is kept once it is over")]
    NoResult(u16),
    /// Somebody did not come to the game.
    #[error("board {0} was won without playing, so there is no game to keep")]
    NotPlayed(u16),
    /// The names fit when the colours are exchanged.
    #[error("the text has the colours the other way round: on board {board}, {white} has White")]
    Turned {
        /// The board.
        board: u16,
        /// Who has White.
        white: String,
    },
    /// The text names somebody else.
    #[error(
        "the text names {named}, and board {board} is {white} against {black}; if it is their game, leave the names out"
    )]
    OtherPlayers {
        /// The board.
        board: u16,
        /// The name that does not fit.
        named: String,
        /// Who has White.
        white: String,
        /// Who has Black.
        black: String,
    },
    /// The text, or the position at its end, has another result.
    #[error("the text ends {said}, and the result of board {board} is {entered}; correct one of them")]
    OtherResult {
        /// The board.
        board: u16,
        /// The result of the text.
        said: PgnResult,
        /// The result that was entered.
        entered: Outcome,
    },
    /// There is nothing to take away.
    #[error("nobody has typed the game of board {0}")]
    NoGame(u16),
    /// The code only adds what is missing.
    #[error("the game of this board is there; the arbiter or a deputy replaces it")]
    OnlyMissing,
}

/// Why an account does not become an entrant, or a name is not erased.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongMember {
    /// The entrant has an account.
    #[error("{0} has an account here, and decides about it alone")]
    HasAccount(String),
    /// The name was erased.
    #[error("the name of {0} was erased")]
    Erased(String),
    /// The account is a child's, and whoever gave the code is not the one who looks after it.
    #[error("in kid mode a code counts only if it is from whoever made this account, such as your teacher")]
    Child,
    /// So many codes for accounts work already.
    #[error("this event has {} codes for accounts that work; revoke some first", claims::MOST)]
    TooManyCodes,
    /// Results to come still need to say whose they are.
    #[error(
        "{0} still plays here; erase the name after the event, or withdraw a player who was never paired"
    )]
    StillPlays(String),
}

/// What a device at a table can't do now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongSeat {
    /// Another device speaks for the player.
    #[error("another phone has this seat; the arbiter can free it")]
    Taken,
    /// The device speaks for somebody else.
    #[error("this phone has a seat in this round already, and speaks for one player")]
    HasAnother,
    /// A forfeit, or a result that only an arbiter gives.
    #[error("the arbiter decides this; call the arbiter")]
    ArbiterDecides,
    /// There is nothing to dispute.
    #[error("this board has no result yet")]
    NoResult,
    /// Players enter no results in this event.
    #[error("the arbiter enters the results of this event")]
    ArbiterEnters,
    /// The device speaks for nobody.
    #[error("take a seat first: say whether you are White or Black")]
    NoSeat,
    /// The opponent was faster, with another result.
    #[error("this board has another result; dispute it if it is wrong")]
    OtherResult,
    /// The arbiter has decided about the result.
    #[error("the arbiter has decided about this result; call the arbiter")]
    Decided,
    /// The server starts nothing while a result is disputed.
    #[error("a result is disputed; the arbiter decides it first")]
    Disputed,
}
