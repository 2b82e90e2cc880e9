// SPDX-License-Identifier: AGPL-3.0-or-later
import { afterEach, describe, expect, test, vi } from 'vitest';
import { copyText } from '../src/platform/clipboard';

afterEach(() => void vi.unstubAllGlobals());

function clipboard(writeText: ((text: string) => Promise<void>) | null) {
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: writeText && { writeText } });
}

/** The old way, with what was selected at the time. */
function oldWay(works: boolean) {
  const copied: string[] = [];
  document.execCommand = () => {
    copied.push(document.querySelector('textarea')?.value ?? '');
    return works;
  };
  return copied;
}

describe('copying', () => {
  test('uses the clipboard where there is one', async () => {
    const written: string[] = [];
    clipboard(async (text) => void written.push(text));
    expect(await copyText('1. e4 *')).toBe(true);
    expect(written).toEqual(['1. e4 *']);
  });

  test('works over plain http, where there is none', async () => {
    clipboard(null);
    const copied = oldWay(true);
    expect(await copyText('1. e4 *')).toBe(true);
    expect(copied).toEqual(['1. e4 *']);
    expect(document.querySelector('textarea')).toBeNull();
  });

  test('falls back when the clipboard refuses', async () => {
    clipboard(async () => Promise.reject(new Error('no')));
    const copied = oldWay(true);
    expect(await copyText('x')).toBe(true);
    expect(copied).toEqual(['x']);
  });

  test('says when nothing works', async () => {
    clipboard(null);
    oldWay(false);
    expect(await copyText('x')).toBe(false);
  });
});
