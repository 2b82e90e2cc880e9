// SPDX-License-Identifier: AGPL-3.0-or-later
// What was refused while the next one stood in the form already. It can't come back into the form, and it must not vanish either.

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
