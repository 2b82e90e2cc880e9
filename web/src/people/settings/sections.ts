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
  { place: 10, forAll: Appearance },
  { place: 30, forAccounts: Privacy },
  { place: 40, forAll: NoticeSettings },
  { place: 50, forAll: Device },
  { place: 60, aboutMe: BioForm, if: (me) => !me.kid },
  { place: 70, aboutMe: PasswordForm },
  { place: 80, aboutMe: EmailForm, if: (me) => site.sendsMail && !me.kid && Boolean(me.password) },
  { place: 90, aboutMe: SecondFactor, if: (me) => Boolean(me.password) },
  { place: 100, forAccounts: Sessions },
  { place: 110, forAccounts: Tokens },
  { place: 900, aboutMe: CloseAccount },
];
