// SPDX-License-Identifier: AGPL-3.0-or-later
// What the log of staff says about a deed, in words: the server writes names of fields and of values.
import { t } from '../locale';

const ARROW = ' → ';

/** Both sides of `before → after`, each in words. */
const change = (details: string, word: (value: string) => string): string => details.split(ARROW).map(word).join(ARROW);

/** A value of the site's rules, which the server writes as JSON. */
function value(text: string): string {
  const { log, site } = t.desk;
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return text;
  }
  if (typeof read === 'boolean') return read ? log.on : log.off;
  if (read === null || read === '') return log.nothing;
  if (typeof read !== 'string') return text;
  return (site.audiences as Record<string, string>)[read] ?? read;
}

/** One line: `chat: true → false`. */
function rule(line: string): string {
  const { site } = t.desk;
  const names: Record<string, string> = {
    name: site.name,
    rules: site.rules,
    colour: site.colour,
    announcement: site.announcement,
    play: site.play,
    watch: site.watch,
    register: site.register,
    chat: site.chat,
    chat_words: site.chatWords,
    staff_second_factor: site.staffFactor,
  };
  const [, name = '', values = ''] = /^(\w+): (.*)$/s.exec(line) ?? [];
  return names[name] === undefined ? line : `${names[name]}: ${change(values, value)}`;
}

/** `blitz 1500 ±350` begins with a speed. */
const rating = (text: string): string => {
  const [speed = '', ...rest] = text.split(' ');
  return [(t.desk.users.speeds as Record<string, string>)[speed] ?? speed, ...rest].join(' ');
};

/** What a line of the log says besides its deed. Details that a newer server writes are shown as they are. */
export function detailsOf(deed: string, details: string): string {
  const { figures, log, roles } = t.desk;
  switch (deed) {
    case 'site':
      return details.split('\n').map(rule).join('\n');
    case 'role':
      return change(details, (role) => (roles as Record<string, string>)[role] ?? role);
    case 'rating':
      return change(details, rating);
    case 'kid':
      return details === 'on' ? log.on : details === 'off' ? log.off : details;
    case 'backup':
      return /^\d+ bytes$/.test(details) ? figures.bytes(Number.parseInt(details, 10)) : details;
    case 'undo':
      return /^\d+$/.test(details) ? log.entry(details) : details;
    case 'report':
      return details.replace(/^report (\d+)$/, (_, number: string) => log.report(number));
    default:
      return details;
  }
}
