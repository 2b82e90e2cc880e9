// SPDX-License-Identifier: AGPL-3.0-or-later
// The Spanish texts of the computer analysis of a game.
import type { Color, JudgementView, PieceOn, ReasonView, Role } from '../../platform/protocol';
import type { Parts } from '../dictionary';
import { forms } from '../forms';
import { ending, roles, the } from './main/pieces';
import { Army, army } from './main/texts';

const { plural, number, span } = forms('es');

const on = ({ role, square }: PieceOn): string => `${the(role)} de ${square}`;
const times = (count: number): string => (count === 1 ? 'una vez' : `${count} veces`);
const pawns = (count: number): string => plural(count, { one: '# peón', other: '# peones' });
/** "un caballo", "una torre". */
const a = (role: Role): string => {
  if (role === 'king') return 'el rey';
  return `${ending(role) === 'a' ? 'una' : 'un'} ${roles[role]}`;
};

function reason(why: ReasonView): string {
  switch (why.kind) {
    case 'allows_mate':
      return `Permite mate en ${why.moves}.`;
    case 'misses_mate':
      return `Deja escapar un mate en ${why.moves}.`;
    case 'stalemates':
      return 'Ahoga al rey.';
    case 'hangs': {
      const o = ending(why.piece.role);
      const defended = why.defenders === 0 ? 'sin defensa' : `defendid${o} ${times(why.defenders)}`;
      const pinned = why.pinned ? `, y ${on(why.pinned)} está clavad${ending(why.pinned.role)}` : '';
      // As many defenders as attackers are no explanation, unless one of them is pinned.
      const counts = why.attackers > why.defenders || why.pinned ? `: atacad${o} ${times(why.attackers)}, ${defended}${pinned}` : '';
      return why.left ? `Deja ${on(why.piece)} sin protección${counts}.` : `Regala ${on(why.piece)}${counts}.`;
    }
    case 'loses':
      return `Pierde ${a(why.role)} por ${a(why.price)}.`;
    case 'lets_promote':
      return `Deja coronar al peón de ${why.square}.`;
    case 'spares':
      return `Deja escapar ${on(why.piece)}, que se podía capturar.`;
    case 'allows_fork':
      return `Permite un ataque doble: ${on(why.by)} ataca ${why.targets.map(on).join(' y ')}.`;
    case 'loses_material':
      return `Pierde material por valor de ${pawns(why.pawns)}.`;
    case 'misses_material':
      return `Deja escapar una variante que gana material por valor de ${pawns(why.pawns)}.`;
  }
}

