// SPDX-License-Identifier: AGPL-3.0-or-later
// Made from crates/tabiya-protocol by `cargo xtask codegen`; edit that instead.

/** The version of the protocol. */
export const PROTOCOL_VERSION = 2;

/** The longest message that a client may send, in bytes. */
export const MAX_CLIENT_MESSAGE = 8192;

/** How many topics a client may be subscribed to at the same time. */
export const MAX_TOPICS = 8;

/** A win against a strong opponent. */
export type BestWin = {
/** The game. */
game: GameId,
/** The opponent's name at that time. */
opponent: string,
/** The opponent's rating before the game. */
rating: number,
/** When the game ended. */
at: Time, };

/** A kind of games with a rating of its own: one for each speed of the usual chess, and one for Chess960 at any speed. */
export type Category = "bullet" | "blitz" | "rapid" | "classical" | "correspondence" | "chess960";

/** A draw that the side to move may claim, but need not. */
export type Claim = "threefold_repetition" | "fifty_moves";

/** What a client may say: one JSON object a text frame, told apart by `type`. Every message about a topic names it. */
export type ClientMessage = { "type": "subscribe",
/** Which one. */
topic: Topic,
/** The last event that the client has; none asks for the whole state. */
after?: number, } | { "type": "unsubscribe",
/** Which one. */
topic: Topic, } | { "type": "play",
/** The game. */
topic: Topic,
/** Echoed in the answer. */
id: number,
/** The number of the last event that the client had when the move was made. The move is stale where another
 * was played after that; the same move with the same number may be sent again.
 */
seq: number,
/** The move in UCI notation: `e2e4`, `e7e8q`; castling as `e1g1` or king takes rook. */
uci: string, } | { "type": "join",
/** The game. */
topic: Topic,
/** Echoed in the answer. */
id: number, } | { "type": "resign",
/** The game. */
topic: Topic,
/** Echoed in the answer. */
id: number, } | { "type": "abort",
/** The game. */
topic: Topic,
/** Echoed in the answer. */
id: number, } | { "type": "offer_draw",
/** The game. */
topic: Topic,
/** Echoed in the answer. */
id: number, } | { "type": "answer_draw",
/** The game. */
topic: Topic,
/** Echoed in the answer. */
id: number,
/** Whether the draw is agreed. */
accept: boolean, } | { "type": "claim_draw",
/** The game. */
topic: Topic,
/** Echoed in the answer. */
id: number, } | { "type": "claim_left",
/** The game. */
topic: Topic,
/** Echoed in the answer. */
id: number,
/** What is claimed. */
claim: LeftClaim, } | { "type": "rematch",
/** The game. */
topic: Topic,
/** Echoed in the answer. */
id: number, } | { "type": "ping",
/** With a topic the answer holds the number of its newest event. */
topic?: Topic, };

/** The clock of one side. */
export type ClockControlView = {
/** What the clock starts with. */
initial_ms: number,
/** What each move adds. */
increment_ms: number, } | {
/** What the clock starts with. */
initial_ms: number,
/** How long a turn lasts before the clock runs. */
delay_ms: number, } | {
/** What the clock starts with. */
initial_ms: number,
/** The most that a move gives back. */
bronstein_ms: number, };

/** Both clocks, in milliseconds left as of sending. In correspondence, what is left for the move. */
export type ClocksView = {
/** White's. */
white_ms: number,
/** Black's. */
black_ms: number,
/** Whose clock runs. */
running: Color | null,
/** How long the running clock still waits before it runs; left out where it does not wait. */
delay_ms?: number,
/** How long the side to move still has for its first move, else the game is aborted; left out where nobody
 * waits for one.
 */
first_move_ms?: number, };

/** One of the two sides. */
export type Color = "white" | "black";

/** The creator's colour. */
export type ColorChoice = "white" | "black" | "random";

/** Days for each move. */
export type CorrespondenceView = {
/** From 1 to 14. */
days: number, };

