// SPDX-License-Identifier: AGPL-3.0-or-later
import { site } from '../../platform/site.svelte';
import type { SettingsSection } from '../../ui/listed';
import Appearance from './Appearance.svelte';
import BioForm from './BioForm.svelte';
import CloseAccount from './CloseAccount.svelte';
import Device from './Device.svelte';
import EmailForm from './EmailForm.svelte';
import NoticeSettings from './NoticeSettings.svelte';
import PasswordForm from './PasswordForm.svelte';
import Privacy from './Privacy.svelte';
import SecondFactor from './SecondFactor.svelte';
import Sessions from './Sessions.svelte';
import Tokens from './Tokens.svelte';

export const sections: SettingsSection[] = [
  { place: 10, group: 'display', forAll: Appearance },
  { place: 20, group: 'display', forAll: Device },
  { place: 10, group: 'people', aboutMe: BioForm, if: (me) => !me.kid },
  { place: 20, group: 'people', forAccounts: Privacy },
  { place: 30, group: 'people', forAll: NoticeSettings },
  { place: 10, group: 'account', aboutMe: PasswordForm },
  { place: 20, group: 'account', aboutMe: EmailForm, if: (me) => site.sendsMail && !me.kid && Boolean(me.password) },
  { place: 30, group: 'account', aboutMe: SecondFactor, if: (me) => Boolean(me.password) },
  { place: 40, group: 'account', forAccounts: Sessions },
  { place: 10, group: 'data', forAccounts: Tokens },
  { place: 900, group: 'data', aboutMe: CloseAccount },
];
