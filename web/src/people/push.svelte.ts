// SPDX-License-Identifier: AGPL-3.0-or-later
// News that reach this device while no page is open. The service of the browser's maker carries one word, and the service worker
// shows the sentence for it that this page has left there.
import { read, send } from '../platform/api';
import { device } from '../platform/device.svelte';
import type { PushTo, PushView } from '../platform/protocol';
import { site } from '../platform/site.svelte';
import { recall, remember } from '../platform/storage';
import { notifications } from './notifications.svelte';

/** What is shown for each word that is pushed. */
interface Sentences {
  turn: string;
  challenge: string;
}

/** Where the service worker looks for the sentences. */
const SENTENCES = '/pushed';

/** Under which name this browser keeps the address that the server was told last. */
const TOLD = 'push-told';

/** Why this device can't be told anything, or that it can be. */
type Offer = 'unknown' | 'off' | 'insecure' | 'missing' | 'offered';

class Push {
  /** Off where this site pushes nothing, insecure where the browser doesn't trust its certificate, missing where the browser can't. */
  offer = $state<Offer>('unknown');
  /** Whether this device is told. */
  isOn = $state(false);

  /** The server's key. */
  private key = '';

  /** Asks the server, and the browser whether it still has what the server knows. */
  async load(): Promise<void> {
    const { isTrusted } = device;
    const view = await read<PushView>('/api/page/push').catch(() => null);
    if (!view) return;
    if (view.key === null) this.offer = 'off';
    else if (!isTrusted) this.offer = 'insecure';
    else if (!('serviceWorker' in navigator) || !('PushManager' in globalThis)) this.offer = 'missing';
    else {
      const { pushManager } = await navigator.serviceWorker.ready;
      const own = await pushManager.getSubscription().catch(() => null);
      this.key = view.key;
      this.isOn = view.on && own !== null && (await isTold(own));
      this.offer = 'offered';
    }
    if (this.offer !== 'offered') this.isOn = false;
  }

  /** Switches it on or off for this device; says whether that was done. The browser asks the person first, who may refuse. */
  async turn(on: boolean, sentences: Sentences): Promise<boolean> {
    const before = this.isOn;
    this.isOn = on;
    try {
      const isDone = on ? await this.begin(sentences) : await this.end();
      if (!isDone) this.isOn = before;
      return isDone;
    } catch (error) {
      this.isOn = before;
      throw error;
    }
  }

  /** Leaves the sentences in the person's language for the service worker. */
  async leaveSentences(sentences: Sentences): Promise<void> {
    const left = { title: site.name || 'Tabiya', lang: document.documentElement.lang, ...sentences };
    const cache = await caches.open('pushed');
    await cache.put(SENTENCES, new Response(JSON.stringify(left), { headers: { 'content-type': 'application/json' } }));
  }

  private async begin(sentences: Sentences): Promise<boolean> {
    // This comes first: some browsers ask only in answer to a press.
    await notifications.ask();
    if (notifications.state !== 'granted') return false;
    await this.leaveSentences(sentences);
    const { pushManager } = await navigator.serviceWorker.ready;
    const subscription = await subscribed(pushManager, this.key);
    try {
      await tell(subscription);
    } catch (error) {
      await subscription.unsubscribe();
      throw error;
    }
    return true;
  }

  private async end(): Promise<boolean> {
    await send('POST', '/api/page/push/off');
    const { pushManager } = await navigator.serviceWorker.ready;
    await (await pushManager.getSubscription())?.unsubscribe();
    return true;
  }
}

/** A subscription to this server. One to the key of a server that was here before is replaced. */
async function subscribed(pushManager: PushManager, key: string): Promise<PushSubscription> {
  const wish = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await pushManager.subscribe(wish);
  } catch (error) {
    const old = await pushManager.getSubscription();
    if (!old) throw error;
    await old.unsubscribe();
    return pushManager.subscribe(wish);
  }
}

/** Tells the server where this device is reached, and keeps which address that was. */
async function tell(subscription: PushSubscription): Promise<void> {
  await send('PUT', '/api/page/push', said(subscription));
  remember(TOLD, subscription.endpoint);
}

/**
 * Whether the server knows the address, which is told anew where it was another one. The browser gives a new one also while no server is
 * in reach, and the service worker tells it only once.
 */
async function isTold(subscription: PushSubscription): Promise<boolean> {
  if (recall<unknown>(TOLD, null) === subscription.endpoint) return true;
  return tell(subscription).then(
    () => true,
    () => false,
  );
}

function said(subscription: PushSubscription): PushTo {
  const { endpoint = '', keys = {} } = subscription.toJSON();
  return { endpoint, key: keys['p256dh'] ?? '', secret: keys['auth'] ?? '' };
}

export const push = new Push();