/** The body of `POST /api/games`. */
export type CreateGame = {
/** Whom to play. */
opponent: Opponent,
/** The time control; none = unlimited. */
time: TimeControlView | null,
/** The creator's colour. */
color: ColorChoice,
/** Where the game begins. */
start: StartPosition,
/** Whether the game counts for ratings; not, where it is left out. Only for players with an account, with a time
 * control, not against the computer and not from a position of one's own.
 */
rated?: boolean, };

/** Answer to `GET /api/page/players/NAME/against/OTHER`: how often NAME won, drew and lost. */
export type Crosstable = {
/** The first player's name. */
name: string,
/** The other player's name. */
other: string,
/** Games that the first player won. */
won: number,
/** Drawn games. */
drawn: number,
/** Games that the first player lost. */
lost: number,
/** The latest games, the last first; at most 20. */
games: Array<GameRow>, };

/** A point of a rating curve. `GET /api/page/players/NAME/curve/CATEGORY` answers with an array of them, oldest first. */
export type CurvePoint = {
/** When the rating became this. */
at: Time,
/** In rating points, rounded. */
rating: number,
/** The game by which; null where staff have set the rating. */
game: GameId | null, };

/** The body of every HTTP answer that is an error. */
export type ErrorBody = {
/** The error. */
error: ErrorDetail, };

/** What went wrong. */
export type ErrorDetail = {
/** A stable word for programs, such as `not_found`. */
code: string,
/** A sentence for people: what was wrong, where, and what would be right. */
message: string, };

/** A player whose name begins as it was searched for. `GET /api/page/search?prefix=` answers with an array of at most 10. */
export type FoundPlayer = {
/** The name. */
name: string,
/** The title; none for most. */
title: Title | null,
/** The rating in the category with the most games; null without one. */
rating: RatingView | null, };

/** The answer to `POST /api/games`. */
export type GameCreated = {
/** The new game; its page is `/game/ID`. */
id: GameId, };

/** What happened. */
export type GameEvent = { "kind": "created" } | { "kind": "joined",
/** Which seat. */
color: Color,
/** By whom. */
player: PlayerView, } | { "kind": "move_played",
/** The move. */
move: MoveView,
/** By whom. */
by: Color, } | { "kind": "draw_offered",
/** By whom. */
by: Color, } | { "kind": "draw_declined",
/** By whom. */
by: Color, } | { "kind": "turn_restarted" } | { "kind": "ended",
/** Who won, if anybody. */
result: GameResult,
/** How it ended. */
termination: Termination, };

/** A game's id: eight of the characters `0-9A-Za-z`, as in its address `/game/ID`.
 *
 * There are 62⁸ ≈ 2·10¹⁴ of them: short enough to read aloud, too many to guess one in use.
 */
export type GameId = string;

/** Who won, if anybody. */
export type GameResult = "white_wins" | "black_wins" | "draw" | "aborted";

/** A finished game in a list. */
export type GameRow = {
/** The game's id. */
id: GameId,
/** Who had White. */
white: GameRowSide,
/** Who had Black. */
black: GameRowSide,
/** For whom it ended. */
result: GameResult,
/** By what. */
termination: Termination,
/** The time control; null = unlimited. */
time: TimeControlView | null,
/** The speed; null for an unlimited game. */
speed: Speed | null,
/** Whether it was Chess960. */
chess960: boolean,
/** Whether it counted for ratings. */
rated: boolean,
/** Half-moves. */
plies: number,
/** The opening's name; null where nobody has looked it up. */
opening: string | null,
/** When it ended. */
end: Time, };

/** One side of a finished game. */
export type GameRowSide = {
/** Who sat there, as they were known then. */
player: PlayerView,
/** By how many points the game changed the rating; null where it did not count, or is still being rated. */
change: number | null, };

/** Whether a game waits for a player, is being played, or is over. */
export type GameStatus = { "kind": "waiting" } | { "kind": "playing" } | { "kind": "ended",
/** Who won, if anybody. */
result: GameResult,
/** How it ended. */
termination: Termination, };

