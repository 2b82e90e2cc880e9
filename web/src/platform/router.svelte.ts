// SPDX-License-Identifier: AGPL-3.0-or-later
import { PATHS, type Route } from './routes';

const ROUTES = Object.entries(PATHS) as [Route['page'], string][];

/** Which page a path names; null: none, and the server says the same with status 404. */
export function routeOf(path: string): Route | null {
  const parts = path.split('/');
  for (const [page, pattern] of ROUTES) {
    const values = match(pattern.split('/'), parts);
    if (values) return { page, ...values } as Route;
  }
  return null;
}

/** The path that leads to a page. */
export function pathTo(route: Route): string {
  const values: Record<string, string> = route;
  return PATHS[route.page].replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

/** What stands for each name in braces; null where the paths differ. */
function match(pattern: string[], parts: string[]): Record<string, string> | null {
  if (pattern.length !== parts.length) return null;
  const values: Record<string, string> = {};
  for (const [index, wanted] of pattern.entries()) {
    const part = parts[index] ?? '';
    const name = /^\{(\w+)\}$/.exec(wanted)?.[1];
    if (name === undefined ? part !== wanted : part === '') return null;
    if (name !== undefined) values[name] = decoded(part);
  }
  return values;
}

/** A part of a path as it was meant; as it stands where its escapes make no text. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The address bar. */
class Router {
  route = $state.raw<Route | null>(routeOf(location.pathname));
  /** Whether this is not the first page of the document any more. */
  hasMoved = false;

  constructor() {
    addEventListener('popstate', () => (this.route = routeOf(location.pathname)));
  }

  /** Goes to a page of ours without loading the document again. */
  go(route: Route): void {
    this.move(pathTo(route));
  }

  /** For `onclick` of a link: plain clicks stay in the document, new tabs are left to the browser. */
  follow = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.currentTarget as HTMLAnchorElement;
    event.preventDefault();
    this.move(link.pathname, link.hash);
  };

  private move(path: string, hash = ''): void {
    // On the page that is open, a link leads to one of its views, and the page's own link to its first: `#/` names views.
    const view = hash || (location.hash.startsWith('#/') ? '#/' : location.hash);
    if (path !== location.pathname) history.pushState(null, '', path + hash);
    else if (view !== location.hash) location.hash = view;
    scrollTo(0, 0);
    this.hasMoved = true;
    this.route = routeOf(path);
  }
}

export const router = new Router();
