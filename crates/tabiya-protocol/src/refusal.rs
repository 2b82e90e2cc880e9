// SPDX-License-Identifier: MIT OR Apache-2.0
//! Why a command was refused, for programs. `Display` gives a sentence for people.

use serde::{Deserialize, Serialize};
use tabiya_game::{GameId, Refusal as GameRefusal};
use tabiya_rules::{Color, Reason};

use crate::Topic;

/// Why a command was refused. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum Refusal {
    /// The move is illegal.
    #[error("{reason}")]
    Illegal {
        /// The rule that forbids it, with pieces and squares.
        reason: Reason,
    },
    /// The other side is to move.
    #[error("It is {turn}'s turn.", turn = name(*turn))]
    NotYourTurn {
        /// The side to move.
        turn: Color,
    },
    /// The move was made in another position than the current one.
    #[error("The game has moved on.")]
    Stale {
        /// The number of half-moves played.
        ply: u32,
    },
    /// The clock shows no more than this premove costs.
    #[error("Your clock has no more than the {cost} s that this premove costs.", cost = *cost_ms as f64 / 1000.0)]
    PremoveTooSlow {
        /// What it costs, in milliseconds.
        cost_ms: u32,
    },
    /// The queue of premoves is too long.
    #[error("At most {limit} premoves can wait.")]
    TooManyPremoves {
        /// The maximum number.
        limit: u32,
    },
    /// The game is over.
    #[error("This game is over.")]
    GameOver,
    /// The opponent's seat is still open.
    #[error("Your opponent has not joined yet.")]
    WaitingForOpponent,
    /// The caller has no seat in this game.
    #[error("You watch this game; only its players can do that.")]
    NotAPlayer,
    /// Both seats are taken.
    #[error("Both seats are taken; you can watch.")]
    NoOpenSeat,
    /// The open seats are kept for two other players.
    #[error("The seats of this game are kept for other players; you can watch.")]
    SeatReserved,
    /// The caller already has a seat; the other one is for somebody else.
    #[error("You already play {color} in this game; open the link in another browser or a private window to \
             play both sides.", color = name(*color))]
    AlreadySeated {
        /// The colour of that seat.
        color: Color,
    },
    /// The caller's browser sent no cookie.
    #[error("Your browser sent no cookie; allow cookies for this site and reload the page.")]
    NoCookie,
    /// The game is rated, and the caller has no account.
    #[error("This game is rated, so it is for players with an account. Log in or register to join it.")]
    NeedsAccount,
    /// Both sides have moved.
    #[error("Both sides have moved, so the game can't be aborted any more; you can resign.")]
    TooLateToAbort,
    /// This side's offer is still open.
    #[error("Your draw offer still stands.")]
    DrawAlreadyOffered,
    /// The side has offered before, and must make moves before it may offer again.
    #[error("You can offer a draw again after {}.", own_moves(*moves))]
    DrawOfferedThisMove {
        /// How many own moves.
        moves: u8,
    },
    /// The opponent has no open offer.
    #[error("There is no draw offer to answer.")]
    NoDrawOffer,
    /// An event forbids to take back.
    #[error("In this game no moves are taken back.")]
    NoTakebacks,
    /// So often were moves taken back.
    #[error("No further moves are taken back in this game.")]
    TakebacksUsedUp,
    /// The side has no move to take back.
    #[error("There is no move of yours to take back.")]
    NothingToTakeBack,
    /// A proposal is still open.
    #[error("A takeback is proposed already.")]
    TakebackStands,
    /// The side has proposed before, and must make moves before it may propose again.
    #[error("You can propose a takeback again after {}.", own_moves(*moves))]
    TakebackPause {
        /// How many own moves.
        moves: u8,
    },
    /// The opponent has no open proposal.
    #[error("There is no takeback to answer.")]
    NoTakebackProposed,
    /// The moves were taken back on which a premove was based.
    #[error("Moves were taken back.")]
    TakenBack,
    /// The game has no chess clock.
    #[error("There is no chess clock in this game.")]
    NoChessClock,
    /// Whoever set the game up forbids it.
    #[error("{}", restriction.sentence())]
    Forbidden {
        /// What is forbidden.
        #[cfg_attr(
            feature = "ts",
            ts(
                type = "\"no_abort\" | \"no_rematch\" | \"no_given_time\" | \"no_claimed_win\" | \"no_early_draw\""
            )
        )]
        restriction: tabiya_game::Restriction,
    },
    /// The opponent has got enough time.
    #[error("You can't give your opponent more time now.")]
    EnoughTimeGiven,
    /// An arbiter has paused the clocks.
    #[error("The arbiter has paused the clocks. The game goes on when they run again.")]
    ClocksPaused,
    /// An arbiter's act that needs paused clocks.
    #[error("Pause the clocks of this game first.")]
    ClocksNotPaused,
    /// A clock is set to too little or too much.
    #[error("A clock is set to one second at least, and to three hours at most.")]
    NoSuchClock,
    /// The position to go back to has not been before, or is the present one.
    #[error("Go back to a position before the present one: after 0 to {} half-moves.", ply.saturating_sub(1))]
    NoSuchPly {
        /// The number of half-moves played so far.
        ply: u32,
    },
    /// The arbiter has done so much in this game already.
    #[error("The clocks of this game have been paused or set too often.")]
    ActsUsedUp,
    /// An arbiter's verdict on a game in which not both sides have moved.
    #[error("Not both sides have moved, so the arbiter can only say who did not come.")]
    NotBothMoved,
    /// This is no game of an arena, or its moves add so much that half of the time is no risk.
    #[error("In this game nobody goes berserk.")]
    NoBerserk,
    /// The player has gone berserk, or has moved.
    #[error("You can go berserk once, before your first move.")]
    TooLateToGoBerserk,
    /// The opponent has declined a rematch.
    #[error("Your opponent has declined a rematch.")]
    RematchDeclined,
    /// There is no rematch offer to decline.
    #[error("There is no rematch offer to decline.")]
    NoRematchOffered,
    /// The position allows no claim.
    #[error("There is no draw to claim in this position.")]
    NoClaim,
    /// The opponent is connected, or has not been away for long enough.
    #[error("Your opponent is still here, or has not been away for long enough.")]
    OpponentNotGone,
    /// The game is not over, so there can be no rematch.
    #[error("The game is still being played; a rematch comes after its end.")]
    NotOver,
    /// The caller has too many unfinished games.
    #[error("You have {limit} unfinished games; finish or abort one before you start another.")]
    TooManyGames {
        /// The maximum number.
        limit: u32,
    },
    /// The caller, or the caller's address, has started too many games in the last minute or hour.
    #[error("You began too many games in a short time; try again in {wait_s} s.")]
    TooManyNewGames {
        /// The time to wait, in seconds.
        wait_s: u32,
    },
    /// The opponent has too many games for a rematch, or has started too many in a short time.
    #[error("Your opponent has too many games already, so there is no rematch now.")]
    OpponentHasTooManyGames,
    /// The opponent left too many rated games early and must wait before the next one.
    #[error("Your opponent can't begin a rated game now. A casual game is possible.")]
    OpponentPaused,
    /// Nothing can be seen of what was to be said.
    #[error("There is nothing in this message.")]
    NothingSaid,
    /// What was to be said is too long.
    #[error("A message has at most {limit} characters.")]
    ChatTooLong {
        /// The maximum number of characters.
        limit: u32,
    },
    /// There is no chat on this site.
    #[error("There is no chat here.")]
    ChatIsOff,
    /// A player may not follow the spectators' chat while the game runs.
    #[error("You play in this game: the spectators' chat opens for you after its end.")]
    StillPlaying,
    /// Only presets may be said.
    #[error("Only the ready-made messages can be sent here.")]
    PresetsOnly,
    /// The player, or everybody together, says too much.
    #[error("That is a lot at once; wait a moment before you write again.")]
    ChatTooFast,
    /// The opponent has blocked the player.
    #[error("This player does not want messages from you.")]
    Blocked,
    /// The chat has as many lines as it may have.
    #[error("This chat is full.")]
    ChatIsFull,
    /// There is no such line.
    #[error("This message is no longer here.")]
    NoSuchLine,
    /// The client's role does not allow it.
    #[error("Your role does not allow this.")]
    NotAllowed,
    /// Nobody looks for this game any more.
    #[error("Nobody looks for this game any more.")]
    SeekGone,
    /// The seek is the caller's own.
    #[error("This is your own search.")]
    OwnSeek,
    /// The seek asks for another rating than the caller has.
    #[error("This player looks for an opponent rated {low} to {high}.")]
    OutOfRange {
        /// The lowest rating.
        low: u16,
        /// The highest rating.
        high: u16,
    },
    /// One of both has blocked the other.
    #[error("You can't play with this player.")]
    KeptApart,
    /// One of both is in kid mode, and the other is not of the own class or somebody whom the protected account follows.
    #[error("A protected account plays with its own class, and with players whom it follows.")]
    Protected,
    /// The caller left too many rated games early, and can't begin another one for so long.
    #[error(
        "You left some of your last rated games early; you can play a rated game again in {wait_s} s, and casual \
             games at once."
    )]
    Paused {
        /// The time to wait, in seconds.
        wait_s: u32,
    },
    /// Such a game can't be looked for.
    #[error("You can't look for such a game: {why}.")]
    BadSeek {
        /// What is wrong, in English.
        why: String,
    },
    /// There are too many open seeks.
    #[error("Too many players look for an opponent just now; try again in a moment.")]
    LobbyFull,
    /// Games are analysed after their end.
    #[error("This game is still being played; it can be analysed after its end.")]
    AnalysisOfRunning,
    /// The caller plays a live game.
    #[error("You are playing a game. The engine is off for you until it is over.")]
    AnalysisWhilePlaying,
    /// A position of the game occurred in a correspondence game that the caller plays, or can still occur there.
    #[error(
        "Your correspondence game {game} has had positions of this game or can still reach them, so the analysis is \
             closed to you until that game is over."
    )]
    AnalysisNearOwnGame {
        /// The correspondence game.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        game: GameId,
    },
    /// The caller has had as many games analysed today as a day allows.
    #[error("You can have {a_day} games analysed in a day; try again tomorrow.")]
    AnalysesUsedUp {
        /// How many in a day.
        a_day: u32,
    },
    /// As many games wait for analysis as may wait.
    #[error("Many games wait for analysis just now; try again in a few minutes.")]
    AnalysisQueueFull,
    /// The caller plays a live game with a clock against a person: the computer could tell the moves of that one.
    #[error("You are playing a game. You can play the computer once it is over.")]
    ComputerWhilePlaying,
    /// The position occurred in a correspondence game that the caller plays, or can still occur there.
    #[error(
        "Your correspondence game {game} has had this position or can still reach it, so you can't play it against the \
             computer until that game is over."
    )]
    ComputerNearOwnGame {
        /// The correspondence game.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        game: GameId,
    },
    /// There is no topic with this name.
    #[error("There is no {topic} here.")]
    NoSuchTopic {
        /// The requested name.
        topic: Topic,
    },
    /// The client is subscribed to the maximum number of topics.
    #[error("One connection follows at most {limit} topics; unsubscribe from one first.")]
    TooManyTopics {
        /// The maximum number.
        limit: u32,
    },
    /// The command is about a topic that the client is not subscribed to.
    #[error("Subscribe to this topic first.")]
    NotSubscribed,
    /// The topic takes no such command.
    #[error("{topic} takes no such command.")]
    WrongTopic {
        /// The topic.
        topic: Topic,
    },
    /// The topic could not be opened now.
    #[error("The server could not open this now. Please try again.")]
    Unavailable,
    /// The server that had the game was lost before it answered, and what was asked for may not be done twice.
    #[error(
        "Nobody knows whether this has happened, because a server was lost. Look at the game, and do it again if it has not."
    )]
    NotKnown,
    /// The event could not be stored.
    #[error("The server could not save this, so it did not happen. Please try again.")]
    NotSaved,
    /// The message is not valid.
    #[error("The server could not read this message: {detail}.")]
    Malformed {
        /// What is wrong, and where.
        detail: String,
    },
    /// The caller sends messages faster than allowed.
    #[error("You send messages too fast; wait a moment.")]
    TooFast,
}