/** One of the caller's games, in the answer to `GET /api/games`: an array, newest first. */
export type GameSummary = {
/** The game's id. */
id: GameId,
/** The caller's colour. */
you: Color,
/** Who plays White. */
white: PlayerView,
/** Who plays Black. */
black: PlayerView,
/** The time control; none = unlimited. */
time: TimeControlView | null,
/** The position now. */
fen: string,
/** The last move in UCI notation. */
last_move: string | null,
/** Half-moves played so far. */
ply: number,
/** Who moves. */
turn: Color,
/** Waiting, playing or ended. */
status: GameStatus, };

/** A game from its start to now. */
export type GameView = {
/** The game's id, as in its address. */
id: GameId,
/** The position it began from. */
start_fen: string,
/** Whether castling follows Chess960. */
chess960: boolean,
/** The time control; none = unlimited. */
time: TimeControlView | null,
/** Whether it counts for ratings; left out where it does not. */
rated?: boolean,
/** Who plays White. */
white: PlayerView,
/** Who plays Black. */
black: PlayerView,
/** Every move so far. */
moves: Array<MoveView>,
/** How the game stands. */
situation: Situation, };

/** Answer to `GET /api/page/players/NAME/games`. */
export type GamesPage = {
/** The games, the one that ended last first; at most 50. */
games: Array<GameRow>,
/** What to send as `after` for the next page; null at the end. */
next: string | null, };

/** What both players' lines were like: the answer to `GET /api/games/ID/lag`. */
export type LagView = {
/** White's; null where lag is of no account. */
white: SideLagView | null,
/** Black's; null where lag is of no account. */
black: SideLagView | null, };

/** Answer to `GET /api/page/leaderboards/CATEGORY`. */
export type Leaderboard = {
/** Which category. */
category: Category,
/** The best players: first those with an established rating, then those with a provisional one. */
rows: Array<LeaderboardRow>,
/** The caller's own row; null without a rating in this category. */
you: LeaderboardRow | null, };

/** A player on a leaderboard. `GET /api/page/leaderboards` answers with an array of [`Leaderboard`] of 10 rows each. */
export type LeaderboardRow = {
/** From 1. */
rank: number,
/** The player's name. */
name: string,
/** The title; none for most. */
title: Title | null,
/** The rating. */
rating: RatingView,
/** How many rated games it rests on. */
games: number, };

/** What can be claimed from an opponent who has left. */
export type LeftClaim = "win" | "draw";

/** One of the computer's levels. */
export type LevelView = {
/** Its number, by which a game against it is asked for. */
level: number,
/** How strong it was measured to be, in Elo among engines. */
elo: number, };

/** One move that was played. */
export type MoveView = {
/** In UCI notation; castling as the game's kind of chess writes it. */
uci: string,
/** In standard algebraic notation. */
san: string,
/** The position after it. */
fen: string,
/** Whether it gave check. */
check: boolean,
/** The mover's clock after it, in milliseconds; none = unlimited, and in correspondence. */
clock_ms: number | null, };

/** Time odds. */
export type OddsView = {
/** White's clock. */
white: ClockControlView,
/** Black's clock. */
black: ClockControlView, };

/** Whom to play. Its variants have braces, because serde lets unknown fields pass beside those without. */
export type Opponent = { "kind": "friend", } | { "kind": "computer",
/** From 1, a beginner, to 12, all it has. */
level: number, };

/** The game is over by itself. */
export type Outcome = { "outcome": "checkmate",
/** The side that gave mate. */
winner: Color, } | { "outcome": "stalemate" } | { "outcome": "insufficient_material" } | { "outcome": "fivefold_repetition" } | { "outcome": "seventy_five_moves" };

/** A piece on the board or in a sentence. */
export type Piece = {
/** Whose it is. */
color: Color,
/** What it is. */
role: Role, };

