// SPDX-License-Identifier: AGPL-3.0-or-later
import { problemOf } from './problem';

/** How the saving of a form's or a section's values stands. */
export class Saving {
  state = $state<'idle' | 'busy' | 'saved' | 'failed'>('idle');
  problem = $state('');
  /** The error itself, for forms that show it at a field. */
  error: unknown = null;

  /** Does something and keeps what came of it; says whether it succeeded. */
  async run(what: () => Promise<unknown>): Promise<boolean> {
    this.state = 'busy';
    this.problem = '';
    this.error = null;
    try {
      await what();
      this.state = 'saved';
      return true;
    } catch (error) {
      this.error = error;
      this.problem = problemOf(error);
      this.state = 'failed';
      return false;
    }
  }
}
