// SPDX-License-Identifier: AGPL-3.0-or-later
// The sections of the festival that an event belongs to: read again when the event changes, because others' entries change them, too.
import { query, read } from '../platform/api';
import type { EventSections, EventView, EventViews, SectionListed, SectionPlayer, SectionPlayers } from '../platform/protocol';
import type { EventState } from './event.svelte';

/** Sections are read at most so often, in milliseconds: an event may change twice a second. */
const PAUSE = 5_000;

export class SectionsState {
  /** In their order; none for an event of its own, and until they are there. */
  all = $state.raw<SectionListed[]>([]);
  private readAt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly event: EventState) {}

  /** The other sections, in their order. */
  get others(): SectionListed[] {
    return this.all.filter(({ id }) => id !== this.event.id);
  }

  /** The section in which the visitor plays, if it is another one. */
  get mine(): SectionListed | undefined {
    return this.others.find(({ mine }) => mine);
  }

  /** Those to which the visitor may move players of this one. */
  get organised(): SectionListed[] {
    return this.all.filter(({ id, may_organise }) => may_organise || id === this.event.id);
  }

  /** Whether what all sections share is the visitor's to change, such as the timetable. So it is in an event of its own. */
  get areMine(): boolean {
    return this.organised.length === this.all.length;
  }

  /** Reads them now. What can't be read stays as it was. */
  async look(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.readAt = Date.now();
    try {
      this.all = (await read<EventSections>(`${this.event.path}/sections`)).sections;
    } catch {
      // The event is read without them.
    }
  }

  /** Reads them soon: at once after a quiet time. */
  note(): void {
    if (this.timer !== undefined) return;
    const wait = Math.max(0, this.readAt + PAUSE - Date.now());
    if (wait === 0) void this.look();
    else this.timer = setTimeout(() => void this.look(), wait);
  }

  /** Ends what was to be read. */
  stop(): void {
    clearTimeout(this.timer);
  }
}

/** All sections as the visitor sees them, for lists across them. */
export const allSections = async (event: EventState): Promise<EventView[]> => (await read<EventViews>(`${event.path}/sections/all`)).events;

/** The players of all sections whom the letters may mean, for organisers. */
export const inSections = async (event: EventState, letters: string): Promise<SectionPlayer[]> => (await read<SectionPlayers>(`${event.path}/sections/find${query({ find: letters })}`)).players;
