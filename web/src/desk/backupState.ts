// SPDX-License-Identifier: AGPL-3.0-or-later
// What the desk says of backups, and whether it says so at all.
import type { Figures } from '../platform/protocol';

const WEEK_MS = 7 * 24 * 3_600_000;

/** What is known of those who may download one: that there is none, an old one, or a good one. Elsewhere: it is not made here. */
export function backupState({ backup_age_ms: age, can_download_backup }: Figures): 'elsewhere' | 'none' | 'old' | 'good' {
  if (!can_download_backup) return 'elsewhere';
  if (age === null) return 'none';
  return age >= WEEK_MS ? 'old' : 'good';
}

/** Whether there is anything to say or to offer. */
export function hasBackups(figures: Figures): boolean {
  return figures.can_download_backup || figures.backup_folder !== null || figures.backup_command !== null;
}
