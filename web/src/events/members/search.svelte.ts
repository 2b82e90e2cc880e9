// SPDX-License-Identifier: AGPL-3.0-or-later
// Whom a few letters mean, asked of the server a moment after the last key. The last question's answer counts.

import { problemOf } from '../problem';

/** Letters that are worth a question, where the server does not ask for more. */
const FEWEST = 2;
/** How long nobody types before the server is asked, in milliseconds. */
const PAUSE = 150;

export class MemberSearch<Found> {
  /** Those whom the last answer names. */
  found = $state.raw<Found[]>([]);
  /** Why the last question has no answer; empty if it has one. */
  problem = $state('');
  private asked = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `ask` asks the server, from `fewest` letters on; letters that it can't be asked about find nobody. */
  constructor(private readonly ask: (letters: string) => Promise<Found[]>, private readonly fewest = FEWEST) {}

  /** Somebody has typed. */
  typed(letters: string): void {
    clearTimeout(this.timer);
    const number = ++this.asked;
    this.problem = '';
    if (letters.trim().length < this.fewest) {
      this.found = [];
      return;
    }
    this.timer = setTimeout(() => {
      void this.now(letters).then((found) => {
        if (number === this.asked) this.found = found;
      });
    }, PAUSE);
  }

  /** The answer for whoever can't wait. What is shown stays as it is. */
  async now(letters: string): Promise<Found[]> {
    if (letters.trim().length < this.fewest) return [];
    const number = this.asked;
    try {
      return await this.ask(letters.trim());
    } catch (error) {
      if (number === this.asked) this.problem = problemOf(error);
      return [];
    }
  }

  /** Forgets what was asked and found. */
  clear(): void {
    clearTimeout(this.timer);
    this.asked++;
    this.found = [];
    this.problem = '';
  }
}
