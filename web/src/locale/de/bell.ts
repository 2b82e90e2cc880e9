// SPDX-License-Identifier: AGPL-3.0-or-later
// The German texts of the bell, and of notices.
import type { NoticeView } from '../../platform/protocol';
import type { Parts } from '../dictionary';
import { forms } from '../forms';

const { number, time } = forms('de');

const bell: Parts['bell'] = {
  title: (unread: number) => (unread === 0 ? 'Benachrichtigungen' : `Benachrichtigungen, ${number(unread)} ungelesen`),
  notice: ({ kind, text, name, level, outcome, starts }: NoticeView, count = 1) => {
    if (text !== '') return text;
    const gegner = level === undefined ? name : `den Computer (Stufe ${level})`;
    const gegen = gegner && ` gegen ${gegner}`;
    switch (kind) {
      case 'your_move':
        return count > 1 ? `Du bist in ${number(count)} Partien${gegen} am Zug.` : `Du bist am Zug${gegen}.`;
      case 'challenge':
        return `${name || 'Jemand'} hat dich herausgefordert.`;
      case 'result':
        return {
          won: `Du hast${gegen} gewonnen.`,
          lost: `Du hast${gegen} verloren.`,
          drawn: `Remis${gegen}.`,
          aborted: `Deine Partie${gegen} wurde abgebrochen.`,
          lost_by_forfeit: `Du hast deinen ersten Zug${gegen} nicht gemacht: kampflos verloren.`,
          lost_by_forfeit_and_paused: `Du hast deinen ersten Zug${gegen} nicht gemacht: kampflos verloren. Du wirst nicht ausgelost, bis du wieder einsteigst.`,
        }[outcome ?? 'aborted'];
      case 'event':
        return `${name} beginnt um ${time(starts ?? 0)}.`;
      case 'puzzles':
        return `Neue Aufgaben für dich: ${name}.`;
      case 'race':
        return 'Ein Rennen für deine Klasse: mach jetzt mit.';
      case 'staff':
        return 'Die Leitung hat eine Nachricht für dich.';
    }
  },
};
export default bell;
