// SPDX-License-Identifier: AGPL-3.0-or-later
// What the log of staff says about a deed, in words.
import { t } from '../locale';
import type { DeedView, SetRatingView, SiteView } from '../platform/protocol';

/** What stands between what was before and what is after. */
const change = (before: string, after: string): string => `${before} → ${after}`;

const rating = ({ points, deviation }: SetRatingView): string => `${points} ±${deviation}`;

/** A value of the site's rules. */
function value(read: SiteView[keyof SiteView]): string {
  const { log, site } = t.desk;
  if (typeof read === 'boolean') return read ? log.on : log.off;
  if (read === null || read === undefined || read === '') return log.nothing;
  return (site.audiences as Record<string, string>)[read] ?? String(read);
}

/** Which of the site's rules differ, a line each. */
function rules(before: SiteView, after: SiteView): string {
  const { site } = t.desk;
  const names: [keyof SiteView, string][] = [
    ['name', site.name],
    ['rules', site.rules],
    ['colour', site.colour],
    ['announcement', site.announcement],
    ['contact', site.contact],
    ['play', site.play],
    ['watch', site.watch],
    ['register', site.register],
    ['chat', site.chat],
    ['staff_second_factor', site.staffFactor],
  ];
  const lines = names.filter(([name]) => before[name] !== after[name]);
  return lines.map(([name, word]) => `${word}: ${change(value(before[name]), value(after[name]))}`).join('\n');
}

/** The word of a deed among `t.desk.log.did`. */
export const wordOf = (deed: DeedView): string => (deed.did === 'words' ? deed.word : deed.did);

/** What a deed says besides its word; empty where it says no more. */
export function detailsOf(deed: DeedView): string {
  const { figures, log, roles, users } = t.desk;
  switch (deed.did) {
    case 'add':
      return roles[deed.role];
    case 'backup':
      return figures.bytes(deed.bytes);
    case 'cards':
      return String(deed.count);
    case 'kid':
      return deed.on ? log.on : log.off;
    case 'rating': {
      const speed = users.speeds[deed.category];
      return change(`${speed} ${rating(deed.before)}`, `${speed} ${rating(deed.after)}`);
    }
    case 'remove_line':
      return deed.text;
    case 'rename':
      return change(deed.before, deed.after);
    case 'report':
      return log.report(String(deed.number));
    case 'role':
      return change(roles[deed.before], roles[deed.after]);
    case 'site':
      return rules(deed.before, deed.after);
    case 'token':
      return deed.scopes;
    case 'undo':
      return log.entry(String(deed.act));
    case 'words':
      return deed.details;
    case 'card':
    case 'chat_words':
    case 'close':
    case 'invite':
    case 'mute':
    case 'reopen':
    case 'reset':
    case 'second_factor':
    case 'sessions':
    case 'stop':
    case 'unmute':
    case 'unrate':
    case 'warn':
      return '';
  }
}
