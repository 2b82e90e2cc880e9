// SPDX-License-Identifier: AGPL-3.0-or-later
// Numbers, dates, lists and plurals as a language writes them, all by the platform's Intl.
import { shortSpan } from '../platform/time';

/** A text for each plural category of the language; `#` stands for the count. What a language lacks is `other`. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

const TIME = { hour: '2-digit', minute: '2-digit' } as const;
const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];

/** Makes the value when it is first asked for: most pages need few of these. */
function late<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** What a language of this tag (BCP 47) makes of numbers and times. Times are in milliseconds since 1970. */
export function forms(tag: string) {
  const rules = late(() => new Intl.PluralRules(tag));
  const plain = late(() => new Intl.NumberFormat(tag));
  const dates = late(() => new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', year: 'numeric' }));
  const months = late(() => new Intl.DateTimeFormat(tag, { month: 'short', year: 'numeric' }));
  const moments = late(() => new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', ...TIME }));
  const times = late(() => new Intl.DateTimeFormat(tag, TIME));
  const lists = late(() => new Intl.ListFormat(tag, { type: 'unit', style: 'short' }));

  /** A number with so many digits after the point. */
  const number = (value: number, digits = 0): string =>
    digits === 0
      ? plain().format(value)
      : value.toLocaleString(tag, { minimumFractionDigits: digits, maximumFractionDigits: digits });

  return {
    number,
    /** `plural(3, { one: '# game', other: '# games' })` is `3 games`. */
    plural: (count: number, texts: PluralForms): string =>
      (texts[rules().select(count)] ?? texts.other).replace('#', number(count)),
    /** `22 Nov 2026`. */
    date: (at: number): string => dates().format(at),
    /** `Nov 2026`. */
    month: (at: number): string => months().format(at),
    /** `22 Nov, 09:30`. */
    moment: (at: number): string => moments().format(at),
    /** `09:30`. */
    time: (at: number): string => times().format(at),
    /** `pawn, knight, queen`. */
    list: (items: readonly string[]): string => lists().format(items),
    /** How long something took, in milliseconds: `0.4 s`, `12 s`, `3:05`. */
    span: (ms: number): string => (ms < 9_950 ? `${number(ms / 1000, 1)} s` : shortSpan(Math.max(ms, 10_000))),
    /** `1.5 MB`. */
    bytes: (count: number): string => {
      let [value, unit] = [count, 0];
      while (value >= 1000 && unit < UNITS.length - 1) [value, unit] = [value / 1000, unit + 1];
      const digits = value < 10 && unit > 0 ? 1 : 0;
      const unitDisplay = unit === 0 ? 'long' : 'short';
      return value.toLocaleString(tag, {
        style: 'unit',
        unit: UNITS[unit],
        unitDisplay,
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      });
    },
  };
}
