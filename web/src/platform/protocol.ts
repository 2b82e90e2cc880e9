// SPDX-License-Identifier: AGPL-3.0-or-later
// Made from crates/tabiya-protocol by `cargo xtask codegen`; edit that instead.

/** The version of the protocol. */
export const PROTOCOL_VERSION = 3;

/** The longest message that a client may send, in bytes. */
export const MAX_CLIENT_MESSAGE = 8192;

/** How many topics a client may be subscribed to at the same time. */
export const MAX_TOPICS = 8;

/** The longest text of a game that somebody types or pastes, in bytes. */
export const LONGEST_TYPED_GAME = 32768;

/** The variants, in the order in which they are listed. */
export const VARIANTS: readonly Variant[] = ['standard', 'chess960'];

/** What ratings are kept for, in the order in which it is listed. */
export const CATEGORIES: readonly Category[] = ['bullet', 'blitz', 'rapid', 'classical', 'correspondence', 'chess960'];

/** The speeds, the fastest first. */
export const SPEEDS: readonly Speed[] = ['bullet', 'blitz', 'rapid', 'classical', 'correspondence'];

/** The short forms of results as people type them, each with the result in full. */
export const TYPED_RESULTS: Readonly<Record<string, string>> = { '1': '1-0', '0': '0-1', '5': '1/2-1/2', '=': '1/2-1/2', '=-=': '1/2-1/2', '1/2': '1/2-1/2', '+': '+/-', '+-': '+/-', '+--': '+/-', '-': '-/+', '-+': '-/+', '--+': '-/+', '--': '-/-', '---': '-/-', '10': '1-0', '01': '0-1', '00': '0-0' };

/** Why an entrant of a Keizer is away in a round: each is worth another share of the own value. */
export type AbsenceView = "excused" | "unexcused" | "club_duty";

/** One line of the log of what staff has done. */
export type ActionView = {
/** Counts up. */
id: number,
/** When. */
at: number,
/** Who, as they were called then. */
by: string,
/** What. */
deed: DeedView,
/** Why, or more about it, in the words of whoever did it; may be empty. */
why: string,
/** To whom, as they are called now; empty where it was not about one player. */
about: string,
/** In which game; none where it was not about one. */
game: GameId | null,
/** Whether somebody has undone it. */
undone: boolean,
/** Whether it can be undone. */
can_undo: boolean, };

/** The answer to `GET /api/page/desk/log`. */
export type ActionsPage = {
/** The latest first. */
entries: Array<ActionView>,
/** What to send as `after` for the next page; none at the end. */
next: string | null, };

/** The body of `POST /api/page/members`. */
export type AddMembers = {
/** CSV with a header, or TRF. */
text: string, };

/** What came of a list. */
export type AddedMembers = {
/** New members. */
added: number,
/** Members of whom something else is known now. */
updated: number,
/** The columns of the list that nobody reads, as the list calls them. */
left_out: Array<string>, };

/** The body of `POST /api/page/admin-link`: name and password where the caller has no account yet. */
export type AdminLink = {
/** What stands behind `#` in the link. */
token: string,
/** The name of the new account. */
name?: string,
/** Its password. */
password?: string, };

/** A move of the game, judged. */
export type AnalysedMove = {
/** The number of half-moves played with it. */
ply: number,
/** In UCI notation. */
uci: string,
/** In SAN. */
san: string,
/** What the position after it is worth. */
eval: EvalView,
/** White's winning chances after it, in thousandths. */
win: number,
/** How accurate it was, in thousandths. */
accuracy: number,
/** Hundredths of a pawn that it lost. */
loss: number,
/** How bad it is; null for a good move. */
judgement: JudgementView | null,
/** Why; null where no reason is proved. */
reason: ReasonView | null,
/** What the engine would have played instead of it, from the position before it. Empty where the move is the engine's own. */
better: Array<LineMove>,
/** What the engine expects after it. */
line: Array<LineMove>, };

/** Where the engine's analysis begins. */
export type AnalysedStart = {
/** What the position is worth. */
eval: EvalView,
/** White's winning chances, in thousandths. */
win: number,
/** What the engine expects. */
line: Array<LineMove>, };

/** The answer to `GET` and `POST /api/page/analysis/{game}`, and to `POST /api/page/analysis/{game}/deeper`. */
export type AnalysisAnswer = {
/** The game. */
game: string,
/** How far it is. */
analysis: AnalysisView,
/** How many games the caller may still have analysed today. */
left: number,
/** How many in a day. */
a_day: number,
/** When a new day begins, in milliseconds since 1970. */
again_ms: number, };

/** What is told of an analysis on its topic, `analysis:ID`. */
export type AnalysisMessage = { "type": "analysis",
/** The topic. */
topic: Topic,
/** How far it is, with everything that was found. */
analysis: AnalysisView, } | { "type": "analysis_waits",
/** The topic. */
topic: Topic,
/** How many games come before it now. */
ahead: number, } | { "type": "analysis_grew",
/** The topic. */
topic: Topic,
/** Where the analysis begins, if that was not told before. */
start: AnalysedStart | null,
/** The further moves. */
moves: Array<AnalysedMove>, } | { "type": "analysis_looks",
/** The topic. */
topic: Topic,
/** The moves, by their `ply`. */
looking: Array<number>, };

/** What is known at the end. */
export type AnalysisTotals = {
/** White's moves. */
white: SideTotals,
/** Black's moves. */
black: SideTotals,
/** The half-moves before the first position of the middlegame; null for a game that ended in the opening. */
middlegame: number | null,
/** The half-moves before the first position of the endgame; null without one. */
endgame: number | null, };

/** How far an analysis is. */
export type AnalysisView = { "stage": "none" } | { "stage": "waiting",
/** How many games come before it. */
ahead: number, } | { "stage": "running",
/** How many half-moves will be judged. */
of: number,
/** Where it begins; null until the first position is done. */
start: AnalysedStart | null,
/** The moves that are judged. */
moves: Array<AnalysedMove>, } | { "stage": "done",
/** How many half-moves the game has; more than there are judged moves in a very long one. */
of: number,
/** How many nodes the engine looked at in each position. */
nodes: number,
/** Where it begins. */
start: AnalysedStart,
/** The moves. */
moves: Array<AnalysedMove>,
/** All of them in total. */
totals: AnalysisTotals,
/** The moves that were judged again with ten times as many nodes, by their `ply`. */
deeper: Array<number>,
/** The moves that wait to be judged again. */
looking: Array<number>, } | { "stage": "failed" };

/** The body of `POST /api/page/challenges/ID/accept` and `/cancel`. */
export type AnswerChallenge = {
/** The version that the player has seen. */
version: number, };

/** A game of an arena as one of its players sees it. */
export type ArenaGameView = {
/** The game on this server. */
game: GameId,
/** The player's side. */
side: Side,
/** The opponent. */
opponent: EntrantId,
/** The result, White's first; null while it runs, and where it ran when the arena ended. */
outcome: string | null,
/** What it has brought the player; null while it runs, and where it counts for nobody. */
points: number | null,
/** Whether the player went berserk. */
berserk: boolean, };

/** `GET /api/page/events/ID/entrants/ENTRANT/games`: the games of an entrant in an arena, the newest first; none in other events. */
export type ArenaGames = {
/** The games. */
games: Array<ArenaGameView>, };

/** What runs in an arena that has begun. */
export type ArenaView = {
/** When the time is over. */
ends: Time,
/** Games that run. */
running: number,
/** Games that have ended. */
played: number, };

/** The body of `POST /api/page/reset`. */
export type AskReset = {
/** The address to which the link is sent, if an account has confirmed it. */
email: string, };

/** The body of `POST /api/page/puzzle-sets/{id}/assign`. */
export type AssignPuzzleSet = {
/** The version that the caller has seen. */
seen: number,
/** By when the class should solve it, in milliseconds since 1970; null takes it back. */
due: number | null, };

/** A win against a strong opponent. */
export type BestWin = {
/** The game. */
game: GameId,
/** The opponent's name at that time; null if that account is closed now. */
opponent: string | null,
/** The opponent's rating before the game. */
rating: number,
/** When the game ended. */
at: Time, };

/** The answer to `POST /api/page/board`. */
export type BoardChecked = {
/** The starting position as a FEN. */
start_fen: string,
/** The moves up to the first that is not possible. */
moves: Array<MoveView>,
/** The situation after them. */
situation: Situation,
/** The first move that is not possible; null if all are. */
refused: BoardRefused | null, };

/** An end of a game over the board that is not a move. */
export type BoardEnding = { "kind": "resigned",
/** Which side. */
by: Color, } | { "kind": "agreed", } | { "kind": "claimed", } | { "kind": "time_up", };

/** The body of `POST /api/page/board`: a game over the board, as the page has recorded it. */
export type BoardGame = {
/** The starting position; null for the usual one. */
start_fen: string | null,
/** The time control; null if unlimited. */
time: TimeControlView | null,
/** The moves in UCI notation. */
moves: Array<string>,
/** How long each of them took, in milliseconds. */
took_ms: Array<number>, };

/** A move over the board that is not possible. */
export type BoardRefused = {
/** The number of moves before it. */
ply: number,
/** Why. */
refusal: Refusal,
/** The same for people. */
message: string, };

/** A round in which an entrant is not paired. */
export type ByeView = {
/** The round, from 1. */
round: number,
/** Whether it is worth half a point. */
half: boolean,
/** Why the entrant of a Keizer is away; null in a Swiss. */
absence: AbsenceView | null, };

/** The rounds in which an entrant of a Swiss or a Keizer is not paired, for the entrant and for organisers. */
export type ByesView = {
/** Those to come, in their order; before them, in a Keizer, past rounds in which the entrant was away. */
rounds: Array<ByeView>,
/** How many half-point byes are left; 0 in a Keizer. */
halves_left: number,
/** The last round in which a bye is worth half a point; 0 if in none. */
last_half: number, };

/** Why a call is refused: one enum of each subject, whose `kind`s all differ. */
export type CallRefusal = EventRefusal;

/** One card. */
export type Card = {
/** Whose. */
name: string,
/** The code, shown this one time. */
code: string, };

/** What is corrected on an entrant's card. What is absent stays; an empty text and the rating 0 take away what was known. */
export type CardCorrection = {
/** The name. */
name?: string,
/** The rating by which the entrant is seeded. */
rating?: number,
/** A title of FIDE's, like `WIM`. */
title?: string,
/** Three letters. */
federation?: string,
/** The club. */
club?: string,
/** The number at FIDE. */
fide?: string,
/** The number at the national federation. */
national_id?: string,
/** The national rating. */
national_rating?: number,
/** `YYYY/MM/DD`, or a year alone. */
birth?: string,
/** `m` or `w`. */
sex?: string, };

/** The body of `POST /api/card`. */
export type CardLogin = {
/** The code on the card. */
code: string, };

/** The answer to `POST /api/page/desk/players`. */
export type CardsMade = {
/** In the order of the names. */
cards: Array<Card>, };

/** A kind of games with a rating of its own: a variant and a speed. Only standard chess has one for each speed; every
 * other variant has one for all speeds.
 */
export type Category = "bullet" | "blitz" | "rapid" | "classical" | "correspondence" | "chess960";

/** How a challenge ended. */
export type ChallengeEnd = { "how": "accepted",
/** The game. */
game: GameId, } | { "how": "declined",
/** By whom. */
by: PlayerView,
/** Why. */
reason: DeclineReason, } | { "how": "cancelled" } | { "how": "expired" };

/** The game that a challenge is about. */
export type ChallengeTerms = {
/** The time control; null if unlimited. */
time: TimeControlView | null,
/** The colour of the player who challenges. */
color: ColorChoice,
/** The starting position. */
start: StartPosition,
/** Whether the game is rated. */
rated: boolean,
/** Whether only the players and staff may see the game; false if omitted. Rated games can't be private. */
private?: boolean, };

/** A challenge that waits for an answer. */
export type ChallengeView = {
/** Its id, which stays when its terms change. */
id: GameId,
/** Counts the changes of its terms. An answer names the version that it answers. */
version: number,
/** The id that the game of this version will have. Programs call the version by it. */
game: GameId,
/** Who challenges; after a counter-proposal, the player who made it. */
from: PlayerView,
/** Who is to answer. */
to: PlayerView,
/** The game. */
terms: ChallengeTerms,
/** Whether the player who is told this is the one to answer. */
yours: boolean,
/** When it expires, in milliseconds since 1970. */
expires: number, };

/** The body of `POST /api/page/challenges/ID/change`: other terms, from either player. Whoever is to answer proposes them
 * to the other one, who is then to answer.
 */
export type ChangeChallenge = {
/** The version that the player has seen. */
version: number,
/** The game. */
terms: ChallengeTerms, };

/** The body of `PUT /api/page/email`. */
export type ChangeEmail = {
/** The new address; empty for none. */
email: string,
/** The account's password. */
password: string, };

/** The body of `POST /api/page/members/NUMBER`. */
export type ChangeMember = {
/** The version that the visitor saw. */
version: number,
/** What is known now. */
card: MemberCardView, };

/** The body of `POST /api/password`. */
export type ChangePassword = {
/** The password until now; empty where there is none. */
old: string,
/** The password from now on. */
new: string, };

/** The body of `POST /api/page/puzzle-sets/{id}`. What is null stays. */
export type ChangePuzzleSet = {
/** The version that the caller has seen. */
seen: number,
/** Its name. */
name: string | null,
/** All of its puzzles, in order. */
puzzles: Array<string> | null, };

/** A board of which something has changed. */
export type ChangedBoard = {
/** Which round, from 1. */
round: number,
/** Which board, from 1. */
number: number,
/** The board as it is now. */
board: EventBoardView, };

/** A round that is new or has changed as a whole. */
export type ChangedRound = {
/** Which round, from 1. */
number: number,
/** The round as it is now. */
round: EventRoundView, };

/** What a client asks of a chat. */
export type ChatCommand = { "type": "say",
/** The chat. */
topic: Topic,
/** Repeated in the answer. */
id: number,
/** Plain text. */
text: string, } | { "type": "report_line",
/** The chat. */
topic: Topic,
/** Repeated in the answer. */
id: number,
/** The line's number. */
number: number, } | { "type": "remove_line",
/** The chat. */
topic: Topic,
/** Repeated in the answer. */
id: number,
/** The line's number. */
number: number, };

/** Something that was said. */
export type ChatLineView = {
/** Counts up in each chat. */
number: number,
/** When, in milliseconds since 1970. */
at: number,
/** The name of who said it, then. */
name: string,
/** What: plain text. */
text: string, };

/** What is told of a chat. */
export type ChatMessage = { "type": "chat",
/** The chat. */
topic: Topic,
/** The latest lines, the oldest first. */
lines: Array<ChatLineView>,
/** What this client may say. */
may_say: MaySay, } | { "type": "chat_line",
/** The chat. */
topic: Topic,
/** The command that said it, if this client sent it. */
id?: number,
/** The line. */
line: ChatLineView, } | { "type": "chat_line_removed",
/** The chat. */
topic: Topic,
/** The line's number. */
number: number, } | { "type": "chat_reported",
/** The chat. */
topic: Topic,
/** The command. */
id: number,
/** The line's number. */
number: number, };

/** Words that are covered in chats: `GET` and `PUT /api/page/desk/chat-words`. */
export type ChatWords = {
/** One a line. */
words: string, };

/** How far the check-in of an event is. */
export type CheckInView = {
/** Whether it has closed: whoever was not there then is not paired. */
closed: boolean,
/** When it closes by itself; null if an organiser closes it. */
closes: Time | null, };

/** The body of `POST /api/page/editor`. */
export type CheckSetup = {
/** What stands on the editor's board, as a FEN. Fields at the end may be missing. */
fen: string, };

/** A draw that the side to move may claim but need not. */
export type Claim = "threefold_repetition" | "fifty_moves";

/** The body of `POST /api/page/events/ID/claim`. The answer is the event. */
export type ClaimEntrant = {
/** Twelve letters and digits: with blanks and dashes or without, in capital letters or small ones. */
code: string, };

/** A message of a client: one JSON object in a text frame, whose `type` is the variant of its subject's enum. Every message
 * about a topic names it.
 */
export type ClientMessage = ConnectionRequest | GameCommand | ChatCommand | LobbyCommand;

/** The clock of one side. */
export type ClockControlView = {
/** The initial time. */
initial_ms: number,
/** The increment. */
increment_ms: number, } | {
/** The initial time. */
initial_ms: number,
/** How long a turn lasts before the clock runs. */
delay_ms: number, } | {
/** The initial time. */
initial_ms: number,
/** The maximum that is given back. */
bronstein_ms: number, };

/** What an arbiter does to the clocks of a running game. */
export type ClocksAct = { "do": "pause", } | { "do": "resume", } | { "do": "set",
/** Whose: the colour in the game that is played. */
side: Side,
/** What it is to show: 1 to 10,800 seconds. */
seconds: number, } | { "do": "back",
/** How many half-moves stay. */
ply: number, };

/** The time left on both clocks when the message was sent, in milliseconds. In correspondence, the time left
 * for the move.
 */
export type ClocksView = {
/** White's time. */
white_ms: number,
/** Black's time. */
black_ms: number,
/** The side whose clock runs. */
running: Color | null,
/** The time until the running clock starts to run, under a simple delay; omitted if it does not wait. */
delay_ms?: number,
/** The time left for the first move of the side to move. After it the game is aborted. Omitted if there
 * is no such limit.
 */
first_move_ms?: number, };

/** One of the two sides. */
export type Color = "white" | "black";

/** The creator's colour. */
export type ColorChoice = "white" | "black" | "random";

/** Which rule gave the colour (C.04.3 article 5.2). */
export type ColourReason = "both_wishes" | "stronger" | "alternate" | "higher_ranked" | "number";

/** The key of a command: 1 to 32 letters, digits, hyphens and underscores, chosen at random by the client.
 *
 * ```
 * # use tabiya_game::CommandKey;
 * assert!("Rk3mZ0qP-x_7".parse::<CommandKey>().is_ok());
 * assert!("two words".parse::<CommandKey>().is_err());
 * ```
 */
export type CommandKey = string;

/** A conditional line. */
export type ConditionalView = {
/** The number of the newest event of the game when it was stored. */
since: number,
/** The position before its first move as a FEN. */
start_fen: string,
/** Its moves; the opponent makes the first. */
moves: Array<MoveView>,
/** How it stands. */
standing: LineStanding, };

/** The body of `POST /api/page/second-factor/confirm`. */
export type ConfirmSecondFactor = {
/** The code that the authenticator shows. */
code: string, };

/** What is told of any topic. */
export type ConnectionMessage = { "type": "resumed",
/** The topic. */
topic: Topic,
/** The number of its newest message. */
seq: number, } | { "type": "unsubscribed",
/** The topic. */
topic: Topic, } | { "type": "refused",
/** The topic of the message; null if the message was not valid or had no topic. */
topic: Topic | null,
/** The command; null for a subscription, and if the message was not valid. */
id: number | null,
/** The number of the topic's newest message; null if the client is not subscribed to it. */
seq: number | null,
/** The reason, for programs. */
refusal: Refusal,
/** The reason in English. */
message: string, } | { "type": "pong",
/** The topic that the ping named. */
topic: Topic | null,
/** The number of the topic's newest message. */
seq: number | null, } | { "type": "unreachable",
/** The topic. */
topic: Topic, } | { "type": "outdated",
/** The server's version. */
protocol: number, } | { "type": "rights",
/** 16 letters and digits. */
rights: string, };

/** What a client says to follow topics. It is no command: it has no number. */
export type ConnectionRequest = { "type": "subscribe",
/** The topic. */
topic: Topic,
/** The number of the newest message that the client has; null requests everything. */
after?: number, } | { "type": "unsubscribe",
/** The topic. */
topic: Topic, } | { "type": "ping",
/** If a topic is given, the answer contains the number of its newest event. */
topic?: Topic, };

