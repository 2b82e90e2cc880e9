// SPDX-License-Identifier: AGPL-3.0-or-later

/** Which dialog of the front door is open, for every page that leads there. */
class Door {
  open = $state<'logIn' | 'register' | null>(null);
}

export const door = new Door();
