// SPDX-License-Identifier: AGPL-3.0-or-later
// Refusals in English, as a friendly arbiter would put them. Fetched for whoever may be refused something: see `ui/refused.ts`.
import type { Outcome, Reason, Refusal, Role } from '../../platform/protocol';
import { asSentence } from '../../platform/sentence';
import { forms } from '../forms';
import { en as texts } from './index';

const { sides, roles } = texts;
const { number, plural } = forms('en-GB');

const FORBIDDEN: Record<Extract<Refusal, { kind: 'forbidden' }>['restriction'], string> = {
  no_abort: 'This game can’t be aborted, but you can resign.',
  no_rematch: 'There’s no rematch after this game.',
  no_given_time: 'Players can’t give each other time in this game.',
  no_claimed_win: 'In this game, an opponent who leaves loses only on time.',
  no_early_draw: 'In this game, draws can only be offered after move 30.',
};

/** How such a piece moves. */
const WAYS: Record<Role, string> = {
  pawn: 'A pawn moves straight ahead and captures one square diagonally ahead.',
  knight: 'A knight moves in an L: two squares one way and one to the side.',
  bishop: 'A bishop moves diagonally.',
  rook: 'A rook moves along files and ranks.',
  queen: 'A queen moves along files, ranks and diagonals.',
  king: 'A king moves one square at a time.',
};

const OVER: Record<Outcome['outcome'], string> = {
  checkmate: 'checkmate',
  stalemate: 'stalemate',
  insufficient_material: 'neither side can mate',
  fivefold_repetition: 'fivefold repetition',
  seventy_five_moves: '75 moves without a capture or a pawn move',
};

/** Why a move is not legal; `message` is the server's sentence, for a reason that this page does not know yet. */
function wordReason(reason: Reason, message: string): string {
  switch (reason.reason) {
    case 'game_over':
      return `The game is over: ${OVER[reason.outcome.outcome]}.`;
    case 'no_piece':
      return `There’s no piece on ${reason.square}.`;
    case 'not_your_turn': {
      const owner = sides[reason.piece.color];
      const turn = sides[reason.piece.color === 'white' ? 'black' : 'white'];
      return `It’s ${turn}’s turn, and the ${roles[reason.piece.role]} on ${reason.square} is ${owner}’s.`;
    }
    case 'already_there':
      return `The ${roles[reason.piece.role]} is already on ${reason.square}.`;
    case 'own_piece':
      return `The ${roles[reason.piece.role]} on ${reason.from} can’t go to ${reason.on}: its own ${roles[reason.by.role]} stands there.`;
    case 'pawn_captures_diagonally':
      return `The pawn on ${reason.from} can’t capture the ${roles[reason.by.role]} on ${reason.on}: pawns only capture diagonally.`;
    case 'nothing_to_capture':
      return `There’s nothing to capture on ${reason.to}, and pawns only move diagonally to capture.`;
    case 'pawn_two_squares':
      return `The pawn on ${reason.from} can’t advance two squares: pawns can only do that from where they start.`;
    case 'pawn_backwards':
      return `The pawn on ${reason.from} can’t go to ${reason.to}: pawns never move backwards.`;
    case 'does_not_move_so':
      return `${WAYS[reason.piece.role]} It can’t go from ${reason.from} to ${reason.to}.`;
    case 'blocked':
      return `The ${roles[reason.piece.role]} on ${reason.from} is blocked by the ${roles[reason.by.role]} on ${reason.on}.`;
    case 'castling_no_rook':
      return `There’s no rook on ${reason.square} to castle with.`;
    case 'castling_king_moved':
      return `The king moved on move ${reason.move_number}, so ${sides[reason.color]} can no longer castle.`;
    case 'castling_rook_moved':
      return `The rook from ${reason.square} moved on move ${reason.move_number}, so ${sides[reason.color]} can no longer castle on that side.`;
    case 'castling_rook_captured':
      return `The rook from ${reason.square} was captured on move ${reason.move_number}, so ${sides[reason.color]} can no longer castle on that side.`;
    case 'castling_right_lost':
      return `${sides[reason.color]} can no longer castle with the rook on ${reason.square}: that right was lost earlier.`;
    case 'castling_in_check':
      return `${sides[reason.color]} can’t castle while the king is in check from the ${roles[reason.by.role]} on ${reason.on}.`;
    case 'castling_through_attack':
      return `${sides[reason.color]} can’t castle: the king would pass over ${reason.square}, which is attacked by the ${roles[reason.by.role]} on ${reason.on}.`;
    case 'castling_blocked':
      return `${sides[reason.color]} can’t castle: the ${roles[reason.by.role]} on ${reason.on} is in the way.`;
    case 'en_passant_too_late':
      return `The pawn on ${reason.on} can only be captured en passant straight after its double step.`;
    case 'en_passant_exposes_king':
      return `Capturing en passant would expose the king to the ${roles[reason.by.role]} on ${reason.on}.`;
    case 'double_check':
      return `The king is in check from the ${roles[reason.by.role]} on ${reason.on} and the ${roles[reason.and_by.role]} on ${reason.and_on}: only the king can move.`;
    case 'pinned':
      return `The ${roles[reason.piece.role]} on ${reason.from} is pinned to the king by the ${roles[reason.by.role]} on ${reason.on}.`;
    case 'leaves_in_check':
      return `The king is in check from the ${roles[reason.by.role]} on ${reason.on}, and this move leaves it there.`;
    case 'king_into_attack':
      return `The king can’t go to ${reason.to}: the ${roles[reason.by.role]} on ${reason.on} attacks it.`;
    case 'promotion_missing':
      return `The pawn promotes on ${reason.to}: say to a queen, rook, bishop or knight.`;
    case 'promotion_not_allowed':
      return `A pawn can’t become a ${roles[reason.role]}, only a queen, rook, bishop or knight.`;
    case 'no_promotion':
      return `The ${roles[reason.piece.role]} on ${reason.from} can’t promote: only a pawn that reaches the last rank does.`;
    default:
      return unknown(reason, message);
  }
}