/** Why no copy of an event could be made. The server's log says more. */
export type CopyProblem = "no_answer" | "gone" | "full" | "read_only" | "other";

/** Days for each move. */
export type CorrespondenceView = {
/** From 1 to 14. */
days: number, };

/** The body of `POST /api/games`. */
export type CreateGame = {
/** The opponent. */
opponent: Opponent,
/** The time control; null if unlimited. */
time: TimeControlView | null,
/** The creator's colour. */
color: ColorChoice,
/** The starting position. */
start: StartPosition,
/** Whether the game is rated; false if omitted. Rated games need players with accounts and a time
 * control, and are possible neither against the computer nor from a chosen position.
 */
rated?: boolean,
/** Whether only the players and staff may see the game; false if omitted. Rated games can't be private. */
private?: boolean, };

/** The answer to it. */
export type CreatedEvent = {
/** The event's id; that of the first section of a festival. */
id: EventId, };

/** The answer to `POST /api/page/event-series`, whose body is a [`SeriesTemplate`]. */
export type CreatedSeries = {
/** The series's id. */
id: EventId, };

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

/** A point of a rating curve. `GET /api/page/players/NAME/curve/CATEGORY` answers with an array of them,
 * oldest first.
 */
export type CurvePoint = {
/** When the rating changed to this. */
at: Time,
/** Rating points, rounded. */
rating: number,
/** The game that changed it; null if staff set the rating. */
game: GameId | null, };

/** The body of `POST /api/page/challenges/ID/decline`. */
export type DeclineChallenge = {
/** The version that the player has seen. */
version: number,
/** Why. */
reason: DeclineReason, };

/** Why a challenge is declined. */
export type DeclineReason = "none" | "later" | "too_fast" | "too_slow" | "rated" | "casual" | "standard";

/** What staff has done, with what was before and what is after. */
export type DeedView = { "did": "add",
/** Its role. */
role: RoleView, } | { "did": "backup",
/** How long it is. */
bytes: number, } | { "did": "card" } | { "did": "cards",
/** How many. */
count: number, } | { "did": "chat_words" } | { "did": "close" } | { "did": "invite" } | { "did": "kid",
/** Whether it is on since. */
on: boolean, } | { "did": "mute" } | { "did": "rating",
/** In which category. */
category: Category,
/** Before. */
before: SetRatingView,
/** After. */
after: SetRatingView, } | { "did": "remove_line",
/** What it said. */
text: string, } | { "did": "rename",
/** Before. */
before: string,
/** After. */
after: string, } | { "did": "reopen" } | { "did": "report",
/** Its number. */
number: number, } | { "did": "reset" } | { "did": "role",
/** Before. */
before: RoleView,
/** After. */
after: RoleView, } | { "did": "second_factor" } | { "did": "sessions" } | { "did": "site",
/** Before. */
before: SiteView,
/** After. */
after: SiteView, } | { "did": "stop" } | { "did": "token",
/** What it allows, as names with a blank between them. */
scopes: string, } | { "did": "undo",
/** Its number. */
act: number, } | { "did": "unmute" } | { "did": "unrate" } | { "did": "warn" } | { "did": "words",
/** What, in a word. */
word: string,
/** More, in words. */
details: string, };

/** What the desk has noted about an entrant. */
export type DeskNotes = {
/** Whether somebody at the desk has seen the entrant. */
present: boolean,
/** Whether the fee is paid. */
paid: boolean,
/** What the entrant pays or has paid, in hundredths of the money; 0 where the event has no fees. */
fee: number,
/** Which fee the desk has said; null for what follows from the date of birth. */
fee_class: EntrantFee | null,
/** Whether the entrant is not in the next round: marked absent, paused, or with a bye. */
out: boolean,
/** The board that is fixed for the entrant; null for any. */
fixed_board: number | null,
/** The rounds in which the entrant is not paired; null where nobody asks for byes. */
byes: ByesView | null,
/** Whether the entrant has an account. */
account: MemberAccount,
/** Whether the entrant came with an account that is on another server, from which the event was taken up: only then the desk says of
 * somebody without an account here where they play.
 */
elsewhere: boolean,
/** When the code ends by which an account becomes the entrant; null without one. */
claim_until: Time | null, };

/** A board whose result somebody says is wrong. */
export type DisputedBoard = {
/** The round, from 1. */
round: number,
/** The board, from 1. */
board: number, };

/** A premove that could not be played. */
export type DroppedPremove = {
/** The move. */
uci: string,
/** The reason, for programs. */
refusal: Refusal,
/** The reason in English. */
message: string, };

/** The answer to `GET /api/page/events/ID/entrants/ENTRANT/card`. */
export type EntrantCardView = {
/** The name. */
name: string,
/** Whether the name can be corrected: an account keeps its own. */
may_rename: boolean,
/** The rating by which the entrant is seeded; null if there is none. */
rating: number | null,
/** A title of FIDE's, or empty. */
title: string,
/** Three letters, or empty. */
federation: string,
/** The club, or empty. */
club: string,
/** The rest, for whoever owns the event; null for helpers. */
rest: EntrantRestView | null, };

/** Which fee an entrant pays. */
export type EntrantFee = "full" | "reduced" | "free";

/** An entrant's number in the order of entry, from 1. It never changes; the number by which players are paired (TPN)
 * follows from the ratings.
 */
export type EntrantId = number;

/** The part of a card that helpers don't see. */
export type EntrantRestView = {
/** The number at FIDE, or empty. */
fide: string,
/** The number at the national federation, or empty. */
national_id: string,
/** The national rating; null if there is none. */
national_rating: number | null,
/** `YYYY/MM/DD`, a year alone, or empty. */
birth: string,
/** `m` or `w`; null if nobody has said. */
sex: string | null, };

/** Somebody who plays in an event. */
export type EntrantView = {
/** The number in the order of entry. */
id: EntrantId,
/** The name; null for an account that has left. */
name: string | null,
/** Whether there is a profile of that name. */
has_account: boolean,
/** A title of FIDE's, or empty. */
title: string,
/** The rating by which the entrant is seeded. */
rating: number | null,
/** Three letters, or empty. */
federation: string,
/** The club, or empty. */
club: string,
/** Whether the entrant plays at the venue. */
over_the_board: boolean,
/** For which team of a team match the entrant plays; null where nobody has said, and in other formats. */
team: TeamSide | null,
/** Whether the entrant is paired. */
presence: PresenceView,
/** The game that the entrant of an arena plays now; null otherwise. */
playing: GameId | null,
/** What the desk has noted; for organisers alone. */
desk: DeskNotes | null, };

/** The answer to `POST /api/page/members/NUMBER/erase`. */
export type ErasedMember = {
/** Events in which the name was erased. */
events: number,
/** Events in which an account has become the member, and decides alone. */
left: number, };

/** The body of every HTTP answer that is an error. */
export type ErrorBody = {
/** The error. */
error: ErrorDetail,
/** What the same call would need to succeed. */
needs?: Needs,
/** Why a subject refuses the call, where the page has words of its own for it. */
refusal?: CallRefusal, };

/** What went wrong. */
export type ErrorDetail = {
/** A stable code for programs, for example `not_found`. */
code: string,
/** A sentence for people: what was wrong, where, and what would be right. */
message: string, };

/** What a position is worth, from White's side. */
export type EvalView = { "kind": "cp",
/** Positive where White is better. */
cp: number, } | { "kind": "mate",
/** In so many moves: positive if White mates, negative if Black does. */
moves: number, } | { "kind": "mated",
/** Who has won. */
winner: Color, };

/** What is done to an event. */
export type EventAct = { "do": "join",
/** For which team of a team match. */
team?: TeamSide,
/** The entry code, where the event asks for one. */
code?: string, } | { "do": "enter_account",
/** The name of the account. */
name: string,
/** For which team of a team match. */
team?: TeamSide, } | { "do": "enter",
/** The name. */
name: string,
/** The rating by which the player is seeded. */
rating: number | null,
/** For which team of a team match. */
team?: TeamSide, } | { "do": "add_late_entry",
/** The name. */
name: string,
/** The rating by which the player is seeded. */
rating: number | null,
/** The club, or empty. */
club: string,
/** Whether the player is there. */
present: boolean,
/** Whether the player has paid. */
paid: boolean,
/** For which team of a team match. */
team?: TeamSide,
/** Whether the player is also taken into the visitor's list of members. */
keep?: boolean, } | { "do": "add_member",
/** The number in the list. */
member: number,
/** Whether the player is there. */
present: boolean,
/** Whether the player has paid. */
paid: boolean,
/** For which team of a team match. */
team?: TeamSide, } | { "do": "choose_team",
/** The entrant. */
entrant: EntrantId,
/** The team. */
team: TeamSide, } | { "do": "line_up",
/** The entrant. */
entrant: EntrantId,
/** The board, from 1. */
board: number, } | { "do": "add_list",
/** The list. */
text: string,
/** Whether all of them are there. */
present: boolean,
/** Whether those who play in another section of the festival are left out; else the list is refused, and the refusal names them. */
leave_out?: boolean, } | { "do": "check_in",
/** The entrant. */
entrant: EntrantId,
/** Whether the entrant is there. */
present: boolean, } | { "do": "is_there",
/** The entrant. */
entrant: EntrantId, } | { "do": "note_paid",
/** The entrant. */
entrant: EntrantId,
/** Whether the fee is paid. */
paid: boolean, } | { "do": "set_fees",
/** What everybody pays, in hundredths of the money; null for nothing. */
full: number | null,
/** What some pay in its place; null where nobody does. */
reduced: number | null,
/** Whoever was born on this day or later pays the reduced fee, as `2008-09-01` or `2008`; empty for nobody. */
born_from: string,
/** Whoever was born on this day or before pays it; empty for nobody. */
born_until: string, } | { "do": "choose_fee",
/** The entrant. */
entrant: EntrantId,
/** Which; null for what follows from the date of birth. */
fee: EntrantFee | null, } | { "do": "fix_board",
/** The entrant. */
entrant: EntrantId,
/** The number that stands on the table, from 1; null for any. */
board: number | null, } | { "do": "revoke_code",
/** The number of the code in the event. */
code: number, } | { "do": "close_check_in", } | { "do": "check_in_closes",
/** When; null if an organiser closes it. */
at: Time | null, } | { "do": "correct",
/** The entrant. */
entrant: EntrantId,
/** What is known now. */
card: CardCorrection, } | { "do": "plays",
/** The entrant. */
entrant: EntrantId,
/** Whether the entrant plays at the venue. */
over_the_board: boolean, } | { "do": "bye",
/** The entrant. */
entrant: EntrantId,
/** The round, from 1. */
round: number,
/** Why the entrant of a Keizer is away; absent for an absence with notice. */
absence?: AbsenceView, } | { "do": "cancel_bye",
/** The entrant. */
entrant: EntrantId,
/** The round, from 1. */
round: number, } | { "do": "withdraw",
/** The entrant. */
entrant: EntrantId, } | { "do": "pause",
/** The entrant. */
entrant: EntrantId, } | { "do": "rejoin",
/** The entrant. */
entrant: EntrantId, } | { "do": "pair", } | { "do": "pair_by_hand",
/** The boards: the numbers of White and Black as `3-7`, with blanks between the pairs. */
boards: string,
/** The numbers of those who have the bye, with blanks between them. */
byes: string, } | { "do": "add_board",
/** White. */
white: EntrantId,
/** Black; null gives the other one the bye. */
black: EntrantId | null, } | { "do": "play_again",
/** The round, from 1. */
round: number,
/** The board, from 1. */
board: number, } | { "do": "undo", } | { "do": "publish", } | { "do": "unpublish",
/** Why. */
reason: string, } | { "do": "start", } | { "do": "set_start",
/** When it is paired, published and begun by itself; null if an organiser does it. */
at: Time | null, } | { "do": "timetable",
/** When it begins; null if that is not known. */
starts: Time | null,
/** Seconds between a round's last result and the next round; null if an organiser begins each. */
pause: number | null, } | { "do": "change",
/** What it is called. */
name: string,
/** How it is paired. */
format: EventFormatView,
/** The time control; null if games have no clock. */
time: TimeControlView | null,
/** When it begins; null if that is not known. */
starts: Time | null,
/** The names of the two teams; absent if they stay as they are. */
teams?: [string, string],
/** Everything else; absent if it stays as it is. */
options?: EventOptions, } | { "do": "programme",
/** Plain text, at most 2,000 characters. */
text: string, } | { "do": "report",
/** What it says now. */
report: RatingReport, } | { "do": "short_names",
/** Whether they do. */
on: boolean, } | { "do": "result",
/** The round, from 1. */
round: number,
/** The board, from 1. */
board: number,
/** Which game of the board, from 1; absent for the first one without a result, or the last one. */
game?: number,
/** The result, as arbiters write it. */
outcome: string,
/** Whether whoever has lost by forfeit gave no notice, and is not paired until an organiser brings them back. */
without_notice?: boolean, } | { "do": "player_results",
/** Whether they do. */
on: boolean, } | { "do": "new_table_codes", } | { "do": "note_cards",
/** The site, such as `http://192.168.0.7:8080`. */
origin: string, } | { "do": "free_seat",
/** The round, from 1. */
round: number,
/** The board, from 1. */
board: number,
/** The player for whom the phone spoke. */
side: Side, } | { "do": "result_stands",
/** The round, from 1. */
round: number,
/** The board, from 1. */
board: number, } | { "do": "answer_call",
/** The round, from 1. */
round: number,
/** The board, from 1. */
board: number, } | { "do": "set_prizes",
/** The list: CSV with a header. */
text: string, } | { "do": "postpone",
/** The round, from 1. */
round: number,
/** The board, from 1. */
board: number, } | { "do": "helper",
/** The name of the account. */
name: string,
/** Whether the account helps from now on. */
helps: boolean, } | { "do": "clocks",
/** The round, from 1. */
round: number,
/** The board, from 1; null for all of the round. */
board: number | null,
/** What. */
act: ClocksAct,
/** Why; may be empty. */
reason: string, } | { "do": "type_game",
/** The round, from 1. */
round: number,
/** The board, from 1. */
board: number,
/** Which game of the board, from 1. */
game: number,
/** PGN, or the moves alone. */
text: string,
/** Why; may be empty. */
reason: string, } | { "do": "remove_game",
/** The round, from 1. */
round: number,
/** The board, from 1. */
board: number,
/** Which game of the board, from 1. */
game: number,
/** Why; may be empty. */
reason: string, } | { "do": "revoke_claim",
/** The entrant. */
entrant: EntrantId, } | { "do": "erase",
/** The entrant. */
entrant: EntrantId, } | { "do": "add_section",
/** What the event itself is called as a section; without meaning where it is one. */
own_name: string,
/** What the new section is called. */
name: string,
/** The lowest rating of a player; null for any. */
rating_from: number | null,
/** The highest rating of a player; null for any. */
rating_to: number | null,
/** How it is paired. */
format: EventFormatView, } | { "do": "change_section",
/** What it is called. */
name: string,
/** The lowest rating of a player; null for any. */
rating_from: number | null,
/** The highest rating of a player; null for any. */
rating_to: number | null,
/** The number of its first board; null if its boards follow those of the section before. */
first_board: number | null, } | { "do": "move_to_section",
/** The entrant. */
entrant: EntrantId,
/** The other section. */
to: EventId, } | { "do": "deal_groups", } | { "do": "pair_all", } | { "do": "publish_all",
/** Those that the page has shown with a draft. */
sections: Array<SeenSection>, } | { "do": "start_all",
/** Those that the page has shown with a published round. */
sections: Array<SeenSection>, } | { "do": "finish", } | { "do": "cancel",
/** Why. */
reason: string, };

/** `GET /api/page/events/ID[?after=NUMBER]`. */
export type EventAnswer = {
/** Whether there is such an event. */
found: boolean,
/** The event; null where no entry came after the number. */
event: EventView | null, };

/** What somebody gets. */
export type EventAward = {
/** The entrant. */
entrant: EntrantId,
/** The place whose prize it is, from 1; null for a share without a prize of one's own. */
place: number | null,
/** The points in tenths. */
points: number,
/** How much, in hundredths of the money. */
amount: number, };

/** Two entrants who meet. */
export type EventBoardView = {
/** The number that stands on the table. */
number: number,
/** White in the first game. */
white: EntrantId,
/** Black in the first game. */
black: EntrantId,
/** The games. */
games: Array<EventGameView>,
/** Whether it is played on this server. */
online: boolean,
/** Whether its game was left behind on another server: the arbiter enters its result, or has it played again. */
left: boolean,
/** Whether it is played later. */
postponed: boolean,
/** What is said at the table, where anything is; for organisers alone. */
table: TableNotes | null, };

/** A place in the standings of a category. */
export type EventCategoryPlace = {
/** The rank there, from 1. */
rank: number,
/** The entrant. */
entrant: EntrantId, };

/** The difference between two states of an event. What is empty or null has not changed. */
export type EventChanges = {
/** The number of the last entry. */
number: number,
/** What is said of the event as a whole. */
facts: EventFacts | null,
/** Entrants who are new, or of whom something has changed, by their `id`. */
entrants: Array<EntrantView>,
/** How many rounds there are now. Those after them are gone. */
round_count: number,
/** Rounds that are new, or that are paired anew. */
rounds: Array<ChangedRound>,
/** Boards of which something has changed, in rounds that stay as they are otherwise. */
boards: Array<ChangedBoard>,
/** Whose the lines of the standings are, from the best to the last. */
order: Array<EntrantId> | null,
/** Lines of the standings that are new, or in which something has changed. */
lines: Array<EventLineView>, };

/** The body of `POST /api/page/events/ID`. */
export type EventCommand = {
/** The number of the last entry that the page has shown. */
seen: number,
/** What is to be done. */
act: EventAct,
/** Why, for the journal: with a result, an added board, a pairing by hand, and whoever leaves or pauses. At most 200 characters. */
reason?: string, };

/** `GET /api/page/events/ID/copy`: how the copy of an event in the second place stands. */
export type EventCopy = {
/** Where copies go; null where the server makes none. */
folder: string | null,
/** When the newest copy was made; null without one since the server's start. */
at: Time | null,
/** What time it is, by the same clock. */
now: Time,
/** Entries of the journal that are not in it. */
behind: number,
/** Why the last try made none; null if all is well. */
problem: CopyProblem | null, };

