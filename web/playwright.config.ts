// SPDX-License-Identifier: AGPL-3.0-or-later
import { defineConfig } from '@playwright/test';
import type { EngineName } from './e2e/support/engines/test';

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A host name that is not localhost, for what works only on plain http to another machine.
  '--host-resolver-rules=MAP tabiya.lan 127.0.0.1',
];

/** Stories' pages live for seconds: to optimise their scripts takes longer than it saves. The engine's program is not meant by this. */
const UNOPTIMISED = '--js-flags=--no-opt --no-maglev';

/**
 * Stories in real browsers against the real server. `cargo xtask test` runs all projects but `screenshots` and `figures`, and says
 * where the browsers (`CHROME`, `FIREFOX`, `WEBKIT_DRIVER`, `WEBKIT_BROWSER`, `XVFB`) and the server's binary
 * (`TABIYA_BIN`) are. Playwright drives Chromium; the support folder `engines` drives Firefox and WebKit.
 */
export default defineConfig<object, { engine: EngineName }>({
  outputDir: 'test-results',
  // Tests never meet: each has a server, or names, of its own.
  fullyParallel: true,
  workers: 3,
  forbidOnly: process.env.CI !== undefined,
  // A test that passes only sometimes is a fault to find, not to repeat.
  retries: 0,
  // These three only end what would never happen: two busy cores take their time.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    actionTimeout: 30_000,
    // It would answer in place of the routes of a story; the story about it lets it in.
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 800 },
    launchOptions: { executablePath: process.env.CHROME, args: ARGS },
  },
  projects: [
    { name: 'stories', testDir: 'e2e/stories', use: { launchOptions: { executablePath: process.env.CHROME, args: [...ARGS, UNOPTIMISED] } } },
    // One browser for each engine, side by side: their tests follow each other in one file.
    { name: 'firefox', testDir: 'e2e/engines', fullyParallel: false, use: { engine: 'firefox' } },
    { name: 'webkit', testDir: 'e2e/engines', fullyParallel: false, use: { engine: 'webkit' } },
    { name: 'screenshots', testDir: 'e2e/screenshots' },
    { name: 'figures', testDir: 'e2e/figures' },
  ],
});
