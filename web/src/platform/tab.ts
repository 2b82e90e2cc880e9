// SPDX-License-Identifier: AGPL-3.0-or-later
import { reach } from './reach.svelte';
import { TabSocket } from './socket';

/** A connection, which tells whether it has brought a word by the time it ends. Proxies let some open and pass nothing on. */
function opened(path: string): WebSocket {
  const wire = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${path}`);
  let isSilent = true;
  const hear = () => {
    isSilent = false;
    reach.heard();
  };
  wire.addEventListener('message', hear, { once: true });
  wire.addEventListener('close', () => void (isSilent && reach.silence()));
  return wire;
}

/** The connection of this tab, which every page shares. */
export const tab = new TabSocket({ open: opened, random: Math.random, now: () => performance.now() });

const wake = () => {
  if (document.visibilityState === 'visible') tab.wake();
};
addEventListener('online', wake);
addEventListener('offline', () => tab.sleep());
document.addEventListener('visibilitychange', wake);
