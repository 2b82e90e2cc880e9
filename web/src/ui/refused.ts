// SPDX-License-Identifier: AGPL-3.0-or-later
// Why a command was refused, in words. The words are many and seldom needed: they are fetched for whoever sits at a game, else
// with the first refusal.
import { languages, t } from '../locale';
import type { Refusal } from '../platform/protocol';
import { asSentence } from '../platform/sentence';

/** A refusal in the language of the page; in the server's own sentence until its words are there, and where they can't be had. */
export function inWords(refusal: Refusal, message: string): string {
  const { refusals } = t as Partial<typeof t>;
  if (refusals) return t.refusals.word(refusal, message);
  languages.need('refusals').catch(() => undefined);
  return asSentence(message);
}
