// SPDX-License-Identifier: AGPL-3.0-or-later
// The Spanish texts of the lobby and of challenges.
import type { ChallengeEnd, ChallengeView, ColorChoice, DeclineReason, PlayerView, SeekView } from '../../platform/protocol';
import type { Parts } from '../dictionary';
import texts from './index';
import { forms } from '../forms';

const { number, plural } = forms('es');

const name = (player: PlayerView): string => texts.player.name(player);
const weight = (rated: boolean): string => (rated ? 'por puntos' : 'amistosa');

const reasons: Record<DeclineReason, string> = {
  none: 'Sin motivo',
  later: 'Ahora no',
  too_fast: 'Demasiado rápida para mí',
  too_slow: 'Demasiado lenta para mí',
  rated: 'Solo partidas por puntos',
  casual: 'Solo partidas amistosas',
  standard: 'Solo ajedrez normal',
};

function colour(color: ColorChoice, yours: boolean): string {
  if (color === 'random') return 'color al azar';
  return (color === 'white') !== yours ? 'juegas con blancas' : 'juegas con negras';
}

const challenge: Parts['lobby']['challenge'] = {
  short: 'Desafiar',
  invite: 'Invitar',
  byLink: 'Con enlace',
  byName: 'Por nombre',
  noName: 'Escribe el nombre del jugador.',
  name: 'Nombre',
  to: (player: string) => `Desafiar a ${player}`,
  changeTitle: (player: string) => `Otras condiciones para ${player}`,
  send: 'Enviar desafío',
  propose: 'Proponer',
  title: (challenge: ChallengeView) =>
    challenge.yours ? `Desafío de ${name(challenge.from)}` : `Desafío a ${name(challenge.to)}`,
  challengesYou: 'te desafía',
  waitsFor: 'Esperando a',
  terms: ({ terms, yours }: ChallengeView): string => {
    const facts = [texts.time.control(terms.time), weight(terms.rated)];
    if (terms.start.kind === 'chess960') facts.push('Chess960');
    if (terms.start.kind === 'fen') facts.push('desde una posición');
    if (terms.private) facts.push('privada');
    facts.push(colour(terms.color, yours));
    return facts.join(' · ');
  },
  change: 'Otras condiciones',
  takeBack: 'Retirar',
  back: 'Atrás',
  reason: '¿Por qué?',
  reasons,
  began: (opponent: string) => `Tu partida con ${opponent} ha empezado.`,
  toGame: 'Ir a la partida',
  close: 'Cerrar',
  ended: (challenge: ChallengeView, ended: ChallengeEnd): string => {
    const other = name(challenge.yours ? challenge.from : challenge.to);
    switch (ended.how) {
      case 'declined':
        return ended.reason === 'none' ? `${other} no acepta.` : `${other} no acepta: ${reasons[ended.reason].toLocaleLowerCase('es')}.`;
      case 'cancelled':
        return `${other} ha retirado el desafío.`;
      case 'expired':
        return `El desafío con ${other} ha caducado.`;
      case 'accepted':
        return `${other} acepta.`;
    }
  },
};

