// SPDX-License-Identifier: AGPL-3.0-or-later

/** A message of the server as a sentence: its errors are written to stand behind a colon. Nothing stays nothing. */
export function asSentence(message: string): string {
  const whole = /[.?!]$/.test(message) ? message : `${message}.`;
  return message && whole.charAt(0).toUpperCase() + whole.slice(1);
}
