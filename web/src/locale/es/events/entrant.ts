// SPDX-License-Identifier: AGPL-3.0-or-later
// The Spanish texts of one entrant: what an organiser changes about them, and the rounds in which they don't play.
import type { Parts } from '../../dictionary';
import { forms } from '../../forms';

const { plural } = forms('es');

export const entrant: Parts['events']['entrant'] = {
  more: (name) => `Cambiar la inscripción de ${name}`,
  states: { present: 'Participa.', paused: 'Hace una pausa y ahora no se empareja.', withdrawn: 'Ha dejado el torneo.' },
  takeOut: 'Retirar',
  takeOutAsk: (name, comesBack) =>
    comesBack ? `${name} deja el torneo y ya no se empareja. Después podrás hacer que vuelva.` : `${name} deja el torneo. Solo podrás hacer que vuelva hasta que se publique la siguiente ronda.`,
  takeOutNow: (name) => `Retirar a ${name}`,
  pause: 'Poner en pausa',
  bringBack: 'Hacer volver',
  correct: 'Corregir los datos',
  ofAccount: 'El nombre es el de la cuenta.',
  title: 'Título',
  federation: 'Federación',
  fide: 'Número FIDE',
  nationalId: 'Número nacional',
  nationalRating: 'Elo nacional',
  sex: 'Sexo',
  sexes: { none: 'sin indicar', m: 'hombre', w: 'mujer' },
  saved: 'Guardado.',
  counts: 'Cuenta desde el próximo emparejamiento. Las rondas publicadas se quedan como están.',
  discards: 'Si cambia el orden de los jugadores, el borrador se descarta; vuelve a emparejar la ronda.',
  fixed: { title: 'Siempre en el mismo tablero', label: 'Número de tablero', fix: 'Fijar tablero', free: 'Cualquier tablero', hint: 'Para quien no puede llegar a todas las mesas. Cuenta desde el próximo emparejamiento, y un borrador se numera de nuevo enseguida. Las rondas publicadas quedan como están.', taken: (name: string, board: number, here: number) => `Otro grupo juega todavía en el tablero ${board}, así que ${name} juega esta ronda en el tablero ${here}. Cuando termine esa partida, deshaz el emparejamiento y vuelve a emparejar.` },
  byes: {
    title: 'Byes',
    absences: 'Ausencias',
    half: 'medio punto',
    nothing: 'ningún punto',
    kinds: { excused: 'justificada', unexcused: 'sin justificar', club_duty: 'juega con el club' },
    kind: 'Tipo de ausencia',
    kindIn: (round) => `Tipo de ausencia en la ronda ${round}`,
    ask: 'Pedir un bye',
    give: 'Dar un bye',
    away: 'No estaré',
    note: 'Anotar ausencia',
    cancel: 'Anular',
    cancelIn: (round) => `Anular para la ronda ${round}`,
    left: (count, last) => `${plural(count, { one: 'Queda # bye de medio punto', other: 'Quedan # byes de medio punto' })}, hasta la ronda ${last}. Cualquier otro no da nada.`,
    noneLeft: 'No quedan byes de medio punto: otro no da nada.',
  },
};
