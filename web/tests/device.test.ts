// SPDX-License-Identifier: AGPL-3.0-or-later
import { afterEach, describe, expect, test, vi } from 'vitest';

const told = vi.fn();
const fetchTexts = vi.fn(() => Promise.resolve());

/** A page whose browser answers like this when the page asks for a service worker. */
async function deviceWhere(register: () => Promise<unknown>) {
  vi.resetModules();
  vi.stubEnv('PROD', true);
  vi.stubGlobal('isSecureContext', true);
  const ready = Promise.resolve({ active: { postMessage: told } });
  vi.stubGlobal('navigator', { wakeLock: {}, serviceWorker: { register, ready } });
  const { device } = await import('../src/platform/device.svelte');
  device.start(['/', '/board'], fetchTexts);
  dispatchEvent(new Event('load'));
  await new Promise((done) => setTimeout(done));
  return device;
}

afterEach(() => {
  vi.clearAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

describe('what the browser lends', () => {
  test('is offered where the page can be kept', async () => {
    const device = await deviceWhere(() => Promise.resolve());
    expect([device.isTrusted, device.canStayAwake]).toEqual([true, true]);
  });

  test('keeps the pages that open without a server, once their texts are there', async () => {
    await deviceWhere(() => Promise.resolve());
    expect(told).toHaveBeenCalledExactlyOnceWith({ pages: ['/', '/board'], files: expect.any(Array) });
    expect(fetchTexts.mock.invocationCallOrder[0]).toBeLessThan(told.mock.invocationCallOrder[0] ?? 0);
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
