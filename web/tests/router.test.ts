// SPDX-License-Identifier: AGPL-3.0-or-later
import { beforeEach, describe, expect, test } from 'vitest';
import { pathTo, routeOf, router } from '../src/platform/router.svelte';
import { PATHS, type Route } from '../src/platform/routes';

describe('addresses', () => {
  test('name a page', () => {
    expect(routeOf('/')).toEqual({ page: 'home' });
    expect(routeOf('/game/AbCd1234')).toEqual({ page: 'game', id: 'AbCd1234' });
  });

  test('that the server does not know name no page', () => {
    for (const path of ['/game/', '/game', '/game/AbCd1234/', '/game/a/b', '/nowhere', '//']) {
      expect(routeOf(path), path).toBeNull();
    }
  });

  test('of every page lead back to it', () => {
    for (const [page, path] of Object.entries(PATHS)) {
      const values = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ''], index) => [name, `a b/${index}%`]);
      const route = { page, ...Object.fromEntries(values) } as Route;
      expect(routeOf(pathTo(route)), path).toEqual(route);
    }
  });

  test('with broken escapes are taken as they stand', () => {
    expect(routeOf('/game/%zz')).toEqual({ page: 'game', id: '%zz' });
  });
});

describe('the router', () => {
  beforeEach(() => router.go({ page: 'home' }));

  test('goes to a page and says so in the address bar', () => {
    router.go({ page: 'game', id: 'AbCd1234' });
    expect(location.pathname).toBe('/game/AbCd1234');
    expect(router.route).toEqual({ page: 'game', id: 'AbCd1234' });
    expect(router.hasMoved).toBe(true);
  });

  test('leads to a view of the page that is open, and from a view back to the first', () => {
    const follow = (href: string) => {
      const link = document.createElement('a');
      link.href = href;
      link.onclick = router.follow;
      link.dispatchEvent(new MouseEvent('click', { cancelable: true }));
    };
    follow('/puzzles#/in/AbCd1234');
    expect(location.hash, 'from another page').toBe('#/in/AbCd1234');
    follow('/puzzles#/in/EfGh5678');
    expect(location.hash, 'of the page itself').toBe('#/in/EfGh5678');
    follow('/puzzles');
    expect(location.hash).toBe('#/');
    // What is no view stays: a position, or a puzzle.
    follow('/puzzles#zUdkNIgO');
    follow('/puzzles');
    expect(location.hash).toBe('#zUdkNIgO');
    router.go({ page: 'home' });
    expect(location.pathname + location.hash).toBe('/');
  });

  test('leaves clicks with a key to the browser', () => {
    const link = document.createElement('a');
    link.href = '/game/AbCd1234';
    link.onclick = router.follow;
    const click = new MouseEvent('click', { ctrlKey: true, cancelable: true });
    link.dispatchEvent(click);
    expect(click.defaultPrevented).toBe(false);
    expect(router.route).toEqual({ page: 'home' });
    link.dispatchEvent(new MouseEvent('click', { cancelable: true }));
    expect(router.route).toEqual({ page: 'game', id: 'AbCd1234' });
  });
});