/** What is said of an event as a whole. */
export type EventFacts = {
/** What it is called. */
name: string,
/** How it is paired. */
format: EventFormatView,
/** The time control; null if games have no clock. */
time: TimeControlView | null,
/** Whether online games are rated. */
rated: boolean,
/** Whether it is played over the board. */
over_the_board: boolean,
/** Whether players may enter by themselves now. */
open: boolean,
/** Whether they need the entry code for that. */
by_code: boolean,
/** Which ratings may enter by themselves. */
ratings: RatingLimits,
/** Whether Chess960 is played. */
chess960: boolean,
/** How far it is. */
stage: EventStageView,
/** Whose it is; null if it belongs to the admins. */
owner: string | null,
/** When it begins; null if nobody has said. */
starts: Time | null,
/** How many rounds will be played. */
total_rounds: number,
/** Whether the visitor may pair, publish and enter results. */
may_organise: boolean,
/** When the next round begins by itself; null if an organiser begins it, or games must end first. */
next_start: Time | null,
/** Seconds between a round's last result and the next round, where rounds follow by themselves. */
pause: number | null,
/** How many games each pairing has; 1 in formats that are no Swiss. */
games_per_pairing: number,
/** Minutes after the start of a round after which whoever is not at a wooden board loses (Laws 6.7). */
default_time: number,
/** What the organiser tells about it, as plain text with lines; empty if nothing. */
programme: string,
/** Why the last published round was withdrawn, until another one is published; else empty. */
withdrawn: string,
/** Why the event was cancelled; empty if it was not, or nobody has said. */
cancelled: string,
/** Whether strangers see the short names of players without an account. */
short_names: boolean,
/** The names of those who help the owner; for organisers alone. */
helpers: Array<string>,
/** The codes of the tie-breaks. */
tie_breaks: Array<string>,
/** What runs in an arena; null before it begins, and in other formats. */
arena: ArenaView | null,
/** The teams of a team match; null in other formats. */
teams: TeamsView | null,
/** Which section of a festival it is; null for an event of its own. */
section: SectionView | null,
/** Whether players enter their own results at the table. */
player_results: boolean,
/** How often the tables' cards got other codes: a page that shows them asks for them again. */
table_codes: number,
/** The cards and slips with codes that were printed last, for organisers alone; null if none were. */
cards: PrintedCardsView | null,
/** The codes of helpers, also those that do not work any more; for organisers alone. */
codes: Array<HelperCodeView>,
/** How far the check-in is; for organisers alone. */
check_in: CheckInView | null,
/** The categories of prizes that have standings of their own. */
categories: Array<string>,
/** What entrants pay; null where nobody has set it, and for everybody but organisers. */
fees: FeesView | null,
/** What was decided, all of it; for organisers alone. */
options: EventOptions | null,
/** The entry code; for organisers alone. */
entry_code: string | null, };

/** How an event is paired, without its numbers. */
export type EventFormatKind = "swiss" | "round_robin" | "knock_out" | "keizer" | "arena" | "team_match";

/** How an event is paired. */
export type EventFormatView = { "kind": "swiss",
/** The number of rounds. */
rounds: number,
/** Whether the first rounds are accelerated (Baku, C.04.7); absent for no. */
baku?: boolean, } | { "kind": "round_robin",
/** How often. */
cycles: number, } | { "kind": "knock_out",
/** Games of a match before the tie-breaks. */
games: number, } | { "kind": "keizer",
/** The number of rounds. */
rounds: number,
/** What the organiser decided. */
rules: KeizerRules, } | { "kind": "arena",
/** How long it lasts. */
minutes: number, } | { "kind": "team_match",
/** How many games each pair plays: a round each, with the other colours. */
games: number,
/** How many boards a team has; 0 for as many as the larger team has players. */
boards: number,
/** Whether everybody of one team meets everybody of the other (Scheveningen). */
everyone: boolean, };

/** One game of a board. */
export type EventGameView = {
/** Whether the board's first player has Black. */
turned: boolean,
/** The game on this server; null if it is played over the board. */
game: GameId | null,
/** How it ended, as arbiters write it, like `1-0` or `+/-`; null while it is open. */
outcome: string | null,
/** The number of the entry with which somebody has typed the game of a wooden board; null if nobody has. */
typed: number | null, };

/** An event's id: eight of the characters `0-9A-Za-z`, as in the address `/event/ID`. */
export type EventId = string;

/** `GET /api/page/events/ID/journal`: the newest lines first. */
export type EventJournal = {
/** The lines. */
lines: Array<JournalLine>,
/** What to ask for as `before` to read on; null at the journal's beginning. */
before: number | null, };

/** One line of the standings. */
export type EventLineView = {
/** The rank, shared by entrants that nothing tells apart. */
rank: number,
/** The entrant. */
entrant: EntrantId,
/** The starting number. */
number: number,
/** The points, in tenths. */
points: number,
/** The value of each tie-break, as text. */
values: Array<string>,
/** What the entrant did in each round: `12w1` beat number 12 with White, `5b=`, `7w+`, `7w−`, `bye`, `½`, `−`. */
cells: Array<string>, };

/** `GET /api/page/events`: the latest events of each stage. */
export type EventList = {
/** Those that are played or to come. */
current: Array<EventListed>,
/** Those that are over. */
past: Array<EventListed>,
/** Whether the visitor may create one. */
may_create: boolean, };

/** An event in a list. */
export type EventListed = {
/** Its id. */
id: EventId,
/** What it is called. */
name: string,
/** How it is paired. */
format: EventFormatView,
/** The time control; null if games have no clock. */
time: TimeControlView | null,
/** Whether online games are rated. */
rated: boolean,
/** Whether it is played over the board. */
over_the_board: boolean,
/** Whether Chess960 is played. */
chess960: boolean,
/** How many take part. */
players: number,
/** The last published round; 0 if there is none. */
round: number,
/** How many rounds will be played; 0 if that follows from the entrants. */
rounds: number,
/** When it begins or was created. */
starts: Time,
/** Whether somebody has said when it begins. */
planned: boolean,
/** Whether the visitor has entered it, or one of its sections. */
entered: boolean,
/** How far it is. */
stage: EventStageView,
/** The sections of a festival, which stands in lists once; empty for an event of its own. */
sections: Array<SectionName>, };

/** What is told to those who follow an event. All messages are numbered. */
export type EventMessage = { "type": "event_state",
/** The topic. */
topic: Topic,
/** The event as the client may see it. */
event: EventView, } | { "type": "event_changed",
/** The topic. */
topic: Topic,
/** The changes. */
changes: EventChanges, };

/** `GET /api/page/games/ID/event`: the event that a game belongs to; null for any other game. */
export type EventOfGame = {
/** The event, and where in it the game is played. */
event: EventPlaceView | null, };

/** Decisions about an event. Where one is absent, it stays as it is, or as usual for a new event. */
export type EventOptions = {
/** Whether online games are rated. */
rated?: boolean,
/** Whether players may enter by themselves. */
open?: boolean,
/** Whether the players of an arena may go berserk. */
berserk?: boolean,
/** Whether Chess960 is played. */
chess960?: boolean,
/** The tie-breaks in their order, as TRF writes them. */
tie_breaks?: Array<string>,
/** Half-point byes that each player of a Swiss may ask for. */
most_byes?: number,
/** The last round in which a bye that was asked for is worth half a point; 0 if in none. */
last_bye?: number,
/** Whether the pairing-allocated bye of a Swiss is worth half a point, in place of a win. */
half_bye?: boolean,
/** The last round that is worth half a point to whoever enters a Swiss after it; 0 if none is. */
late_half?: number,
/** How many games each pairing of a Swiss has. */
games_per_pairing?: number,
/** Minutes after the start of a round after which whoever is not at a wooden board loses (Laws 6.7). */
default_time?: number,
/** Whether players who enter by themselves need the event's entry code. Switched on, the server makes one. */
by_code?: boolean,
/** Which ratings may enter by themselves. A section has limits of its own. */
ratings?: RatingLimits, };

/** `GET /api/page/events/ID/pairing`: how far the pairing of the next round is. */
export type EventPairing = {
/** Whether it is paired now. */
is_pairing: boolean,
/** The players that are paired. */
paired: number,
/** All players of the round; 0 where the format does not count them. */
players: number, };

/** Where in an event a game is played. */
export type EventPlaceView = {
/** The event. */
id: EventId,
/** What it is called. */
name: string,
/** The round, from 1; null in an arena. */
round: number | null,
/** The board, from 1; null in an arena. */
board: number | null,
/** Whether a player who does not make the first move in time is not paired until they rejoin. */
pauses: boolean, };

/** A category of prizes. */
export type EventPrizeCategory = {
/** What it is called. */
name: string,
/** Who gets what, the best first. */
awards: Array<EventAward>,
/** Its own standings, the best first; empty where it is for everybody. */
standings: Array<EventCategoryPlace>, };

/** `GET /api/page/events/ID/prizes`. */
export type EventPrizes = {
/** The categories in the order of the list. */
categories: Array<EventPrizeCategory>,
/** The list as it was announced, to be changed and set again; for organisers alone. */
list: string | null, };

/** Why nothing happened, as the field `refusal` of an error. */
export type EventRefusal = { "kind": "not_yours" } | { "kind": "owner_only" } | { "kind": "overtaken_result",
/** The round, from 1. */
round: number,
/** The board, from 1. */
board: number,
/** The result as it is now. */
now: string, } | { "kind": "overtaken_pairing" } | { "kind": "overtaken_round",
/** The round, from 1. */
round: number, } | { "kind": "overtaken_settings" } | { "kind": "overtaken_prizes" } | { "kind": "overtaken_entrant",
/** The name. */
name: string, } | { "kind": "format_stays" } | { "kind": "too_few",
/** The players. */
players: number, } | { "kind": "too_many",
/** The players. */
players: number,
/** The format. */
format: EventFormatKind,
/** The most that there can be. */
most: number, } | { "kind": "too_many_rounds",
/** The players. */
players: number,
/** The rounds. */
rounds: number,
/** The most that there can be. */
most: number, } | { "kind": "all_paired",
/** The rounds. */
rounds: number, } | { "kind": "not_started",
/** The round, from 1. */
round: number, } | { "kind": "results_missing",
/** The round, from 1. */
round: number,
/** The boards. */
boards: Array<number>, } | { "kind": "no_rounds" } | { "kind": "no_legal_pairing",
/** The round, from 1. */
round: number,
/** The players. */
players: number, } | { "kind": "over" } | { "kind": "entry_closed" } | { "kind": "too_late",
/** The format. */
format: EventFormatKind, } | { "kind": "full",
/** The format. */
format: EventFormatKind,
/** The most that there can be. */
most: number, } | { "kind": "entered_before",
/** The name. */
name: string, } | { "kind": "no_teams" } | { "kind": "choose_team",
/** The one team. */
first: string,
/** The other one. */
second: string, } | { "kind": "no_such_team",
/** What was named. */
name: string,
/** The one team. */
first: string,
/** The other one. */
second: string, } | { "kind": "team_full",
/** The team. */
team: string,
/** The most that there can be. */
most: number, } | { "kind": "team_stays" } | { "kind": "line_up_stays" } | { "kind": "no_such_place",
/** The team. */
team: string,
/** The board. */
board: number,
/** The players. */
players: number, } | { "kind": "team_empty",
/** The team. */
team: string, } | { "kind": "without_team",
/** The name. */
name: string, } | { "kind": "name" } | { "kind": "no_such_entrant" } | { "kind": "plays_now",
/** The name. */
name: string, } | { "kind": "has_left",
/** The name. */
name: string, } | { "kind": "no_pausing",
/** The format. */
format: EventFormatKind, } | { "kind": "taken_out",
/** The name. */
name: string, } | { "kind": "went_on",
/** The name. */
name: string,
/** The format. */
format: EventFormatKind, } | { "kind": "byes_in_swiss_only" } | { "kind": "round_not_to_come",
/** The round, from 1. */
round: number, } | { "kind": "absences_in_keizer_only" } | { "kind": "was_not_away",
/** The name. */
name: string,
/** The round, from 1. */
round: number, } | { "kind": "no_draft" } | { "kind": "draft_stands",
/** The round, from 1. */
round: number, } | { "kind": "nothing_published" } | { "kind": "no_reason" } | { "kind": "has_begun",
/** The round, from 1. */
round: number, } | { "kind": "not_begun",
/** The round, from 1. */
round: number, } | { "kind": "no_such_board",
/** The round, from 1. */
round: number,
/** The board, from 1. */
board: number,
/** The boards. */
boards: number, } | { "kind": "no_round_yet" } | { "kind": "no_such_round",
/** The round, from 1. */
round: number, } | { "kind": "game_runs",
/** The round, from 1. */
round: number,
/** The board, from 1. */
board: number, } | { "kind": "not_both_moved",
/** The round, from 1. */
round: number,
/** The board, from 1. */
board: number, } | { "kind": "no_such_game",
/** The round, from 1. */
round: number,
/** The board, from 1. */
board: number,
/** The game of the board, from 1. */
game: number, } | { "kind": "winner_stays" } | { "kind": "no_postponing" } | { "kind": "arena_not_begun" } | { "kind": "online_only" } | { "kind": "seated_twice",
/** The name. */
name: string, } | { "kind": "no_boards" } | { "kind": "has_opponent",
/** The name. */
name: string,
/** The round, from 1. */
round: number, } | { "kind": "needs_two" } | { "kind": "not_by_hand" } | { "kind": "not_there",
/** The name. */
name: string, } | { "kind": "fixed_board_number",
/** The highest. */
most: number, } | { "kind": "fixed_board_taken",
/** The board. */
board: number,
/** The name. */
name: string, } | { "kind": "fixed_board_in_section",
/** The board. */
board: number,
/** The other section. */
section: string, } | { "kind": "fixed_board_format" } | { "kind": "code_boards" } | { "kind": "too_many_codes" } | { "kind": "code_label" } | { "kind": "no_such_code" } | { "kind": "wrong_code" } | { "kind": "not_this_board",
/** The first board. */
first: number,
/** The last board. */
last: number, } | { "kind": "not_this_round",
/** The round, from 1. */
round: number, } | { "kind": "only_missing" } | { "kind": "seat_taken" } | { "kind": "has_seat" } | { "kind": "arbiter_decides" } | { "kind": "no_result_yet" } | { "kind": "arbiter_enters" } | { "kind": "no_seat" } | { "kind": "other_result" } | { "kind": "not_in_game" } | { "kind": "clocks_wooden",
/** The board. */
board: number, } | { "kind": "clocks_over",
/** The board. */
board: number, } | { "kind": "clocks_no_game",
/** The board. */
board: number, } | { "kind": "clocks_nothing_runs",
/** The round. */
round: number, } | { "kind": "clocks_arena" } | { "kind": "clocks_paused" } | { "kind": "clocks_not_paused" } | { "kind": "clocks_time" } | { "kind": "clocks_ply",
/** The number of half-moves played so far. */
ply: number, } | { "kind": "clocks_none" } | { "kind": "clocks_too_often" } | { "kind": "clocks_not_now" } | { "kind": "overtaken_game",
/** The round, from 1. */
round: number,
/** The board, from 1. */
board: number, } | { "kind": "game_too_long" } | { "kind": "game_too_many_moves",
/** The most half-moves. */
most: number, } | { "kind": "game_several" } | { "kind": "game_no_moves" } | { "kind": "game_online",
/** The board. */
board: number, } | { "kind": "game_no_result",
/** The board. */
board: number, } | { "kind": "game_not_played",
/** The board. */
board: number, } | { "kind": "game_turned",
/** The board. */
board: number,
/** Who has White. */
white: string, } | { "kind": "game_other_players",
/** The board. */
board: number,
/** The name that does not fit. */
named: string,
/** Who has White. */
white: string,
/** Who has Black. */
black: string, } | { "kind": "game_other_result",
/** The board. */
board: number,
/** The result of the text. */
said: string,
/** The result that was entered. */
entered: string, } | { "kind": "game_none",
/** The board. */
board: number, } | { "kind": "game_is_there" } | { "kind": "has_account",
/** The name. */
name: string, } | { "kind": "name_erased",
/** The name that stands in its place. */
name: string, } | { "kind": "claim_child" } | { "kind": "too_many_claims",
/** How many that is. */
most: number, } | { "kind": "still_plays",
/** The name. */
name: string, } | { "kind": "list_not_yours" } | { "kind": "no_such_member" } | { "kind": "member_damaged",
/** The member's number. */
number: number, } | { "kind": "member_overtaken",
/** The name. */
name: string, } | { "kind": "too_many_members",
/** The most that there can be. */
most: number, } | { "kind": "member_name_taken",
/** The name. */
name: string, } | { "kind": "member_still_plays",
/** The name. */
name: string,
/** The event's name. */
event: string, } | { "kind": "member_note",
/** The most characters. */
most: number, } | { "kind": "in_other_section",
/** The player. */
name: string,
/** The other section. */
section: string, } | { "kind": "list_in_other_sections",
/** The first 20 of them. */
listed: Array<ListedElsewhere>,
/** How many there are besides. */
more: number, } | { "kind": "game_in_section",
/** The player. */
name: string,
/** The section of the game. */
section: string, } | { "kind": "section_rating",
/** The section. */
section: string,
/** The lowest rating; null for any. */
from: number | null,
/** The highest rating; null for any. */
to: number | null, } | { "kind": "no_sections" } | { "kind": "other_festival" } | { "kind": "too_many_sections",
/** The most that there can be. */
most: number, } | { "kind": "section_named",
/** The name. */
name: string, } | { "kind": "no_such_section",
/** The name. */
name: string, } | { "kind": "groups" } | { "kind": "group_plays",
/** A group that is not. */
section: string, } | { "kind": "groups_stand",
/** The group of the round. */
section: string, } | { "kind": "sections_done" } | { "kind": "sections_in_part",
/** The names of the sections that have done it. */
done: Array<string>,
/** The others. */
refused: Array<SectionRefusal>, } | { "kind": "entry_code_needed" } | { "kind": "entry_code_wrong" } | { "kind": "entry_rating",
/** The lowest rating; null for any. */
from: number | null,
/** The highest rating; null for any. */
to: number | null, } | { "kind": "entry_child",
/** The account. */
name: string, } | { "kind": "rated_stays" } | { "kind": "variant_stays" } | { "kind": "berserk_stays" } | { "kind": "tie_breaks_stay" } | { "kind": "organisers_only" } | { "kind": "series_not_yours" } | { "kind": "no_such_series" } | { "kind": "too_many_series",
/** The most that there can be. */
most: number, } | { "kind": "series_busy" } | { "kind": "series_day" } | { "kind": "series_time" } | { "kind": "series_zone",
/** What was asked for. */
name: string, };

/** `GET /api/page/events/ID/report`: the rating report, for organisers. */
export type EventReport = {
/** What it says. */
report: RatingReport,
/** What it lacks for the games to be rated. */
gaps: Array<ReportGap>, };

/** A round. */
export type EventRoundView = {
/** How far it is. */
stage: RoundStageView,
/** The boards in their order. */
boards: Array<EventBoardView>,
/** Who has the pairing-allocated bye, or goes on without a match. */
byes: Array<EntrantId>,
/** Who has a half-point bye. */
half_byes: Array<EntrantId>,
/** Whether the arbiter has paired it. */
by_hand: boolean,
/** When it began; null until it has. */
begun: Time | null,
/** The number of the entry that paired it: another pairing of the round has another one. */
paired: number, };

/** `GET /api/page/events/ID/sections`: the sections of the festival in their order; none for an event of its own. */
export type EventSections = {
/** The sections. */
sections: Array<SectionListed>, };

/** How far an event is. */
export type EventStageView = "announced" | "running" | "finished" | "cancelled";

/** `GET /api/page/events/ID/games/ROUND/BOARD/GAME`: the game of a wooden board. */
export type EventTypedGame = {
/** The starting position as a FEN. */
start_fen: string,
/** The moves; empty if nobody has typed them. */
moves: Array<MoveView>,
/** Who has typed them; null for those who don't organise, and where it was the operator or a helper without an account. */
by: string | null,
/** When they were typed; null if nobody has. */
at: Time | null,
/** Why; empty if nobody said so, and for those who don't organise. */
reason: string, };

/** An event as its visitor sees it. */
export type EventView = {
/** Its id. */
id: EventId,
/** The number of its last entry. Commands say it. */
number: number,
/** What is said of the event as a whole. */
facts: EventFacts,
/** The visitor's own entry. */
me: EntrantId | null,
/** The rounds in which the visitor is not paired; null for those who have not entered, and where nobody asks for byes. */
my_byes: ByesView | null,
/** Everybody who ever entered. */
entrants: Array<EntrantView>,
/** The rounds. Only organisers see a draft. */
rounds: Array<EventRoundView>,
/** The standings, the best first. */
standings: Array<EventLineView>,
/** After a list was added: the columns of it that nobody reads, as the list calls them. */
left_out?: Array<string>, };

