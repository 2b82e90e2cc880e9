// SPDX-License-Identifier: AGPL-3.0-or-later
// The service worker: some pages open without a server, as they were last seen. With a server in reach every page comes from
// there.
const KEPT = 'kept';
// The engine's files are large, and few pages use them: they are kept from their first use on.
const ENGINE = 'engine';
const OF_ENGINE = /^\/assets\/(wasm-worker-.*\.js|.*\.(wasm|net))$/;

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
  else if (pathname.startsWith('/assets/')) event.respondWith(file(event, pathname));
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
async function file(event, pathname) {
  const kept = await caches.match(event.request);
  if (kept) return kept;
  const answer = await fetch(event.request);
  if (answer.ok && OF_ENGINE.test(pathname)) event.waitUntil(keepEngine(pathname, answer.clone()));
  return answer;
}

/** Keeps a file of the engine in place of the one before: what stands before the first dash and the ending is the same. */
async function keepEngine(pathname, answer) {
  const named = (path) => path.replace(/-.*(?=\.)/, '');
  const cache = await caches.open(ENGINE);
  const old = (await cache.keys()).map(({ url }) => new URL(url).pathname).filter((path) => named(path) === named(pathname));
  await Promise.all(old.map((path) => cache.delete(path)));
  await cache.put(pathname, answer);
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

// What is pushed is one word. The page has left the sentence for it here, in the person's language, because no page may be open
// to say it. The word holds no name, so the service that carries it learns none.
addEventListener('push', (event) => event.waitUntil(tell(event.data?.text() ?? '')));

addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(show());
});

// The browser's maker has given this device another address.
addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));

const openPages = () => clients.matchAll({ type: 'window', includeUncontrolled: true });

/**
 * Shows the sentence. A person who looks at a page sees it there, but some browsers take the permission back from whoever is
 * sent something and shows nothing: then it is shown without a sound, and closed at once.
 */
async function tell(word) {
  const isSeen = (await openPages()).some(({ visibilityState }) => visibilityState === 'visible');
  const left = await caches.match('/pushed').then((kept) => kept?.json()).catch(() => undefined);
  const body = left && Object.hasOwn(left, word) ? left[word] : '';
  const options = { body, lang: left?.lang ?? '', tag: word, icon: '/icon-192.png', silent: isSeen };
  await registration.showNotification(left?.title ?? 'Tabiya', options);
  if (!isSeen) return;
  for (const shown of await registration.getNotifications({ tag: word })) shown.close();
}

/** Opens the start page, where games and challenges wait, or shows the page that is open already. */
async function show() {
  const [page] = await openPages();
  await (page ? page.focus() : clients.openWindow('/'));
}

/** Tells the server the new address, if the person who is logged in now has asked for it on this device. */
async function renew({ oldSubscription, newSubscription }) {
  const options = oldSubscription?.options;
  const subscription = newSubscription ?? (options && (await registration.pushManager.subscribe(options)));
  if (!subscription) return;
  const asked = await fetch('/api/page/push').then((answer) => (answer.ok ? answer.json() : undefined));
  const { endpoint, keys } = subscription.toJSON();
  const body = JSON.stringify({ endpoint, key: keys.p256dh, secret: keys.auth });
  const tellServer = () => fetch('/api/page/push', { method: 'PUT', headers: { 'content-type': 'application/json' }, body });
  if (!asked?.on || !(await tellServer()).ok) await subscription.unsubscribe();
}