/** Why a command was refused. */
function wordRefusal(refusal: Refusal, message: string): string {
  switch (refusal.kind) {
    case 'illegal':
      return wordReason(refusal.reason, message);
    case 'not_your_turn':
      return `It’s ${sides[refusal.turn]}’s turn.`;
    case 'stale':
      return 'The game has moved on. Look again and play.';
    case 'premove_too_slow':
      return `It costs ${number(refusal.cost_ms / 1000, 1)} s, and your clock has no more than that.`;
    case 'too_many_premoves':
      return `At most ${refusal.limit} premoves can wait.`;
    case 'game_over':
      return 'The game is over.';
    case 'waiting_for_opponent':
      return 'The game starts when your opponent joins.';
    case 'not_a_player':
      return 'You’re watching: only the players can move.';
    case 'no_open_seat':
      return 'Someone else has taken the seat. You can watch.';
    case 'seat_reserved':
      return 'The seats are kept for other players. You can watch.';
    case 'already_seated':
      return `You’re already playing ${sides[refusal.color]}. Open the link in a private window to play both sides.`;
    case 'no_cookie':
      return 'Your browser blocks cookies, so the server can’t tell who you are. Allow them, then reload the page.';
    case 'needs_account':
      return 'This game is rated, so you need an account. Log in or register to join.';
    case 'too_late_to_abort':
      return 'Both sides have moved, so the game can’t be aborted. You can resign.';
    case 'draw_already_offered':
      return 'There’s already a draw offer.';
    case 'draw_offered_this_move':
      return `You can offer a draw again after ${ownMoves(refusal.moves)}.`;
    case 'no_takebacks':
    case 'takebacks_used_up':
      return 'No more takebacks in this game.';
    case 'nothing_to_take_back':
      return 'You have no move to take back.';
    case 'takeback_stands':
      return 'A takeback has already been proposed.';
    case 'takeback_pause':
      return `You can propose a takeback again after ${ownMoves(refusal.moves)}.`;
    case 'no_takeback_proposed':
      return 'The takeback proposal no longer stands.';
    case 'taken_back':
      return 'Moves were taken back.';
    case 'forbidden':
      return FORBIDDEN[refusal.restriction];
    case 'no_chess_clock':
      return 'This game has no clock.';
    case 'enough_time_given':
      return 'You can’t give your opponent more time now.';
    case 'clocks_paused':
      return 'The arbiter has paused the clocks. The game goes on when they run again.';
    case 'clocks_not_paused':
      return 'Pause the clocks of this game first.';
    case 'no_such_clock':
      return 'Set a clock to between 1 second and 3 hours.';
    case 'no_such_ply':
      return 'Go back to a position before this one.';
    case 'acts_used_up':
      return 'The clocks of this game have been paused or set too often.';
    case 'not_both_moved':
      return 'Not both sides have moved, so the arbiter can only say who didn’t come.';
    case 'no_berserk':
      return 'Nobody can go berserk in this game.';
    case 'too_late_to_go_berserk':
      return 'You can go berserk once, before your first move.';
    case 'rematch_declined':
      return 'Your opponent has declined a rematch.';
    case 'no_rematch_offered':
      return 'There’s no rematch offer to decline.';
    case 'no_draw_offer':
      return 'The draw offer no longer stands.';
    case 'no_claim':
      return 'There’s no draw to claim in this position.';
    case 'opponent_not_gone':
      return 'Your opponent is still here, or hasn’t been away long enough.';
    case 'not_over':
      return 'The game isn’t over yet.';
    case 'too_many_games':
      return `You have ${refusal.limit} unfinished games. Finish one first.`;
    case 'too_many_new_games':
      return `You’ve started too many games in a short time. Try again in ${refusal.wait_s} s.`;
    case 'opponent_has_too_many_games':
      return 'Your opponent has too many games already, so there’s no rematch for now.';
    case 'opponent_paused':
      return 'Your opponent can’t start a rated game now. You can play a casual one.';
    case 'nothing_said':
      return 'This message is empty.';
    case 'chat_too_long':
      return `Use at most ${refusal.limit} characters.`;
    case 'chat_is_off':
      return 'There’s no chat here.';
    case 'still_playing':
      return 'The spectators’ chat opens for you after the game.';
    case 'presets_only':
      return 'Only the ready-made messages can be sent here.';
    case 'chat_too_fast':
      return 'Too fast. Wait a moment before you write again.';
    case 'blocked':
      return 'This player doesn’t want messages from you.';
    case 'chat_is_full':
      return 'This chat is full.';
    case 'no_such_line':
      return 'This message is gone.';
    case 'not_allowed':
      return 'Your role doesn’t allow this.';
    case 'seek_gone':
      return 'No one is looking for this game any more.';
    case 'own_seek':
      return 'This is your own search.';
    case 'out_of_range':
      return `This player is looking for an opponent rated ${refusal.low} to ${refusal.high}.`;
    case 'kept_apart':
      return 'You can’t play with this player.';
    case 'protected':
      return 'A protected account can only play with its own class and with players it follows.';
    case 'paused':
      return `You left some of your last rated games early. You can play a rated game again in ${Math.ceil(refusal.wait_s / 60)} min, and casual games straight away.`;
    case 'bad_seek':
      return 'You can’t search for a game like this. Choose another time or rating range.';
    case 'lobby_full':
      return 'Too many players are looking for an opponent right now. Try again in a moment.';
    // Words for these stand where an analysis is shown: `closed` in `report.ts`.
    case 'analysis_of_running':
    case 'analysis_while_playing':
    case 'analysis_near_own_game':
    case 'analyses_used_up':
    case 'analysis_queue_full':
      return asSentence(message);
    case 'computer_while_playing':
      return 'You’re playing a game. You can play the computer when it’s over.';
    case 'computer_near_own_game':
      return 'This position belongs to your correspondence game. You can play it against the computer when that game is over.';
    case 'no_such_topic':
      return 'There’s no such game.';
    case 'too_many_topics':
      return 'Too many games are open at once. Close one first.';
    case 'not_subscribed':
    case 'wrong_topic':
    case 'unavailable':
      return 'The server couldn’t open this just now. Try again.';
    case 'not_known':
      return 'Nobody knows whether this has happened, because a server was lost. Look at the game, and do it again if it hasn’t.';
    case 'not_saved':
      return 'The server couldn’t save this, so it didn’t happen. Try again. If that doesn’t help, tell whoever runs this site.';
    case 'malformed':
      return 'The server didn’t understand this page. Reload it, then try again.';
    case 'too_fast':
      return 'That was too much at once. Wait a moment and try again.';
    default:
      return unknown(refusal, message);
  }
}

/** "your next move", "3 more moves of yours". */
const ownMoves = (moves: number): string =>
  plural(moves, { one: 'your next move', other: '# more moves of yours' });

/** The compiler proves that nothing known comes here; a newer server may still send something. */
function unknown(_: never, message: string): string {
  return asSentence(message);
}

export const refusals = { word: wordRefusal };
export default refusals;

declare module '../dictionary' {
  interface Parts {
    refusals: Worded<typeof refusals>;
  }
}