const report: Parts['report'] = {
  title: 'Análisis por ordenador',
  ask: 'Pedir análisis por ordenador',
  left: (left: number, aDay: number) =>
    left === 0
      ? `Ya has usado tus análisis de hoy (${number(aDay)}). Inténtalo de nuevo mañana.`
      : `Te quedan ${plural(left, { one: '# análisis', other: '# análisis' })} de ${number(aDay)} para hoy`,
  /** What the analysis will tell. */
  about: 'Muestra la precisión de cada bando, en qué momento cambió la partida y por qué.',
  waits: (ahead: number) =>
    ahead === 0 ? 'La siguiente en la cola' : plural(ahead, { one: '# partida va antes que esta', other: '# partidas van antes que esta' }),
  begun: 'El análisis ha empezado.',
  done: 'El análisis está listo.',
  grows: (done: number, of: number) => `${number(done)} de ${plural(of, { one: '# media jugada', other: '# medias jugadas' })}`,
  failed: 'El análisis no ha funcionado. Puedes pedirlo de nuevo.',
  cut: (count: number) => `Solo se han analizado las primeras ${number(count)} medias jugadas.`,
  closed: {
    missing: 'Esa partida no existe, o no puedes verla.',
    failed: 'No se puede cargar el análisis. Comprueba tu conexión e inténtalo de nuevo.',
    running: 'Esta partida aún se está jugando. Podrás analizarla cuando termine.',
    playing: 'Estás jugando una partida: el motor está apagado para ti hasta que termine.',
    near: 'Esta partida comparte posiciones con una de tus partidas por correspondencia. Podrás ver su análisis cuando termine la tuya.',
    usedUp: 'Ya has usado tus análisis de hoy. Inténtalo de nuevo mañana.',
    full: 'Ahora mismo esperan análisis muchas partidas. Inténtalo de nuevo en unos minutos.',
  },
  totals: 'Los dos bandos en números',
  accuracy: 'Precisión',
  opening: 'Apertura',
  middlegame: 'Medio juego',
  endgame: 'Final',
  moves: 'Jugadas',
  from: 'Primera jugada del tramo',
  to: 'Última jugada del tramo',
  took: (ms: number) => `Tiempo de la jugada: ${span(ms)}.`,
  faultless: 'No hay errores que repasar.',
  averageLoss: 'Pérdida media en peones',
  counts: { inaccuracy: 'Imprecisiones', mistake: 'Errores', blunder: 'Errores graves' },
  names: { inaccuracy: 'Imprecisión', mistake: 'Error', blunder: 'Error grave' },
  jump: (judgement: JudgementView, name: string, count: number): string => {
    const what = {
      inaccuracy: plural(count, { one: '# imprecisión', other: '# imprecisiones' }),
      mistake: plural(count, { one: '# error', other: '# errores' }),
      blunder: plural(count, { one: '# error grave', other: '# errores graves' }),
    }[judgement];
    return `${name}: ${what}. Ir al siguiente`;
  },
  percent: (value: number) => `${number(value, 1)} %`,
  pawns: (value: number) => number(value, 2),
  graph: 'Probabilidades de ganar a lo largo de la partida',
  position: (ply: number, win: number | null, white: string) =>
    `Tras ${plural(ply, { one: '# media jugada', other: '# medias jugadas' })}${win === null ? '' : `: ${white} ${number(win, 1)} %`}`,
  turned: 'Aquí cambió la partida:',
  verdicts: 'Imprecisiones, errores y errores graves',
  verdictsCome: 'Aquí aparecerán las malas jugadas y sus motivos.',
  reason,
  lookDeeper: (move: string) => `Analizar ${move} a fondo`,
  looking: (move: string) => `Analizando ${move} a fondo`,
  lookedDeeper: (move: string) => `${move} se analizó con diez veces más nodos.`,
  noMistake: 'No es un error.',
  deepEnough: (count: number) => `Se analizaron a fondo ${number(count)} jugadas de esta partida. No puede haber más.`,
  showBetter: (move: string) => `Probar ${move} y lo que sigue`,
  better: (line: string) => `Mejor: ${line}`,
  /** What follows a move that loses material. */
  follows: (line: string) => `Sigue: ${line}`,
  learn: 'Aprende de tus errores',
  learnAs: (side: Color, name: string | null) => `Aprender de los errores de ${name ?? army[side]}`,
  learning: {
    count: (at: number, of: number) => `Error ${number(at)} de ${number(of)}`,
    ask: (move, by) => `${by === null ? 'Jugaste' : `${by.name ?? Army[by.side]} ${by.name === null ? 'jugaron' : 'jugó'}`} ${move}. ¿Qué habría sido mejor?`,
    checking: (move: string) => `Comprobando ${move}`,
    best: (move: string) => `${move} es la mejor jugada.`,
    good: (move: string, best: string) => `${move} es buena, pero hay algo mejor: ${best}.`,
    wrong: 'Hay una jugada mejor. Prueba otra vez.',
    same: 'Esa es la jugada de la partida. Prueba con otra.',
    solution: (line: string) => `La mejor variante: ${line}`,
    hintFrom: (piece: PieceOn) => `Pista: mueve ${on(piece)}.`,
    hintTo: (from: string, to: string) => `Pista: de ${from} a ${to}.`,
    over: (found: number, of: number) => `Has encontrado ${number(found)} de ${plural(of, { one: '# jugada mejor', other: '# jugadas mejores' })}.`,
    hint: 'Pista',
    show: 'Ver la solución',
    again: 'Otra vez',
    next: 'Siguiente error',
    finish: 'Terminar',
    restart: 'Empezar de nuevo',
    other: 'Los errores del otro bando',
    close: 'Cerrar',
  },
};
export default report;
