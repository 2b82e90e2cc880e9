// SPDX-License-Identifier: AGPL-3.0-or-later
// What a browser lends only to pages that nobody can have changed on their way: HTTPS with a trusted certificate, or
// this very computer. Elsewhere nothing of it is offered.

/** The browser's offer to install the page, which not every browser makes. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

class Device {
  /** Whether the browser lends anything here. */
  isTrusted = $state(isSecureContext);
  /** Null while the page can't be installed, or already is. */
  offer = $state.raw<InstallOffer | null>(null);

  /** Whether the screen can be kept on. */
  get canStayAwake(): boolean {
    return this.isTrusted && 'wakeLock' in navigator;
  }

  /** `pages` are the paths that open without a server; `fetchTexts` fetches what they say in the person's language. */
  start(pages: string[], fetchTexts: () => Promise<unknown>): void {
    addEventListener('beforeinstallprompt', (event) => {
      event.preventDefault();
      this.offer = event as InstallOffer;
    });
    addEventListener('appinstalled', () => (this.offer = null));
    if (this.isTrusted && import.meta.env.PROD && 'serviceWorker' in navigator) {
      const keep = async () => {
        // A certificate that the person has accepted against the browser's warning looks trusted until this is refused.
        if (!(await keepPages(pages, fetchTexts))) this.isTrusted = false;
      };
      // After everything that the person waits for.
      if (document.readyState === 'complete') void keep();
      else addEventListener('load', () => void keep(), { once: true });
    }
  }

  async install(): Promise<void> {
    const offer = this.offer;
    this.offer = null;
    await offer?.prompt();
  }

  /** Keeps the screen on until the returned function is called. Browsers let it go when the tab is hidden. */
  stayAwake(): () => void {
    if (!this.canStayAwake) return () => undefined;
    let lock: WakeLockSentinel | null = null;
    let isOver = false;
    const take = async () => {
      if (document.visibilityState !== 'visible' || (lock && !lock.released)) return;
      // Refused where the battery is low; then the screen goes off as always.
      lock = await navigator.wakeLock.request('screen').catch(() => null);
      if (isOver) void lock?.release();
    };
    void take();
    document.addEventListener('visibilitychange', take);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', take);
      void lock?.release();
    };
  }
}

/**
 * Lets the service worker keep what opens without a server, with the files that this page has used. Says whether the browser
 * allows it: private windows have none, and the page works as before.
 */
async function keepPages(pages: string[], fetchTexts: () => Promise<unknown>): Promise<boolean> {
  try {
    await navigator.serviceWorker.register('/sw.js');
  } catch (error) {
    // Anything else, such as a server that is away, is no answer.
    return !(error instanceof DOMException && error.name === 'SecurityError');
  }
  const { active } = await navigator.serviceWorker.ready;
  await fetchTexts().catch(() => undefined);
  const files = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  active?.postMessage({ pages, files });
  return true;
}

export const device = new Device();
