// SPDX-License-Identifier: AGPL-3.0-or-later
// The English texts of the bell, and of notices.
import type { NoticeView } from '../../platform/protocol';
import { forms } from '../forms';

const { number } = forms('en-GB');

export const bell = {
  title: (unread: number) => (unread === 0 ? 'Notifications' : `Notifications, ${number(unread)} unread`),
  /** For notices that carry no words of their own. */
  notice: ({ kind, text, name, outcome }: NoticeView) => {
    if (text !== '') return text;
    // A guest has no name that stays.
    const against = name && ` against ${name}`;
    switch (kind) {
      case 'your_move':
        return `Your move${against}.`;
      case 'challenge':
        return `${name || 'Someone'} challenged you.`;
      case 'result':
        return {
          won: `You won${against}.`,
          lost: `You lost${against}.`,
          drawn: `You drew${against}.`,
          aborted: `Your game${against} was aborted.`,
        }[outcome ?? 'aborted'];
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
