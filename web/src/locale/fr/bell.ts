// SPDX-License-Identifier: AGPL-3.0-or-later
// The French texts of the bell, and of notices.
import type { NoticeView } from '../../platform/protocol';
import type { Parts } from '../dictionary';
import { forms } from '../forms';

const { number, plural, time } = forms('fr');

const bell: Parts['bell'] = {
  title: (unread: number) =>
    unread === 0 ? 'Notifications' : plural(unread, { one: 'Notifications, # non lue', other: 'Notifications, # non lues' }),
  notice: ({ kind, text, name, level, outcome, starts }: NoticeView, count = 1) => {
    if (text !== '') return text;
    const adversaire = level === undefined ? name : `l’ordinateur (niveau ${level})`;
    const contre = adversaire && ` contre ${adversaire}`;
    switch (kind) {
      case 'your_move':
        return count > 1 ? `À vous de jouer dans ${number(count)} parties${contre}.` : `À vous de jouer${contre}.`;
      case 'challenge':
        return `${name || 'Quelqu’un'} vous défie.`;
      case 'result':
        return {
          won: `Vous avez gagné${contre}.`,
          lost: `Vous avez perdu${contre}.`,
          drawn: `Partie nulle${contre}.`,
          aborted: `Votre partie${contre} a été annulée.`,
          lost_by_forfeit: `Vous n’avez pas joué votre premier coup${contre} : partie perdue par forfait.`,
          lost_by_forfeit_and_paused: `Vous n’avez pas joué votre premier coup${contre} : partie perdue par forfait. Vous n’êtes plus apparié tant que vous ne revenez pas.`,
        }[outcome ?? 'aborted'];
      case 'event':
        return `${name} commence à ${time(starts ?? 0)}.`;
      case 'puzzles':
        return `De nouveaux problèmes pour vous : ${name}.`;
      case 'race':
        return 'Une course pour votre classe : participez maintenant.';
      case 'staff':
        return 'L’équipe a un message pour vous.';
    }
  },
};
export default bell;
