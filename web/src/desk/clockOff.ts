// SPDX-License-Identifier: AGPL-3.0-or-later
/** How far a clock is off, whichever way, in the units that all languages write alike: `2 h 5 min`. */
export function clockOff(seconds: number): string {
  const all = Math.abs(seconds);
  const parts: [number, string][] = [
    [Math.floor(all / 3600), 'h'],
    [Math.floor(all / 60) % 60, 'min'],
    [all % 60, 's'],
  ];
  const first = parts.findIndex(([value]) => value > 0);
  // Beside hours nobody needs the seconds.
  const shown = parts.slice(first, first + 2).filter(([value]) => value > 0);
  return shown.map(([value, unit]) => `${value}\u00a0${unit}`).join(' ');
}
