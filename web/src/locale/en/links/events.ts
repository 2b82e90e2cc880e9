// SPDX-License-Identifier: AGPL-3.0-or-later
// What links in the header call the events, in English.
export default {
  events: 'Events',
};

declare module '../../dictionary' {
  interface Links {
    events: string;
  }
}
