// SPDX-License-Identifier: AGPL-3.0-or-later
// Every test speaks English, as the page does before it shows anything.
import { afterAll, vi } from 'vitest';
import { languages } from '../src/locale';
import { account } from '../src/platform/account.svelte';
import * as api from '../src/platform/api';
import { reach } from '../src/platform/reach.svelte';
import { settings } from '../src/platform/settings.svelte';

await languages.speak('en');
// On the page they come a moment later: `refused.test.ts`.
await languages.need('refusals');

// Files of tests share one page. What those before have left is not there: no server answers, unless a test has one, nobody is logged in,
// and nobody has chosen anything.
globalThis.fetch = () => new Promise(() => undefined);
localStorage.clear();
history.replaceState(null, '', '/');
[account.me, account.hint, account.isKnown] = [null, null, false];
settings.take({});
reach.found();

// What must happen may take longer than vitest's own second where the machine is busy.
const { waitFor } = vi;
vi.waitFor = (what, options = { timeout: 20_000 }) => waitFor(what, options);

// What the server says of itself is asked once and kept, and files of tests share what is kept: no server says anything, unless a test
// has one.
vi.spyOn(api, 'serverInfo').mockReturnValue(new Promise(() => undefined));

// Nor does a timer outlive its file: the page asks once more what is not answered within 20 s, and that would come to the next file's server.
const { setTimeout, setInterval } = globalThis;
const begun: NodeJS.Timeout[] = [];
const noted = <T extends typeof setTimeout | typeof setInterval>(begin: T): T =>
  new Proxy(begin, {
    apply(...call) {
      const timer = Reflect.apply(...call) as NodeJS.Timeout;
      begun.push(timer);
      return timer;
    },
  });
Object.assign(globalThis, { setTimeout: noted(setTimeout), setInterval: noted(setInterval) });
afterAll(() => {
  Object.assign(globalThis, { setTimeout, setInterval });
  begun.forEach(clearTimeout);
});
