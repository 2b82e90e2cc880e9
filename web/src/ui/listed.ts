// SPDX-License-Identifier: AGPL-3.0-or-later
// What a subject adds to the lists of the whole page. Each subject says it in a file `subject.ts` of its own folder, and
// `src/subjects.ts` puts the lists together.
import type { Links, PartName } from '../locale/dictionary';
import type { Route } from '../platform/routes';
import type { IconName } from './icons';

/** A page: how its component is fetched, and which parts of the texts it shows beside those of every page. */
export interface PageFile {
  load: () => Promise<{ default: unknown }>;
  texts: PartName[];
}

/** What leads to a page is called as `t.links` calls the page. */
export type Linked = Extract<Route, { page: keyof Links }>;

/** A link in a list. The lists are sorted by `place`; places are numbered in tens, so that there is room between them. */
interface Place {
  place: number;
  icon: IconName;
}

/** A link in the header, on every page. */
export interface HeaderLink extends Place {
  to: Linked;
  /** Whether it is shown at the right end as an icon alone. */
  isTool?: boolean;
}

/** A line of the menu of a person who has an account. */
export interface MenuLink extends Place {
  to: (name: string) => Linked;
  /** Whether only staff see it. */
  isForStaff?: boolean;
}

export interface Subject {
  pages?: Partial<Record<Route['page'], PageFile>>;
  header?: HeaderLink[];
  menu?: MenuLink[];
}