impl Refusal {
    /// Its name in messages.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Illegal { .. } => "illegal",
            Self::NotYourTurn { .. } => "not_your_turn",
            Self::Stale { .. } => "stale",
            Self::PremoveTooSlow { .. } => "premove_too_slow",
            Self::TooManyPremoves { .. } => "too_many_premoves",
            Self::GameOver => "game_over",
            Self::WaitingForOpponent => "waiting_for_opponent",
            Self::NotAPlayer => "not_a_player",
            Self::NoOpenSeat => "no_open_seat",
            Self::SeatReserved => "seat_reserved",
            Self::AlreadySeated { .. } => "already_seated",
            Self::NoCookie => "no_cookie",
            Self::NeedsAccount => "needs_account",
            Self::TooLateToAbort => "too_late_to_abort",
            Self::DrawAlreadyOffered => "draw_already_offered",
            Self::NoTakebacks => "no_takebacks",
            Self::TakebacksUsedUp => "takebacks_used_up",
            Self::NothingToTakeBack => "nothing_to_take_back",
            Self::TakebackStands => "takeback_stands",
            Self::TakebackPause { .. } => "takeback_pause",
            Self::NoTakebackProposed => "no_takeback_proposed",
            Self::TakenBack => "taken_back",
            Self::Forbidden { .. } => "forbidden",
            Self::NoChessClock => "no_chess_clock",
            Self::EnoughTimeGiven => "enough_time_given",
            Self::ClocksPaused => "clocks_paused",
            Self::ClocksNotPaused => "clocks_not_paused",
            Self::NoSuchClock => "no_such_clock",
            Self::NoSuchPly { .. } => "no_such_ply",
            Self::ActsUsedUp => "acts_used_up",
            Self::NotBothMoved => "not_both_moved",
            Self::NoBerserk => "no_berserk",
            Self::TooLateToGoBerserk => "too_late_to_go_berserk",
            Self::RematchDeclined => "rematch_declined",
            Self::NoRematchOffered => "no_rematch_offered",
            Self::DrawOfferedThisMove { .. } => "draw_offered_this_move",
            Self::NoDrawOffer => "no_draw_offer",
            Self::NoClaim => "no_claim",
            Self::OpponentNotGone => "opponent_not_gone",
            Self::NotOver => "not_over",
            Self::TooManyGames { .. } => "too_many_games",
            Self::TooManyNewGames { .. } => "too_many_new_games",
            Self::OpponentHasTooManyGames => "opponent_has_too_many_games",
            Self::OpponentPaused => "opponent_paused",
            Self::NothingSaid => "nothing_said",
            Self::ChatTooLong { .. } => "chat_too_long",
            Self::ChatIsOff => "chat_is_off",
            Self::StillPlaying => "still_playing",
            Self::PresetsOnly => "presets_only",
            Self::ChatTooFast => "chat_too_fast",
            Self::Blocked => "blocked",
            Self::ChatIsFull => "chat_is_full",
            Self::NoSuchLine => "no_such_line",
            Self::NotAllowed => "not_allowed",
            Self::SeekGone => "seek_gone",
            Self::OwnSeek => "own_seek",
            Self::OutOfRange { .. } => "out_of_range",
            Self::KeptApart => "kept_apart",
            Self::Protected => "protected",
            Self::Paused { .. } => "paused",
            Self::BadSeek { .. } => "bad_seek",
            Self::LobbyFull => "lobby_full",
            Self::AnalysisOfRunning => "analysis_of_running",
            Self::AnalysisWhilePlaying => "analysis_while_playing",
            Self::AnalysisNearOwnGame { .. } => "analysis_near_own_game",
            Self::AnalysesUsedUp { .. } => "analyses_used_up",
            Self::AnalysisQueueFull => "analysis_queue_full",
            Self::ComputerWhilePlaying => "computer_while_playing",
            Self::ComputerNearOwnGame { .. } => "computer_near_own_game",
            Self::NoSuchTopic { .. } => "no_such_topic",
            Self::TooManyTopics { .. } => "too_many_topics",
            Self::NotSubscribed => "not_subscribed",
            Self::WrongTopic { .. } => "wrong_topic",
            Self::Unavailable => "unavailable",
            Self::NotKnown => "not_known",
            Self::NotSaved => "not_saved",
            Self::Malformed { .. } => "malformed",
            Self::TooFast => "too_fast",
        }
    }
}

