// SPDX-License-Identifier: AGPL-3.0-or-later
import { expect, test } from 'vitest';
import { backupState, hasBackups } from '../src/desk/backupState';
import type { Figures } from '../src/platform/protocol';

const WEEK_MS = 7 * 24 * 3_600_000;

const figures = (told: Partial<Figures>) =>
  ({ backup_age_ms: null, backup_folder: null, backup_command: null, can_download_backup: false, ...told }) as Figures;

test('whoever may download a backup is told that there is none, or an old one', () => {
  const state = (backup_age_ms: number | null) => backupState(figures({ backup_age_ms, can_download_backup: true }));
  expect([null, 0, WEEK_MS - 1, WEEK_MS].map(state)).toEqual(['none', 'good', 'good', 'old']);
});

test('nobody is sent to a button that is not there', () => {
  // A moderator, and a server on PostgreSQL: "Download one below" would lead nowhere.
  for (const age of [null, 2 * WEEK_MS]) expect(backupState(figures({ backup_age_ms: age }))).toBe('elsewhere');
  expect(hasBackups(figures({}))).toBe(false);
  for (const told of [{ can_download_backup: true }, { backup_folder: '/backups' }, { backup_command: 'pg_dump' }])
    expect(hasBackups(figures(told))).toBe(true);
});
