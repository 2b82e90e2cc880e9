// SPDX-License-Identifier: AGPL-3.0-or-later
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetched } from '../src/platform/fetched';
import { reach } from '../src/platform/reach.svelte';

const reload = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(location, 'reload').mockImplementation(reload);
  vi.spyOn(reach, 'look').mockResolvedValue(true);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  reload.mockClear();
  sessionStorage.clear();
});

/** Files that fail to come, one after the other, and what happens meanwhile; then one comes. */
function coming(...meanwhile: (() => void)[]) {
  return async () => {
    const happens = meanwhile.shift();
    if (!happens) return 'the file';
    happens();
    throw new TypeError('it did not come');
  };
}

const nothing = () => undefined;
const leaves = () => void dispatchEvent(new Event('beforeunload'));
const served = (isThere: boolean) => () => void vi.mocked(reach.look).mockResolvedValue(isThere);

test('a file that an update has replaced loads the page anew, but only once', async () => {
  void fetched(coming(nothing));
  await vi.advanceTimersByTimeAsync(0);
  expect(reload).toHaveBeenCalledTimes(1);
  await expect(fetched(coming(nothing))).rejects.toThrow('it did not come');
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a server that is away is waited for', async () => {
  const file = fetched(coming(served(false), nothing, nothing));
  await vi.advanceTimersByTimeAsync(3_000);
  await expect(file).resolves.toBe('the file');
  expect(reload).not.toHaveBeenCalled();
});

test('whoever leaves the page is not held back by a reload', async () => {
  const file = fetched(coming(leaves));
  await vi.advanceTimersByTimeAsync(999);
  expect(reload).not.toHaveBeenCalled();
  // They have stayed after all.
  await vi.advanceTimersByTimeAsync(1);
  await expect(file).resolves.toBe('the file');
});

test('a page that nobody has left after all looks for what an update has replaced', async () => {
  void fetched(coming(leaves, nothing));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a page that holds something asks again, and is not loaded anew', async () => {
  const free = reach.hold();
  const file = fetched(coming(nothing, nothing));
  await vi.advanceTimersByTimeAsync(2_000);
  await expect(file).resolves.toBe('the file');
  const never = fetched(coming(nothing, nothing, nothing, nothing));
  const refused = expect(never).rejects.toThrow('it did not come');
  await vi.advanceTimersByTimeAsync(3_000);
  await refused;
  free();
  expect(reload).not.toHaveBeenCalled();
});

test('it listens for leaving only while a file is on its way', async () => {
  const [listens, stops] = [vi.spyOn(window, 'addEventListener'), vi.spyOn(window, 'removeEventListener')];
  await fetched(coming());
  expect(listens).toHaveBeenCalledTimes(1);
  expect(stops.mock.calls).toEqual(listens.mock.calls);
});
