// SPDX-License-Identifier: AGPL-3.0-or-later
import { test as base } from '../quiet';
import { Server } from '../server';
import type { Engine } from './engine';
import { startFirefox } from './firefox';
import { Person } from './person';
import { startWebKit } from './webkit';

/** Whom a test runs in; a project of the Playwright configuration says so. */
export type EngineName = 'firefox' | 'webkit';

/** A place that `cargo xtask test` names, or where Debian's packages put it. */
function program(variable: string, usual: string): string {
  return process.env[variable] ?? usual;
}

function start(name: EngineName): Promise<Engine> {
  if (name === 'firefox') return startFirefox(program('FIREFOX', '/usr/bin/firefox-esr'));
  return startWebKit({
    driver: program('WEBKIT_DRIVER', '/usr/bin/WebKitWebDriver'),
    browser: program('WEBKIT_BROWSER', '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'),
    xvfb: program('XVFB', '/usr/bin/Xvfb'),
  });
}

/** A test in a browser engine of its own choice; the tests of an engine share one browser and one server. */
export const test = base.extend<{ person: Person }, { engine: EngineName; shared: { engine: Engine; server: Server } }>({
  engine: ['firefox', { option: true, scope: 'worker' }],
  shared: [
    async ({ engine: name }, use) => {
      const [server, engine] = await Promise.all([Server.start(), start(name)]);
      await use({ engine, server });
      await engine.stop();
      await server.dispose();
    },
    { scope: 'worker' },
  ],
  person: async ({ shared }, use) => {
    const window = await shared.engine.open();
    await window.resize(1280, 800);
    await use(new Person(window, shared.server.origin));
    const errors = window.errors();
    await window.close();
    if (errors.length > 0) throw new Error(`the page logged errors:\n${errors.join('\n')}`);
  },
});

export { expect } from '@playwright/test';
