// SPDX-License-Identifier: AGPL-3.0-or-later
/** The figures of how the server is doing, as rows of a name and a value. What nobody knows is a dash. */
import { t } from '../locale';
import type { Figures } from '../platform/protocol';
import { hasBackups } from './backupState';

const UNKNOWN = '–';

export function figureRows(figures: Figures): [name: string, value: string][] {
  const words = t.desk.figures;
  // The size of a database elsewhere is not known here.
  const isElsewhere = figures.data_bytes === 0;
  const free = figures.disk_free_bytes === null ? UNKNOWN : words.bytes(figures.disk_free_bytes);
  return [
    [words.games, String(figures.games_running)],
    [words.online, String(figures.online)],
    [words.accounts, String(figures.accounts)],
    [words.moves, figures.moves_per_second.toFixed(1)],
    [words.p99, figures.p99_ms === null ? UNKNOWN : words.ms(figures.p99_ms)],
    ...(isElsewhere ? [] : [[words.data, words.bytes(figures.data_bytes)] as [string, string], [words.disk, free] as [string, string]]),
    ...(hasBackups(figures) ? [[words.backup, words.age(figures.backup_age_ms)] as [string, string]] : []),
  ];
}
