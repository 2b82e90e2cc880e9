// SPDX-License-Identifier: AGPL-3.0-or-later
// What each event changes in a game as this page knows it.
import type { Color, GameEvent, MoveView, Situation } from '../platform/protocol';
import type { Game, GamePort } from './game.svelte';

/** What an event changes in the game, and what is heard of it. `id` is the command's that it answers; null where none of this page's did it. */
export function fold(game: Game, event: GameEvent, id: number | null, situation: Situation, cue: GamePort['cue']): void {
  switch (event.kind) {
    case 'joined':
      if (game.view) game.view = { ...game.view, [event.color]: event.player };
      if (id !== null) game.you = event.color;
      cue('begin');
      break;
    case 'move_played':
      hear(game, event.move, event.by, situation, cue);
      game.line.append(event.move);
      forgetNews(game);
      break;
    case 'draw_offered':
      game.askedAt.draw = game.seq ?? 0;
      hearOffer(game, event.by, cue);
      break;
    case 'ended':
      forgetNews(game);
      cue('end');
      break;
    case 'draw_declined':
      if (event.by !== game.you) game.news = { kind: 'draw_declined', by: event.by };
      break;
    case 'takeback_proposed':
      game.askedAt.takeback = game.seq ?? 0;
      hearOffer(game, event.by, cue);
      break;
    case 'takeback_declined':
      if (event.by !== game.you) game.news = { kind: 'takeback_declined', by: event.by };
      break;
    case 'set_back':
    case 'taken_back':
      game.line.takeBack(event.half_moves);
      forgetNews(game);
      if ('by' in event) game.news = { kind: 'taken_back', by: event.by };
      cue('move');
      break;
    case 'time_given':
      game.news = { kind: 'time_given', by: event.by };
      if (event.by !== game.you) cue('offer');
      break;
    case 'turn_restarted':
      game.restarted = true;
      break;
    case 'clocks_paused':
    case 'clocks_resumed':
      forgetNews(game);
      cue('offer');
      break;
    case 'created':
    case 'clock_set':
    case 'clocks_started':
      break;
  }
}

/** The position is another one: what was begun or said about the last one is over. */
function forgetNews(game: Game): void {
  game.pending = game.answer = game.news = game.droppedPremove = game.unsure = null;
  game.restarted = false;
}

/** A question of the opponent matters more than why the last attempt was refused. */
function hearOffer(game: Game, by: Color, cue: GamePort['cue']): void {
  if (by === game.you) return;
  game.answer = null;
  cue('offer');
}

/** One's own move was heard when it was made. */
function hear(game: Game, move: MoveView, by: Color, situation: Situation, cue: GamePort['cue']): void {
  if (situation.check) cue('check');
  else if (by !== game.you || !game.pending) cue(move.san.includes('x') ? 'capture' : 'move');
}
