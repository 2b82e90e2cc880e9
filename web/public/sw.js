// SPDX-License-Identifier: AGPL-3.0-or-later
// The service worker: some pages open without a server, as they were last seen. With a server in reach every page comes from
// there.
const KEPT = 'kept';

addEventListener('install', () => skipWaiting());

addEventListener('activate', (event) => {
  // The browser asks the server while it starts this worker.
  event.waitUntil(Promise.all([clients.claim(), registration.navigationPreload?.enable()]));
});

// Once it is shown, a page tells which pages are to be kept and which files it uses; texts in its language are among them.
addEventListener('message', (event) => {
  const { pages, files } = event.data;
  if (Array.isArray(pages) && Array.isArray(files)) event.waitUntil(keep(pages, files));
});

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(page(event, pathname));
  else if (pathname.startsWith('/assets/')) event.respondWith(file(request));
});

/** The page of the server, or what is kept of it. */
async function page(event, pathname) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await caches.match(pathname)) ?? (await caches.match('/')) ?? Response.error();
  }
}

/** A file's name changes with what is in it, so a kept one is never old. */
async function file(request) {
  return (await caches.match(request)) ?? fetch(request);
}

/** Keeps the pages with all files that they name, and forgets files that nobody names any more. */
async function keep(pages, used) {
  const cache = await caches.open(KEPT);
  const wanted = new Set(used.filter((path) => String(path).startsWith('/assets/')));
  for (const path of pages) {
    const answer = await fetch(path);
    if (!answer.ok) return;
    const html = await answer.clone().text();
    for (const [, name] of html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)) wanted.add(name);
    await cache.put(path, answer);
  }
  for (const path of pages) wanted.add(path);
  const names = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  await Promise.all([...wanted].filter((path) => !names.includes(path)).map((path) => cache.add(path)));
  await Promise.all(names.filter((path) => !wanted.has(path)).map((path) => cache.delete(path)));
}
