// SPDX-License-Identifier: AGPL-3.0-or-later
import { afterEach, describe, expect, test, vi } from 'vitest';

/** A page whose browser answers like this when the page asks for a service worker. */
async function deviceWhere(register: () => Promise<unknown>) {
  vi.resetModules();
  vi.stubEnv('PROD', true);
  vi.stubGlobal('isSecureContext', true);
  const ready = Promise.resolve({ active: { postMessage: () => undefined } });
  vi.stubGlobal('navigator', { wakeLock: {}, serviceWorker: { register, ready } });
  const { device } = await import('../src/platform/device.svelte');
  device.start(() => Promise.resolve());
  dispatchEvent(new Event('load'));
  await new Promise((done) => setTimeout(done));
  return device;
}

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

describe('what the browser lends', () => {
  test('is offered where the page can be kept', async () => {
    const device = await deviceWhere(() => Promise.resolve());
    expect([device.isTrusted, device.canStayAwake]).toEqual([true, true]);
  });

  test('is not offered where the certificate was only clicked away', async () => {
    const device = await deviceWhere(() => Promise.reject(new DOMException('An SSL certificate error occurred', 'SecurityError')));
    expect([device.isTrusted, device.canStayAwake]).toEqual([false, false]);
  });

  test('is still offered where the server was away', async () => {
    const device = await deviceWhere(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(device.isTrusted).toBe(true);
  });
});