/** `GET /api/page/events/ID/sections/all`: all sections as the visitor sees them, for lists across them. */
export type EventViews = {
/** The sections in their order. */
events: Array<EventView>, };

/** `GET /api/page/events/ID/why/ROUND/ENTRANT`: why an entrant meets this opponent; null where the reasons are still computed. */
export type EventWhy = {
/** The reasons. */
why: Why | null, };

/** `GET /api/page/events/ID/working/ENTRANT/PLACE`: how the value of a tie-break comes about. */
export type EventWorking = {
/** What each round has to do with it; empty where there is nothing to add up. */
parts: Array<WorkingPart>, };

/** The fees of an event, in hundredths of the money, and what has come in. */
export type FeesView = {
/** What everybody pays. */
full: number,
/** What some pay in its place; null where nobody does. */
reduced: number | null,
/** Whoever was born on this day or later pays the reduced fee, as `2008-09-01` or `2008`; empty for nobody. */
born_from: string,
/** Whoever was born on this day or before pays it; empty for nobody. */
born_until: string,
/** What has come in. */
paid: number,
/** What is still due. */
due: number, };

/** The answer to `GET /api/page/desk/figures`. */
export type Figures = {
/** Accounts, open and closed. */
accounts: number,
/** Players and guests with an open page. */
online: number,
/** Games in memory. */
games_running: number,
/** Moves a second since somebody looked last. */
moves_per_second: number,
/** Milliseconds within which 99 of 100 commits were durable, of all since the start; none before the first. */
p99_ms: number | null,
/** Bytes of the database; 0 where it lies elsewhere. */
data_bytes: number,
/** Bytes left on the disk with the data; none where they lie elsewhere, or the system does not say. */
disk_free_bytes: number | null,
/** How long ago a backup was made or downloaded; none if never. */
backup_age_ms: number | null,
/** The folder of the daily backups; none where the server makes none by itself. */
backup_folder: string | null,
/** The command by which an admin backs the database up where it lies; none where it can be downloaded. */
backup_command: string | null,
/** Whether whoever asks may download a backup. */
can_download_backup: boolean,
/** Why the last daily backup was not made, in a sentence; none if all is well. */
backup_problem: string | null,
/** Whether the daily backups lie on the same disk as the data. */
backup_same_disk: boolean,
/** `ok`, or what is wrong with the database. */
database: string,
/** Whether whoever asks may stop the server: an admin, in a browser on the server's own computer. */
can_stop: boolean, };

/** The body of `POST /api/page/reset/finish`. */
export type FinishReset = {
/** What stands behind `#` in the link. */
token: string,
/** The new password. */
password: string, };

/** The body of `POST /api/page/email/confirm`. */
export type FollowLink = {
/** What stands behind `#` in the link. */
token: string, };

/** A member as the helpers of an event see it. */
export type FoundMember = {
/** The number in the owner's list. */
number: number,
/** The name. */
name: string,
/** The rating; null if there is none. */
rating: number | null,
/** The club, or empty. */
club: string, };

/** The answer to `GET /api/page/events/ID/members`. */
export type FoundMembers = {
/** Those who are not in the event yet, at most 20: first those one of whose names begins with the letters. */
members: Array<FoundMember>, };

/** A player whose name begins with the search text. `GET /api/page/search?prefix=` answers with an array of
 * at most 10.
 */
export type FoundPlayer = {
/** The name. */
name: string,
/** The title; null without one. */
title: Title | null,
/** The rating in the category with the most games; null without one. */
rating: RatingView | null, };

/** What a client asks of a game. */
export type GameCommand = { "type": "play",
/** The game. */
topic: Topic,
/** Repeated in the answer. */
id: number,
/** The number of the newest event that the client had when the move was made. The move is stale if
 * another was played or taken back after that. The same move may be sent again with the same number.
 */
seq: number,
/** The move in UCI notation: `e2e4`, `e7e8q`; castling as `e1g1`, or as the king capturing its own
 * rook.
 */
uci: string, } | { "type": "premoves",
/** The game. */
topic: Topic,
/** Repeated in the answer. */
id: number,
/** The number of the newest event that the client had. Premoves that were played after that are left
 * out of `moves` where these begin with them.
 */
seq: number,
/** The whole queue, at most 16 moves in UCI notation; an empty list cancels all. */
moves: Array<string>, } | { "type": "join",
/** The game. */
topic: Topic,
/** Repeated in the answer. */
id: number,
/** Which seat, where both are open. */
color?: Color, } | { "type": "resign",
/** The game. */
topic: Topic,
/** Repeated in the answer. */
id: number, } | { "type": "abort",
/** The game. */
topic: Topic,
/** Repeated in the answer. */
id: number,
/** The same whenever this command is sent again: then it is carried out once, and answered as before. Chosen at random. */
key?: CommandKey, } | { "type": "offer_draw",
/** The game. */
topic: Topic,
/** Repeated in the answer. */
id: number,
/** The same whenever this command is sent again: then it is carried out once, and answered as before. Chosen at random. */
key?: CommandKey, } | { "type": "answer_draw",
/** The game. */
topic: Topic,
/** Repeated in the answer. */
id: number,
/** Whether the draw is accepted. */
accept: boolean,
/** The number of the last event that the client had when it learned of the offer. One that was made later is not
 * answered by this message, which is then refused as `stale`.
 */
seq?: number,
/** The same whenever this command is sent again: then it is carried out once, and answered as before. Chosen at random. */
key?: CommandKey, } | { "type": "propose_takeback",
/** The game. */
topic: Topic,
/** Repeated in the answer. */
id: number,
/** The same whenever this command is sent again: then it is carried out once, and answered as before. Chosen at random. */
key?: CommandKey, } | { "type": "answer_takeback",
/** The game. */
topic: Topic,
/** Repeated in the answer. */
id: number,
/** Whether the moves are taken back. */
accept: boolean,
/** The number of the last event that the client had when it learned of the proposal. One that was made later is not
 * answered by this message, which is then refused as `stale`.
 */
seq?: number,
/** The same whenever this command is sent again: then it is carried out once, and answered as before. Chosen at random. */
key?: CommandKey, } | { "type": "give_time",
/** The game. */
topic: Topic,
/** Repeated in the answer. */
id: number,
/** The same whenever this command is sent again: then it is carried out once, and answered as before. Chosen at random. */
key?: CommandKey, } | { "type": "berserk",
/** The game. */
topic: Topic,
/** Repeated in the answer. */
id: number,
/** The same whenever this command is sent again: then it is carried out once, and answered as before. Chosen at random. */
key?: CommandKey, } | { "type": "claim_draw",
/** The game. */
topic: Topic,
/** Repeated in the answer. */
id: number, } | { "type": "claim_left",
/** The game. */
topic: Topic,
/** Repeated in the answer. */
id: number,
/** The result that is claimed. */
claim: LeftClaim,
/** The same whenever this command is sent again: then it is carried out once, and answered as before. Chosen at random. */
key?: CommandKey, } | { "type": "rematch",
/** The game. */
topic: Topic,
/** Repeated in the answer. */
id: number, } | { "type": "decline_rematch",
/** The game. */
topic: Topic,
/** Repeated in the answer. */
id: number, };

/** The answer to `POST /api/games`. */
export type GameCreated = {
/** The id of the new game. Its page is `/game/ID`. */
id: GameId, };

/** An event of a game. */
export type GameEvent = { "kind": "created" } | { "kind": "joined",
/** The seat. */
color: Color,
/** The player. */
player: PlayerView, } | { "kind": "move_played",
/** The move. */
move: MoveView,
/** The side. */
by: Color, } | { "kind": "draw_offered",
/** The side. */
by: Color, } | { "kind": "draw_declined",
/** The side. */
by: Color, } | { "kind": "takeback_proposed",
/** The side. */
by: Color, } | { "kind": "takeback_declined",
/** The side. */
by: Color, } | { "kind": "taken_back",
/** The side that wanted it. */
by: Color,
/** How many half-moves: one or two. */
half_moves: number, } | { "kind": "time_given",
/** The side that gave. */
by: Color,
/** How much, in milliseconds. */
time_ms: number, } | { "kind": "berserk",
/** The side. */
by: Color, } | { "kind": "clocks_started" } | { "kind": "clocks_paused" } | { "kind": "clock_set",
/** Whose clock. */
side: Color,
/** What it shows, in milliseconds. */
left_ms: number, } | { "kind": "set_back",
/** How many half-moves were undone. */
half_moves: number, } | { "kind": "clocks_resumed" } | { "kind": "turn_restarted" } | { "kind": "ended",
/** The result. */
result: GameResult,
/** How it ended. */
termination: Termination, };

/** A game's id: eight of the characters `0-9A-Za-z`, as in the address `/game/ID`.
 *
 * There are 62⁸ ≈ 2·10¹⁴ of them: short enough to read aloud, and too many to guess one that is used.
 */
export type GameId = string;

/** The answer to a call that stores a game which was over before it came here. */
export type GameKept = {
/** The id of the game. Its page is `/game/ID`. */
id: GameId,
/** How much guests of this address may still have stored today; null for accounts, which have no such limit. */
left: StoreLeft | null, };

/** What is told of a game. */
export type GameMessage = { "type": "state",
/** The game. */
topic: Topic,
/** The number of the newest event in it. */
seq: number,
/** The side that this client plays; null for a spectator. */
you: Color | null,
/** The game. */
game: GameView,
/** Whether more moves of a long game follow directly in `moves`; omitted if there are no more. */
more?: boolean, } | { "type": "moves",
/** The game. */
topic: Topic,
/** The number of moves before these. */
from: number,
/** The moves. */
moves: Array<MoveView>,
/** Whether more moves follow; omitted if there are no more. */
more?: boolean, } | { "type": "event",
/** The game. */
topic: Topic,
/** The event's number. */
seq: number,
/** The command that caused it, if this client sent it. */
id: number | null,
/** The event. */
event: GameEvent,
/** The situation after it. */
situation: Situation, } | { "type": "synced",
/** The game. */
topic: Topic,
/** The number of the newest event. */
seq: number,
/** The side that this client plays; null for a spectator. */
you: Color | null,
/** The command of this client that has led here, where it had been carried out before; else omitted. */
id?: number,
/** The current situation, clocks included. */
situation: Situation, } | { "type": "presence",
/** The game. */
topic: Topic,
/** Whether White is connected; a computer always is. */
white: boolean,
/** Whether Black is connected; a computer always is. */
black: boolean,
/** The number of spectators' sockets. */
watchers: number,
/** The names of spectators with an account, at most twenty; omitted if there are none. */
names?: Array<string>, } | { "type": "absence",
/** The game. */
topic: Topic,
/** The player's side. */
by: Color,
/** After how many milliseconds the opponent may claim the game; 0 means now, null that the player has
 * come back.
 */
claim_in_ms: number | null, } | { "type": "premoves",
/** The game. */
topic: Topic,
/** The command that changed the queue, if this client sent it. */
id?: number,
/** The moves that wait, in UCI notation. */
moves: Array<string>,
/** The move that could not be played; the moves behind it are gone, too. */
dropped?: DroppedPremove, } | { "type": "rematch",
/** The game. */
topic: Topic,
/** The side that offers one. */
offered_by: Color | null,
/** The new game, when both sides have agreed. */
game: GameId | null,
/** The side that has declined the last offer; omitted if nobody has. */
declined_by?: Color, } | { "type": "rated",
/** The game. */
topic: Topic,
/** Both players' changes. */
changes: RatingChanges, };

/** The result of a game. */
export type GameResult = "white_wins" | "black_wins" | "draw" | "aborted";

/** A finished game in a list. */
export type GameRow = {
/** The game's id. */
id: GameId,
/** The player with White. */
white: GameRowSide,
/** The player with Black. */
black: GameRowSide,
/** The result. */
result: GameResult,
/** How it ended. */
termination: Termination,
/** The time control; null if unlimited. */
time: TimeControlView | null,
/** The speed; null for an unlimited game. */
speed: Speed | null,
/** The variant. */
variant: Variant,
/** Whether it was rated. */
rated: boolean,
/** The number of half-moves. */
plies: number,
/** The opening's name; null if it was not looked up. */
opening: string | null,
/** When it ended. */
end: Time,
/** Whether it was brought from elsewhere; omitted if not. Only whoever brought it, and staff, find it in lists. */
imported?: boolean,
/** The side of the player whose list this is; omitted where the player sat on neither, or has only brought the game. */
side?: Color, };

/** One side of a finished game. */
export type GameRowSide = {
/** The player, with name, title and rating at that time. */
player: PlayerView,
/** How much the game changed the rating; null if it was not rated, or is still being rated. */
change: number | null, };

/** Whether a game waits for a player, is being played, or is over. */
export type GameStatus = { "kind": "waiting" } | { "kind": "playing" } | { "kind": "ended",
/** The result. */
result: GameResult,
/** How it ended. */
termination: Termination, };

/** One of the caller's games. The answer to `GET /api/games` is an array of these, newest first. */
export type GameSummary = {
/** The game's id. */
id: GameId,
/** The caller's colour. */
you: Color,
/** The player with White. */
white: PlayerView,
/** The player with Black. */
black: PlayerView,
/** The time control; null if unlimited. */
time: TimeControlView | null,
/** The current position. */
fen: string,
/** The last move in UCI notation. */
last_move: string | null,
/** The number of half-moves played. */
ply: number,
/** The side to move. */
turn: Color,
/** The time that the side to move has left, in milliseconds as of sending; null without clocks, and unless the game is
 * being played.
 */
left_ms: number | null,
/** Whether the game is waiting, playing or over. */
status: GameStatus,
/** Whether two people played it at one screen; omitted if not. */
over_the_board?: boolean,
/** Whether the caller brought it from elsewhere; omitted if not. */
imported?: boolean, };

/** A whole game up to now. */
export type GameView = {
/** The game's id, which is part of its address. */
id: GameId,
/** The starting position as a FEN. */
start_fen: string,
/** The variant. */
variant: Variant,
/** The time control; null if unlimited. */
time: TimeControlView | null,
/** Whether the game is rated; omitted if it is not. */
rated?: boolean,
/** Whether only the players and staff may see the game; omitted if everybody may. */
private?: boolean,
/** Whether an event forbids to take moves back; omitted if not. */
no_takebacks?: boolean,
/** Whether nobody may ask for a rematch, as in games of events; omitted if they may. */
no_rematch?: boolean,
/** Whether two people played it at one screen; omitted if not. */
over_the_board?: boolean,
/** Where the game was played; omitted if here. */
imported?: OriginView,
/** The player with White. */
white: PlayerView,
/** The player with Black. */
black: PlayerView,
/** All moves so far. */
moves: Array<MoveView>,
/** The current situation. */
situation: Situation, };

/** Answer to `GET /api/page/players/NAME/games`. */
export type GamesPage = {
/** The games, the one that ended last first; at most 50. */
games: Array<GameRow>,
/** The value of `after` for the next page; null on the last page. */
next: string | null, };

/** The body of `POST /api/page/events/ID/codes`. */
export type GiveHelperCode = {
/** For whom it is. */
label: string,
/** The first board that it opens, from 1. */
first: number,
/** The last board that it opens. */
last: number,
/** Whether it also corrects results. */
deputy: boolean, };

/** The body of `POST /api/page/desk/users/{name}/role`. */
export type GiveRole = {
/** What the account may do from now on. */
role: RoleView, };

/** The answer to `POST /api/page/oauth/ask`: what the player is asked. */
export type GrantAsked = {
/** The program's page. */
origin: string,
/** What it wants to do. */
scopes: Array<string>,
/** Where the player goes who says no. */
refused: string, };

/** The answer to `POST /api/page/oauth/allow`. */
export type GrantGiven = {
/** Where the player goes now, with the code. */
redirect: string, };

/** What a program that wants a token asks for, as it stands in the address of the page `/oauth`: the body of
 * `POST /api/page/oauth/ask` and `/allow`.
 */
export type GrantWish = {
/** Must be `code`. */
response_type: string,
/** What the program calls itself. */
client_id: string,
/** Where the code goes. */
redirect_uri: string,
/** Must be `S256`. */
code_challenge_method: string,
/** The hash of the secret that the program keeps (RFC 7636). */
code_challenge: string,
/** What the program wants to do, with blanks between the names. */
scope: string,
/** What the program wants to hear again. */
state: string, };

/** A board of a helper. */
export type HelperBoard = {
/** Its number, from 1. */
number: number,
/** Its games, the first one first: one, or those of a knockout's match. The last one is played now, or was the last. */
games: Array<HelperBoardGame>,
/** Whether it is played on this server, and brings its result by itself. */
online: boolean,
/** Whether the result is disputed. */
disputed: boolean, };

/** A game of a helper's board. */
export type HelperBoardGame = {
/** The name of White in this game. */
white: string,
/** The name of Black in this game. */
black: string,
/** The result, as arbiters write it; null while it is open. */
outcome: string | null,
/** Whether somebody has typed the game. */
typed: boolean, };

/** The body of `POST /api/page/events/ID/results`. */
export type HelperCall = {
/** The helper's eight digits, or what the link has in their place. */
code: string,
/** The result to enter; absent to look only. */
result?: HelperResult,
/** The board whose result somebody at the results screen disputes. */
dispute?: DisputedBoard,
/** The game of a board that the helper has typed. */
game?: HelperGame, };

/** A helper's code as organisers see it: never its digits. */
export type HelperCodeView = {
/** Its number in the event. */
number: number,
/** For whom it is. */
label: string,
/** The first board that it opens. */
first: number,
/** The last board that it opens. */
last: number,
/** Whether it also corrects results. */
deputy: boolean,
/** When it ends. */
until: Time,
/** Whether it was taken back. */
revoked: boolean, };

/** A game that a helper without an account has typed. */
export type HelperGame = {
/** The round, from 1. */
round: number,
/** The board, from 1. */
board: number,
/** Which game of the board, from 1. */
game: number,
/** PGN, or the moves alone. */
text: string, };

/** A result that a helper enters. */
export type HelperResult = {
/** The number of the last entry that the helper has seen. */
seen: number,
/** The round, from 1. */
round: number,
/** The board, from 1. */
board: number,
/** Which game of the board, from 1. */
game: number,
/** The result, as arbiters write it, White of that game first. */
outcome: string, };

/** What a code opens. */
export type HelperView = {
/** What the event is called. */
name: string,
/** The number of its last entry. */
number: number,
/** The last published round; 0 if there is none. */
round: number,
/** The first board that the code opens. */
first: number,
/** The last board that the code opens. */
last: number,
/** Whether the code also corrects results. */
deputy: boolean,
/** Whether a result can be disputed here, as players do where they enter their own results. */
may_dispute: boolean,
/** The boards. */
boards: Array<HelperBoard>,
/** What the page sends from now on in place of the digits: wrong guesses of others do not keep it out. */
link: string, };

/** The body of `POST /api/page/import`. The answer is a `GameKept`. */
export type ImportGame = {
/** The game in PGN. Of several games the first is imported. */
pgn: string,
/** The side that the importer sits on in a private game, which only the importer and staff may see. Null for a game
 * that everybody with its link may see; it belongs to no player of this server.
 */
private_as: Color | null, };

/** Who did something. */
export type JournalBy = { "kind": "server", } | { "kind": "account",
/** Its name; null where it is closed. */
name: string | null, } | { "kind": "entrant",
/** The entrant. */
entrant: EntrantId, } | { "kind": "code",
/** For whom the code is. */
label: string, } | { "kind": "table", };

/** One thing that happened. */
export type JournalLine = {
/** The number of the entry, from 1. */
number: number,
/** When. */
at: Time,
/** Who did it. */
by: JournalBy,
/** What was done. */
what: JournalWhat,
/** Whom it is about: nobody, an entrant, or White and Black. */
entrants: Array<EntrantId>,
/** The round, from 1; null where it is about none. */
round: number | null,
/** The boards, from 1; none where it is about none, or about all of the round. */
boards: Array<number>,
/** The result, the helper's name, or for whom a code is; empty where there is none. */
text: string,
/** Why; empty if nobody has said so. */
why: string, };

