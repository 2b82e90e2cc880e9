// SPDX-License-Identifier: AGPL-3.0-or-later
// What stories on the analysis board look at and do.
import { expect, type Page } from '@playwright/test';
import { Board } from './game';

export const tree = (page: Page) => page.getByRole('tree', { name: 'Moves' });
export const move = (page: Page, name: string) => tree(page).getByRole('treeitem', { name, exact: true });
export const report = (page: Page) => page.getByRole('region', { name: 'Computer analysis' });
export const engine = (page: Page) => page.getByRole('region', { name: 'Engine' });

/** A browser in which the engine was switched off: a story that does not look at it need not pay for its search. */
export const rests = (page: Page) => page.addInitScript(() => localStorage.setItem('tabiya.analysis.engine', '{"isOn":false}'));

/** Drags a move, once, and waits until it stands in the tree. Who is quicker than the rules has the move when they know it. */
export async function drag(page: Page, from: string, to: string, name: string): Promise<void> {
  await new Board(page).drag(from, to);
  await expect(move(page, name)).toHaveAttribute('aria-current', 'true');
}
