// SPDX-License-Identifier: AGPL-3.0-or-later
import { problemOf } from './problem';

/** How the saving of a form's or a section's values stands. */
export class Saving {
  state = $state<'idle' | 'busy' | 'saved' | 'failed'>('idle');
  problem = $state('');
  /** The error itself, for forms that show it at a field. */
  error: unknown = null;

  private runs = 0;

  /** Does something and keeps what came of it, unless something else has begun since; says whether it succeeded. */
  async run(what: () => Promise<unknown>): Promise<boolean> {
    const run = ++this.runs;
    this.state = 'busy';
    this.problem = '';
    this.error = null;
    try {
      await what();
      if (run === this.runs) this.state = 'saved';
      return true;
    } catch (error) {
      if (run !== this.runs) return false;
      this.error = error;
      this.problem = problemOf(error);
      this.state = 'failed';
      return false;
    }
  }
}
