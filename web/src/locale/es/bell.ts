// SPDX-License-Identifier: AGPL-3.0-or-later
// The Spanish texts of the bell, and of notices.
import type { NoticeView } from '../../platform/protocol';
import type { Parts } from '../dictionary';
import { forms } from '../forms';

const { number, time } = forms('es');

const bell: Parts['bell'] = {
  title: (unread: number) => (unread === 0 ? 'Notificaciones' : `Notificaciones, ${number(unread)} sin leer`),
  notice: ({ kind, text, name, level, outcome, starts }: NoticeView, count = 1) => {
    if (text !== '') return text;
    const rival = level === undefined ? name : `la máquina (nivel ${level})`;
    const contra = rival && ` contra ${rival}`;
    switch (kind) {
      case 'your_move':
        return count > 1 ? `Te toca jugar en ${number(count)} partidas${contra}.` : `Te toca jugar${contra}.`;
      case 'challenge':
        return `${name || 'Alguien'} te desafía.`;
      case 'result':
        return {
          won: `Has ganado${contra}.`,
          lost: `Has perdido${contra}.`,
          drawn: `Tablas${contra}.`,
          aborted: `Tu partida${contra} se canceló.`,
          lost_by_forfeit: `No hiciste tu primera jugada${contra}: partida perdida por incomparecencia.`,
          lost_by_forfeit_and_paused: `No hiciste tu primera jugada${contra}: partida perdida por incomparecencia. No se te empareja hasta que vuelvas.`,
        }[outcome ?? 'aborted'];
      case 'event':
        return `${name} empieza a las ${time(starts ?? 0)}.`;
      case 'puzzles':
        return `Tienes problemas nuevos: ${name}.`;
      case 'race':
        return 'Una carrera para tu clase: únete ahora.';
      case 'staff':
        return 'El equipo tiene un mensaje para ti.';
    }
  },
};
export default bell;