/** Who sits on a seat. */
export type PlayerView = { "kind": "open" } | { "kind": "player",
/** The name. */
name: string,
/** The title; none for most. */
title: Title | null,
/** The rating in the game's category; none where there was none. */
rating: RatingView | null, } | { "kind": "guest",
/** A short name that tells two guests apart. */
name: string, } | { "kind": "computer",
/** From 1, a beginner, to 12, all it has. */
level: number, };

/** Answer to `GET /api/page/players/NAME`. */
export type Profile = {
/** The player's id. */
player: string,
/** The name as it is written. */
name: string,
/** The title; none for most. */
title: Title | null,
/** `player`, `organiser`, `moderator` or `admin`. */
role: string,
/** Whether a page of this player is connected now. */
online: boolean,
/** When the account was made. */
since: Time,
/** Whether the account is closed. Then the profile shows nothing but the games. */
closed: boolean,
/** What the player says about themselves; empty for most. */
bio: string,
/** The categories in which the player has a rating, in the order of the categories. */
ratings: Array<RatingTile>,
/** How the player's finished games ended. */
results: ResultsByColor,
/** The wins against the highest-rated opponents, the highest first; at most 5. */
best_wins: Array<BestWin>,
/** Whether the caller follows this player. */
following: boolean,
/** Whether the caller has blocked this player. */
blocking: boolean,
/** The caller's private note about this player; empty where there is none. */
note: string,
/** Whether this is the caller. */
you: boolean, };

/** How a rated game has changed its players' ratings. */
export type RatingChangeView = {
/** Points before the game, rounded. */
before: number,
/** Points after it, rounded. */
after: number,
/** Whether the new rating rests on few games. */
provisional: boolean, };

/** The changes of both players. */
export type RatingChanges = {
/** In which category. */
category: Category,
/** White's. */
white: RatingChangeView,
/** Black's. */
black: RatingChangeView, };

/** A player's rating in one category. */
export type RatingTile = {
/** Which category. */
category: Category,
/** Rating points, rounded. */
rating: number,
/** The deviation as of now, rounded: it grows with each day without a game. */
deviation: number,
/** Whether the rating rests on few or old games. */
provisional: boolean,
/** How many rated games it rests on. */
games: number,
/** The last ratings, oldest first; at most 30. */
spark: Array<number>, };

/** A rating when a game was begun or joined. */
export type RatingView = {
/** Rating points. */
points: number,
/** Whether it rested on few games. */
provisional: boolean, };

/** Why a move is not legal. [`Display`](core::fmt::Display) words it in English; each variant shows its sentence.
 *
 * Variants stand in the order of precedence: of several reasons [`explain`](crate::explain) names the first.
 */
