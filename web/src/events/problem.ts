// SPDX-License-Identifier: AGPL-3.0-or-later
// Refused calls about events as sentences in the language of the page.
import { ApiError } from '../platform/api';
import { t } from '../locale';
import type { EventRefusal } from '../platform/protocol';
import { problemOf as usual } from '../ui/problem';

/** What to tell the person about a call that failed. */
export function problemOf(error: unknown): string {
  const refusal = error instanceof ApiError ? error.refusal : undefined;
  // Another subject, or a server that is newer than the page, may know further kinds.
  const told = refusal && (t.events.refused(refusal as EventRefusal) as string | undefined);
  return told ?? usual(error);
}
