// SPDX-License-Identifier: AGPL-3.0-or-later
import { account } from '../platform/account.svelte';
import { ApiError, send } from '../platform/api';
import type { Me } from '../platform/protocol';
import { site } from '../platform/site.svelte';
import { t } from '../locale';
import { problemOf } from '../ui/problem';
import { door } from './door.svelte';
import { whoIsThis } from './who.svelte';

/** The fields that can be wrong; `form` is for all that belongs to none of them. */
export type FieldName = 'name' | 'password' | 'email' | 'code' | 'invitation' | 'form';

/** Which field a refusal is about. */
export function fieldOf(error: unknown): FieldName {
  const code = error instanceof ApiError ? error.code : '';
  // Of a log-in nobody is told whether the name or the password was wrong.
  if (code === 'wrong_login') return 'password';
  const fields: FieldName[] = ['name', 'password', 'email'];
  return fields.find((field) => code.split('_').includes(field)) ?? 'form';
}

/** Logging in and registering: what was typed, where it stands, and what the server found wrong. */
export class Enter {
  name = $state('');
  password = $state('');
  email = $state('');
  /** The second factor, or a recovery code. */
  code = $state('');
  /** What an invitation says; asked for only where the server wants one. */
  invitation = $state(door.invitation);
  isInvited = $state(door.invitation !== '');
  /** What is asked now. */
  step = $state<'form' | 'code' | 'guestGames' | 'done'>('form');
  guestGames = $state(0);
  busy = $state(false);
  problems = $state.raw<Partial<Record<FieldName, string>>>({});

  async logIn(): Promise<void> {
    if (this.isLacking()) return;
    await this.ask(async () => {
      const code = this.step === 'code' ? { code: this.code.trim() } : {};
      this.take(await send<Me>('POST', '/api/login', { name: this.name.trim(), password: this.password, ...code }));
    });
  }

  async register(): Promise<void> {
    if (this.isLacking()) return;
    await this.ask(async () => {
      const more = {
        ...(this.email.trim() && { email: this.email.trim() }),
        ...(this.invitation.trim() && { invitation: this.invitation.trim() }),
      };
      const me = await send<Me>('POST', '/api/register', { name: this.name.trim(), password: this.password, ...more });
      // The guest has become this account, with all games.
      this.step = 'done';
      account.entered(me);
    });
  }

  /** The code of a card, which is name and password in one. */
  async useCard(code: string): Promise<void> {
    await this.ask(async () => {
      const me = await send<Me>('POST', '/api/card', { code });
      whoIsThis.itsMe(me.player);
      this.take(me);
    });
  }

  /** Whether the games that this browser's guest has played belong to the account from now on. */
  async answerGuestGames(take: boolean): Promise<void> {
    await this.ask(async () => {
      await send('POST', '/api/page/guest-games', { take });
      this.step = 'done';
      await account.refresh();
    });
  }

  private take(me: Me): void {
    account.entered(me);
    this.guestGames = me.guest_games;
    this.step = me.guest_games > 0 ? 'guestGames' : 'done';
  }

  private isLacking(): boolean {
    this.problems = {
      ...(this.name.trim() === '' && { name: t.enter.noName }),
      ...(this.password === '' && { password: t.enter.noPassword }),
      ...(this.step === 'code' && this.code.trim() === '' && { code: t.enter.noCode }),
    };
    return Object.keys(this.problems).length > 0;
  }

  private async ask(what: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.problems = {};
    try {
      await what();
    } catch (error) {
      this.refused(error);
    } finally {
      this.busy = false;
    }
  }

  private refused(error: unknown): void {
    if (error instanceof ApiError && error.needs === 'code') {
      // The first time it is a question, then an answer that was wrong.
      this.problems = this.step === 'code' ? { code: t.enter.wrongCode } : {};
      this.step = 'code';
      return;
    }
    if (error instanceof ApiError && error.needs === 'invitation') {
      this.isInvited = true;
      this.problems = { invitation: problemOf(error) };
      return;
    }
    if (error instanceof ApiError && error.code === 'account_closed') {
      this.problems = { form: `${t.enter.closed} ${t.enter.appeal(site.contact)}` };
      return;
    }
    this.problems = { [fieldOf(error)]: problemOf(error) };
  }
}
