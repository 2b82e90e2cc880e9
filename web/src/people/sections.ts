// SPDX-License-Identifier: AGPL-3.0-or-later
// The sections of the settings page, put together from the file of each folder that has some. It comes with that page alone.
import type { SettingsSection } from '../ui/listed';

const LISTS = import.meta.glob<SettingsSection[]>('../*/settings/sections.ts', { eager: true, import: 'sections' });

export const SECTIONS: SettingsSection[] = Object.values(LISTS).flat().sort((a, b) => a.place - b.place);
