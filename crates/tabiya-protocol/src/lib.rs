// SPDX-License-Identifier: MIT OR Apache-2.0
//! The messages between Tabiya's server and its clients.
//!
//! Each direction has one enum: [`ClientMessage`] to the server, [`ServerMessage`] to the client. Its variants hold one enum
//! of each subject (`game`, `chat`, `lobby`, `analysis`, `personal`, and `connection` for what all topics have), in the subject's file.
//! The bodies of HTTP calls are in [`boards`], [`events`], [`http`] and [`people`]. `docs/protocol.md` describes them. The page's
//! TypeScript types (`web/src/platform/protocol.ts`) are generated from this crate and committed; a test
//! checks that they are up to date.
//!
//! Architecture invariant: nothing here makes decisions. A client learns legal moves, times and results only
//! from a [`Situation`] that the server sent.
#![forbid(unsafe_code)]

mod analysis;
pub mod boards;
mod by_type;
mod challenge;
mod chat;
mod client;
mod connection;
mod event_topic;
pub mod events;
mod game;
pub mod http;
mod left_out;
mod lines;
mod lobby;
mod pages;
pub mod people;
mod personal;
mod puzzle_lessons;
mod puzzle_races;
mod puzzle_sets;
mod puzzles;
mod read;
mod refusal;
mod route;
mod server;
mod time;
mod topic;
mod view;

pub use analysis::{
    AnalysedMove, AnalysedStart, AnalysisAnswer, AnalysisMessage, AnalysisTotals, AnalysisView, EvalView,
    JudgementView, LineMove, LookDeeper, MOST_ANALYSED, MOST_DEEPER, OwnRunning, OwnRunningGame, PieceOn,
    ReasonView, SideTotals,
};
pub use challenge::{
    AnswerChallenge, ChallengeEnd, ChallengeTerms, ChallengeView, ChangeChallenge, DeclineChallenge,
    DeclineReason, MakeChallenge,
};
pub use chat::{CHAT_PRESETS, ChatCommand, ChatLineView, ChatMessage, MAX_CHAT, MaySay};
pub use client::ClientMessage;
pub use connection::{CommandId, ConnectionMessage, ConnectionRequest};
pub use event_topic::{ChangedBoard, ChangedRound, EventChanges, EventMessage};
pub use game::{DroppedPremove, GameCommand, GameMessage, LeftClaim};
pub use lines::{ConditionalView, LineEdit, LineStanding, LinesView, PrivateLineView, TriedLine, TryLine};
pub use lobby::{
    LobbyCommand, LobbyMessage, MAX_LISTED_SEEKS, RatingRange, SearchEnd, SeekId, SeekView, SeekWish,
};
pub use pages::PAGE_ROUTES;
pub use personal::PersonalMessage;
pub use puzzle_lessons::{LessonPupil, LessonPuzzle, LessonSummary, LessonView, NewLesson, PupilName};
pub use puzzle_races::{
    NewRace, RaceMade, RaceMove, RaceMoved, RacePuzzle, RaceRemove, RaceStage, RaceVerdict, RaceView,
    RacedPuzzle, RacerView,
};
pub use puzzle_sets::{
    AssignPuzzleSet, ChangePuzzleSet, LONGEST_SET_NAME, MOST_SET_PUZZLES, NamePupil, NewPuzzleSet,
    PupilAttempt, PupilResults, PuzzleFilter, PuzzleOfSet, PuzzleOnPaper, PuzzleSetLists, PuzzleSetResults,
    PuzzleSetSummary, PuzzleSetView, PuzzleSheet,
};
pub use puzzles::{
    MOST_PUZZLE_MOVES, NextPuzzle, PuzzleAnswer, PuzzleDone, PuzzleEnd, PuzzleHint, PuzzleHistory,
    PuzzleMoves, PuzzlePlayerView, PuzzlePosition, PuzzleSolution, PuzzleThemes, PuzzleVerdict, PuzzleView,
    PuzzleWhy, TriedPuzzle,
};
pub use read::{ReadError, read};
pub use refusal::Refusal;
pub use route::PageRoute;
pub use server::ServerMessage;
pub use time::{
    ClockControlView, ClocksView, CorrespondenceView, LagView, OddsView, SideLagView, TimeControlView,
};
pub use topic::{MAX_TOPIC, Topic};
pub use view::{GameEvent, GameStatus, GameView, MoveView, OriginView, PlayerView, RatingView, Situation};

/// The version of this protocol. A page whose server has another version reloads itself once.
pub const PROTOCOL_VERSION: u16 = 3;

/// How many topics a client may be subscribed to at the same time.
pub const MAX_TOPICS: usize = 8;

/// How many premoves a player may queue.
pub const MAX_PREMOVES: usize = 16;

/// The maximum length of a client's message in bytes. A longer message closes the socket.
pub const MAX_CLIENT_MESSAGE: usize = 8 * 1024;

/// Of each file with bodies or messages: what it declares to the page, and which fields of what clients send are lists.
macro_rules! subjects {
    ($($subject:ident)*) => {
        /// Declares to the page each type that a file here declares, and with it all types of which it consists.
        #[cfg(feature = "ts")]
        pub fn declare(page: &mut impl ts_rs::TypeVisitor) {
            $($subject::declare(page);)*
        }

        /// The names of the fields that are lists of texts or numbers.
        const LISTS: &[&[&str]] = &[$($subject::LISTS),*];
    };
}

subjects! {
    analysis
    boards
    challenge
    client
    events
    http
    lines
    people
    puzzle_lessons
    puzzle_races
    puzzle_sets
    puzzles
    server
    time
}