const lobby: Parts['lobby'] = {
  setup: {
    level: 'Nivel',
    levelHint: (elo: number | null) => (elo === null ? '' : `Unos ${elo} puntos Elo entre programas.`),
    time: 'Tiempo',
    unlimited: 'Sin límite',
    timeHint: 'Minutos para la partida + segundos por jugada.',
    minutes: 'Minutos',
    days: 'Días',
    daysAMove: 'Días por jugada',
    daysHint: 'Por correspondencia: de 1 a 14 días por jugada.',
    bonus: 'En cada jugada',
    bonuses: { increment: 'Incremento', delay: 'Retardo', bronstein: 'Bronstein' },
    bonusHints: {
      increment: 'Cada jugada suma los segundos.',
      delay: 'El reloj espera esos segundos antes de correr.',
      bronstein: 'Cada jugada devuelve lo que ha costado, hasta esos segundos.',
    },
    seconds: { increment: 'Segundos por jugada', delay: 'Segundos de retardo', bronstein: 'Segundos devueltos' },
    odds: 'Ventaja de tiempo: un reloj distinto para cada bando',
    ofSide: (side: string | null, what: string) => (side ? `${side}: ${what.toLocaleLowerCase('es')}` : what),
    color: 'Tu color',
    random: 'Al azar',
    ratedHint: 'La partida cuenta para la puntuación de los dos jugadores.',
    notRated: 'Solo pueden contar las partidas con reloj y desde una posición inicial normal.',
    notPrivate: 'Las partidas puntuadas las puede ver cualquiera.',
    start: 'Posición inicial',
    standard: 'Normal',
    chess960: 'Chess960',
    chess960Hint: 'Una de las 960 primeras filas barajadas.',
    fen: 'FEN',
    fenLabel: 'Posición en FEN',
    create: 'Crear partida',
    badDays: 'Elige de 1 a 14 días.',
    badTime: 'Elige entre 0 y 180 minutos y entre 0 y 180 segundos por jugada, pero no 0 y 0.',
    noFen: 'Pega una posición en FEN o elige otra posición inicial.',
    failed: 'No se ha podido crear la partida. Inténtalo de nuevo.',
  },

  levels: {
    names: [
      'sabe cómo se mueven las piezas',
      'juega sus primeras partidas',
      'juega de vez en cuando',
      'juega en casa',
      'juega por gusto',
      'juega a menudo',
      'ha leído un libro',
      'juega en un club',
      'juega bien en un club',
      'experto',
      'maestro',
      'gran maestro',
      'más fuerte que cualquier persona',
      'mucho más fuerte que cualquier persona',
      'toda su fuerza',
    ],
    misses: [
      'Deja piezas donde se las pueden capturar y rara vez ve lo que podría capturar.',
      'Ve un ataque una de cada dos veces, y nunca tu respuesta.',
      'Ve lo que está colgado, pero no tu respuesta.',
      'Mira una jugada por delante y se le escapa una de cada cuatro.',
      'Se le escapan las jugadas largas, las retiradas y los mates.',
      'Se le escapan las amenazas de dos jugadas.',
      'Se le escapan las jugadas tranquilas en medio de una combinación.',
      'Juzga mal muchas posiciones y se le escapa alguna jugada tranquila.',
      'Se equivoca en un sexto de peón sobre quién está mejor.',
      'Rara vez se le escapa algo; calcula pocas jugadas.',
      'Se le escapan las combinaciones largas.',
      'Se le escapan las combinaciones muy largas.',
      'Se le escapa lo que solo muestra una búsqueda profunda.',
      'Casi no se le escapa nada.',
      'No se le escapa nada que tenga tiempo de encontrar.',
    ],
  },

  challenge,
  notices: 'Desafíos y búsquedas',
  speeds: { bullet: 'Bullet', blitz: 'Blitz', rapid: 'Rápidas', classical: 'Clásicas' },
  customHint: 'tu tiempo, color o margen de puntuación',
  ratedHint: 'La partida cuenta para la puntuación de los dos jugadores.',
  hint: 'Pulsa un tiempo. La partida empieza cuando alguien quiera lo mismo.',
  searching: (time: string, rated: boolean) => `Buscando rival: ${time}, ${weight(rated)}`,
  offer: (player: string, time: string) => `${player} espera una partida amistosa, ${time}.`,
  playCasual: 'Jugar amistosa',
  cancel: 'Cancelar',
  open: 'Esperando rival',
  followed: 'Personas a las que sigues',
  plays: 'juega ahora',
  watch: (player: string) => `Ver la partida de ${player}`,
  first: 'Eres el primero. Quien llegue después jugará contigo.',
  firstOfClass: 'Esperas a tu clase y a los jugadores a los que sigues.',
  /** Why somebody else’s search can’t be taken. */
  obstacles: {
    account: 'Entra para jugar partidas por puntos.',
    protected: 'Juegas con tu clase y con los jugadores a los que sigues.',
    apart: 'Con algunos de estos jugadores no puedes jugar.',
  },
  waiting: (count: number) => (count === 0 ? 'Nadie espera.' : plural(count, { one: '# jugador espera', other: '# jugadores esperan' })),
  nobody: 'Ahora no espera nadie. Pulsa un tiempo para ser el primero.',
  more: (count: number) => `y ${count} más`,
  facts: (seek: SeekView): string => {
    const facts = [texts.time.control(seek.time), weight(seek.rated)];
    if (seek.chess960) facts.push('Chess960');
    if (seek.color) facts.push(`juega con ${texts.sides[seek.color].toLocaleLowerCase('es')}`);
    if (seek.range) facts.push(`${seek.range.low}–${seek.range.high}`);
    return facts.join(' · ');
  },
  play: (player: string, facts: string) => `Jugar con ${player}, ${facts}`,
  playShort: 'Jugar',
  search: 'Buscar',
  range: 'Puntuación del rival',
  from: 'Desde',
  to: 'Hasta',
  badRange: 'Da las dos puntuaciones, primero la menor, o ninguna.',
  ended: {
    cancelled: '',
    elsewhere: 'Ahora buscas en otra pestaña.',
    asleep: 'Esta pestaña estaba dormida y la búsqueda terminó. Pulsa un tiempo para buscar de nuevo.',
  },
  card: {
    yourMove: 'Te toca',
    theirMove: 'Le toca al rival',
    waiting: 'En espera',
    nobody: 'Aún sin rival',
    won: 'Has ganado',
    lost: 'Has perdido',
    draw: 'Tablas',
    aborted: 'Cancelada',
    unfinished: 'Sin resultado',
    reasons: {
      checkmate: 'jaque mate',
      resignation: 'abandono',
      stalemate: 'rey ahogado',
      insufficient_material: 'sin mate posible',
      fivefold_repetition: 'quíntuple repetición',
      seventy_five_moves: '75 jugadas',
      threefold_repetition: 'triple repetición',
      fifty_moves: '50 jugadas',
      agreement: 'de acuerdo',
      time_forfeit: 'por tiempo',
      time_forfeit_insufficient_material: 'por tiempo, sin mate posible',
      abandonment: 'por ausencia',
      abandonment_insufficient_material: 'por ausencia, sin mate posible',
      abort: 'cancelada',
      no_first_move: 'sin primera jugada',
      unknown: 'final no conocido',
    },
    left: (face: string) => `quedan ${face}`,
  },
  home: {
    title: 'Un lugar tranquilo para jugar al ajedrez.',
    friend: 'Jugar con un amigo',
    friendHint: 'Envía un enlace',
    computer: 'Jugar contra la máquina',
    computerHint: 'Elige su fuerza',
    find: 'Buscar rival',
    findHint: 'Juega ahora mismo',
    games: 'Tus partidas',
    noGames: 'Aún no hay partidas. Empieza una.',
    overTheBoard: 'En un tablero',
    editor: 'Editor de tablero',
    import: 'Importar una partida',
    gamesFailed: 'Tus partidas no se pueden cargar ahora. Vuelve a cargar la página para intentarlo de nuevo.',
    more: (count: number) => `Mostrar ${number(count)} más`,
  },
};

export default lobby;
