// SPDX-License-Identifier: AGPL-3.0-or-later
// What stands in a file that somebody chose, whatever program has written it.

/** How a file's bytes were read. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Reads UTF-8, and UTF-16 by its byte order mark; older programs write Windows-1252, to which ISO 8859-1 belongs. */
export function decode(bytes: Uint8Array<ArrayBuffer>): { text: string; encoding: Encoding } {
  const [first, second] = bytes;
  const marked: Encoding | null = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : null;
  if (marked) return { text: new TextDecoder(marked).decode(bytes), encoding: marked };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' };
  }
}
