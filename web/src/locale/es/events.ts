// SPDX-License-Identifier: AGPL-3.0-or-later
// The Spanish texts of events.
import type { Side } from '../../platform/protocol';
import type { Parts } from '../dictionary';
import { forms } from '../forms';
import { arbiter } from './events/arbiter';
import { fees } from './events/fees';
import { journal } from './events/journal';
import { entrant } from './events/entrant';
import { memberList } from './events/memberList';
import { members } from './events/members';
import { more } from './events/more';
import { own } from './events/own';
import { refused } from './events/refused';
import { report } from './events/report';
import { sections } from './events/sections';
import { typed } from './events/typed';
import { venue } from './events/venue';
import { waits } from './events/waits';

const { number, plural, time } = forms('es');
const sides: Record<Side, string> = { white: 'blancas', black: 'negras' };

const events: Parts['events'] = {
  title: 'Torneos',
  newEvent: 'Nuevo torneo',
  logInToJoin: 'Entrar para participar',
  logInFirst: 'Entra como organizador para crear torneos.',
  all: 'Todos los torneos',
  past: 'Torneos anteriores',
  site: 'Página web de este torneo',
  calendar: 'Suscribirse al calendario',
  needsFactor: 'Activa el acceso en dos pasos para organizar torneos',
  noneYet: 'Ahora no hay torneos. Los organizadores los crean aquí.',
  noneYetForStaff: 'Ahora no hay torneos. Crea el primero.',
  unknown: 'No existe ese torneo',
  unknownHint: 'No hay ningún torneo en esta dirección.',
  ghost: 'Cuenta cerrada',
  stages: { announced: 'sin empezar', running: 'en juego', finished: 'terminado', cancelled: 'cancelado' },
  kinds: { swiss: 'Suizo', round_robin: 'Liga', double_round_robin: 'Liga a doble vuelta', knock_out: 'Eliminatoria', keizer: 'Keizer', arena: 'Arena', team_match: 'Encuentro por equipos' },
  format: (format) => {
    if (format.kind === 'swiss') return `Suizo, ${plural(format.rounds, { one: '# ronda', other: '# rondas' })}`;
    if (format.kind === 'arena') return `Arena, ${plural(format.minutes, { one: '# minuto', other: '# minutos' })}`;
    if (format.kind === 'keizer') return `Keizer, ${plural(format.rounds, { one: '# ronda', other: '# rondas' })}`;
    if (format.kind === 'team_match') return format.everyone ? 'Encuentro por equipos, todos contra todos' : 'Encuentro por equipos';
    if (format.kind === 'knock_out') return 'Eliminatoria';
    return format.cycles === 2 ? 'Liga a doble vuelta' : 'Liga';
  },
  players: (count) => plural(count, { one: '# jugador', other: '# jugadores' }),
  roundOf: (round, rounds) => (rounds > 0 ? `ronda ${round} de ${rounds}` : `ronda ${round}`),
  round: (round) => `Ronda ${round}`,
  roundAndBoard: (round, board) => `, ronda ${round}, mesa ${board}`,
  roundLabel: 'Ronda',
  draft: 'borrador',
  name: 'Nombre',
  formatLabel: 'Sistema',
  rounds: 'Rondas',
  minutes: 'Minutos',
  seconds: 'Segundos por jugada',
  overTheBoard: 'Presencial',
  overTheBoardHint: 'Los resultados se anotan a mano y los jugadores no necesitan cuenta.',
  rated: 'Por puntos',
  open: 'Los jugadores pueden inscribirse solos',
  openHint: 'Si no, solo los organizadores añaden jugadores.',
  arena: {
    duration: 'Duración en minutos',
    start: 'Empezar la arena',
    finish: 'Terminar la arena ahora',
    ends: (at) => `Termina a las ${time(at)}`,
    running: (count) => plural(count, { one: '# partida en juego', other: '# partidas en juego' }),
    waiting: 'Esperas tu próxima partida. Empieza sola.',
    toGame: 'Ir a tu partida',
    berserk: 'Berserk',
    berserkHint: 'La mitad de tu tiempo y sin incremento. Una victoria de al menos siete jugadas vale un punto más.',
    allowBerserk: 'Berserk permitido',
    allowBerserkHint: 'La mitad del tiempo y sin incremento, por un punto más.',
    games: (name) => `Partidas de ${name}`,
    noGames: 'Aún no hay partidas.',
    plays: 'en juego',
    profile: 'Perfil',
    void: 'no cuenta',
  },
  teams: {
    first: 'Primer equipo',
    second: 'Segundo equipo',
    team: 'Equipo',
    boards: 'Tableros (0: todos los jugadores)',
    games: 'Partidas por pareja, con colores alternos',
    everyone: 'Todos contra todos',
    everyoneHint: 'Sistema Scheveningen: cada jugador de un equipo juega contra cada jugador del otro.',
    score: 'Resultado del encuentro',
    join: (team) => `Jugar con ${team}`,
    change: (team) => `Pasar a ${team}`,
    substitute: 'Suplente',
    without: 'Sin equipo',
    up: (name) => `Subir a ${name} un tablero`,
    moves: (name, team) => `Pasar a ${name} a ${team}`,
    noOpponent: 'sin rival',
    uneven: (team, players, boards) =>
      `${team} tiene ${plural(players, { one: '# jugador', other: '# jugadores' })} para ${plural(boards, { one: '# tablero', other: '# tableros' })}. Un tablero vacío se pierde por incomparecencia.`,
  },
  beside: 'Junto al torneo',
  topGame: 'Partida principal',
  chat: 'Chat',
  programme: {
    title: 'Programa',
    start: 'Inicio',
    round: (number) => `Ronda ${number}`,
    rounds: (first, last) => `Rondas ${first} a ${last}`,
    paired: 'Emparejada',
    played: 'Jugada',
    allPlayed: 'Jugadas',
    running: 'En juego',
    pause: 'Entre rondas',
    minutes: (count) => plural(count, { one: '# minuto', other: '# minutos' }),
    seconds: (count) => plural(count, { one: '# segundo', other: '# segundos' }),
    defaultTime: 'Tiempo de espera',
    edit: 'Editar programa',
  },
  series: {
    title: 'Series',
    repeats: 'Repetición',
    every: { once: 'No', day: 'Cada día', week: 'Cada semana' },
    day: 'Día',
    days: ['Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado', 'Domingo'],
    clock: 'Hora',
    hint: 'El servidor crea cada torneo con antelación. Los jugadores del último reciben un recordatorio.',
    time: (hour, minute) => time(new Date(2026, 0, 1, hour, minute).getTime()),
    daily: (clock) => `Cada día a las ${clock}`,
    weekly: (day, clock) => `Cada ${day.toLowerCase()} a las ${clock}`,
    next: (when) => `Próximo: ${when}`,
    stop: 'Detener la serie',
    stops: 'No se crearán más torneos. Los torneos sin jugadores se cancelan.',
    rests: 'Por ahora no hay torneos nuevos: el propietario ya no puede crear torneos aquí.',
  },
  keizer: {
    title: 'Keizer',
    hint: 'Una victoria da el valor del rival. Los cuatro porcentajes son del valor propio.',
    fields: {
      top: 'Valor del primer puesto (0: 1½ × número de jugadores)',
      step: 'Diferencia de valor entre puestos',
      excused: 'Ausencia justificada (%)',
      unexcused: 'Ausencia injustificada (%)',
      club_duty: 'Partida por el club (%)',
      bye: 'Descanso (%)',
      rounds_between: 'Rondas hasta repetir rival',
    },
  },
  create: 'Crear torneo',
  join: 'Participar',
  withdraw: 'Retirarse',
  rejoin: 'Volver',
  pause: 'Hacer una pausa',
  shown: 'Vista',
  standings: 'Clasificación',
  startingList: 'Lista inicial',
  pairings: 'Emparejamientos',
  crosstable: 'Cuadro',
  organiser: 'Organizador',
  pairNext: 'Emparejar la siguiente ronda',
  pairing: (paired, players, seconds) => (players > 0 ? `Emparejando: ${number(paired)} de ${number(players)}` : `Emparejando … ${seconds} s`),
  publish: 'Publicar',
  undoPairing: 'Deshacer el emparejamiento',
  startRound: 'Empezar la ronda',
  takeBack: 'Retirar',
  reason: 'Motivo',
  takeBackRound: (round) => `Retirar la ronda ${round}`,
  roundWithdrawn: (reason) => `Se retiraron los emparejamientos: ${reason}`,
  draftDiscarded: 'Con esto también se ha descartado el borrador de la ronda siguiente. Empareja de nuevo.',
  arbiter,
  category: 'Categoría',
  allPlayers: 'Todos los jugadores',
  fees,
  report,
  journal,
  entrant,
  memberList,
  members,
  more,
  own,
  refused,
  sections,
  typed,
  venue,
  waits,
  change: {
    title: 'Modificar el torneo',
    save: 'Guardar cambios',
    discards: 'Se descartará el borrador de la primera ronda.',
  },
  cancel: {
    title: 'Cancelar el torneo',
    hint: 'Todos los inscritos verán el motivo en esta página. No se puede deshacer.',
    now: 'Cancelar este torneo',
    because: (reason, isEmpty) => (reason === '' ? (isEmpty ? 'Este torneo se ha cancelado: no se había inscrito nadie.' : 'Este torneo se ha cancelado.') : `Este torneo se ha cancelado: ${reason}`),
    remove: 'Eliminar el torneo',
    removeHint: 'Nadie se ha inscrito. El torneo desaparecerá de la lista.',
    removeNow: 'Eliminar este torneo',
  },
  helpers: 'Ayudantes',
  helpersHint: 'Los ayudantes pueden emparejar, publicar, empezar rondas y anotar resultados.',
  helper: 'Nombre del ayudante',
  removeHelper: (name) => `Quitar a ${name}`,
  enterResult: 'Anotar resultado',
  playLater: 'Jugar más tarde',
  playAgain: 'Jugar de nuevo',
  podium: 'Podio',
  you: 'Tú',
  compare: 'comparar conmigo',
  compareRow: 'comparar',
  compareWith: (name) => `${name}: pulsa los puntos de otro jugador para comparar.`,
  whyAboveMe: (name) => `¿Por qué estoy por debajo de ${name}?`,
  whyBelowMe: (name) => `¿Por qué estoy por encima de ${name}?`,
  whyBelow: (one, other) => `¿Por qué está ${one} por debajo de ${other}?`,
  whyAbove: (one, other) => `¿Por qué está ${one} por encima de ${other}?`,
  lastDecides: 'La última línea decide.',
  nothingDecides: 'Nada os separa: compartís el puesto.',
  nothingBetween: 'Nada los separa: comparten el puesto.',
  working: {
    open: (what) => `${what}: ver el cálculo`,
    round: 'Ronda',
    theirs: 'Puntos del rival',
    own: 'Puntos',
    adds: 'Cuenta',
    cut: 'descartado',
    value: 'Valor',
    noOpponent: 'sin rival',
    none: 'Aquí no hay nada que sumar.',
    direct: 'Aquí no decide nada: los empatados no se han enfrentado todos, o tienen los mismos puntos entre ellos.',
    dummy: 'En una ronda sin partida, un rival ficticio ocupa el lugar del rival (C.07, artículo 16.4).',
  },
  hold: 'No empezar automáticamente',
  timetable: 'Horario',
  startsAt: 'Comienzo del torneo',
  byThemselves: 'Las rondas empiezan automáticamente',
  byThemselvesHint: 'La primera con el torneo; las demás, en cuanto acaban todas las partidas.',
  pauseMinutes: 'Minutos entre rondas',
  nextRoundAt: 'Comienzo de la próxima ronda',
  set: 'Fijar',
  save: 'Guardar',
  nextRound: 'Próxima ronda',
  beginsIn: (round, clock) => (round === 0 ? `Empieza en ${clock}` : `La ronda ${round} empieza en ${clock}`),
  beginsAt: (round, when) => (round === 0 ? `Empieza el ${when}` : `La ronda ${round} empieza el ${when}`),
  beginsNow: (round) => (round === 0 ? 'A punto de empezar' : `La ronda ${round} está a punto de empezar`),
  draftHint: 'Solo los organizadores ven este borrador.',
  waitsForResults: 'La siguiente ronda se puede emparejar cuando estén todos los resultados.',
  lastRound: 'Es la última ronda. El torneo termina cuando estén todos los resultados.',
  allRoundsPlayed: 'Se han jugado todas las rondas. El torneo termina cuando las partidas aplazadas tengan resultado.',
  addPlayer: 'Añadir jugador',
  rating: 'Elo',
  add: 'Añadir',
  notAdded: (name, why) => `No se ha añadido a ${name}. ${why}`,
  noPlayers: 'Todavía no hay jugadores.',
  noRounds: 'La primera ronda todavía no está emparejada.',
  rank: 'Puesto',
  player: 'Jugador',
  points: 'Puntos',
  tieBreaksTitle: 'Desempates',
  tieBreaks: {
    DE: 'Resultado particular',
    'BH/C1': 'Buchholz sin el peor resultado',
    BH: 'Buchholz',
    SB: 'Sonneborn-Berger',
    KS: 'Koya',
    'BH/C2': 'Buchholz sin los dos peores resultados',
    'BH/M1': 'Buchholz mediano',
    FB: 'Buchholz anticipado',
    'FB/C1': 'Buchholz anticipado sin el peor resultado',
    AOB: 'Media del Buchholz de los rivales',
    'SB/C1': 'Sonneborn-Berger sin el peor resultado',
    WIN: 'Victorias',
    WON: 'Partidas ganadas en el tablero',
    BPG: 'Partidas con negras',
    BWG: 'Victorias con negras',
    PS: 'Progresivo',
    'PS/C1': 'Progresivo sin la primera ronda',
    REP: 'Rondas jugadas',
    STD: 'Puntos estándar',
    ARO: 'Puntuación media de los rivales',
    'ARO/C1': 'Puntuación media de los rivales sin la más baja',
    PTP: 'Rendimiento perfecto',
    APRO: 'Rendimiento medio de los rivales',
    APPO: 'Rendimiento perfecto medio de los rivales',
    RTNG: 'Puntuación',
    TPN: 'Número inicial',
    VALUE: 'Valor',
    TPR: 'Rendimiento',
    GAMES: 'Partidas',
    BERSERK: 'Partidas en berserk',
  },
  cells: '12w1: ganó al número 12 con blancas. = son tablas, + y − son incomparecencias, ½ es un descanso de medio punto.',
  resultOf: (board) => `Resultado en la mesa ${board}`,
  playing: 'en juego',
  later: 'más tarde',
  bye: 'descansa',
  whyThis: '¿Por qué este rival?',
  whyBye: '¿Por qué descansa?',
  why: {
    later: 'Los motivos todavía se están calculando. Vuelve a mirar en un momento.',
    table: (player, number, opponent, other) =>
      opponent === null
        ? `${player} tiene el número ${number}; la tabla de Berger no le da rival en esta ronda.`
        : `${player} tiene el número ${number} y ${opponent} el número ${other} en la tabla de Berger.`,
    team: {
      board: (player, opponent, board) => `${player} y ${opponent} juegan en el tablero ${board} de sus equipos.`,
      everyone: (player, board, team, opponent, theirs, other) => `Todos juegan contra todos: ${player} es el número ${board} de ${team} y ${opponent} el número ${theirs} de ${other}.`,
      alone: (player, board, other) => `${player} juega en el tablero ${board} y ${other} no tiene a nadie allí. El tablero se gana por incomparecencia.`,
      colour: (player, side) => `${player} lleva ${sides[side]}.`,
      colours: (first) => `${first} lleva blancas en los tableros impares de la primera ronda; en cada ronda cambian los colores.`,
      coloursOfAll: (first) => `${first} lleva blancas cuando la suma de los dos números es par; la segunda vez es al revés.`,
    },
    bracket: (player, seed, opponent, other) =>
      opponent === null
        ? `${player} (cabeza de serie ${seed}) no tiene rival en esta ronda y pasa a la siguiente.`
        : `${player} (cabeza de serie ${seed}) y ${opponent} (cabeza de serie ${other}) están uno al lado del otro en el cuadro.`,
    bye: (player, points) => `${player} (${points}) descansa.`,
    same: (player, opponent, points) => `${player} y ${opponent} tienen ${points === '1' ? '1 punto' : `${points} puntos`} los dos.`,
    down: (player, points, opponent, other) =>
      `${player} (${points}) flota hacia abajo y juega con ${opponent} (${other}): no se podía emparejar a todos con ${points}.`,
    up: (player, points, opponent, other) => `${player} (${points}) juega con ${opponent} (${other}), que flota hacia abajo.`,
    colour: (player, side, wanted, wish) => {
      if (wanted === null || wish === 'none') return `${player} lleva ${sides[side]}; no le tocaba ningún color.`;
      const due = { mild: 'Le tocaban', strong: 'Le tocaban claramente', absolute: 'Le tocaban sin excepción' }[wish];
      return `${player} lleva ${sides[side]}. ${due} ${sides[wanted]}.`;
    },
    keizer: {
      meets: (player, place, value, opponent, theirs, worth) =>
        `${player} (puesto ${place}, valor ${value}) juega con ${opponent} (puesto ${theirs}, valor ${worth}). Una victoria da ${worth}; unas tablas, la mitad.`,
      leftOver: (player, place, value) => `${player} (puesto ${place}, valor ${value}) descansa.`,
      colour: (player, side) => `${player} lleva ${sides[side]}.`,
      colours: {
        fewer_whites: 'Lleva blancas quien menos veces las ha llevado.',
        alternate: 'Los colores se alternan.',
        board: 'Nada distingue a los dos, así que los colores se alternan de mesa en mesa.',
      },
      passed: (nearer, because) => `${nearer} está más cerca en la lista, pero ${because}.`,
    },
    colours: {
      both_wishes: 'Los dos tienen el color que les tocaba (5.2.1).',
      stronger: 'La preferencia más fuerte decidió los colores (5.2.2).',
      alternate: 'Los colores alternan desde la última ronda en que los dos tuvieron colores distintos (5.2.3).',
      higher_ranked: 'La preferencia del jugador mejor clasificado decidió los colores (5.2.4).',
      number: 'El número inicial del jugador mejor clasificado decidió los colores (5.2.5).',
    },
    opponent: {
      first: 'Este rival es el primero en el orden de emparejamiento (artículo 3.3).',
      left_over: 'El orden de emparejamiento dejaba fuera a este jugador, y las otras parejas le hicieron sitio (artículo 3.3).',
      bye: 'Descansa la puntuación más baja que puede hacerlo, siempre que se pueda emparejar a todos los demás (C2, C5).',
    },
    notFirst: (first, because) => `${first} es el primero en el orden de emparejamiento, pero ${because}.`,
    not: (because) => {
      switch (because.kind) {
        case 'met':
          return `ya jugaron en la ronda ${because.round} (C1)`;
        case 'same_colour':
          return `los dos deben llevar ${sides[because.side]} (C3)`;
        case 'forbidden':
          return 'el organizador los mantiene separados';
        case 'absent':
          return 'ese jugador no se empareja en esta ronda';
        case 'no_completion':
          return 'entonces no se podría emparejar a todos los demás (C4)';
        case 'had_bye':
          return 'ya hubo un descanso o una victoria sin jugar (C2)';
        case 'no_bye':
          return 'el número de jugadores es par';
        case 'worse':
          return `el criterio ${because.criterion} se cumpliría peor`;
        case 'later':
          return 'con esa pareja la ronda en conjunto no es mejor y viene después en el orden (artículo 4)';
      }
    },
  },
};
export default events;
