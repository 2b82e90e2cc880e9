// SPDX-License-Identifier: AGPL-3.0-or-later
import type { Subject } from '../ui/listed';

export const subject: Subject = {
  pages: {
    events: { load: () => import('./EventsPage.svelte'), texts: ['events'] },
    newEvent: { load: () => import('./NewEventPage.svelte'), texts: ['events'] },
    members: { load: () => import('./members/MembersPage.svelte'), texts: ['events'] },
    event: { load: () => import('./EventPage.svelte'), texts: ['events'] },
  },
  header: [{ place: 8, icon: 'trophy', to: { page: 'events' } }],
};

/** The folders that this one may use. Only a test reads it. */
export const uses = ['platform', 'locale', 'ui', 'board', 'lobby', 'people', 'live', 'watch'];

/** The texts among which the server chooses by a word of its own. Only a test reads it. */
export const keyedByServer = ['events.tieBreaks'];
