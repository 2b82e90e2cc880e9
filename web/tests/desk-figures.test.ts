// SPDX-License-Identifier: AGPL-3.0-or-later
import { expect, test } from 'vitest';
import { figureRows } from '../src/desk/figures';
import { languages, t } from '../src/locale';
import type { Figures } from '../src/platform/protocol';

const figures: Figures = {
  accounts: 3,
  online: 2,
  games_running: 1,
  moves_per_second: 0.25,
  p99_ms: null,
  data_bytes: 1_000_000,
  disk_free_bytes: 2_000_000_000,
  backup_age_ms: null,
  backup_folder: null,
  backup_command: null,
  can_download_backup: true,
  backup_problem: null,
  backup_same_disk: false,
  database: 'ok',
  can_stop: false,
};

test('free space that the system does not tell is a dash, and no zero', async () => {
  await languages.need('desk');
  const words = t.desk.figures;
  const shown = (disk_free_bytes: number | null) => Object.fromEntries(figureRows({ ...figures, disk_free_bytes }));
  expect(shown(null)[words.disk]).toBe('–');
  expect(shown(0)[words.disk]).toBe(words.bytes(0));
  expect(shown(2_000_000_000)[words.disk]).toBe(words.bytes(2_000_000_000));
  expect(shown(null)[words.p99], 'nobody has moved yet').toBe('–');
});
