// SPDX-License-Identifier: AGPL-3.0-or-later
// What the stories need from a browser engine that Playwright does not drive: Debian's Firefox and WebKit.
import type { Picture } from './picture';

/** One action of a mouse, as WebDriver and WebDriver BiDi both write it (W3C WebDriver, 17.4.2). */
export type MouseAction =
  | { type: 'pointerMove'; x: number; y: number; duration: number }
  | { type: 'pointerDown'; button: 0 | 2 }
  | { type: 'pointerUp'; button: 0 | 2 };

/** Keys without a letter, as both protocols write them (W3C WebDriver, 17.4.2). */
const KEYS: Record<string, string> = {
  Control: '\uE009',
  Tab: '\uE004', Enter: '\uE007', Escape: '\uE00C', ArrowLeft: '\uE012', ArrowUp: '\uE013', ArrowRight: '\uE014', ArrowDown: '\uE015',
};

/** The mouse as the source of actions, with a key that is held meanwhile: pressed before the first of them and let go after the last. */
export function mouse(actions: MouseAction[], held?: string) {
  const pointer = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' } };
  if (held === undefined) return [{ ...pointer, actions }];
  const [wait, value] = [{ type: 'pause' }, KEYS[held] ?? held];
  const keys = [{ type: 'keyDown', value }, ...actions.map(() => wait), { type: 'keyUp', value }];
  return [{ type: 'key', id: 'keyboard', actions: keys }, { ...pointer, actions: [wait, ...actions, wait] }];
}

/** The keyboard as the source of actions: each key by its name or letter, pressed and let go. */
export function keyboard(keys: readonly string[]) {
  const actions = keys.flatMap((key) => (['keyDown', 'keyUp'] as const).map((type) => ({ type, value: KEYS[key] ?? key })));
  return [{ type: 'key', id: 'keyboard', actions }];
}

/** One window with cookies of its own. */
export interface Window {
  goto: (url: string) => Promise<void>;
  /** Runs a JavaScript expression in the page and returns its value, which must be JSON. */
  run: (expression: string) => Promise<unknown>;
  /** Gives the page this size in CSS pixels; the device's pixels are as large. */
  resize: (width: number, height: number) => Promise<void>;
  /** Uses the mouse, with a key held where one is named. */
  act: (actions: MouseAction[], held?: string) => Promise<void>;
  /** Presses keys one after another. */
  press: (keys: readonly string[]) => Promise<void>;
  /** What the page looks like now. */
  picture: () => Promise<Picture>;
  /** Errors that the page logged, where the engine tells of them. */
  errors: () => string[];
  close: () => Promise<void>;
}

/** A running browser. */
export interface Engine {
  open: () => Promise<Window>;
  stop: () => Promise<void>;
}
