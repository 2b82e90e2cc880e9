// SPDX-License-Identifier: AGPL-3.0-or-later
// The Spanish texts that every page needs. The page says tú.
import type {
  ClockControlView,
  Color,
  GameResult,
  PlayerView,
  RatingChanges,
  RatingView,
  Role,
  Square,
  Termination,
  TimeControlView,
} from '../../../platform/protocol';
import { clockFace, shortMinutes } from '../../../platform/time';
import type { Dictionary } from '../../dictionary';
import { forms } from '../../forms';
import { nato, type Speech } from '../../nato';
import { ending } from './ending';
import { coloured, roles } from './pieces';

const { date, list, moment, number, plural, time } = forms('es');

/** As in "juegas con blancas". */
export const sides: Record<Color, string> = { white: 'Blancas', black: 'Negras' };
/** "las blancas", as a subject. */
export const army: Record<Color, string> = { white: 'las blancas', black: 'las negras' };
/** The same at the beginning of a sentence. */
export const Army: Record<Color, string> = { white: 'Las blancas', black: 'Las negras' };

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function clock(view: ClockControlView): string {
  const minutes = shortMinutes(view.initial_ms);
  if ('delay_ms' in view) return `${minutes} min, ${seconds(view.delay_ms)} s de retardo`;
  if ('bronstein_ms' in view) return `${minutes} min, ${seconds(view.bronstein_ms)} s Bronstein`;
  return `${minutes}+${seconds(view.increment_ms)}`;
}

const seconds = (ms: number): number => Math.round(ms / 1000);

