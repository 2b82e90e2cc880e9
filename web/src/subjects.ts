// SPDX-License-Identifier: AGPL-3.0-or-later
// The lists of the whole page, put together from each subject's own file. `tests/subjects.test.ts` checks that they are complete.
import type { Route } from './platform/routes';
import type { HeaderLink, MenuLink, PageFile, Subject } from './ui/listed';

const SUBJECTS = Object.values(import.meta.glob<Subject>('./*/subject.ts', { eager: true, import: 'subject' }));

const inOrder = <T extends { place: number }>(links: T[]): T[] => links.sort((a, b) => a.place - b.place);

/** Each page is a file of its own: whoever joins a game does not load the start page, nor the other way round. */
export const PAGES: Record<Route['page'], PageFile> = Object.assign({}, ...SUBJECTS.map(({ pages }) => pages));

// The settings page shows the sections of all subjects.
PAGES.settings.texts.push(...SUBJECTS.flatMap(({ inSettings = [] }) => inSettings));

/** The pages that open without a server. */
export const KEPT = (Object.keys(PAGES) as Route['page'][]).filter((page) => PAGES[page].isKept);

export const HEADER: HeaderLink[] = inOrder(SUBJECTS.flatMap(({ header = [] }) => header));

export const MENU: MenuLink[] = inOrder(SUBJECTS.flatMap(({ menu = [] }) => menu));