/** What was done. The names say it; [`JournalLine`] has the rest. */
export type JournalWhat = "created" | "settings_changed" | "prizes_set" | "fees_set" | "fee_chosen" | "section_added" | "owner_set" | "accounts_left" | "accounts_back" | "helper_named" | "helper_removed" | "entered" | "team_chosen" | "lined_up" | "card_corrected" | "board_fixed" | "board_freed" | "plays_online" | "plays_at_venue" | "withdrew" | "paused" | "rejoined" | "bye" | "half_point_bye" | "away" | "comes_after_all" | "present" | "not_present" | "paid" | "not_paid" | "code_given" | "code_revoked" | "claim_given" | "claim_revoked" | "claimed" | "erased" | "check_in_closed" | "paired" | "paired_by_hand" | "board_added" | "bye_given" | "draft_undone" | "published" | "unpublished" | "start_set" | "start_by_hand" | "started" | "game_added" | "game_made" | "games_left" | "games_brought" | "result" | "corrected" | "player_results_on" | "player_results_off" | "table_codes_renewed" | "seat_taken" | "seat_freed" | "disputed" | "dispute_settled" | "arbiter_called" | "call_answered" | "clocks_paused" | "clocks_resumed" | "clock_set" | "set_back" | "game_typed" | "game_removed" | "postponed" | "arena_opened" | "arena_paired" | "arena_result" | "reminded" | "finished" | "cancelled";

/** How bad a move is. */
export type JudgementView = "inaccuracy" | "mistake" | "blunder";

/** Which rule gave the colour in a Keizer. */
export type KeizerColour = "fewer_whites" | "alternate" | "board";

/** The settings of a Keizer. Shares are per cent of an entrant's own value. */
export type KeizerRules = {
/** The value of the first one in the list; 0 for one and a half times the number of entrants. */
top: number,
/** How much less each place is worth. */
step: number,
/** The share for an absence that was announced. */
excused: number,
/** The share for an absence without notice, and for a loss by not coming. */
unexcused: number,
/** The share for playing elsewhere for the club. */
club_duty: number,
/** The share for whoever is left over with an odd number of players. */
bye: number,
/** How many rounds lie between two meetings at least; where that leaves somebody without an opponent, fewer. */
rounds_between: number, };

/** The lag of both players: the answer to `GET /api/games/ID/lag`. */
export type LagView = {
/** White's lag; null if the game does not use it. */
white: SideLagView | null,
/** Black's lag; null if the game does not use it. */
black: SideLagView | null, };

/** Answer to `GET /api/page/leaderboards/CATEGORY`. */
export type Leaderboard = {
/** The category. */
category: Category,
/** The best players: first those with an established rating, then those with a provisional one. */
rows: Array<LeaderboardRow>,
/** The caller's own row; null without a rating in this category. */
you: LeaderboardRow | null, };

/** A player on a leaderboard. `GET /api/page/leaderboards` answers with an array of [`Leaderboard`] of 10
 * rows each.
 */
export type LeaderboardRow = {
/** From 1. */
rank: number,
/** The player's name. */
name: string,
/** The title; null without one. */
title: Title | null,
/** The rating. */
rating: RatingView,
/** The number of rated games that it is based on. */
games: number, };

/** The result that a player claims against an opponent who has left. */
export type LeftClaim = "win" | "draw";

/** A pupil of a lesson. */
export type LessonPupil = {
/** The username, or the name in the PGN. */
name: string,
/** The real name that the teacher has given; null without one. */
real_name: string | null,
/** Whether it is a pupil on the teacher's list, who finds the positions on the page of puzzles. */
has_account: boolean,
/** Up to three. */
positions: Array<LessonPuzzle>, };

/** A position of a pupil. */
export type LessonPuzzle = {
/** The number of its game in the lesson, from 1; null if it can't be found. */
game: number | null,
/** The opponent's place in the list of those who have played, from 0; null where it is nobody of them. */
opponent: number | null,
/** The position and what would have been right. The moves have the numbers of the game. */
puzzle: PuzzleOnPaper,
/** The move that was played, in SAN. */
played: string,
/** How the pupil's first attempt ended; null without one. */
first: PuzzleEnd | null,
/** How the pupil's last attempt ended; null without one. */
last: PuzzleEnd | null, };

/** A lesson in a list. */
export type LessonSummary = {
/** Its id. */
id: string,
/** Its name. */
name: string,
/** When it was made, in milliseconds since 1970. */
created: number,
/** How many games it has. */
total: number,
/** How many of them were looked at. */
done: number, };

/** The answer to `GET /api/page/puzzle-lessons/{id}`: for its teacher alone. */
export type LessonView = {
/** Its id. */
id: string,
/** Its name. */
name: string,
/** When it was made, in milliseconds since 1970. */
created: number,
/** How many games it has. */
total: number,
/** How many of them were looked at. */
done: number,
/** How many games in the PGN could not be read. */
unread: number,
/** How many games there were beyond the most that a lesson has. */
left_out: number,
/** Those who have played, in the order of the games. */
pupils: Array<LessonPupil>, };

/** One of the computer's levels. */
export type LevelView = {
/** Its number, which requests for a game use. */
level: number,
/** Its measured strength, in Elo among engines. */
elo: number, };

/** The body of `POST /api/page/lines/ID`. */
export type LineEdit = { "edit": "add_conditional",
/** The number of the newest event of the game that the player has seen. */
since: number,
/** The moves behind it in UCI notation: a move of the opponent, the reply, and so on. */
moves: Array<string>, } | { "edit": "remove_conditional",
/** As in the list. */
since: number,
/** As in the list. */
moves: Array<string>, } | { "edit": "remove_dropped", } | { "edit": "add_private",
/** A position of the game as a FEN. */
start_fen: string,
/** The moves behind it in UCI notation. */
moves: Array<string>, } | { "edit": "remove_private",
/** As in the list. */
start_fen: string,
/** As in the list. */
moves: Array<string>, };

/** A move of a line. */
export type LineMove = {
/** In UCI notation. */
uci: string,
/** In SAN. */
san: string, };

/** How a conditional line stands. */
export type LineStanding = { "kind": "waits",
/** So many of its moves have been played. */
played: number, } | { "kind": "played" } | { "kind": "other_move",
/** So many of its moves had been played by then. */
played: number, } | { "kind": "taken_back" } | { "kind": "game_over" };

/** The answer to `GET` and `POST /api/page/lines/ID`: all lines of the player in this game. */
export type LinesView = {
/** The conditional lines, the oldest first, with those that no longer apply. */
conditional: Array<ConditionalView>,
/** The private lines, the oldest first. */
private: Array<PrivateLineView>,
/** Whether conditional moves wait now, because a draw is offered or a takeback is proposed. */
waits: boolean,
/** How many lines of each kind may be stored. */
most_lines: number,
/** How many half-moves a line may have. */
most_half_moves: number, };

/** A link to be carried to a player. */
export type LinkMade = {
/** The whole address, with the secret behind `#`. It works once. */
link: string, };

/** A player of a list who is in another section. */
export type ListedElsewhere = {
/** The line of the list, the header being 1 and empty lines not counted; null in a tournament file. */
line: number | null,
/** The name on the list. */
name: string,
/** The other section. */
section: string, };

/** A running game as a small board. */
export type LiveGame = {
/** The game's id. */
id: GameId,
/** Its speed. */
speed: Speed,
/** The player with White. */
white: PlayerView,
/** The player with Black. */
black: PlayerView,
/** The time control; null if unlimited. */
time: TimeControlView | null,
/** The position. */
fen: string,
/** The last move in UCI notation. */
last_move: string | null,
/** Both clocks; null if unlimited. */
clocks: ClocksView | null, };

/** The answer to `GET /api/page/watch`. */
export type LiveGames = {
/** The best running games of each speed, the fastest speed first. */
games: Array<LiveGame>, };

/** What a client asks of the lobby. */
export type LobbyCommand = { "type": "seek",
/** The lobby. */
topic: Topic,
/** Repeated in the answer. */
id: number,
/** The game. */
wish: SeekWish, } | { "type": "cancel_seek",
/** The lobby. */
topic: Topic,
/** Repeated in the answer. */
id: number, } | { "type": "accept_seek",
/** The lobby. */
topic: Topic,
/** Repeated in the answer. */
id: number,
/** The seek's number. */
seek: number, };

/** What is told of the lobby. */
export type LobbyMessage = { "type": "lobby",
/** The topic `lobby`. */
topic: Topic,
/** Who has waited longest, the longest first; at most 40. */
seeks: Array<SeekView>,
/** How many there are in all. */
waiting: number, } | { "type": "searching",
/** The topic `lobby`. */
topic: Topic,
/** The command that this answers; null if it answers none. */
id: number | null,
/** What it looks for; null if it looks for nothing any more. */
seek: SeekView | null,
/** Why the search is over; null if it is not. */
ended: SearchEnd | null, } | { "type": "casual_offer",
/** The topic `lobby`. */
topic: Topic,
/** The other one; null if that offer is gone. */
seek: SeekView | null, };

/** How a player logged in. */
export type LoggedInByView = "password" | "card" | "link" | "register";

/** The body of `POST /api/login`. */
export type Login = {
/** The account's name. */
name: string,
/** Its password. */
password: string,
/** The code of the second factor, or a recovery code. */
code?: string, };

/** The body of `POST /api/page/analysis/{game}/deeper`: a move of a game whose analysis is complete is judged again, with ten
 * times as many nodes for the position before it and the one after it.
 */
export type LookDeeper = {
/** The number of half-moves played with the move. */
ply: number, };

/** The body of `POST /api/page/challenges`. */
export type MakeChallenge = {
/** The name of the player who is challenged. */
to: string,
/** The game. */
terms: ChallengeTerms, };

/** The body of `POST /api/page/desk/players`. */
export type MakePlayers = {
/** Whom to make. */
names: Array<string>,
/** When the cards end, in milliseconds since 1970; none for never. */
until: number | null,
/** Whether the players are in kid mode; they are where nothing is said. */
kid?: boolean,
/** Whether whoever has a card already gets a new one, which ends the old one. Else such a list is refused. */
renew?: boolean, };

/** The body of `POST /api/page/tokens`. */
export type MakeToken = {
/** What the player calls it. */
note: string,
/** What it allows: names with a blank between them. */
scopes: string, };

/** What a client may say in a chat. */
export type MaySay = "nothing" | "presets" | "anything";

/** The answer to `GET /api/me`, and to every call that logs in. */
export type Me = {
/** The player's id, as 32 hexadecimal digits. */
player: string,
/** The name as the player writes it. */
name: string,
/** What the account may do. */
role: RoleView,
/** Whether it is in kid mode. */
kid: boolean,
/** Whether log-in asks for a code of the second factor. */
second_factor: boolean,
/** Whether there is a password; without one, a code card logs in. */
password: boolean,
/** The e-mail address. */
email: string | null,
/** Whether a link that was sent there has been followed. */
email_confirmed: boolean,
/** How many games the guest has played whom this browser was before, and that the account could take over. */
guest_games: number,
/** What the page keeps with the account, by name. */
settings: { [key in string]: string }, };

/** Whether an entrant has an account. */
export type MemberAccount = "own" | "claimed" | "none" | "erased";

/** What is known about a member, for the list's owner alone. */
export type MemberCardView = {
/** The name, 1 to 80 characters. */
name: string,
/** The rating, up to 4,000; null if there is none. */
rating: number | null,
/** A title of FIDE's, or empty. */
title: string,
/** Three letters, or empty. */
federation: string,
/** The number at FIDE, or empty. */
fide: string,
/** The number at the national federation, or empty. */
national_id: string,
/** The national rating; null if there is none. */
national_rating: number | null,
/** `YYYY/MM/DD`, a year alone, or empty. */
birth: string,
/** `m` or `w`; null if nobody has said. */
sex: string | null,
/** The club, up to 80 characters, or empty. */
club: string,
/** What the organiser wants to remember, up to 80 characters, or empty. No event gets it. */
note: string,
/** Whether the member is a child: strangers see short names in the events of a child. */
child: boolean, };

/** The answer to `GET /api/page/members`. */
export type MemberListView = {
/** So many more have cards that can't be read; `tabiya data check` names them. */
damaged?: number,
/** Members of the whole list. */
total: number,
/** Those that were asked for, by surname. */
members: Array<MemberView>, };

/** A member. */
export type MemberView = {
/** The number in the list. It stays. */
number: number,
/** Changes with the member. A change says it. */
version: number,
/** What is known. */
card: MemberCardView, };

/** A move that was played. */
export type MoveView = {
/** The move in UCI notation, with castling in the notation of the game's kind of chess. */
uci: string,
/** The move in SAN. */
san: string,
/** The position after it as a FEN. */
fen: string,
/** Whether it gives check. */
check: boolean,
/** The mover's clock after it, in milliseconds; null in unlimited games and in correspondence. */
clock_ms: number | null,
/** The opening's name in English, where the position after it has one; omitted otherwise. */
opening?: string, };

/** The body of `POST /api/page/puzzle-pupils`: an organiser gives a pupil of the own list a real name. */
export type NamePupil = {
/** The pupil's username. */
name: string,
/** The real name; empty for none. */
real_name: string, };

/** What an error asks the client for, as the field `needs` beside `error`. */
export type Needs = "code" | "invitation" | "login" | "second_factor";

/** The answer to `POST /api/page/events/ID/entrants/ENTRANT/claim`. Nobody sees the code again. */
export type NewClaimCode = {
/** Twelve letters and digits, in groups of four with a blank between two. */
code: string,
/** When it ends. */
until: Time, };

/** The body of `POST /api/page/events`. */
export type NewEvent = {
/** What it is called. */
name: string,
/** How it is paired. */
format: EventFormatView,
/** The time control. */
time: TimeControlView,
/** Whether online games are rated. */
rated: boolean,
/** Whether entrants play over the board unless they say otherwise. */
over_the_board: boolean,
/** Whether players may enter by themselves. */
open: boolean,
/** When it begins; absent if that is not known yet. */
starts?: Time,
/** Seconds between a round's last result and the next round, where rounds follow by themselves. Then the first one begins
 * when the event does.
 */
pause?: number,
/** Whether the players of an arena may go berserk; absent for yes. */
berserk?: boolean,
/** The names of the two teams of a team match. */
teams?: [string, string],
/** The sections of a festival, each an event; absent for a single event. */
sections?: Array<NewSection>,
/** Groups, then a final, in place of `sections`; absent for any other event. */
groups?: NewGroups,
/** Everything else that was decided; absent where all is as usual. Its `rated`, `open` and `berserk` count before those above. */
options?: EventOptions, };

/** A new festival of groups whose first players go on to a final. */
export type NewGroups = {
/** What the groups are called, in their order. Each is paired as the new event says: a round robin or a Swiss. */
names: Array<string>,
/** What the final is called. */
last: string,
/** How many go on from each group. */
go_on: number,
/** How the final is played: a knockout or a round robin. */
format: EventFormatView,
/** Whether the points of the group count in the final, too. */
carry: boolean, };

/** The answer to it. Nobody sees the digits again. */
export type NewHelperCode = {
/** Eight digits. */
code: string,
/** What the helper's link has in their place. */
link: string, };

/** The body of `POST /api/page/puzzle-lessons`. */
export type NewLesson = {
/** Its name. */
name: string,
/** Games from elsewhere, in PGN; empty for none. A pupil is known by the username or by the real name. */
pgn: string,
/** The class's own games that ended from the first of these times to the second, in milliseconds since 1970; null for any time if
 * there is an event, else for none of these games.
 */
between: [number, number] | null,
/** The class's own games of the event with this id alone; null for all. */
event: string | null, };

/** The body of `POST /api/page/puzzle-sets`. */
export type NewPuzzleSet = {
/** Its name. */
name: string,
/** Puzzles by their ids, in order. */
puzzles: Array<string>,
/** Further puzzles, from the easiest to the hardest; null for none. */
filter: PuzzleFilter | null, };

/** The body of `POST /api/page/puzzle-races`. */
export type NewRace = {
/** Each puzzle has one of these themes, by the names of the public CSV; empty for any. */
themes: Array<string>,
/** Each comes from a game with one of these openings, by the names of the public CSV; empty for any. */
openings: Array<string>,
/** Whether only the caller's class may race: an organiser's own, or the one that the caller is in. A child's race always is so. */
class: boolean, };

/** A section of a new festival. */
export type NewSection = {
/** What it is called. */
name: string,
/** The lowest rating of a player; null for any. */
rating_from: number | null,
/** The highest rating of a player; null for any. */
rating_to: number | null,
/** How it is paired; null for what the new event says. */
format: EventFormatView | null, };

/** The answer to `GET /api/page/puzzles`. */
export type NextPuzzle = {
/** The next puzzle; null if there is none that the caller has not tried. */
puzzle: PuzzleView | null,
/** How the caller solves puzzles; null for a guest. */
player: PuzzlePlayerView | null, };

/** What a node does. */
export type NodeState = "plays" | "drains" | "silent";

/** One of the servers that are this site together. */
export type NodeView = {
/** Its name. */
name: string,
/** Where it listens, in words for people. */
address: string,
/** The version of its program. */
version: string,
/** When it joined. */
joined: number,
/** Thousandths of all games that it plays. */
share: number,
/** What it does. */
state: NodeState,
/** Whether it is the one that answers. */
is_this: boolean,
/** By how many whole seconds the clock of its machine is ahead of the database's: below 0 where it is behind, 0 where it is right. */
clock_ahead: number, };

/** The answer to `GET /api/page/desk/nodes`: the servers that are this site together. */
export type NodesView = {
/** By their names; empty where one server is the whole site. */
nodes: Array<NodeView>,
/** Thousandths of the games that no node owns; 0 but for some seconds after one has died. */
unowned: number,
/** Which of them have found that the database lacks moves, in the last week. */
set_back: Array<SetBackView>, };

/** Why a pair that comes first in the order was not made. */
export type NotPaired = { "kind": "met",
/** The round. */
round: number, } | { "kind": "same_colour",
/** The colour. */
side: Side, } | { "kind": "forbidden" } | { "kind": "absent" } | { "kind": "no_completion" } | { "kind": "had_bye" } | { "kind": "no_bye" } | { "kind": "worse",
/** The criterion of C.04.3 article 2, like `C12`. */
criterion: string,
/** The score of the bracket in tenths of a point. */
bracket: number,
/** The values of the pairing that was made. */
made: Array<number>,
/** The values that the other pairing would have. */
other: Array<number>, } | { "kind": "later" };

/** What a notice is about. */
export type NoticeKind = "your_move" | "challenge" | "result" | "staff" | "event" | "puzzles" | "race";

/** How a game has ended for a player. */
export type NoticeOutcome = "won" | "lost" | "drawn" | "aborted" | "lost_by_forfeit" | "lost_by_forfeit_and_paused";

/** Where a notice leads: a page by its name among the page's addresses, with what stands in its path. */
export type NoticePlace = { "page": "home" } | { "page": "game",
/** Which. */
id: GameId, } | { "page": "event",
/** Which. */
id: EventId, } | { "page": "puzzles",
/** Which set or lesson; its id is written like a game's. Null for the page. */
set: GameId | null, };