export const texts: Omit<Dictionary, 'refusal' | 'links'> = {
  direction: 'ltr',
  name: 'Tabiya',
  sides,
  roles,
  pieceName: coloured,
  roleNames: {
    pawn: capital(roles.pawn),
    knight: capital(roles.knight),
    bishop: capital(roles.bishop),
    rook: capital(roles.rook),
    queen: capital(roles.queen),
    king: capital(roles.king),
  },

  pieceLetters: { K: 'R', Q: 'D', R: 'T', B: 'A', N: 'C' },

  page: {
    loading: 'Cargando',
    away: 'No hay ningún servidor al alcance.',
    awayHint: 'Comprueba tu conexión; la página lo vuelve a intentar sola.',
    again: 'Intentar de nuevo',
    blocked: 'Las partidas en vivo están bloqueadas.',
    blockedHint: (host: string) =>
      `Las páginas cargan, pero las conexiones WebSocket no pasan, así que aquí no se puede jugar. Pide a quien administra la red o su proxy que permita WebSockets a ${host} (ruta /api/socket).`,
    failedTitle: 'Esta página no se puede cargar',
    failed: 'Comprueba tu conexión y vuelve a cargarla.',
    unknownTitle: 'Página no encontrada',
    unknown: 'No hay nada en esta dirección.',
    toHome: 'Ir al inicio',
    sourceOf: (commit: string) => (commit ? `Código fuente ${commit.slice(0, 7)}` : 'Código fuente'),
    licences: 'Licencias',
    api: 'API',
    useDark: 'Usar colores oscuros',
    useLight: 'Usar colores claros',
    soundOn: 'Quitar el sonido',
    soundOff: 'Activar el sonido',
    saved: 'Guardado',
    rules: 'Reglas de este sitio',
    share: 'Compartir este sitio',
    announcement: 'Anuncio',
    pages: 'Páginas',
    running: 'Tu partida en curso',
    yourMove: (clock: string) => (clock ? `Te toca, ${clock}` : 'Te toca'),
    against: (name: string) => `contra ${name}`,
    turnOf: (name: string) => `Juega ${name}`,
    toGame: 'Volver a la partida',
  },

  account: {
    register: 'Registrarse',
    logIn: 'Entrar',
    logOut: 'Salir',
  },

  setup: {
    cancel: 'Cancelar',
  },

  errors: {
    unreachable: 'No se puede conectar con el servidor. Comprueba que funciona e inténtalo de nuevo.',
    failed: 'No ha funcionado. Inténtalo de nuevo.',
    too_many_games: 'Tienes demasiadas partidas sin terminar. Termina o cancela una antes de empezar otra.',
    opponent_has_too_many_games: 'El otro jugador tiene o empieza demasiadas partidas, así que esta no puede empezar ahora.',
    opponent_paused: 'El otro jugador no puede empezar ahora una partida por puntos. Una amistosa sí.',
    stopping: 'El servidor se está reiniciando. Inténtalo de nuevo en un momento.',
    storage: 'El servidor no ha podido guardar esto, así que no ha ocurrido. Inténtalo de nuevo. Si no sirve, avisa a quien lleva el sitio.',
    busy: 'El servidor está ocupado. Inténtalo de nuevo.',
    not_logged_in: 'No has entrado con tu cuenta.',
    wrong_login: 'No hay ninguna cuenta con ese nombre y esa contraseña.',
    wrong_card: 'Esta tarjeta no vale, se ha sustituido o su cuenta está cerrada. Revisa cada carácter o pide una nueva.',
    wrong_password: 'Esa no es tu contraseña.',
    bad_email: 'Eso no es una dirección de correo.',
    no_mail: 'Este servidor no envía correos. Pregunta a quien lo lleva.',
    wrong_token: 'Este enlace o código ya no vale. Pide uno nuevo.',
    too_large: 'Eso es demasiado largo.',
    too_late: 'La conexión ha sido demasiado lenta. Inténtalo de nuevo.',
    fault: 'El servidor ha cometido un error. Inténtalo de nuevo.',
  },
  storedEnough: (hours: number) =>
    `Los invitados de esta dirección ya han guardado hoy tantas partidas como permite un día. Entra con tu cuenta o inténtalo de nuevo dentro de ${hours} ${hours === 1 ? 'hora' : 'horas'}.`,
  waitFor: (seconds: number) =>
    seconds < 90
      ? `Demasiados intentos. Espera ${seconds} s y prueba de nuevo.`
      : `Demasiados intentos. Espera ${Math.ceil(seconds / 60)} minutos y prueba de nuevo.`,

  player: {
    name: (player: PlayerView): string => {
      switch (player.kind) {
        case 'open':
          return 'Plaza libre';
        case 'player':
          return player.title === null ? player.name : `${player.title} ${player.name}`;
        case 'ghost':
          return 'Cuenta cerrada';
        case 'guest':
          // The server names guests in English.
          return player.name.replace(/^Guest /, 'Invitado ');
        case 'computer':
          return `Máquina, nivel ${player.level}${player.version === undefined ? '' : ` (versión ${player.version} de los niveles)`}`;
      }
    },
    rating: ({ points, provisional }: RatingView): string => (provisional ? `${points}?` : String(points)),
    theComputer: 'La máquina',
    you: 'tú',
    toMove: 'Le toca',
    online: 'presente',
    offline: 'ausente',
    captured: (names: string[]) => `Capturadas: ${list(names)}`,
    ahead: (points: number) => `+${points}`,
    clock: (side: string) => `Reloj de ${side.toLocaleLowerCase('es')}`,
    delay: (seconds: number) => `Retardo ${seconds}\u00a0s`,
  },

  time: {
    control: (time: TimeControlView | null): string => {
      if (!time) return 'Sin límite de tiempo';
      if ('days' in time) return plural(time.days, { one: '# día por jugada', other: '# días por jugada' });
      if ('white' in time) return `Blancas ${clock(time.white)}, negras ${clock(time.black)}`;
      return clock(time);
    },
  },

  when: { date, moment, time },

  game: {
    title: (white: string, black: string) => `${white} – ${black}`,
    board: 'Tablero',
    square: (square, color, role) => (color && role ? `${square}, ${coloured(color, role)}` : `${square}, vacía`),
    ghost: (square: string, role: Role) => `${square}, jugada anticipada, ${roles[role]}`,
    missingTitle: 'No existe esa partida',
    missing: 'Puede que el enlace esté incompleto. Pregunta a quien lo envió.',
    outdated: 'El servidor se ha actualizado. Vuelve a cargar la página para seguir.',
    moves: 'Jugadas',
    noMoves: 'Aún no hay jugadas.',
    variation: (san: string) => `Variante ${san}`,
    first: 'Primera posición',
    previous: 'Jugada anterior',
    next: 'Jugada siguiente',
    last: 'Última jugada',
    flip: 'Girar el tablero',
    draw: 'Flechas y círculos',
    zen: 'Zen',
    size: 'Tamaño del tablero',
    secondsLeft: (seconds: number) => `Quedan ${seconds} segundos.`,
    command: 'Jugada u orden',
    commandHint: 'Jugada u orden, ? para ayuda',
    cancelPremoves: 'Anular anticipadas',
    playMove: (from: Square, to: Square) => `¿Jugar ${from}–${to}?`,
    playIt: 'Jugar',
    takeItBack: 'Retirar',
    resign: 'Abandonar',
    offerDraw: 'Ofrecer tablas',
    claimDraw: 'Reclamar tablas',
    abort: 'Cancelar partida',
    rematch: 'Revancha',
    newGame: 'Nueva partida',
    newOpponent: 'Nuevo rival',
    accept: 'Aceptar',
    decline: 'Rechazar',
    cancel: 'Cancelar',
    ask: {
      resign: { question: '¿Abandonar esta partida?', yes: 'Sí, abandonar' },
      abort: { question: '¿Cancelar esta partida?', yes: 'Sí, cancelar' },
      draw: { question: '¿Ofrecer tablas?', yes: 'Sí, ofrecer' },
    },
    offers: (name: string) => `${name} ofrece tablas.`,
    asksTakeback: (name: string) => `${name} pide deshacer una jugada.`,
    acceptDraw: 'Aceptar tablas',
    declineDraw: 'Rechazar tablas',
    acceptTakeback: 'Aceptar y deshacer',
    acceptRematch: 'Aceptar la revancha',
    declineTakeback: 'Rechazar deshacer',
    proposeTakeback: 'Deshacer jugada',
    takebackProposed: 'Has pedido deshacer',
    showOffer: 'Ver la oferta',
    giveTime: 'Dar tiempo',
    more: 'Más',
    nextGame: 'Siguiente partida',
    rematchDeclined: (name: string) => `${name} no quiere la revancha.`,
    news: (kind: 'draw_declined' | 'takeback_declined' | 'taken_back' | 'time_given', name: string, isYours: boolean): string => {
      switch (kind) {
        case 'draw_declined':
          return `${name} ha rechazado las tablas.`;
        case 'takeback_declined':
          return `${name} no ha permitido deshacer la jugada.`;
        case 'taken_back':
          return isYours ? 'Se ha deshecho tu jugada.' : `Se ha deshecho la jugada de ${name}.`;
        case 'time_given':
          return isYours ? 'Has dado 15 segundos.' : `${name} te ha dado 15 segundos.`;
      }
    },
    computerDeclines: 'La máquina ha rechazado las tablas.',
    premoveDropped: (uci: string, why: string) =>
      `Jugada anticipada ${uci.slice(0, 2)}–${uci.slice(2, 4)} anulada: ${why}`,
    offered: 'Tablas ofrecidas',
    cancelOffer: 'Retirar',
    cancelRematch: 'Retirar la revancha',
    rematchAsked: (name: string) => `Has ofrecido la revancha a ${name}.`,
    rematchGone: (name: string) => `${name} se ha ido. Tu oferta sigue en pie.`,
    rematchInvites: (name: string) => `${name} quiere la revancha.`,
    rematchLeft: (name: string) => `${name} quería una revancha, pero se ha ido.`,
    rematchReady: 'Ir a la revancha',
    promote: 'Coronar',
    you: (color: Color) => `Juegas con ${sides[color].toLowerCase()}`,
    watching: 'Estás mirando',
    private: 'Privada',
    overTheBoard: 'Dos jugadores, una pantalla',
    watchers: (count: number, names: string[]) =>
      plural(count, { one: '# espectador', other: '# espectadores' }) +
      (names.length > 0 ? `${names.length < count ? ', entre ellos ' : ': '}${list(names)}` : ''),
    rated: 'Por puntos',
    variants: { standard: 'Normal', chess960: 'Chess960' },
    fromPosition: 'Desde una posición dada',
    share: 'Compartir',
    copyLink: 'Copiar enlace',
    copyFen: 'Copiar FEN',
    copyPgn: 'Copiar PGN',
    copied: 'Copiado',
    copyFailed: 'Copia este texto',
    report: (name: string) => `Denunciar a ${name}`,
    downloadPgn: 'Descargar PGN',
    details: 'Partida',
    chat: 'Chat',
    newMessages: (count: number) => plural(count, { one: '# mensaje nuevo', other: '# mensajes nuevos' }),
  },

  seat: {
    waitingTitle: 'Esperando a tu amigo',
    link: 'Enlace de la partida',
    copy: 'Copiar',
    qr: 'Código QR del enlace',
    howTo: 'Envía este enlace. La partida empieza cuando llegue tu amigo.',
    ownBrowser: 'En este navegador ya tienes una plaza. Para probar el enlace, ábrelo en una ventana privada.',
    loopback: 'Este enlace solo funciona en este ordenador: el servidor aún no está abierto a tu red.',
    lan: 'En tu red',
    joinTitle: (name: string) => `${name} te invita a jugar`,
    joinAnyTitle: 'Te han invitado a una partida',
    joinTerms: (color: Color, time: string, rated: boolean) =>
      `Juegas con ${sides[color].toLowerCase()}. ${time}.${rated ? ' La partida es por puntos.' : ''}`,
    joinNeedsAccount: 'Esta partida es por puntos: entra o regístrate para jugarla.',
    join: 'Unirse a la partida',
  },

  link: {
    connecting: 'Conectando',
    toGame: 'Conectando con la partida…',
    online: 'En línea',
    lost: 'Reconectando',
    lostAsPlayer: 'Conexión perdida. Reconectando: lo que juegues ahora se enviará después.',
    lostElse: 'Conexión perdida. Reconectando.',
  },

  status: {
    waiting: 'Esperando a un rival.',
    yourMove: 'Te toca.',
    yourCheck: 'Estás en jaque.',
    yourClaim: (claim) =>
      claim === 'fifty_moves'
        ? 'Te toca. Regla de las 50 jugadas: puedes reclamar tablas.'
        : 'Te toca. Triple repetición: puedes reclamar tablas.',
    yourMoveTitle: 'Te toca',
    firstMove: (name: string, isYours: boolean, ms: number) => {
      const left = clockFace(Math.max(ms, 10_000)).figures;
      return isYours ? `Tienes ${left} para tu primera jugada.` : `${name} tiene ${left} para su primera jugada.`;
    },
    toMove: (name: string) => `Le toca a ${name}.`,
    watching: (name: string) => `Le toca a ${name}. Estás mirando.`,
    inCheck: (name: string) => `${name} está en jaque.`,
    thinking: 'La máquina está pensando.',
    restarted: (name: string) => `El servidor falló un momento. ${name} no pierde tiempo.`,
    reviewing: (number: number, color: Color, san: string) =>
      `Después de ${number}${color === 'white' ? '.' : '…'} ${san}.`,
    reviewingStart: 'Posición inicial.',
    backToNow: 'Volver a la partida',
  },

  absence: {
    left: (name: string, claimIn: number | null) => {
      if (claimIn === null) return `${name} se ha ido.`;
      if (claimIn === 0) return `${name} se ha ido. Puedes reclamar la victoria o tablas.`;
      return `${name} se ha ido. Podrás reclamar la victoria o tablas en ${Math.ceil(claimIn / 5) * 5} s.`;
    },
    leftTitle: (name: string) => `${name} se ha ido`,
    claimTitle: (name: string) => `${name} se ha ido: puedes reclamar`,
    claimWin: 'Reclamar victoria',
    claimDraw: 'Reclamar tablas',
  },

  lag: {
    title: 'Conexión',
    columns: ['Media', 'Máximo', 'Devuelto', 'Queda'],
    span: (ms: number | null) => (ms === null ? '–' : ms < 1000 ? `${ms} ms` : `${number(ms / 1000, 1)} s`),
    hint: 'Medido por el servidor. El tiempo que se pierde en la red se devuelve mientras quede margen.',
  },

  ending,

  ratingChanges: ({ white, black }: RatingChanges, you: Color | null, names: Record<Color, string>): string => {
    const change = (before: number, after: number) => (after < before ? `−${before - after}` : `+${after - before}`);
    const side = (color: Color) => {
      const { before, after, provisional } = color === 'white' ? white : black;
      return `${after}${provisional ? '?' : ''} (${change(before, after)})`;
    };
    return you ? `Tu puntuación: ${side(you)}.` : `${names.white} ${side('white')}, ${names.black} ${side('black')}.`;
  },

  outcomeFor: (you: Color, result: GameResult, termination: Termination): string => {
    if (result === 'draw') return 'Tablas';
    if (result === 'aborted') return termination === 'unknown' ? 'Partida sin terminar' : 'La partida se canceló';
    const isWon = result === (you === 'white' ? 'white_wins' : 'black_wins');
    const how: Partial<Record<Termination, string>> = {
      checkmate: 'por jaque mate',
      resignation: 'por abandono',
      arbiter_decision: 'por decisión del árbitro',
      time_forfeit: 'por tiempo',
      abandonment: isWon ? 'porque tu rival se fue' : 'porque te fuiste',
    };
    return `${isWon ? 'Has ganado' : 'Has perdido'} ${how[termination] ?? ''}`.trim();
  },

  results: { white_wins: '1–0', black_wins: '0–1', draw: '½–½', aborted: '–' },

  announce: (color: Color, san: string, style: Speech = 'words'): string => `${sides[color]}: ${speak(san, style)}`,
};

function speak(san: string, style: Speech = 'words'): string {
  if (style === 'san') return san;
  return style === 'nato' ? nato(spoken(san)) : spoken(san);
}

const SPOKEN: Record<string, string> = {
  N: roles.knight,
  B: roles.bishop,
  R: roles.rook,
  Q: roles.queen,
  K: roles.king,
};

/** `Nxe5+` → "caballo por e5, jaque". */
function spoken(san: string): string {
  const end = san.endsWith('#') ? ', jaque mate' : san.endsWith('+') ? ', jaque' : '';
  const bare = san.replace(/[+#]$/, '');
  if (bare === 'O-O') return `enroque corto${end}`;
  if (bare === 'O-O-O') return `enroque largo${end}`;
  const words = bare
    .replace(/=([NBRQ])$/, (_, letter: string) => ` corona ${SPOKEN[letter] ?? letter}`)
    .replace(/^[NBRQK]/, (letter) => `${SPOKEN[letter] ?? letter} `)
    .replace('x', ' por ');
  return words.replace(/\s+/g, ' ').trim() + end;
}
