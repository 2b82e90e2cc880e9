// SPDX-License-Identifier: AGPL-3.0-or-later
// Every page of the site, for stories that look at all of them: a page that is new is looked at without being named here.
import { resolve } from 'node:path';
import { allPages } from '../../build/preload';
import { PATHS, type Route } from '../../src/platform/routes';

/** What stands in an address for each name in braces. */
export interface Values {
  id: string;
  name: string;
  category: string;
  part: string;
}

/** A name in braces that no story knows fails all that look at every page. */
function addressOf(path: string, values: Values): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name as keyof Values];
    if (value === undefined) throw new Error(`${path}: say in e2e/support/pages.ts what stands for {${name}}`);
    return value;
  });
}

/** The address of every page. */
export const everyAddress = (values: Values): [Route['page'], string][] =>
  (Object.entries(PATHS) as [Route['page'], string][]).map(([page, path]) => [page, addressOf(path, values)]);

const BUILT = allPages(resolve(import.meta.dirname, '../../src'));

/** The name of a page's component, which its file has too. */
export const componentOf = (page: Route['page']): string =>
  /(\w+)\.svelte$/.exec(BUILT.find((built) => built.page === page)?.modules[0] ?? '')?.[1] ?? '';

/** The pages that open without a server, and the parts of the texts that they show. */
export const KEPT = BUILT.filter(({ isKept }) => isKept).map(({ page, modules: [, , ...parts] }) => ({
  path: PATHS[page as Route['page']],
  texts: parts.map((part) => /(\w+)\.ts$/.exec(part)?.[1] ?? ''),
}));
