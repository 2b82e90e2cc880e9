// SPDX-License-Identifier: AGPL-3.0-or-later
import { takeToken } from './token';

/** A link by which one player may register has its secret behind the `#` of the start page. */
const INVITATION = /^#[0-9a-f]{64}$/;

/** Which dialog of the front door is open, for every page that leads there. */
class Door {
  open = $state<'logIn' | 'register' | null>(null);
  /** What an invitation said that was followed; empty where none was. */
  invitation = '';

  /** Whoever has followed an invitation may register with it at once. */
  welcome(): void {
    if (location.pathname !== '/' || !INVITATION.test(location.hash)) return;
    this.invitation = takeToken();
    this.open = 'register';
  }
}

export const door = new Door();
