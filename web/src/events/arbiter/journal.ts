// SPDX-License-Identifier: AGPL-3.0-or-later
// A line of an event's journal in words.
import type { JournalBy, JournalLine } from '../../platform/protocol';
import { t } from '../../locale';
import { pretty } from '../event.svelte';

/** What was done. */
export function whatOf(line: JournalLine, name: (entrant: number) => string): string {
  const [one = '', other = ''] = line.entrants.map(name);
  const pair = other === '' ? one : `${one} – ${other}`;
  const isResult = line.what === 'result' || line.what === 'corrected' || line.what === 'arena_result';
  const text = isResult ? pretty(line.text) : line.text;
  return t.events.journal.what[line.what]({ one, pair, round: line.round ?? 0, boards: line.boards.join(', '), text });
}

/** Who did it. */
export function whoOf(by: JournalBy, name: (entrant: number) => string): string {
  const words = t.events.journal.by;
  switch (by.kind) {
    case 'server':
      return words.server;
    case 'account':
      return by.name ?? words.closed;
    case 'entrant':
      return name(by.entrant);
    case 'code':
      return words.code(by.label);
    case 'table':
      return words.table;
  }
}