export type Reason = { "reason": "game_over",
/** How it ended. */
outcome: Outcome, } | { "reason": "no_piece",
/** The empty square. */
square: Square, } | { "reason": "not_your_turn",
/** The other side's piece. */
piece: Piece,
/** Where it stands. */
square: Square, } | { "reason": "already_there",
/** The piece. */
piece: Piece,
/** Where it stands. */
square: Square, } | { "reason": "own_piece",
/** The piece that was to move. */
piece: Piece,
/** Where it stands. */
from: Square,
/** The piece of the same side on the target. */
by: Piece,
/** The target. */
on: Square, } | { "reason": "pawn_captures_diagonally",
/** The pawn. */
piece: Piece,
/** Where it stands. */
from: Square,
/** The opponent's piece straight ahead. */
by: Piece,
/** Where that stands: the target. */
on: Square, } | { "reason": "nothing_to_capture",
/** The pawn. */
piece: Piece,
/** Where it stands. */
from: Square,
/** The empty target. */
to: Square, } | { "reason": "pawn_two_squares",
/** The pawn. */
piece: Piece,
/** Where it stands. */
from: Square,
/** Two squares ahead. */
to: Square, } | { "reason": "pawn_backwards",
/** The pawn. */
piece: Piece,
/** Where it stands. */
from: Square,
/** The target behind it. */
to: Square, } | { "reason": "does_not_move_so",
/** The piece that was to move. */
piece: Piece,
/** Where it stands. */
from: Square,
/** Where such a piece can't go from there on an empty board either. */
to: Square, } | { "reason": "blocked",
/** The piece that was to move. */
piece: Piece,
/** Where it stands. */
from: Square,
/** Where it was to go. */
to: Square,
/** Of the pieces between, of either side, the one nearest the mover. */
by: Piece,
/** Where that stands. */
on: Square, } | { "reason": "castling_no_rook",
/** Who was to castle. */
color: Color,
/** Where the rook would have to be. */
square: Square, } | { "reason": "castling_king_moved",
/** Who was to castle. */
color: Color,
/** The number of the move with which the king lost the right. Castling is a king's move too. */
move_number: number, } | { "reason": "castling_rook_moved",
/** Who was to castle. */
color: Color,
/** Where the rook stood before that move. */
square: Square,
/** The number of the move with which it left. */
move_number: number, } | { "reason": "castling_rook_captured",
/** Who was to castle. */
color: Color,
/** Where the rook stood. */
square: Square,
/** The number of the opponent's move that captured it. */
move_number: number, } | { "reason": "castling_right_lost",
/** Who was to castle. */
color: Color,
/** Where the rook stands. */
square: Square, } | { "reason": "castling_in_check",
/** Who was to castle. */
color: Color,
/** A piece that gives check. */
by: Piece,
/** Where that stands. */
on: Square, } | { "reason": "castling_through_attack",
/** Who was to castle. */
color: Color,
/** The attacked square on the king's way. */
square: Square,
/** A piece that attacks it. */
by: Piece,
/** Where that stands. */
on: Square, } | { "reason": "castling_blocked",
/** Who was to castle. */
color: Color,
/** Of the pieces on the way of king or rook the one nearest the king. */
by: Piece,
/** Where that stands. */
on: Square, } | { "reason": "en_passant_too_late",
/** The pawn that was to capture. */
piece: Piece,
/** Where it stands. */
from: Square,
/** Where it was to go. */
to: Square,
/** The pawn beside it. */
by: Piece,
/** Where that stands. */
on: Square, } | { "reason": "en_passant_exposes_king",
/** The pawn that was to capture. */
piece: Piece,
/** Where it stands. */
from: Square,
/** Where it was to go. */
to: Square,
/** The piece that would give check then. */
by: Piece,
/** Where that stands. */
on: Square, } | { "reason": "double_check",
/** The piece that was to move. */
piece: Piece,
/** Where it stands. */
from: Square,
/** The checking piece nearest the king. */
by: Piece,
/** Where that stands. */
on: Square,
/** The next checking piece. */
and_by: Piece,
/** Where that stands. */
and_on: Square, } | { "reason": "pinned",
/** The piece that was to move. */
piece: Piece,
/** Where it stands. */
from: Square,
/** The pinning piece. */
by: Piece,
/** Where that stands. */
on: Square, } | { "reason": "leaves_in_check",
/** The piece that was to move. */
piece: Piece,
/** Where it stands. */
from: Square,
/** Where it was to go. */
to: Square,
/** The checking piece. */
by: Piece,
/** Where that stands. */
on: Square, } | { "reason": "king_into_attack",
/** Where the king stands. */
from: Square,
/** Where it would stand. */
to: Square,
/** A piece that would attack it there. */
by: Piece,
/** Where that stands. */
on: Square, } | { "reason": "promotion_missing",
/** The pawn. */
piece: Piece,
/** Where it stands. */
from: Square,
/** The square on the last rank. */
to: Square, } | { "reason": "promotion_not_allowed",
/** The pawn. */
piece: Piece,
/** Where it stands. */
from: Square,
/** The square on the last rank. */
to: Square,
/** What it was to become: a king or a pawn. */
role: Role, } | { "reason": "no_promotion",
/** The piece that was to move. */
piece: Piece,
/** Where it stands. */
from: Square,
/** Where it was to go. */
to: Square, };

