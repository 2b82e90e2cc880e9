// SPDX-License-Identifier: AGPL-3.0-or-later
import { defineConfig } from '@playwright/test';

/**
 * Stories in real browsers against the real server. `cargo xtask test` runs the project `stories` and says where
 * Chromium (`CHROME`) and the server's binary (`TABIYA_BIN`) are; `cargo xtask screenshots` runs the other project.
 */
export default defineConfig({
  outputDir: 'test-results',
  // Every test has a server of its own, so tests never meet.
  fullyParallel: true,
  workers: 2,
  forbidOnly: process.env.CI !== undefined,
  // A test that passes only sometimes is a fault to find, not to repeat.
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  use: {
    actionTimeout: 20_000,
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      executablePath: process.env.CHROME,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A host name that is not localhost, for what works only on plain http to another machine.
        '--host-resolver-rules=MAP tabiya.test 127.0.0.1',
      ],
    },
  },
  projects: [
    { name: 'stories', testDir: 'e2e/stories' },
    { name: 'screenshots', testDir: 'e2e/screenshots' },
  ],
});
