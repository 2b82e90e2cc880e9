// SPDX-License-Identifier: AGPL-3.0-or-later
// Refused calls as sentences.
import { ApiError } from '../platform/api';
import { t } from '../locale';
import { asSentence } from '../platform/sentence';

/** What to tell the person about a call that failed. */
export function problemOf(error: unknown, fallback: string = t.errors.failed ?? ''): string {
  if (!(error instanceof ApiError)) return fallback;
  if (error.status === 0) return t.errors.unreachable ?? fallback;
  if (error.code === 'too_much_stored' && error.retryAfter !== null) return t.storedEnough(Math.ceil(error.retryAfter / 3600));
  if (error.status === 429 && error.retryAfter !== null) return t.waitFor(error.retryAfter);
  // The server says best what is wrong with a FEN, a time or a name.
  return t.errors[error.code] ?? (asSentence(error.message) || fallback);
}
