// SPDX-License-Identifier: AGPL-3.0-or-later
// Every test speaks English, as the page does before it shows anything.
import { vi } from 'vitest';
import { languages } from '../src/locale';
import * as api from '../src/platform/api';
import { settings } from '../src/platform/settings.svelte';

await languages.speak('en');
// On the page they come a moment later: `refused.test.ts`.
await languages.need('refusals');

// What the tests of another file have chosen is nobody's choice here.
settings.take({});

// What must happen may take longer than vitest's own second where the machine is busy.
const { waitFor } = vi;
vi.waitFor = (what, options = { timeout: 20_000 }) => waitFor(what, options);

// What the server says of itself is asked once and kept, and files of tests share what is kept: no server says anything, unless a test
// has one.
vi.spyOn(api, 'serverInfo').mockReturnValue(new Promise(() => undefined));
