// SPDX-License-Identifier: AGPL-3.0-or-later
import { expect } from '@playwright/test';
import type { MouseAction, Window } from './engine';
import type { Picture } from './picture';

/** A place on the page, in CSS pixels. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A person at one window: looks for things by their names and uses them by mouse. */
export class Person {
  constructor(
    readonly window: Window,
    private readonly origin: string,
  ) {}

  async goto(path: string): Promise<void> {
    await this.window.goto(this.origin + path);
  }

  /** Runs a function of the page's own world; its arguments and its value travel as JSON. */
  async run<T, A extends unknown[]>(what: (...values: A) => T, ...values: A): Promise<T> {
    return (await this.window.run(`(${String(what)})(...${JSON.stringify(values)})`)) as T;
  }

  /** Where the visible button, link or label is whose name begins with `name`; null: nowhere. */
  async find(name: string): Promise<Box | null> {
    return this.run((wanted) => {
      for (const element of document.querySelectorAll('button, a, label')) {
        const said = element.getAttribute('aria-label') ?? element.textContent ?? '';
        const box = element.getBoundingClientRect();
        if (!said.replace(/\s+/g, ' ').trim().startsWith(wanted) || box.width === 0) continue;
        // What keeps a place for later can't be pressed yet.
        if (getComputedStyle(element).visibility === 'hidden') continue;
        element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
        const { x, y, width, height } = element.getBoundingClientRect();
        return { x, y, width, height };
      }
      return null;
    }, name);
  }

  /** Waits until it is there and stands still. */
  async see(name: string): Promise<Box> {
    let box: Box | null = null;
    await expect(async () => {
      const before = await this.find(name);
      box = await this.find(name);
      expect(box, `"${name}" is on the page`).not.toBeNull();
      expect(box).toEqual(before);
    }).toPass({ timeout: 20_000 });
    return box as unknown as Box;
  }

  async click(name: string): Promise<void> {
    const to = centre(await this.see(name));
    await this.window.act([moved(to), { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }]);
  }

  /** Drags the piece from one square to another. */
  async drag(from: string, to: string): Promise<void> {
    const [start, end] = [centre(await this.see(`${from}, `)), centre(await this.see(`${to}, `))];
    const between = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
    await this.window.act([
      moved(start),
      { type: 'pointerDown', button: 0 },
      moved(between),
      moved(end),
      { type: 'pointerUp', button: 0 },
    ]);
  }

  /** Draws from one square to another with the right button, in the colour of the key that is held. */
  async draw(from: string, to: string, held?: string): Promise<void> {
    const [start, end] = [centre(await this.see(`${from}, `)), centre(await this.see(`${to}, `))];
    await this.window.act([moved(start), { type: 'pointerDown', button: 2 }, moved(end), { type: 'pointerUp', button: 2 }], held);
  }

  /** Presses keys: names such as `Enter`, or one letter each. */
  async press(...keys: string[]): Promise<void> {
    await this.window.press(keys);
  }

  /** Types a text where the focus is, and ends it with Enter. */
  async type(text: string): Promise<void> {
    await this.window.press([...text, 'Enter']);
  }

  /** Gives something the focus, as Tab would. */
  async focus(selector: string): Promise<void> {
    await expect
      .poll(async () => this.run((wanted) => {
        const element = document.querySelector<HTMLElement>(wanted);
        element?.focus();
        return element !== null && document.activeElement === element;
      }, selector), `${selector} has the focus`)
      .toBe(true);
  }

  /** Waits until the page says something. */
  async reads(text: string): Promise<void> {
    await expect.poll(async () => this.run(() => document.body.innerText), `"${text}" is on the page`).toContain(text);
  }

  /** What stands on each square: `e2` → `white pawn`. Empty where there is no board. */
  async pieces(): Promise<Map<string, string>> {
    const names = await this.run(() =>
      [...document.querySelectorAll('[data-square]')].map((button) => button.getAttribute('aria-label') ?? ''),
    );
    return new Map(names.map((name) => [name.slice(0, 2), name.slice(4).replace(/,.*/, '')]));
  }

  async picture(): Promise<Picture> {
    return this.window.picture();
  }
}

function centre(box: Box) {
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
}

function moved(to: { x: number; y: number }): MouseAction {
  return { type: 'pointerMove', ...to, duration: 40 };
}
