// SPDX-License-Identifier: AGPL-3.0-or-later

/** A sentence with its full stop, of which a name like `Ann B.` has brought one already. */
export const ended = (sentence: string): string => (sentence.endsWith('.') ? sentence : `${sentence}.`);
