// SPDX-License-Identifier: AGPL-3.0-or-later

/** A page of ours. */
export type Route = { page: 'home' } | { page: 'game'; id: string } | { page: 'unknown' };

/** Which page a path names. */
export function routeOf(path: string): Route {
  if (path === '/') return { page: 'home' };
  const game = /^\/game\/([0-9A-Za-z]+)\/?$/.exec(path);
  return game?.[1] ? { page: 'game', id: game[1] } : { page: 'unknown' };
}

/** The address bar. */
class Router {
  route = $state.raw<Route>(routeOf(location.pathname));
  /** Whether this is not the first page of the document any more. */
  hasMoved = false;

  constructor() {
    addEventListener('popstate', () => (this.route = routeOf(location.pathname)));
  }

  /** Goes to a page of ours without loading the document again. */
  go(path: string): void {
    if (path !== location.pathname) history.pushState(null, '', path);
    scrollTo(0, 0);
    this.hasMoved = true;
    this.route = routeOf(path);
  }

  /** For `onclick` of a link: plain clicks stay in the document, new tabs are left to the browser. */
  follow = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.currentTarget as HTMLAnchorElement;
    event.preventDefault();
    this.go(link.pathname);
  };
}

export const router = new Router();
