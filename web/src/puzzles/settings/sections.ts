// SPDX-License-Identifier: AGPL-3.0-or-later
import type { SettingsSection } from '../../ui/listed';
import OwnGames from './OwnGames.svelte';

export const sections: SettingsSection[] = [{ place: 25, group: 'people', forAccounts: OwnGames, if: (me) => !me.kid }];
