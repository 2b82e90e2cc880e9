// SPDX-License-Identifier: AGPL-3.0-or-later
import { TabSocket } from './socket';

/** The connection of this tab, which every page shares. */
export const tab = new TabSocket({
  open: (path) => new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${path}`),
  random: Math.random,
});

const wake = () => {
  if (document.visibilityState === 'visible') tab.wake();
};
addEventListener('online', wake);
addEventListener('offline', () => tab.sleep());
document.addEventListener('visibilitychange', wake);
