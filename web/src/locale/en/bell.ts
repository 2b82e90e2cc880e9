// SPDX-License-Identifier: AGPL-3.0-or-later
// The English texts of the bell, and of notices.
import type { NoticeView } from '../../platform/protocol';
import { forms } from '../forms';

const { number, time } = forms('en-GB');

export const bell = {
  title: (unread: number) => (unread === 0 ? 'Notifications' : `Notifications, ${number(unread)} unread`),
  /** For notices that carry no words of their own; `count` of them say the same. */
  notice: ({ kind, text, name, level, outcome, starts }: NoticeView, count = 1) => {
    if (text !== '') return text;
    // A guest has no name that stays.
    const opponent = level === undefined ? name : `the computer (level ${level})`;
    const against = opponent && ` against ${opponent}`;
    switch (kind) {
      case 'your_move':
        return count > 1 ? `Your move in ${number(count)} games${against}.` : `Your move${against}.`;
      case 'challenge':
        return `${name || 'Someone'} challenged you.`;
      case 'result':
        return {
          won: `You won${against}.`,
          lost: `You lost${against}.`,
          drawn: `You drew${against}.`,
          aborted: `Your game${against} was aborted.`,
          lost_by_forfeit: `You didn’t make your first move${against}: lost by forfeit.`,
          lost_by_forfeit_and_paused: `You didn’t make your first move${against}: lost by forfeit. You aren’t paired until you rejoin.`,
        }[outcome ?? 'aborted'];
      case 'event':
        return `${name} starts at ${time(starts ?? 0)}.`;
      case 'puzzles':
        return `New puzzles for you: ${name}.`;
      case 'race':
        return 'A race for your class: join now.';
      case 'staff':
        return 'Staff sent you a message.';
    }
  },
};
export default bell;

declare module '../dictionary' {
  interface Parts {
    bell: Worded<typeof bell>;
  }
}
