// SPDX-License-Identifier: AGPL-3.0-or-later
// What a subject adds to the lists of the whole page. Each subject says it in a file `subject.ts` of its own folder, and
// `src/subjects.ts` puts the lists together.
import type { Component } from 'svelte';
import type { Links, PartName } from '../locale/dictionary';
import type { Me } from '../platform/protocol';
import type { Route } from '../platform/routes';
import type { IconName } from './icons';

/** A page: how its component is fetched, and which parts of the texts it shows beside those of every page. */
export interface PageFile {
  load: () => Promise<{ default: unknown }>;
  texts: PartName[];
  /** Whether it also opens without a server, as it was last seen. Its address is one path. */
  isKept?: true;
  /**
   * Whether it goes on by itself when a server is back that was away: made anew, it would lose what is on its board. Any other page is
   * made anew then.
   */
  goesOn?: true;
  /** Whether a game with clocks is played there: the header gives way to it on small screens, and notices wait behind a button. */
  isPlayed?: true;
  /** Whether notices wait behind a button in its header, so that nothing covers its board and what stands below it. */
  foldsNotices?: true;
  /** Whether it logs somebody in by itself: it stays until that is done, and nobody else logs in there. */
  logsIn?: true;
}

/** What leads to a page is called as `t.links` calls the page. */
export type Linked = Extract<Route, { page: keyof Links }>;

/** The lists are sorted by `place`; places are numbered in tens, so that there is room between them. */
interface Placed {
  place: number;
}

/** A link in a list. */
interface Link extends Placed {
  icon: IconName;
}

/** A link in the header, on every page. */
export interface HeaderLink extends Link {
  to: Linked;
}

/** A line of the menu of a person who has an account. */
export interface MenuLink extends Link {
  to: (name: string) => Linked;
  /** Whether only staff see it. */
  isForStaff?: boolean;
}

/** What people look for on the settings page, in this order. */
export const SETTINGS_GROUPS = ['display', 'board', 'people', 'account', 'data'] as const;
export type SettingsGroup = (typeof SETTINGS_GROUPS)[number];

/** A section of the settings page. A folder lists its own in `settings/sections.ts`. */
export type SettingsSection = Placed & {
  group: SettingsGroup;
  /** Whether people with this account have the section; all have it if this is left out. */
  if?: (me: Me) => boolean;
} & (
    | { forAll: Component }
    | { forAccounts: Component }
    /** For accounts too, and given the account. */
    | { aboutMe: Component<{ me: Me }> }
  );

export interface Subject {
  pages?: Partial<Record<Route['page'], PageFile>>;
  header?: HeaderLink[];
  menu?: MenuLink[];
  /** The parts of the texts that its sections on the settings page show. */
  inSettings?: PartName[];
}