/** Why a command was refused. Nothing changed. */
export type Refusal = { "kind": "illegal",
/** Which rule, with the pieces and squares. */
reason: Reason, } | { "kind": "not_your_turn",
/** Who is to move. */
turn: Color, } | { "kind": "stale",
/** How many half-moves have been played. */
ply: number, } | { "kind": "game_over" } | { "kind": "waiting_for_opponent" } | { "kind": "not_a_player" } | { "kind": "no_open_seat" } | { "kind": "already_seated",
/** Which one. */
color: Color, } | { "kind": "no_cookie" } | { "kind": "needs_account" } | { "kind": "too_late_to_abort" } | { "kind": "draw_already_offered" } | { "kind": "draw_offered_this_move" } | { "kind": "no_draw_offer" } | { "kind": "no_claim" } | { "kind": "opponent_not_gone" } | { "kind": "not_over" } | { "kind": "too_many_games",
/** How many are allowed. */
limit: number, } | { "kind": "too_many_new_games",
/** How long to wait, in seconds. */
wait_s: number, } | { "kind": "opponent_has_too_many_games" } | { "kind": "no_such_topic",
/** The name that was asked for. */
topic: Topic, } | { "kind": "too_many_topics",
/** How many are allowed. */
limit: number, } | { "kind": "not_subscribed" } | { "kind": "unavailable" } | { "kind": "not_saved" } | { "kind": "malformed",
/** What was wrong, and where. */
detail: string, } | { "kind": "too_fast" };

/** Won, drawn and lost games. */
export type Results = {
/** Won. */
won: number,
/** Drawn. */
drawn: number,
/** Lost. */
lost: number, };

/** Won, drawn and lost games for each colour. */
export type ResultsByColor = {
/** With White. */
white: Results,
/** With Black. */
black: Results, };

/** A kind of piece, without its colour. */
export type Role = "pawn" | "knight" | "bishop" | "rook" | "queen" | "king";

/** The answer to `GET /api/info`. */
export type ServerInfo = {
/** The program's version. */
version: string,
/** The commit it was built from; empty where unknown. */
commit: string,
/** The protocol's version. */
protocol: number,
/** Where the complete source can be had. */
source_url: string,
/** Whether only this computer can reach the server. */
loopback: boolean,
/** Addresses under which others on the local network reach it, such as `http://192.168.0.7:8080`. */
lan_urls: Array<string>,
/** The computer's levels, the weakest first. */
levels: Array<LevelView>, };

/** What the server says: one JSON object a text frame, told apart by `type`. Every message about a topic names it. */
export type ServerMessage = { "type": "state",
/** The game. */
topic: Topic,
/** The number of the newest event in it. */
seq: number,
/** Whose side this client plays; none for one who watches. */
you: Color | null,
/** The game. */
game: GameView,
/** Whether it is a long game, whose later moves follow at once in `moves`; left out where all are there. */
more?: boolean, } | { "type": "moves",
/** The game. */
topic: Topic,
/** How many moves came before these. */
from: number,
/** The moves. */
moves: Array<MoveView>,
/** Whether others follow; left out where these are the last. */
more?: boolean, } | { "type": "event",
/** The game. */
topic: Topic,
/** The event's number. */
seq: number,
/** The command that caused it, where this client sent it. */
id: number | null,
/** What happened. */
event: GameEvent,
/** How the game stands now. */
situation: Situation, } | { "type": "synced",
/** The game. */
topic: Topic,
/** The number of the newest event. */
seq: number,
/** Whose side this client plays; none for one who watches. */
you: Color | null,
/** How the game stands now, clocks included. */
situation: Situation, } | { "type": "unsubscribed",
/** Which one. */
topic: Topic, } | { "type": "refused",
/** What it was about; none where the message could not be read or was about no topic. */
topic: Topic | null,
/** The command; none for a subscription, and where the message could not be read. */
id: number | null,
/** The number of the topic's newest event; none where the client is not subscribed to it. */
seq: number | null,
/** Why, for programs. */
refusal: Refusal,
/** Why, in English. */
message: string, } | { "type": "presence",
/** The game. */
topic: Topic,
/** Whether White is connected; a computer always is. */
white: boolean,
/** Whether Black is connected; a computer always is. */
black: boolean,
/** How many sockets watch. */
watchers: number, } | { "type": "absence",
/** The game. */
topic: Topic,
/** Who. */
by: Color,
/** After how many milliseconds the opponent may claim the game, 0 = now; none = has come back. */
claim_in_ms: number | null, } | { "type": "rematch",
/** The game. */
topic: Topic,
/** Who offers one. */
offered_by: Color | null,
/** The new game, once both have agreed. */
game: GameId | null, } | { "type": "rated",
/** The game. */
topic: Topic,
/** Both players' changes. */
changes: RatingChanges, } | { "type": "pong",
/** The topic that the ping named. */
topic: Topic | null,
/** The number of its newest event. */
seq: number | null, } | { "type": "outdated",
/** The server's version. */
protocol: number, };