/// A refusal by the game, as it is sent to the player. Refusals that only the game's owner can get become
/// `Stale`, and so does `AlreadyPlayed`, which the owner answers itself.
impl From<(GameRefusal, u32)> for Refusal {
    fn from((refusal, ply): (GameRefusal, u32)) -> Self {
        match refusal {
            GameRefusal::Illegal(reason) => Self::Illegal { reason },
            GameRefusal::NotYourTurn { turn } => Self::NotYourTurn { turn },
            GameRefusal::Stale { ply } => Self::Stale { ply },
            GameRefusal::PremoveTooSlow { cost } => Self::PremoveTooSlow { cost_ms: cost.0 },
            GameRefusal::GameOver => Self::GameOver,
            GameRefusal::WaitingForOpponent => Self::WaitingForOpponent,
            GameRefusal::NoOpenSeat | GameRefusal::SeatTaken { .. } => Self::NoOpenSeat,
            GameRefusal::SeatReserved => Self::SeatReserved,
            GameRefusal::AlreadySeated { color } => Self::AlreadySeated { color },
            GameRefusal::TooLateToAbort => Self::TooLateToAbort,
            GameRefusal::DrawAlreadyOffered => Self::DrawAlreadyOffered,
            GameRefusal::DrawOfferedThisMove { moves } => Self::DrawOfferedThisMove { moves },
            GameRefusal::NoTakebacks => Self::NoTakebacks,
            GameRefusal::TakebacksUsedUp => Self::TakebacksUsedUp,
            GameRefusal::NothingToTakeBack => Self::NothingToTakeBack,
            GameRefusal::TakebackStands => Self::TakebackStands,
            GameRefusal::TakebackPause { moves } => Self::TakebackPause { moves },
            GameRefusal::NoTakebackProposed => Self::NoTakebackProposed,
            GameRefusal::Forbidden(restriction) => Self::Forbidden { restriction },
            GameRefusal::NoChessClock => Self::NoChessClock,
            GameRefusal::EnoughTimeGiven => Self::EnoughTimeGiven,
            GameRefusal::ClocksPaused => Self::ClocksPaused,
            GameRefusal::ClocksNotPaused => Self::ClocksNotPaused,
            GameRefusal::NoSuchClock => Self::NoSuchClock,
            GameRefusal::NoSuchPly { ply } => Self::NoSuchPly { ply },
            GameRefusal::ActsUsedUp => Self::ActsUsedUp,
            GameRefusal::NotBothMoved => Self::NotBothMoved,
            GameRefusal::NoBerserk => Self::NoBerserk,
            GameRefusal::TooLateToGoBerserk => Self::TooLateToGoBerserk,
            GameRefusal::NoDrawOffer => Self::NoDrawOffer,
            GameRefusal::NoClaim => Self::NoClaim,
            GameRefusal::NothingLeftToClaim => Self::OpponentNotGone,
            GameRefusal::AlreadyPlayed { .. }
            | GameRefusal::ClocksRun
            | GameRefusal::ClockNotRunning
            | GameRefusal::TimeLeft { .. } => Self::Stale { ply },
        }
    }
}

fn own_moves(moves: u8) -> String {
    match moves {
        0 | 1 => "your next move".to_owned(),
        more => format!("{more} more moves of yours"),
    }
}

const fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}
