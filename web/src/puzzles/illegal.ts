// SPDX-License-Identifier: AGPL-3.0-or-later
// Why the rules forbid a move that a solver has tried. The server is asked: nothing in the page knows the rules.
import { languages } from '../locale';
import { send } from '../platform/api';
import type { BoardChecked } from '../platform/protocol';
import { problemOf } from '../ui/problem';
import { inWords } from '../ui/refused';

/** The reason in a sentence; empty if the move is legal after all. */
export async function whyIllegal(fen: string, uci: string): Promise<string> {
  try {
    const { refused } = await send<BoardChecked>('POST', '/api/page/board', { start_fen: fen, time: null, moves: [uci], took_ms: [0] });
    if (!refused) return '';
    await languages.need('refusals').catch(() => undefined);
    return inWords(refused.refusal, refused.message);
  } catch (error) {
    return problemOf(error);
  }
}
