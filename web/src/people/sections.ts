// SPDX-License-Identifier: AGPL-3.0-or-later
// The sections of the settings page, put together from the file of each folder that has some. It comes with that page alone.
import type { Me } from '../platform/protocol';
import { SETTINGS_GROUPS, type SettingsGroup, type SettingsSection } from '../ui/listed';

const LISTS = import.meta.glob<SettingsSection[]>('../*/settings/sections.ts', { eager: true, import: 'sections' });

export const SECTIONS: SettingsSection[] = Object.values(LISTS).flat().sort((a, b) => a.place - b.place);

/** The groups that somebody has, each with its sections in order; null: a guest. */
export function groupsOf(me: Me | null): { group: SettingsGroup; sections: SettingsSection[] }[] {
  const isTheirs = (section: SettingsSection) => 'forAll' in section || (me !== null && (section.if?.(me) ?? true));
  return SETTINGS_GROUPS.map((group) => ({
    group,
    sections: SECTIONS.filter((section) => section.group === group && isTheirs(section)),
  })).filter(({ sections }) => sections.length > 0);
}