/** One notice, in the answer to `GET /api/page/notices`: an array, the latest first. */
export type NoticeView = {
/** Counts up for each player. */
id: number,
/** When. */
at: number,
/** What it is about. */
kind: NoticeKind,
/** What somebody has written; empty where nobody has. */
text: string,
/** Whom it is about: the opponent, or who challenges; or the event, or the set of puzzles. Empty for a guest, the computer, and where it is about nobody. */
name: string,
/** The computer's level, where that is the opponent; omitted otherwise. */
level?: number,
/** How the game has ended for the player. */
outcome: NoticeOutcome | null,
/** When the event begins, in milliseconds since 1970; omitted otherwise. */
starts?: number,
/** Where it is followed up; `null` where there is nothing to do. */
place: NoticePlace | null,
/** Whether the player has read it. */
read: boolean, };

/** Time odds. */
export type OddsView = {
/** White's clock. */
white: ClockControlView,
/** Black's clock. */
black: ClockControlView, };

/** How the games of one opening ended. */
export type OpeningResults = {
/** Its name, without variations: `Ruy Lopez`. */
name: string,
/** The results. */
results: Results, };

/** Answer to `GET /api/page/players/NAME/openings`: the openings that the player had most often among the latest 200 games of
 * standard chess, most first.
 */
export type OpeningsByColor = {
/** With White; at most 5. */
white: Array<OpeningResults>,
/** With Black; at most 5. */
black: Array<OpeningResults>, };

/** The opponent. The variants have braces, because serde accepts unknown fields next to variants without. */
export type Opponent = { "kind": "friend", } | { "kind": "computer",
/** From 1 (has just learnt the moves) to 15 (the full engine). */
level: number, };

/** Why this opponent. */
export type OpponentReason = { "kind": "first" } | { "kind": "not_first",
/** That opponent. */
first: EntrantId,
/** Why not. */
because: NotPaired, } | { "kind": "left_over" } | { "kind": "bye" };

/** What the PGN of an imported game says about it; null where it says nothing. */
export type OriginView = {
/** The event. */
event: string | null,
/** The place, or the address of a site. */
site: string | null,
/** The date as `YYYY.MM.DD`, with question marks for what is not known. */
date: string | null, };

/** How the rules alone ended a game. */
export type Outcome = { "outcome": "checkmate",
/** The side that gave mate. */
winner: Color, } | { "outcome": "stalemate" } | { "outcome": "insufficient_material" } | { "outcome": "fivefold_repetition" } | { "outcome": "seventy_five_moves" };

/** The answer to `GET /api/page/engine`: the running games of the caller in which an engine could help. The page's own engine
 * keeps away from them.
 */
export type OwnRunning = {
/** Whether one of them has a clock: the engine is off in every position. */
clocked: boolean,
/** Those by correspondence and without a clock: the engine is off in positions that occurred there, stand shortly before
 * the present one, or can still occur. None while `clocked`.
 */
games: Array<OwnRunningGame>, };

/** A running game of the caller, as far as its positions matter. */
export type OwnRunningGame = {
/** The game. */
id: string,
/** The variant, which says how castling is written. */
variant: Variant,
/** The starting position as a FEN. */
start_fen: string,
/** All moves in UCI notation. */
moves: Array<string>, };

/** The reasons of each format. */
export type PairingReason = { "by": "dutch",
/** The score with which the entrant was paired. */
score: number,
/** The score of the bracket. */
bracket: number,
/** The opponent's score; `None` with the bye. */
opponent_score: number | null,
/** The colour that the entrant has. */
side: Side | null,
/** The colour that the entrant wanted. */
wanted: Side | null,
/** How strongly. */
wish: Wish,
/** Which rule gave the colour. */
colour: ColourReason | null,
/** Why this opponent. */
opponent: OpponentReason, } | { "by": "table",
/** The entrant's number in the table. */
number: number,
/** The opponent's number; `None` where the table has no opponent. */
opponent: number | null, } | { "by": "bracket",
/** The entrant's place in the seeding. */
seed: number,
/** The opponent's; `None` where the entrant goes on without a match. */
opponent: number | null, } | { "by": "keizer",
/** The entrant's place in the list. */
place: number,
/** The entrant's own value. */
value: number,
/** The opponent's place; `None` with the bye. */
opponent_place: number | null,
/** What a win is worth today; `None` with the bye. */
opponent_value: number | null,
/** The colour that the entrant has. */
side: Side | null,
/** Which rule gave the colour. */
colour: KeizerColour | null,
/** Who stood nearer and was passed over: told of the higher one of a pair, and of who has the bye. */
passed: Array<PassedOver>, } | { "by": "team",
/** The entrant's board in their team. */
board: number,
/** The opponent's board in theirs; `None` where the other team has nobody there. */
opponent: number | null,
/** The colour that the entrant has. */
side: Side | null,
/** Whether everybody of one team meets everybody of the other. */
everyone: boolean, };

/** Somebody who stood nearer in the list of a Keizer. */
export type PassedOver = {
/** Who. */
entrant: EntrantId,
/** Why not. */
because: NotPaired, };

/** What is told to all tabs of a player. */
export type PersonalMessage = { "type": "mine",
/** The topic `me`. */
topic: Topic,
/** The name of the account for which this connection speaks; omitted for a guest. */
account?: string,
/** The challenges that still wait, each of which follows. Whoever shows others takes these away. */
challenges: Array<GameId>, } | { "type": "notices",
/** The topic `me`. */
topic: Topic, } | { "type": "paired",
/** The topic `me`. */
topic: Topic,
/** The new game. */
game: GameId,
/** The opponent. */
opponent: PlayerView, } | { "type": "challenge",
/** The topic `me`. */
topic: Topic,
/** The challenge. */
challenge: ChallengeView, } | { "type": "challenge_ended",
/** The topic `me`. */
topic: Topic,
/** The challenge. */
challenge: ChallengeView,
/** How it ended. */
ended: ChallengeEnd, } | { "type": "next_round",
/** The topic `me`. */
topic: Topic,
/** The event. */
event: EventId,
/** What it is called. */
name: string,
/** The round; 0 for an event that begins as a whole. */
round: number,
/** When it begins; null if it has begun, or waits. */
at: Time | null,
/** Whether it is the next event of the site, told to everybody; omitted if not. */
enter?: boolean, };

/** A piece: its colour and its role. */
export type Piece = {
/** The side it belongs to. */
color: Color,
/** Its kind. */
role: Role, };

/** A piece and its square. */
export type PieceOn = {
/** What it is. */
role: Role,
/** Where it stands. */
square: Square, };

/** A player, and whether they are here now. `GET /api/page/following` answers with an array of those whom the caller
 * follows, at most [`MAX_FOLLOWED`]; `GET /api/page/here?names=ANNA,BORIS` with those of the named who exist, at most
 * [`MAX_ASKED`]; `GET /api/page/online` with everybody who is here and lets the caller see it, at most [`MAX_ONLINE`].
 * Those who are here come first. Whoever does not want to be seen is not here.
 */
export type PlayerHere = {
/** The name. */
name: string,
/** The title; null without one. */
title: Title | null,
/** Whether the player has a page open now. */
online: boolean,
/** The game with clocks that the player is playing now; null for none that the caller may see. */
playing: GameId | null,
/** Whether the caller, a child, can have no game with this player; omitted if not, and for all other callers. */
apart?: boolean, };

/** The answer to `GET /api/page/players/NAME/tv`. */
export type PlayerTv = {
/** The name, in the spelling that the player chose. */
name: string,
/** The running game that began last; null if there is none. */
game: GameId | null, };

/** The player on a seat. */
export type PlayerView = { "kind": "open" } | { "kind": "player",
/** The name. */
name: string,
/** The title; null without one. */
title: Title | null,
/** The rating in the game's category; null without one. */
rating: RatingView | null, } | { "kind": "ghost" } | { "kind": "guest",
/** A short name that distinguishes guests. */
name: string, } | { "kind": "computer",
/** From 1 (has just learnt the moves) to 15 (the full engine), as it was chosen. */
level: number,
/** The version of the levels, where the game was created with another than today's: its number may
 * mean another strength. Omitted otherwise.
 */
version?: number, };

/** Whether an entrant is paired. */
export type PresenceView = "present" | "paused" | "withdrawn";

/** Cards and slips with codes that were printed. */
export type PrintedCardsView = {
/** The site that they lead to, such as `http://192.168.0.7:8080`. */
origin: string,
/** Whether another server has printed them, so that their codes open nothing here. */
elsewhere: boolean, };

/** A private line. */
export type PrivateLineView = {
/** The position before its first move as a FEN. */
start_fen: string,
/** Its moves. */
moves: Array<MoveView>, };

/** Answer to `GET /api/page/players/NAME`. */
export type Profile = {
/** The player's id. */
player: string,
/** The name, in the spelling that the player chose. */
name: string,
/** The title; null without one. */
title: Title | null,
/** `player`, `organiser`, `moderator` or `admin`. */
role: string,
/** Whether the player has a page open now. */
online: boolean,
/** The game with clocks that the player is playing now; null for none that the visitor may see. */
playing: GameId | null,
/** When the account was created. */
since: Time,
/** Whether the account is closed. Then the profile shows nothing but the games. */
closed: boolean,
/** The player's text about themselves; may be empty. */
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
/** The caller's private note about this player; empty without one. */
note: string,
/** Whether this is the caller. */
you: boolean, };

/** A body that proves who asks: closing the account, removing the second factor. */
export type ProvePassword = {
/** The account's password. */
password: string, };

/** What a pupil has done with a puzzle. */
export type PupilAttempt = {
/** How the first attempt ended. */
first: PuzzleEnd,
/** How the last one ended. */
last: PuzzleEnd,
/** How often the pupil has solved or failed it. A hint and a solution that is shown are no tries. */
tries: number, };

/** A pupil on an organiser's list. The answer to `GET /api/page/puzzle-pupils` is a list of them, by their usernames. */
export type PupilName = {
/** The username. */
name: string,
/** The real name that this organiser has given; null without one. */
real_name: string | null,
/** Whether a PGN that has the real name does not mean this pupil, because it is the name of another one, too. */
shares_name: boolean, };

/** What a pupil has done with a set. */
export type PupilResults = {
/** The pupil's username. */
name: string,
/** The real name that the organiser has given; null without one. */
real_name: string | null,
/** The attempts, puzzle by puzzle; null where there was none. */
attempts: Array<PupilAttempt | null>, };

/** The body of `PUT /api/page/push`: what the browser says of its subscription. */
export type PushTo = {
/** The address at the service of the browser's maker. */
endpoint: string,
/** The device's public key, as base64url. */
key: string,
/** The secret that the device shares with the server, as base64url. */
secret: string, };

/** The answer to `GET /api/page/push`. */
export type PushView = {
/** The server's public key, for the browser's push service; `null` where this site pushes nothing. */
key: string | null,
/** Whether news are pushed to the device of this session. */
on: boolean, };

/** The answer to `POST /api/page/puzzles/{id}/move`. */
export type PuzzleAnswer = {
/** The move as it was played. */
played: MoveView,
/** What it is worth. */
verdict: PuzzleVerdict,
/** What the attempt has done, if this move ended it. */
done: PuzzleDone | null, };

/** What an attempt that has ended has done. */
export type PuzzleDone = {
/** How it ended. */
end: PuzzleEnd,
/** The solver's rating before and after it; null if it was not rated. */
rated: [RatingView, RatingView] | null,
/** What the puzzle is about. Empty until it is solved or shown. */
themes: Array<string>,
/** The game of this site that it comes from; null for others, and until it is solved or shown. */
game: string | null, };

/** How an attempt at a puzzle ended. */
export type PuzzleEnd = "shown" | "hinted" | "failed" | "solved";

/** Which puzzles a set begins with. */
export type PuzzleFilter = {
/** Each has one of these themes, by the names of the public CSV; empty for any. */
themes: Array<string>,
/** Each comes from a game with one of these openings, by the names of the public CSV; empty for any. */
openings: Array<string>,
/** The lowest rating. */
from: number,
/** The highest one. */
to: number,
/** How many, from 1 to [`MOST_SET_PUZZLES`]. */
count: number, };

/** The answer to `POST /api/page/puzzles/{id}/hint`. */
export type PuzzleHint = {
/** Where the piece stands that should move. */
from: Square, };

/** The answer to `GET /api/page/puzzle-history`: the puzzles that the caller has tried, the latest first. */
export type PuzzleHistory = {
/** A page of them. */
tried: Array<TriedPuzzle>,
/** The number before which the next page ends; null if this is the last one. */
before: number | null, };

/** The body of `POST /api/page/puzzles/{id}/move`, `.../hint` and `.../why`. */
export type PuzzleMoves = {
/** The solver's moves so far in UCI notation, without the replies. All but the last are right; the last one is what is asked
 * about. For a hint all are right.
 */
moves: Array<string>,
/** Whether it is practice, as in a streak or a rush: the attempt is kept, and counts for no rating. */
practice: boolean, };

/** A puzzle of a set. */
export type PuzzleOfSet = {
/** Its id. */
id: string,
/** The position in which the solver moves, as a FEN. */
fen: string,
/** Who solves it. */
solver: Color,
/** How hard it is. */
rating: RatingView,
/** How the caller's last attempt ended; null without one. */
last: PuzzleEnd | null,
/** The move that the caller has played here in a game, in SAN; null in a set. */
played: string | null, };

/** A puzzle on paper. */
export type PuzzleOnPaper = {
/** Its id. */
id: string,
/** The position in which the solver moves, as a FEN. */
fen: string,
/** Who solves it. */
solver: Color,
/** The moves of both sides with their numbers, in SAN: `1. Nf6+ Kg7 2. Nxd7`. Other right last moves follow behind `/`. */
solution: string, };

/** How somebody solves puzzles. */
export type PuzzlePlayerView = {
/** The rating. */
rating: RatingView,
/** How many puzzles this player has tried. */
tried: number, };

/** A position in which the solver moves. */
export type PuzzlePosition = {
/** As a FEN. */
fen: string,
/** Whether the side to move is in check. */
check: boolean,
/** All legal moves in UCI notation. In standard chess castling is listed twice, as `e1g1` and as `e1h1`. */
legal: Array<string>, };

/** The answer to `GET /api/page/puzzle-sets`. */
export type PuzzleSetLists = {
/** Those of the caller, the latest first. */
own: Array<PuzzleSetSummary>,
/** Those that the caller's organiser has assigned, the first due first. */
assigned: Array<PuzzleSetSummary>,
/** Whether the caller may have a class to which sets are assigned. */
has_class: boolean,
/** The id of the race for the caller's class that waits or runs; null without one. */
race: string | null, };

/** The answer to `GET /api/page/puzzle-sets/{id}/results`: for the set's owner alone. */
export type PuzzleSetResults = {
/** The pupils on the owner's list, by name. */
pupils: Array<PupilResults>, };

/** A set in a list. */
export type PuzzleSetSummary = {
/** Its id. */
id: string,
/** Its name. */
name: string,
/** By when the class should solve it, in milliseconds since 1970; null while nobody should. */
due: number | null,
/** How many puzzles it has. */
puzzles: number,
/** How many of them the caller has solved by now. */
solved: number, };

/** The answer to `GET /api/page/puzzle-sets/{id}`, and to what changes a set. */
export type PuzzleSetView = {
/** Its id. */
id: string,
/** Its name. */
name: string,
/** By when the class should solve it, in milliseconds since 1970; null while nobody should. */
due: number | null,
/** Raised by each change. */
version: number,
/** Whether it is the caller's. */
is_own: boolean,
/** Whether the caller may assign it to a class. */
may_assign: boolean,
/** Those of its puzzles that the caller may see and that were not withdrawn, in order. */
puzzles: Array<PuzzleOfSet>, };

/** The answer to `POST /api/page/puzzle-sets/{id}/sheet`: for the set's owner alone, for whom its puzzles count for nothing then. */
export type PuzzleSheet = {
/** The set's name. */
name: string,
/** Its puzzles. */
puzzles: Array<PuzzleOnPaper>, };

/** The answer to `POST /api/page/puzzles/{id}/solution`. */
export type PuzzleSolution = {
/** The moves of both sides after the mistake. */
line: Array<MoveView>,
/** What the attempt has done. */
done: PuzzleDone, };

/** The answer to `GET /api/page/puzzle-themes`. */
export type PuzzleThemes = {
/** The themes that some puzzle of this server has, by the names that the public CSV has for them. */
themes: Array<string>,
/** The openings of the games that some puzzle comes from, by their names in the public CSV: families, and families with a variation. */
openings: Array<string>,
/** Whether there are more openings than are told: those are the first by name. */
lacks_openings: boolean,
/** How many puzzles there are. */
puzzles: number, };

/** What a move is worth. */
export type PuzzleVerdict = { "kind": "right",
/** The reply. */
reply: MoveView,
/** The position after it. */
position: PuzzlePosition, } | { "kind": "solved" } | { "kind": "good" } | { "kind": "wrong" };

/** A puzzle as its solver sees it. */
export type PuzzleView = {
/** Its id, which is part of its address. */
id: string,
/** The position before the opponent's mistake, as a FEN. */
before: string,
/** The mistake. */
mistake: MoveView,
/** The position after it. */
position: PuzzlePosition,
/** Who solves it. */
solver: Color,
/** How hard it is. */
rating: RatingView,
/** How the solver's last attempt at it ended; null without one. */
tried: PuzzleEnd | null,
/** When the solver missed it, in milliseconds since 1970: the last time if that was the last attempt, else the first time, if
 * the first attempt failed; else null.
 */
missed: number | null,
/** Whether the next attempt counts for the solver's rating. */
counts: boolean, };

/** The answer to `POST /api/page/puzzles/{id}/why`: why a move is wrong. */
export type PuzzleWhy = {
/** How the opponent goes on: the moves of both sides. */
line: Array<MoveView>,
/** How it stands after the move, if the opponent goes on like that; null where the game is over or the engine can't look. */
stands: EvalView | null,
/** The reason in a claim that is proved; null where there is none. */
reason: ReasonView | null, };

/** The answer to it, and to `POST /api/page/puzzle-races/{id}/again`. */
export type RaceMade = {
/** The race's id, which is part of its link. */
id: string, };

/** The body of `POST /api/page/puzzle-races/{id}/move`: the next move of the caller in the puzzle at hand. */
export type RaceMove = {
/** The number of the puzzle that the caller sees. */
number: number,
/** How many right moves were found in it, as the caller sees it. */
found: number,
/** In UCI notation. */
uci: string, };

/** The answer to it. */
export type RaceMoved = {
/** What the move was worth. */
verdict: RaceVerdict,
/** The race after it. */
race: RaceView, };

/** The caller's puzzle at hand. It has no id before the race is over, because by its id others could be asked about it. */
export type RacePuzzle = {
/** Its number in the race, from 1: the same puzzle for all. */
number: number,
/** How many right moves the caller has found in it. */
found: number,
/** Who solves it. */
solver: Color,
/** The position before the opponent's mistake, as a FEN. */
before: string,
/** The moves from the mistake on, with the caller's right ones so far and the replies. */
line: Array<MoveView>,
/** The position after them. */
position: PuzzlePosition, };

/** The body of `POST /api/page/puzzle-races/{id}/remove`. */
export type RaceRemove = {
/** The number of the racer who is to go. */
number: number, };

/** How far a race is. */
export type RaceStage = "waiting" | "starting" | "running" | "over";

/** What a move in a race is worth. */
export type RaceVerdict = "right" | "solved" | "good" | "wrong" | "stale";

