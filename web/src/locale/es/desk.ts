// SPDX-License-Identifier: AGPL-3.0-or-later
// The Spanish texts of the desk, where staff work.
import type { Parts } from '../dictionary';
import { forms } from '../forms';

const { bytes, date, moment, number, plural } = forms('es');

const desk: Parts['desk'] = {
  title: 'Gestión',
  notStaffTitle: 'La gestión es para el equipo',
  notStaff: 'Entra con una cuenta que trabaje aquí.',
  more: 'Mostrar más',
  roles: {
    player: 'Jugador',
    organiser: 'Organización',
    moderator: 'Moderación',
    admin: 'Administración',
  },
  parts: {
    overview: 'Resumen',
    users: 'Cuentas',
    reports: 'Denuncias',
    cards: 'Tarjetas',
    site: 'Sitio',
    log: 'Registro',
  },

  gate: {
    title: 'Primero, un segundo factor',
    hint: 'El equipo entra con un autenticador además de la contraseña. Configúralo y vuelve.',
    toSettings: 'Ir a los ajustes',
    without: 'Prescindir de él',
    withoutHint: (sentence: string) =>
      `Quien averigüe la contraseña de alguien del equipo mandará en este servidor. Para decidirlo así, escribe: ${sentence}`,
    sentence: 'el equipo no usa segundo factor',
    sentenceLabel: 'Las palabras',
    confirm: 'Prescindir de él',
  },

  figures: {
    title: 'Ahora mismo',
    games: 'Partidas',
    online: 'Jugadores aquí',
    accounts: 'Cuentas',
    moves: 'Jugadas por segundo',
    p99: 'La más lenta de 100 jugadas',
    data: 'Guardado',
    disk: 'Libre en el disco',
    backup: 'Última copia',
    ms: (value: number) => `${number(value, value < 10 ? 1 : 0)} ms`,
    bytes,
    age: (ms: number | null) => {
      if (ms === null) return 'Ninguna aún';
      const hours = ms / 3_600_000;
      if (hours < 1) return 'Hace un momento';
      return hours < 48
        ? `Hace ${Math.round(hours)} h`
        : plural(Math.round(hours / 24), { one: 'Hace # día', other: 'Hace # días' });
    },
    backupOld: 'La última copia tiene más de una semana. Descarga una abajo.',
    backupNone: 'Aún no hay ninguna copia. Descarga una abajo cuando haya algo que perder.',
    databaseOk: 'La base de datos está bien.',
    databaseIll: (what: string) => `La base de datos: ${what}`,
  },

  backup: 'Copia de seguridad',
  backupHint: 'Una copia coherente de todo, hecha mientras se sigue jugando.',
  download: 'Descargar',

  users: {
    search: 'El nombre empieza por',
    none: 'Ningún nombre empieza así.',
    kid: 'Clase',
    closed: 'Cerrada',
    muted: 'En silencio',
    mute: 'Silenciar',
    unmute: 'Dejar escribir de nuevo',
    ratingIn: 'Puntuación inicial en',
    rating: 'Puntuación',
    setRating: 'Fijar puntuación',
    speeds: {
      bullet: 'Bullet',
      blitz: 'Blitz',
      rapid: 'Rápidas',
      classical: 'Clásicas',
      correspondence: 'Correspondencia',
      chess960: 'Chess960',
    },
    invite: 'Invitación nueva',
    invitation: 'Invitación',
    inviteHint: 'Quien abra este enlace se registra con él una vez, en un plazo de dos semanas.',
    here: 'En línea',
    card: 'Tarjeta nueva',
    cardIs: (code: string) => `El código de la tarjeta nueva es ${code}. La anterior ya no abre nada.`,
    cardAsk: (name: string) => `La tarjeta que ${name} tiene ahora dejará de servir. ¿Hacer una nueva?`,
    cardNow: 'Hacer tarjeta nueva',
    closeAsk: (name: string) => `Nadie podrá entrar ya como ${name}, y se cerrarán todas sus sesiones. ¿Cerrar la cuenta?`,
    kidMode: 'Cuenta protegida',
    seen: (at: number) => `Última vez: ${date(at)}`,
    role: 'Papel',
    warning: 'Advertencia',
    warn: 'Enviar advertencia',
    newName: 'Nombre nuevo',
    rename: 'Cambiar nombre',
    reset: 'Enlace para contraseña nueva',
    resetFactor: 'Quitar segundo factor',
    sessions: 'Cerrar sesiones',
    close: 'Cerrar cuenta',
    closeNow: (name: string) => `Sí, cerrar la cuenta de ${name}`,
    reopen: 'Reabrir cuenta',
    link: 'Enlace de un solo uso',
    linkHint: (name: string) => `Da este enlace a ${name}. Sirve una vez para poner una contraseña nueva.`,
  },

  reports: {
    none: 'No hay denuncias.',
    about: 'Sobre',
    from: (at: number) => `${date(at)}, de`,
    game: 'Abrir partida',
    finish: 'Resuelta',
    unrate: 'Devolver los puntos',
    unrated: 'Los dos jugadores han recuperado sus puntos.',
  },

  cards: {
    make: 'Crear jugadores',
    hint: 'Cada nombre recibe una cuenta y una tarjeta con la que se entra sin contraseña. Una tarjeta nueva sustituye a la anterior.',
    names: 'Nombres, uno por línea',
    until: 'Válida hasta',
    untilHint: 'Vacío: hasta que se sustituya.',
    submit: (count: number) => (count === 0 ? 'Crear tarjetas' : plural(count, { one: 'Crear # tarjeta', other: 'Crear # tarjetas' })),
    kid: 'Cuentas protegidas',
    kidHint: 'Para niños: sin correo, sin mensajes, en el chat solo frases preparadas, partidas y desafíos solo con esta lista y con los jugadores a los que siguen.',
    onlyHere: (host: string) =>
      `Estas tarjetas llevarían a ${host}, que solo puede abrir este ordenador. Abre esta página con la dirección que usan los demás dispositivos y crea allí las tarjetas.`,
    once: 'Imprime ahora las tarjetas: los códigos no se vuelven a mostrar.',
    print: 'Imprimir',
    qr: (name: string) => `Código QR de ${name}`,
  },

  site: {
    about: 'Sobre este sitio',
    name: 'Nombre del sitio',
    rules: 'Reglas de este sitio',
    ownColour: 'Un color propio',
    colour: 'Color',
    access: 'Para quién',
    play: 'Quién puede jugar',
    watch: 'Quién puede mirar',
    register: 'Quién puede registrarse',
    audiences: { everyone: 'Todos', accounts: 'Cuentas', invited: 'Invitados' },
    chat: 'Chat',
    chatWords: 'Palabras tapadas en los chats',
    chatWordsHint: 'Una por línea. No importan las mayúsculas ni los acentos.',
    staffFactor: 'El equipo necesita un segundo factor',
    announcement: 'Anuncio',
    announcementHint: 'Aparece encima de cada página hasta que se vacíe.',
  },

  log: {
    none: 'Aún no se ha hecho nada.',
    undo: 'Deshacer',
    moment,
    on: 'sí',
    off: 'no',
    nothing: 'nada',
    entry: (number: string) => `Entrada ${number}`,
    report: (number: string) => `Denuncia ${number}`,
    did: {
      role: 'cambió el papel de',
      warn: 'advirtió a',
      rename: 'cambió el nombre de',
      close: 'cerró la cuenta de',
      reopen: 'reabrió la cuenta de',
      mute: 'silenció a',
      unmute: 'dejó escribir de nuevo a',
      rating: 'fijó la puntuación de',
      unrate: 'devolvió los puntos de una partida:',
      second_factor: 'quitó el segundo factor de',
      reset: 'creó un enlace de contraseña para',
      sessions: 'cerró las sesiones de',
      cards: 'creó tarjetas:',
      card: 'creó una tarjeta nueva para',
      remove_line: 'quitó una línea del chat de',
      kid: 'cambió la protección de',
      invite: 'creó una invitación',
      report: 'resolvió una denuncia sobre',
      undo: 'deshizo algo sobre',
      site: 'cambió el sitio',
      chat_words: 'cambió las palabras tapadas en los chats',
      backup: 'hizo una copia',
    },
  },
};

export default desk;
