// SPDX-License-Identifier: AGPL-3.0-or-later
// What links call the board editor, in English.
export default {
  editor: 'Board editor',
};

declare module '../../dictionary' {
  interface Links {
    editor: string;
  }
}