/** The answer to `GET /api/page/puzzle-races/{id}`, and to what is done in it. */
export type RaceView = {
/** Its id. */
id: string,
/** How far it is. */
stage: RaceStage,
/** Milliseconds until the first puzzle; 0 without a start. */
starts_in_ms: number,
/** Milliseconds that are left from the first puzzle on. */
left_ms: number,
/** Whether the caller may start it: whoever made it, and any player in it once that one is away. */
may_start: boolean,
/** Whether the caller may join it now. */
may_join: boolean,
/** Whether the caller may remove others from it now: whoever made it, and the organiser whose class it is for. */
may_remove: boolean,
/** Whether the caller races. */
has_joined: boolean,
/** Whether the caller was removed from it, and can't join any more. */
was_removed: boolean,
/** Whether it is for a class alone. */
is_of_class: boolean,
/** Everybody who races, in the order in which they joined. */
racers: Array<RacerView>,
/** The caller's puzzle at hand; null where there is none. */
puzzle: RacePuzzle | null,
/** The caller's puzzles in their order; empty until the race is over. */
played: Array<RacedPuzzle>,
/** Whether the caller may make it again: whoever made it, once it is over. */
may_repeat: boolean,
/** The id of the race that was made after this one for the same players; null where there is none. */
next: string | null, };

/** A puzzle that the caller has solved or failed, told when the race is over. */
export type RacedPuzzle = {
/** Its id, which is part of its address. */
id: string,
/** Whether it was solved. */
is_solved: boolean, };

/** A player in a race. */
export type RacerView = {
/** In the order in which they joined, from 1. It stays when others are removed. */
number: number,
/** The username; null for a guest, and for an account whose name others may not read now. */
name: string | null,
/** How many puzzles are solved. */
score: number,
/** How many were failed. */
missed: number,
/** Whether it is the caller. */
is_you: boolean,
/** Whether it is the organiser whose class the race is for: nobody removes that one. */
leads_class: boolean, };

/** How a rated game changed a player's rating. */
export type RatingChangeView = {
/** Points before the game, rounded. */
before: number,
/** Points after it, rounded. */
after: number,
/** Whether the new rating is based on few games. */
provisional: boolean, };

/** The changes of both players. */
export type RatingChanges = {
/** The category. */
category: Category,
/** White's. */
white: RatingChangeView,
/** Black's. */
black: RatingChangeView, };

/** Which ratings an event takes. */
export type RatingLimits = {
/** The lowest rating of a player; null for any. */
from: number | null,
/** The highest rating of a player; null for any. */
to: number | null, };

/** A range of ratings, both ends included. */
export type RatingRange = {
/** The lowest rating. */
low: number,
/** The highest rating. */
high: number, };

/** Where and when an event is played, and who its arbiters are. */
export type RatingReport = {
/** The city; empty if nobody has said. */
city: string,
/** The federation in three letters, such as `SWE`; empty if nobody has said. */
federation: string,
/** The chief arbiter; empty if nobody has said. */
chief_arbiter: string,
/** The chief arbiter's deputies. */
deputies: Array<string>,
/** The day of each round, such as `2026-11-28`, the first one first; empty where nobody has said. */
dates: Array<string>, };

/** A player's rating in one category. */
export type RatingTile = {
/** The category. */
category: Category,
/** Rating points, rounded. */
rating: number,
/** The current deviation, rounded. It grows with each day without a game. */
deviation: number,
/** Whether the rating is based on few or old games. */
provisional: boolean,
/** The number of rated games that it is based on. */
games: number,
/** The last ratings, oldest first; at most 30. */
spark: Array<number>, };

/** A rating at the time when the seat was taken. */
export type RatingView = {
/** Rating points. */
points: number,
/** Whether it is based on few games. */
provisional: boolean, };

/** The body of `POST /api/page/notices/read`. */
export type ReadNotices = {
/** Up to which number. */
up_to: number, };

/** Why a move is not legal. [`Display`](core::fmt::Display) gives an English sentence; each variant's
 * documentation shows it.
 *
 * Variants are declared in order of precedence: of several reasons [`explain`](crate::explain()) gives the
 * first.
 */
export type Reason = { "reason": "game_over",
/** The outcome. */
outcome: Outcome, } | { "reason": "no_piece",
/** The empty square. */
square: Square, } | { "reason": "not_your_turn",
/** The other side's piece. */
piece: Piece,
/** Its square. */
square: Square, } | { "reason": "already_there",
/** The piece. */
piece: Piece,
/** Its square. */
square: Square, } | { "reason": "own_piece",
/** The piece to be moved. */
piece: Piece,
/** Its square. */
from: Square,
/** The piece of the same side on the target. */
by: Piece,
/** The target. */
on: Square, } | { "reason": "pawn_captures_diagonally",
/** The pawn. */
piece: Piece,
/** Its square. */
from: Square,
/** The opponent's piece straight ahead. */
by: Piece,
/** The square of that piece: the target. */
on: Square, } | { "reason": "nothing_to_capture",
/** The pawn. */
piece: Piece,
/** Its square. */
from: Square,
/** The empty target. */
to: Square, } | { "reason": "pawn_two_squares",
/** The pawn. */
piece: Piece,
/** Its square. */
from: Square,
/** The square two ranks ahead. */
to: Square, } | { "reason": "pawn_backwards",
/** The pawn. */
piece: Piece,
/** Its square. */
from: Square,
/** The target behind the pawn. */
to: Square, } | { "reason": "does_not_move_so",
/** The piece to be moved. */
piece: Piece,
/** Its square. */
from: Square,
/** The target, which such a piece can't reach from there even on an empty board. */
to: Square, } | { "reason": "blocked",
/** The piece to be moved. */
piece: Piece,
/** Its square. */
from: Square,
/** Its target. */
to: Square,
/** The piece between them, of either side, that is nearest to the mover. */
by: Piece,
/** The square of that piece. */
on: Square, } | { "reason": "castling_no_rook",
/** The side that attempted to castle. */
color: Color,
/** The square where the rook would have to stand. */
square: Square, } | { "reason": "castling_king_moved",
/** The side that attempted to castle. */
color: Color,
/** The number of the move with which the king lost the right. That move may itself be castling. */
move_number: number, } | { "reason": "castling_rook_moved",
/** The side that attempted to castle. */
color: Color,
/** The rook's square before that move. */
square: Square,
/** The number of the move with which the rook left. */
move_number: number, } | { "reason": "castling_rook_captured",
/** The side that attempted to castle. */
color: Color,
/** The square of the captured rook. */
square: Square,
/** The number of the opponent's move that captured it. */
move_number: number, } | { "reason": "castling_right_lost",
/** The side that attempted to castle. */
color: Color,
/** Where the rook stands. */
square: Square, } | { "reason": "castling_in_check",
/** The side that attempted to castle. */
color: Color,
/** A piece that gives check. */
by: Piece,
/** The square of that piece. */
on: Square, } | { "reason": "castling_through_attack",
/** The side that attempted to castle. */
color: Color,
/** The attacked square that the king would pass. */
square: Square,
/** A piece that attacks it. */
by: Piece,
/** The square of that piece. */
on: Square, } | { "reason": "castling_blocked",
/** The side that attempted to castle. */
color: Color,
/** The piece nearest to the king among those in the way of king or rook. */
by: Piece,
/** The square of that piece. */
on: Square, } | { "reason": "en_passant_too_late",
/** The pawn that attempted to capture. */
piece: Piece,
/** Its square. */
from: Square,
/** Its target. */
to: Square,
/** The pawn beside it. */
by: Piece,
/** The square of that piece. */
on: Square, } | { "reason": "en_passant_exposes_king",
/** The pawn that attempted to capture. */
piece: Piece,
/** Its square. */
from: Square,
/** Its target. */
to: Square,
/** The piece that would then give check. */
by: Piece,
/** The square of that piece. */
on: Square, } | { "reason": "double_check",
/** The piece to be moved. */
piece: Piece,
/** Its square. */
from: Square,
/** The checking piece that is nearest to the king. */
by: Piece,
/** The square of that piece. */
on: Square,
/** The other checking piece. */
and_by: Piece,
/** The square of that piece. */
and_on: Square, } | { "reason": "pinned",
/** The piece to be moved. */
piece: Piece,
/** Its square. */
from: Square,
/** The pinning piece. */
by: Piece,
/** The square of that piece. */
on: Square, } | { "reason": "leaves_in_check",
/** The piece to be moved. */
piece: Piece,
/** Its square. */
from: Square,
/** Its target. */
to: Square,
/** The checking piece. */
by: Piece,
/** The square of that piece. */
on: Square, } | { "reason": "king_into_attack",
/** The king's square. */
from: Square,
/** The king's target. */
to: Square,
/** A piece that would attack it there. */
by: Piece,
/** The square of that piece. */
on: Square, } | { "reason": "promotion_missing",
/** The pawn. */
piece: Piece,
/** Its square. */
from: Square,
/** The square on the last rank. */
to: Square, } | { "reason": "promotion_not_allowed",
/** The pawn. */
piece: Piece,
/** Its square. */
from: Square,
/** The square on the last rank. */
to: Square,
/** The role that the pawn was to become: king or pawn. */
role: Role, } | { "reason": "no_promotion",
/** The piece to be moved. */
piece: Piece,
/** Its square. */
from: Square,
/** Its target. */
to: Square, };

/** Why a move is bad. Each is proved by the rules and the engine's line; a move for which nothing is proved has no reason. */
export type ReasonView = { "kind": "allows_mate",
/** In so many moves. */
moves: number, } | { "kind": "misses_mate",
/** In so many moves. */
moves: number, } | { "kind": "stalemates" } | { "kind": "hangs",
/** The piece. */
piece: PieceOn,
/** Whether it could already be taken before the move. */
left: boolean,
/** How often it is attacked after the move. */
attackers: number,
/** How often it is defended. */
defenders: number,
/** A piece that seems to defend it but is pinned. */
pinned: PieceOn | null, } | { "kind": "loses",
/** The piece that is lost. */
role: Role,
/** What the mover gets for it. */
price: Role, } | { "kind": "lets_promote",
/** Where the pawn stands. */
square: Square, } | { "kind": "spares",
/** The piece. */
piece: PieceOn, } | { "kind": "allows_fork",
/** The piece that attacks, and where it goes. */
by: PieceOn,
/** What it attacks. */
targets: Array<PieceOn>, } | { "kind": "loses_material",
/** In pawns; a knight or a bishop counts three, a rook five, a queen nine. */
pawns: number,
/** After so many half-moves of the line. */
after: number, } | { "kind": "misses_material",
/** In pawns, likewise. */
pawns: number,
/** After so many half-moves of the line. */
after: number, };

/** The answer to `POST /api/page/second-factor/confirm`. */
export type RecoveryCodes = {
/** Each logs in once in place of a code. They are shown this one time. */
recovery_codes: Array<string>, };

/** Why a command was refused. Nothing has changed. */
export type Refusal = { "kind": "illegal",
/** The rule that forbids it, with pieces and squares. */
reason: Reason, } | { "kind": "not_your_turn",
/** The side to move. */
turn: Color, } | { "kind": "stale",
/** The number of half-moves played. */
ply: number, } | { "kind": "premove_too_slow",
/** What it costs, in milliseconds. */
cost_ms: number, } | { "kind": "too_many_premoves",
/** The maximum number. */
limit: number, } | { "kind": "game_over" } | { "kind": "waiting_for_opponent" } | { "kind": "not_a_player" } | { "kind": "no_open_seat" } | { "kind": "seat_reserved" } | { "kind": "already_seated",
/** The colour of that seat. */
color: Color, } | { "kind": "no_cookie" } | { "kind": "needs_account" } | { "kind": "too_late_to_abort" } | { "kind": "draw_already_offered" } | { "kind": "draw_offered_this_move",
/** How many own moves. */
moves: number, } | { "kind": "no_draw_offer" } | { "kind": "no_takebacks" } | { "kind": "takebacks_used_up" } | { "kind": "nothing_to_take_back" } | { "kind": "takeback_stands" } | { "kind": "takeback_pause",
/** How many own moves. */
moves: number, } | { "kind": "no_takeback_proposed" } | { "kind": "taken_back" } | { "kind": "no_chess_clock" } | { "kind": "forbidden",
/** What is forbidden. */
restriction: "no_abort" | "no_rematch" | "no_given_time" | "no_claimed_win" | "no_early_draw", } | { "kind": "enough_time_given" } | { "kind": "clocks_paused" } | { "kind": "clocks_not_paused" } | { "kind": "no_such_clock" } | { "kind": "no_such_ply",
/** The number of half-moves played so far. */
ply: number, } | { "kind": "acts_used_up" } | { "kind": "not_both_moved" } | { "kind": "no_berserk" } | { "kind": "too_late_to_go_berserk" } | { "kind": "rematch_declined" } | { "kind": "no_rematch_offered" } | { "kind": "no_claim" } | { "kind": "opponent_not_gone" } | { "kind": "not_over" } | { "kind": "too_many_games",
/** The maximum number. */
limit: number, } | { "kind": "too_many_new_games",
/** The time to wait, in seconds. */
wait_s: number, } | { "kind": "opponent_has_too_many_games" } | { "kind": "opponent_paused" } | { "kind": "nothing_said" } | { "kind": "chat_too_long",
/** The maximum number of characters. */
limit: number, } | { "kind": "chat_is_off" } | { "kind": "still_playing" } | { "kind": "presets_only" } | { "kind": "chat_too_fast" } | { "kind": "blocked" } | { "kind": "chat_is_full" } | { "kind": "no_such_line" } | { "kind": "not_allowed" } | { "kind": "seek_gone" } | { "kind": "own_seek" } | { "kind": "out_of_range",
/** The lowest rating. */
low: number,
/** The highest rating. */
high: number, } | { "kind": "kept_apart" } | { "kind": "protected" } | { "kind": "paused",
/** The time to wait, in seconds. */
wait_s: number, } | { "kind": "bad_seek",
/** What is wrong, in English. */
why: string, } | { "kind": "lobby_full" } | { "kind": "analysis_of_running" } | { "kind": "analysis_while_playing" } | { "kind": "analysis_near_own_game",
/** The correspondence game. */
game: string, } | { "kind": "analyses_used_up",
/** How many in a day. */
a_day: number, } | { "kind": "analysis_queue_full" } | { "kind": "computer_while_playing" } | { "kind": "computer_near_own_game",
/** The correspondence game. */
game: string, } | { "kind": "no_such_topic",
/** The requested name. */
topic: Topic, } | { "kind": "too_many_topics",
/** The maximum number. */
limit: number, } | { "kind": "not_subscribed" } | { "kind": "wrong_topic",
/** The topic. */
topic: Topic, } | { "kind": "unavailable" } | { "kind": "not_known" } | { "kind": "not_saved" } | { "kind": "malformed",
/** What is wrong, and where. */
detail: string, } | { "kind": "too_fast" };

/** The body of `POST /api/register`. */
export type Register = {
/** The name that the player wants. */
name: string,
/** The password. */
password: string,
/** An e-mail address, for a forgotten password. */
email?: string,
/** What an invitation says, where the server asks for one. */
invitation?: string, };

/** The body of `POST /api/page/desk/users/{name}/rename`. */
export type Rename = {
/** The new name. */
name: string, };

/** When the events of a series take place. */
export type Repeats = { "every": "day", } | { "every": "week",
/** The day: 1 for Monday to 7 for Sunday. */
day: number, };

/** What a rating report lacks. */
export type ReportGap = { "kind": "city" } | { "kind": "federation" } | { "kind": "chief_arbiter" } | { "kind": "dates",
/** The rounds, from 1. */
rounds: Array<number>, } | { "kind": "fide_ids",
/** Their names. */
names: Array<string>, } | { "kind": "results",
/** The rounds, from 1. */
rounds: Array<number>, };

/** Whether somebody has dealt with a report. */
export type ReportState = "open" | "done";

/** One report. */
export type ReportView = {
/** Counts up. */
id: number,
/** When. */
at: number,
/** Who told it first; empty for the server itself. */
by: string,
/** How many have told it: a line of a chat that several players have reported is one report. */
reporters: number,
/** About whom. */
about: string,
/** In which game. */
game: GameId | null,
/** What happened. */
text: string,
/** Whether somebody has dealt with it. */
state: ReportState, };

/** The body of `POST /api/page/desk/users/{name}/reset`. */
export type Reset = {
/** Removes the second factor, in place of making a link for a new password. */
second_factor?: boolean, };

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

/** What an account may do. */
export type RoleView = "player" | "organiser" | "moderator" | "admin";

/** How far a round is. */
export type RoundStageView = "draft" | "published" | "started";

/** The body of `POST /api/page/board/save`. The game is private. The answer is a `GameKept`. */
export type SaveBoardGame = {
/** The game. */
game: BoardGame,
/** The side of the person who saves the game. */
you: Color,
/** The name of the person with White; empty if not told. */
white: string,
/** The name of the person with Black; empty if not told. */
black: string,
/** How the game ended; null if its last move ended it. */
ending: BoardEnding | null, };

/** The body of `POST /api/page/desk/users/{name}/kid`. */
export type SayKid = {
/** Whether the account is in kid mode from now on. */
kid: boolean, };

/** The body of the calls that say something: warn, close, reopen. */
export type SayWhy = {
/** In words; may be empty where there is nothing to say. */
text: string, };

/** Why a search is over. */
export type SearchEnd = { "why": "paired" } | { "why": "cancelled" } | { "why": "elsewhere" } | { "why": "asleep" } | { "why": "refused",
/** The reason, for programs. */
refusal: Refusal,
/** The reason in English. */
message: string, };

/** The answer to `POST /api/page/second-factor/begin`. */
export type SecondFactorBegun = {
/** The shared secret in base32, to be typed into an authenticator. */
secret: string,
/** The same as an `otpauth:` address, for a QR code. */
uri: string, };

/** A section in the list of a festival. */
export type SectionListed = {
/** The event. */
id: EventId,
/** The number of its last entry. */
number: number,
/** What it is called in the festival. */
name: string,
/** The lowest rating of a player; null for any. */
rating_from: number | null,
/** The highest rating of a player; null for any. */
rating_to: number | null,
/** What it is among groups and a final; null in a festival without groups. */
part: SectionPartView | null,
/** How many take part. */
players: number,
/** How far it is. */
stage: EventStageView,
/** The last published round; 0 if there is none. */
round: number,
/** How far its last round is; null without one. Only organisers see a draft. */
round_stage: RoundStageView | null,
/** Whether the visitor's rating is within its limits; of groups, whether this is the one to join. False for visitors without an
 * account.
 */
fits: boolean,
/** Whether the visitor plays in it. */
mine: boolean,
/** Whether players may enter by themselves now. */
open: boolean,
/** Whether the visitor is one of its organisers. */
may_organise: boolean,
/** The number with which the boards of its next round begin. */
first_board: number, };

/** A section in a list of events, where the festival stands once. */
export type SectionName = {
/** The event. */
id: EventId,
/** What it is called in the festival. */
name: string, };

/** What a section is in a festival of groups and a final. */
export type SectionPartView = { "kind": "group" } | { "kind": "final",
/** How many go on from each group. */
go_on: number,
/** Whether the points of the group count here, too. */
carry: boolean, };

/** A player of a section, as those who organise it find them. */
export type SectionPlayer = {
/** The section. */
section: EventId,
/** What it is called in the festival. */
section_name: string,
/** The player. */
entrant: EntrantId,
/** The name. */
name: string, };

/** `GET /api/page/events/ID/sections/find?find=LETTERS`: the players whom the letters may mean, in all sections that the visitor
 * organises.
 */
export type SectionPlayers = {
/** At most 20: first those one of whose names begins with the letters. */
players: Array<SectionPlayer>, };

/** A section that refuses what was to be done in several. */
export type SectionRefusal = {
/** What the section is called. */
section: string,
/** Why it refuses, in English. */
message: string,
/** The same for pages; null where they have no words of their own. */
why: EventRefusal | null, };

/** Which section of which festival an event is. */
export type SectionView = {
/** The festival: the id of its first section. */
festival: EventId,
/** What the festival is called. */
festival_name: string,
/** What the section is called in it. */
name: string,
/** The lowest rating of a player; null for any. */
rating_from: number | null,
/** The highest rating of a player; null for any. */
rating_to: number | null,
/** The number of its first board, where an arbiter has fixed it; null where its boards follow those of the section before. */
first_board: number | null,
/** What it is among groups and a final; null in a festival without groups. */
part: SectionPartView | null, };

