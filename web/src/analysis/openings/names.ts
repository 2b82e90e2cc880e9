// SPDX-License-Identifier: AGPL-3.0-or-later
// The openings' names by position, however it was reached: the same that the server knows (`openings/page.rs` of
// `tabiya-archive`, which makes the file and says what stands in it).
import url from './names.txt?url';

const DIGITS = 10;
const PRIME = 0x01000193;

function hash(text: string, begin: number): number {
  let value = begin;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), PRIME) >>> 0;
  return value;
}

/** By what the file knows a position: pieces, turn, castling and en passant. */
function keyOf(fen: string): string {
  const text = fen.split(' ').slice(0, 4).join(' ');
  const first = hash(text, 0x811c9dc5);
  const second = hash(text, first);
  return first.toString(16).padStart(8, '0') + (second >>> 24).toString(16).padStart(2, '0');
}

export class Openings {
  private readonly names = new Map<string, string>();

  /** From the text of the file. */
  constructor(text: string) {
    const [keys = '', ...names] = text.split('\n');
    for (const [index, name] of names.entries()) {
      if (name !== '') this.names.set(keys.slice(index * DIGITS, (index + 1) * DIGITS), name);
    }
  }

  get size(): number {
    return this.names.size;
  }

  /** The name of a position of standard chess, in English; empty where it has none. */
  nameOf(fen: string): string {
    return this.names.get(keyOf(fen)) ?? '';
  }
}

let asked: Promise<Openings> | null = null;

/** The names, which are fetched once. */
export function loadOpenings(): Promise<Openings> {
  asked ??= fetch(url).then(async (response) => {
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    return new Openings(await response.text());
  });
  asked.catch(() => (asked = null));
  return asked;
}
