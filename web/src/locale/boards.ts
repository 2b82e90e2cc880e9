// SPDX-License-Identifier: AGPL-3.0-or-later

/** The last board that a helper's code can open: a code up to it is for all boards, also those that later rounds have more. */
export const LAST_BOARD = 65_535;