/** Somebody who looks for an opponent. */
export type SeekView = {
/** The seek's number. */
id: number,
/** Who looks, with the rating in the game's category. */
player: PlayerView,
/** The time control. */
time: TimeControlView,
/** Whether the game is rated. */
rated: boolean,
/** The colour that the player wants; null for either. */
color: Color | null,
/** The variant. */
variant: Variant,
/** The opponent's rating; null for any. */
range: RatingRange | null, };

/** A game that somebody looks for. */
export type SeekWish = {
/** The time control, without time odds. */
time: TimeControlView,
/** Whether the game is rated, which needs an account. */
rated?: boolean,
/** The colour that the player wants. */
color?: ColorChoice,
/** The variant; standard chess if omitted. */
variant?: Variant,
/** The opponent's rating; null for any opponent, also one without a rating. */
range?: RatingRange, };

/** What a page has shown of a section. */
export type SeenSection = {
/** The section. */
id: EventId,
/** The number of its last entry. */
number: number, };

/** `GET /api/page/event-series`: the series that go on. */
export type SeriesList = {
/** All of them, the oldest first. */
series: Array<SeriesView>, };

/** The next event of a series. */
export type SeriesNext = {
/** The event; null where it is not made yet. */
id: EventId | null,
/** When it begins. */
starts: Time, };

/** From what the events of a series are made. */
export type SeriesTemplate = {
/** What each event is called. */
name: string,
/** How each is paired. */
format: EventFormatView,
/** The time control. */
time: TimeControlView,
/** Whether online games are rated. */
rated: boolean,
/** Whether entrants play over the board unless they say otherwise. */
over_the_board: boolean,
/** Whether players may enter by themselves. */
open: boolean,
/** Seconds between a round's last result and the next round, where rounds follow by themselves. */
pause?: number,
/** Whether the players of an arena may go berserk; absent for yes. */
berserk?: boolean,
/** Everything else that was decided; absent where all is as usual. */
options?: EventOptions,
/** On which days. */
repeats: Repeats,
/** The hour of the clock on the wall, 0 to 23. */
hour: number,
/** The minute, 0 to 59. */
minute: number,
/** Where that clock hangs: the name of a time zone such as `Europe/Berlin`. */
zone: string, };

/** A series in the list. */
export type SeriesView = {
/** Its id. */
id: EventId,
/** From what its events are made. */
template: SeriesTemplate,
/** The next event; null if no more comes. */
next: SeriesNext | null,
/** Whether the visitor may stop it. */
may_stop: boolean,
/** Whether no events are made for now, because its owner may not create events any more. */
rests: boolean, };

/** The answer to `GET /api/info`. */
export type ServerInfo = {
/** The program's version. */
version: string,
/** The commit that it was built from; empty if unknown. */
commit: string,
/** The protocol's version. */
protocol: number,
/** The address of the complete source. */
source_url: string,
/** Whether only this computer can reach the server. */
loopback: boolean,
/** Whether the server speaks HTTPS with a certificate that it has signed itself, of which browsers warn. */
self_signed: boolean,
/** Whether another machine has called since the server's start. */
was_reached: boolean,
/** The address under which the site is reached from everywhere, for example `https://chess.example`; null if none is set. */
public_url: string | null,
/** The addresses of the server on the local network, for example `http://192.168.0.7:8080`. */
lan_urls: Array<string>,
/** What time it is, by which rounds begin and codes end. */
now: Time,
/** The computer's levels, the weakest first. */
levels: Array<LevelView>, };

/** A message of the server: one JSON object in a text frame, whose `type` is the variant of its subject's enum. Every message
 * about a topic names it.
 */
export type ServerMessage = GameMessage | ChatMessage | LobbyMessage | ConnectionMessage | AnalysisMessage | EventMessage | PersonalMessage;

/** One browser that is logged in, in the answer to `GET /api/page/sessions`. */
export type SessionView = {
/** By which it is revoked. */
id: string,
/** Which browser on which system. */
device: string,
/** How the player logged in there. */
by: LoggedInByView,
/** Since when, in milliseconds since 1970. */
created: number,
/** When it was used last, give or take a few minutes. */
last_used: number,
/** Whether this is the browser that asks. */
current: boolean, };

/** A node has found that the database lacks moves that players had been told. */
export type SetBackView = {
/** Its name. */
node: string,
/** When it found that. */
at: number,
/** In how many games. */
games: number, };

/** The body of `POST /api/page/desk/users/{name}/rating`. */
export type SetRating = {
/** In which category. */
category: Category,
/** The rating, in points. */
rating: number,
/** How uncertain it is, from 30 to 350 points. */
deviation: number, };

/** A rating as staff sets it. */
export type SetRatingView = {
/** In points. */
points: number,
/** How uncertain it is, in points. */
deviation: number, };

/** Where a setting of the server comes from. What stands further up wins. */
export type SettingSource = "flag" | "environment" | "file" | "default";

/** A setting that whoever runs the server has made, in the answer to `GET /api/page/desk/settings`. The page can't change it. */
export type SettingView = {
/** Its name, as in the file and behind `--`. */
key: string,
/** What is in force; none for nothing, and for a secret. */
value: string | null,
/** Where it comes from. */
source: SettingSource, };

/** The answer to `POST /api/page/editor`. */
export type SetupChecked = {
/** The FEN with all its fields; null if the text is not a FEN. */
fen: string | null,
/** What keeps a game from beginning here. Empty if one can begin. */
problems: Array<SetupNote>,
/** What no game reaches; a game can begin here all the same. */
remarks: Array<SetupNote>,
/** The squares that a pawn may just have skipped. */
en_passant: Array<Square>, };

/** A sentence about a set-up board. */
export type SetupNote = {
/** The sentence, for people. */
message: string,
/** The squares that it is about. */
squares: Array<Square>, };

/** A side of the board. */
export type Side = "white" | "black";

/** The lag of a side as the server measured it, and its compensation. */
export type SideLagView = {
/** The mean lag over the side's moves; null before the first measurement. */
mean_ms: number | null,
/** The longest lag of a move. */
max_ms: number,
/** The total compensation. */
compensated_ms: number,
/** The remaining quota for compensation. */
quota_ms: number, };

/** All moves of one side in total. */
export type SideTotals = {
/** How accurate they were, in thousandths; null for a side that has not moved. */
accuracy: number | null,
/** The same in the opening. */
opening: number | null,
/** The same in the middlegame. */
middlegame: number | null,
/** The same in the endgame. */
endgame: number | null,
/** The average loss in hundredths of a pawn; null for a side that has not moved. */
average_loss: number | null,
/** How many were inaccuracies. */
inaccuracies: number,
/** How many were mistakes. */
mistakes: number,
/** How many were blunders. */
blunders: number, };

/** What staff has decided for the whole site: `GET` and `PUT /api/page/desk/site`, and `GET /api/page/site` for everybody. */
export type SiteView = {
/** The site's name. */
name: string,
/** Its rules, as plain text. */
rules: string,
/** The hue of its colour in degrees; none for the usual one. */
colour: number | null,
/** What every page shows on top; empty for nothing. */
announcement: string,
/** How to reach whoever runs the site, as an address or in words; empty where nothing is said. A change that does not say
 * leaves it as it is.
 */
contact?: string,
/** Who may play. */
play: WhoMay,
/** Who may watch games. */
watch: WhoMay,
/** Who may register: everyone or invited. */
register: WhoMay,
/** Whether there is chat. */
chat: boolean,
/** Whether staff must have a second factor to use the desk; omitted where the server was started with that off. A change
 * that does not say leaves it as it is.
 */
staff_second_factor?: boolean,
/** Whether this server sends mail. Told, and of no account in a change. */
mail?: boolean,
/** The admin's password, in a change that ends the demand for second factors. Never told. */
password?: string, };

/** The current state of a game, and what the side to move may do. */
export type Situation = {
/** The position as a FEN. */
fen: string,
/** The number of half-moves played. */
ply: number,
/** The side to move. */
turn: Color,
/** Whether the side to move is in check. */
check: boolean,
/** All legal moves in UCI notation. In standard chess castling is listed twice, as `e1g1` and as `e1h1`.
 * Empty unless the game is being played, and while an arbiter has paused the clocks.
 */
legal: Array<string>,
/** Both clocks when the message was sent; null if the game is unlimited. */
clocks: ClocksView | null,
/** The side whose draw offer is open. */
draw_offer: Color | null,
/** The side whose proposal to take back is open; omitted if there is none. */
takeback?: Color,
/** Whether an arbiter has paused the clocks; omitted if not. */
paused?: boolean,
/** The draw that the side to move may claim now. */
claim: Claim | null,
/** Whether the players may still abort the game. */
can_abort: boolean,
/** The sides that have gone berserk, in an arena; omitted if none has. */
berserk?: Array<Color>,
/** The sides that may go berserk now; omitted if none may. */
may_berserk?: Array<Color>,
/** Whether the game is waiting, playing or over. */
status: GameStatus, };

/** The speed of a game, by the time that a side has for forty moves. */
export type Speed = "bullet" | "blitz" | "rapid" | "classical" | "correspondence";

/** One of the 64 squares. Index 0 is a1, 7 is h1, 8 is a2, 63 is h8. */
export type Square = string;

/** The starting position of a game. */
export type StartPosition = { "kind": Variant, } | { "kind": "fen", fen: string, };

/** The body of `POST /api/page/desk/stop`. */
export type StopServer = {
/** That it is meant. */
sure: boolean, };

/** How much may still be stored. */
export type StoreLeft = {
/** In bytes, as the server stores games. */
bytes: number,
/** When there is as much again as at the beginning of a day, in milliseconds since 1970. */
again_ms: number, };

/** What a phone at a table does. Each says the round that it shows. */
export type TableAct = { "do": "sit",
/** The round, from 1. */
round: number,
/** The player. */
side: Side, } | { "do": "result",
/** The round, from 1. */
round: number,
/** Which game of the board it is of, from 1: the one that the phone shows. */
game: number,
/** The result, as arbiters write it. */
outcome: string, } | { "do": "dispute",
/** The round, from 1. */
round: number, } | { "do": "call",
/** The round, from 1. */
round: number, };

/** The board of a table. */
export type TableBoardView = {
/** The name of the board's first player. */
white: string,
/** The name of the second one. */
black: string,
/** Which game of the board is played now, or was the last one, from 1. */
game: number,
/** Whether the second one has White in the game that is played now. */
turned: boolean,
/** Whether it is played on this server, and brings its result by itself. */
online: boolean,
/** The result of the last game, as arbiters write it; null while it is open. */
outcome: string | null,
/** The result of the game before the one that is played now, as arbiters write it; null where there is none. */
before: string | null,
/** Whether the second one had White in that game. */
before_turned: boolean,
/** For whom a phone speaks already. */
taken: Array<Side>,
/** For whom this phone speaks. */
own: Side | null,
/** Which of the two entered the result; null for others. */
entered_by: Side | null,
/** Whether the result is disputed. */
disputed: boolean,
/** Whether the arbiter has decided about the result: it is not disputed again. */
decided: boolean,
/** Whether the arbiter was called. */
called: boolean, };

/** The body of `POST /api/page/events/ID/table`. */
export type TableCall = {
/** The eight digits of the table's card, or what its QR code has in their place. */
code: string,
/** What the phone does; absent to look only. */
act?: TableAct, };

/** What the card of a table has. */
export type TableCard = {
/** The table: the number of its board. */
table: number,
/** Eight digits, to type. */
code: string,
/** What the QR code has in their place. */
link: string, };

/** `GET /api/page/events/ID/tables`: what the cards of the tables have, for organisers alone. */
export type TableCards = {
/** The cards, from table 1 on. */
cards: Array<TableCard>, };

/** What the arbiter's desk sees of a table; nobody else does. */
export type TableNotes = {
/** For whom a phone speaks. */
taken: Array<Side>,
/** Which of the two entered the result; null for others. */
entered_by: Side | null,
/** Whether the result is disputed. */
disputed: boolean,
/** Whether the arbiter was called. */
called: boolean,
/** Why the clocks of the board's game on this server are paused, perhaps empty; null while they run. */
paused: string | null, };

/** What a phone at a table sees. */
export type TableView = {
/** What the event is called. */
name: string,
/** The table. */
table: number,
/** What the page sends from now on in place of the digits. */
link: string,
/** Whether players enter their own results in this event. */
on: boolean,
/** The last published round; 0 if there is none. */
round: number,
/** The board of this table in that round; null where there is none. */
board: TableBoardView | null, };

/** The body of `POST /api/page/guest-games`. */
export type TakeGuestGames = {
/** Whether the account takes the games over. */
take: boolean, };

/** The body of `POST /api/page/events/ID/seat`. The answer gives the device the seat. */
export type TakeVenueSeat = {
/** The eight digits, or what the QR code has in their place. */
code: string, };

/** One of the two teams of a match. */
export type TeamSide = "first" | "second";

/** How a match between two teams stands. Each list has the team first that is named first. */
export type TeamsView = {
/** What they are called. */
names: [string, string],
/** Who plays for each and has not left, board 1 first. Those behind the last board are substitutes. In a match of everybody
 * against everybody that is paired, whoever has left keeps the number.
 */
line_ups: [Array<EntrantId>, Array<EntrantId>],
/** On how many boards the next round is played. */
boards: number,
/** The points of the boards in tenths; a game without a result counts for nobody. */
points: [number, number], };

/** The body of `POST /api/page/report`. */
export type TellStaff = {
/** About whom. */
name: string,
/** In which game. */
game?: GameId,
/** What happened. */
reason: string, };

/** How a game ended. */
export type Termination = "checkmate" | "resignation" | "stalemate" | "insufficient_material" | "fivefold_repetition" | "seventy_five_moves" | "threefold_repetition" | "fifty_moves" | "agreement" | "time_forfeit" | "time_forfeit_insufficient_material" | "abandonment" | "abandonment_insufficient_material" | "abort" | "no_first_move" | "arbiter_decision" | "unknown";

/** An instant, in milliseconds on the time line of the game's owner.
 *
 * The server builds that line as the wall-clock time at its start (since 1970) plus monotonic time since
 * then, so it never jumps while the server runs. It may go back only when the server restarts.
 */
export type Time = number;

/** A time control. Unlimited games have none. */
export type TimeControlView = ClockControlView | OddsView | CorrespondenceView;

/** A title, written before the name: those of FIDE, of national federations, and that of programs. */
export type Title = "GM" | "WGM" | "IM" | "WIM" | "FM" | "WFM" | "CM" | "WCM" | "NM" | "BOT";

/** The answer to `POST /api/page/tokens`. */
export type TokenMade = {
/** The token. It is not shown again. */
token: string, };

/** An access token, in the answer to `GET /api/page/tokens`. The token itself is shown once, when it is made. */
export type TokenView = {
/** By what it is revoked. */
id: string,
/** What the player calls it, or the address of the page that it was given to. */
note: string,
/** What it allows, under lichess's names. */
scopes: Array<string>,
/** When it was made. */
created: number,
/** When it was used last; null if never. */
last_used: number | null,
/** From when on it opens nothing; null if it is good until it is revoked. */
expires: number | null, };

/** What a client can subscribe to, by its name in messages. Every message about a topic contains the name. */
export type Topic = `game:${string}` | `chat:${string}` | `watchers:${string}` | `analysis:${string}` | `event:${string}` | `event_chat:${string}` | 'lobby' | 'me';

/** The answer to `POST /api/page/lines/ID/try`. The rules say it, and no engine. */
export type TriedLine = {
/** The moves up to the first that is illegal. */
moves: Array<MoveView>,
/** The legal moves behind them in UCI notation. */
legal: Array<string>,
/** The first move that is illegal; null if none is. */
refused: BoardRefused | null, };

/** A puzzle that somebody has tried. */
export type TriedPuzzle = {
/** Its id. */
id: string,
/** How the first attempt ended, the only one that can be rated. */
first: PuzzleEnd,
/** How the last one ended. */
last: PuzzleEnd,
/** When the first attempt ended, in milliseconds since 1970. */
at: number,
/** The points that the first attempt has won or lost; null if it was not rated. */
change: number | null,
/** How hard the puzzle is now; null if it was withdrawn, so that it can't be tried again. */
rating: RatingView | null,
/** The position in which the solver moves, as a FEN; null if it was withdrawn. */
fen: string | null,
/** What the puzzle is about. Empty where the last attempt failed: it would help with the next one. */
themes: Array<string>, };

/** The body of `POST /api/page/lines/ID/try`: moves that the player tries on the board of their own game. */
export type TryLine = {
/** The position before the first move as a FEN. */
start_fen: string,
/** The moves in UCI notation, as many as a line may have. */
moves: Array<string>, };

/** One account, in the answer to `GET /api/page/desk/users`. */
export type UserRow = {
/** The name. */
name: string,
/** What the account may do. */
role: RoleView,
/** Whether it is in kid mode. */
kid: boolean,
/** Whether staff have muted it: its player plays, and does not write. */
muted: boolean,
/** Whether log-in asks for a second factor. */
second_factor: boolean,
/** When it was made, in milliseconds since 1970. */
created: number,
/** Whether it is closed. */
closed: boolean,
/** When one of its sessions was used last, give or take a few minutes; none without a session. */
last_seen: number | null,
/** Whether the player has a page open. */
online: boolean,
/** Whether the account was made by list, with a code card. */
by_list: boolean, };

/** The answer to `GET /api/page/desk/users`. */
export type UsersPage = {
/** In the order of their names. */
users: Array<UserRow>,
/** What to send as `after` for the next page; none at the end. */
next: string | null, };

/** A variant of chess: by which rules a game is played. */
export type Variant = "standard" | "chess960";

/** The seat that a device has been given. */
export type VenueSeatTaken = {
/** What the event is called. */
name: string,
/** The round, from 1. */
round: number,
/** The board, from 1. */
board: number,
/** Who sits there. */
player: string,
/** Who plays online. */
opponent: string,
/** Whether the seat is that of White. */
is_white: boolean,
/** The game; null until it has begun. */
game: GameId | null, };

/** A seat with its code. */
export type VenueSeatView = {
/** The round, from 1. */
round: number,
/** The board, from 1. */
board: number,
/** Who sits there. */
entrant: EntrantId,
/** Eight digits, to type. */
code: string,
/** What the QR code has in their place. */
link: string, };

/** `GET /api/page/events/ID/seats`: the seats at the venue of the last round, for organisers alone. */
export type VenueSeats = {
/** One for each board that is played on this server and at which somebody without an account sits. */
seats: Array<VenueSeatView>, };

/** Who may do something on a site. */
export type WhoMay = "everyone" | "accounts" | "invited";

/** The reasons for one entrant. */
export type Why = {
/** Whose. */
entrant: EntrantId,
/** By which rules. */
reason: PairingReason, };

/** How strongly a colour was wanted (C.04.3 article 1.7). */
export type Wish = "none" | "mild" | "strong" | "absolute";

/** Body of `PUT /api/page/players/NAME/note` and of `PUT /api/page/bio`. */
export type Words = {
/** The text; empty to remove it. */
text: string, };

/** What one round has to do with the value of a tie-break. */
export type WorkingPart = {
/** The round, from 1. */
round: number,
/** The opponent; null for a round without one. */
opponent: EntrantId | null,
/** The opponent's score as it counts here; null where it doesn't. */
theirs: string | null,
/** The own points in the round; null where they don't count. */
own: string | null,
/** What the round adds; of ratings, what goes into the average. */
value: string,
/** Whether it counts; else it is cut. */
counts: boolean,
/** Whether nothing was played. */
unplayed: boolean, };
