// SPDX-License-Identifier: AGPL-3.0-or-later
import type { SettingsSection } from '../../ui/listed';
import BoardSettings from './BoardSettings.svelte';

export const sections: SettingsSection[] = [{ place: 10, group: 'board', forAll: BoardSettings }];
