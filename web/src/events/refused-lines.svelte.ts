// SPDX-License-Identifier: AGPL-3.0-or-later
// Entries that were refused when the form already held the next one: they can't come back into it, and must not vanish.

interface Line {
  /** What it is about: a name, or a board of a round. */
  about: string;
  /** What was refused and why, in words. */
  text: string;
}

export class RefusedLines {
  /** The oldest first, each about something else. */
  all = $state.raw<readonly Line[]>([]);

  add(about: string, text: string): void {
    this.drop(about);
    this.all = [...this.all, { about, text }];
  }

  /** It is sent once more, or somebody has read it. */
  drop(about: string): void {
    this.all = this.all.filter((line) => line.about !== about);
  }
}