/** What a side's line was like, as the server measured it, and what was given back for it. */
export type SideLagView = {
/** The mean lag over its moves; null before it was first measured. */
mean_ms: number | null,
/** The longest lag of a move. */
max_ms: number,
/** What was given back in all. */
compensated_ms: number,
/** What can still be given back. */
quota_ms: number, };

/** How a game stands, and what the side to move may do. */
export type Situation = {
/** The position. */
fen: string,
/** Half-moves played so far. */
ply: number,
/** Who moves. */
turn: Color,
/** Whether the side to move is in check. */
check: boolean,
/** Every legal move in UCI notation; in standard chess castling stands twice, as `e1g1` and as `e1h1`.
 * Empty unless the game is being played.
 */
legal: Array<string>,
/** Both clocks as of sending; none = unlimited. */
clocks: ClocksView | null,
/** Who has a draw offer standing. */
draw_offer: Color | null,
/** Which draw the side to move may claim now. */
claim: Claim | null,
/** Whether either side may still abort. */
can_abort: boolean,
/** Waiting, playing or ended. */
status: GameStatus, };

/** How fast a game is, by the time that a side has for forty moves. */
export type Speed = "bullet" | "blitz" | "rapid" | "classical" | "correspondence";

/** One of the 64 squares. Index 0 is a1, 7 is h1, 8 is a2, 63 is h8. */
export type Square = string;

/** Where a game begins. */
export type StartPosition = { "kind": "standard", } | { "kind": "chess960", } | { "kind": "fen",
/** In FEN, X-FEN or Shredder-FEN; Shredder letters for castling mean Chess960. */
fen: string, };

/** By what a game ended. */
export type Termination = "checkmate" | "resignation" | "stalemate" | "insufficient_material" | "fivefold_repetition" | "seventy_five_moves" | "threefold_repetition" | "fifty_moves" | "agreement" | "time_forfeit" | "time_forfeit_insufficient_material" | "abandonment" | "abandonment_insufficient_material" | "abort" | "no_first_move";

/** An instant: milliseconds on the time line of whoever owns the game.
 *
 * The shell builds that line as the wall clock's time when it started (since 1970) plus monotonic time since,
 * so it never steps while a program runs. Only from one run to the next may it go backwards.
 */
export type Time = number;

/** A time control; where there is none, the game is unlimited. */
export type TimeControlView = ClockControlView | OddsView | CorrespondenceView;

/** A title, written before the name: those of FIDE, of national federations, and the one of programs. */
export type Title = "GM" | "WGM" | "IM" | "WIM" | "FM" | "WFM" | "CM" | "WCM" | "NM" | "BOT";

/** What a client can subscribe to, by its name on the wire. Every message about a topic carries the name. */
export type Topic = `game:${string}`;

/** Body of `PUT /api/page/players/NAME/note` and of `PUT /api/page/bio`. */
export type Words = {
/** The text; empty to remove it. */
text: string, };
