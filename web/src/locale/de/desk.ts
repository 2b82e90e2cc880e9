// SPDX-License-Identifier: AGPL-3.0-or-later
// The German texts of the desk, where staff work.
import type { Parts } from '../dictionary';
import { forms } from '../forms';

const { bytes, date, moment, number, plural } = forms('de');

const desk: Parts['desk'] = {
  title: 'Verwaltung',
  notStaffTitle: 'Die Verwaltung ist für die Leitung',
  notStaff: 'Melde dich mit einem Konto an, das hier arbeitet.',
  more: 'Mehr zeigen',
  roles: {
    player: 'Spieler',
    organiser: 'Turnierleitung',
    moderator: 'Moderation',
    admin: 'Administration',
  },
  parts: {
    overview: 'Übersicht',
    users: 'Konten',
    reports: 'Meldungen',
    cards: 'Karten',
    site: 'Seite',
    log: 'Protokoll',
  },

  gate: {
    title: 'Zuerst ein zweiter Faktor',
    hint: 'Die Leitung meldet sich außer mit dem Passwort mit einer Authenticator-App an. Richte sie ein und komm dann zurück.',
    toSettings: 'Zu den Einstellungen',
    without: 'Darauf verzichten',
    withoutHint: (sentence: string) =>
      `Wer dann das Passwort von jemandem aus der Leitung erfährt, herrscht über diesen Server. Um das zu beschließen, tippe: ${sentence}`,
    sentence: 'kein zweiter faktor für die leitung',
    sentenceLabel: 'Die Wörter',
    confirm: 'Verzichten',
  },

  figures: {
    title: 'Gerade jetzt',
    games: 'Partien',
    online: 'Spieler hier',
    accounts: 'Konten',
    moves: 'Züge je Sekunde',
    p99: 'Langsamster von 100 Zügen',
    data: 'Gespeichert',
    disk: 'Frei auf der Platte',
    backup: 'Letzte Sicherung',
    ms: (value: number) => `${number(value, value < 10 ? 1 : 0)} ms`,
    bytes,
    age: (ms: number | null) => {
      if (ms === null) return 'Noch keine';
      const hours = ms / 3_600_000;
      if (hours < 1) return 'Gerade eben';
      return hours < 48
        ? `Vor ${Math.round(hours)} h`
        : plural(Math.round(hours / 24), { one: 'Vor # Tag', other: 'Vor # Tagen' });
    },
    backupOld: 'Die letzte Sicherung ist über eine Woche alt. Lade unten eine herunter.',
    backupNone: 'Es gibt noch keine Sicherung. Lade unten eine herunter, sobald es etwas zu verlieren gibt.',
    databaseOk: 'Der Datenbank geht es gut.',
    databaseIll: (what: string) => `Die Datenbank: ${what}`,
  },

  backup: 'Sicherung',
  backupHint: 'Eine stimmige Kopie von allem, erstellt, während weitergespielt wird.',
  download: 'Herunterladen',

  users: {
    search: 'Name beginnt mit',
    none: 'Kein Name beginnt so.',
    kid: 'Klasse',
    closed: 'Geschlossen',
    muted: 'Stumm',
    mute: 'Stummschalten',
    unmute: 'Wieder schreiben lassen',
    ratingIn: 'Anfangswertung in',
    rating: 'Wertungszahl',
    setRating: 'Wertungszahl setzen',
    speeds: {
      bullet: 'Bullet',
      blitz: 'Blitz',
      rapid: 'Schnellschach',
      classical: 'Klassisch',
      correspondence: 'Fernschach',
      chess960: 'Chess960',
    },
    invite: 'Neue Einladung',
    invitation: 'Einladung',
    inviteHint: 'Wer diesen Link öffnet, registriert sich damit einmal, innerhalb von zwei Wochen.',
    here: 'Online',
    card: 'Neue Karte',
    cardIs: (code: string) => `Der Code der neuen Karte ist ${code}. Die alte öffnet nichts mehr.`,
    cardAsk: (name: string) => `Die Karte, die ${name} jetzt hat, gilt dann nicht mehr. Eine neue erstellen?`,
    cardNow: 'Neue Karte erstellen',
    closeAsk: (name: string) => `Niemand kann sich mehr als ${name} anmelden, und ${name} wird überall abgemeldet. Das Konto schließen?`,
    kidMode: 'Geschütztes Konto',
    seen: (at: number) => `Zuletzt da am ${date(at)}`,
    role: 'Rolle',
    warning: 'Verwarnung',
    warn: 'Verwarnung senden',
    newName: 'Neuer Name',
    rename: 'Umbenennen',
    reset: 'Link für neues Passwort',
    resetFactor: 'Zweiten Faktor entfernen',
    sessions: 'Sitzungen beenden',
    close: 'Konto schließen',
    closeNow: (name: string) => `Ja, ${name} schließen`,
    reopen: 'Konto wieder öffnen',
    link: 'Einmal-Link',
    linkHint: (name: string) => `Gib diesen Link ${name}. Mit ihm lässt sich einmal ein neues Passwort festlegen.`,
  },

  reports: {
    none: 'Keine Meldungen.',
    about: 'Über',
    from: (at: number) => `${date(at)}, von`,
    game: 'Partie öffnen',
    finish: 'Erledigt',
    unrate: 'Punkte zurückgeben',
    unrated: 'Beide Spieler haben ihre Punkte zurück.',
  },

  cards: {
    make: 'Spieler anlegen',
    hint: 'Jeder Name bekommt ein Konto und eine Karte, die ohne Passwort anmeldet. Eine neue Karte ersetzt die alte.',
    names: 'Namen, einer je Zeile',
    until: 'Gilt bis',
    untilHint: 'Leer: bis sie ersetzt wird.',
    submit: (count: number) => (count === 0 ? 'Karten erstellen' : plural(count, { one: '# Karte erstellen', other: '# Karten erstellen' })),
    kid: 'Geschützte Konten',
    kidHint: 'Für Kinder: keine E-Mail, keine Nachrichten, im Chat nur fertige Sätze, Partien und Herausforderungen nur mit dieser Liste und mit Spielern, denen sie folgen.',
    onlyHere: (host: string) =>
      `Diese Karten würden zu ${host} führen, und das kann nur dieser Computer öffnen. Öffne diese Seite unter der Adresse, die die anderen Geräte benutzen, und erstelle die Karten dort.`,
    once: 'Drucke die Karten jetzt: Die Codes werden nicht noch einmal gezeigt.',
    print: 'Drucken',
    qr: (name: string) => `QR-Code von ${name}`,
  },

  site: {
    about: 'Über diese Seite',
    name: 'Name der Seite',
    rules: 'Regeln dieser Seite',
    ownColour: 'Eine eigene Farbe',
    colour: 'Farbe',
    access: 'Für wen',
    play: 'Wer spielen darf',
    watch: 'Wer zuschauen darf',
    register: 'Wer sich registrieren darf',
    audiences: { everyone: 'Alle', accounts: 'Konten', invited: 'Eingeladene' },
    chat: 'Chat',
    chatWords: 'Im Chat verdeckte Wörter',
    chatWordsHint: 'Eines je Zeile. Groß- und Kleinschreibung und Akzente spielen keine Rolle.',
    staffFactor: 'Die Leitung braucht einen zweiten Faktor',
    announcement: 'Ankündigung',
    announcementHint: 'Steht über jeder Seite, bis sie wieder leer ist.',
  },

  log: {
    none: 'Noch ist nichts geschehen.',
    undo: 'Rückgängig',
    moment,
    on: 'an',
    off: 'aus',
    nothing: 'nichts',
    entry: (number: string) => `Eintrag ${number}`,
    report: (number: string) => `Meldung ${number}`,
    did: {
      role: 'änderte die Rolle von',
      warn: 'verwarnte',
      rename: 'benannte um:',
      close: 'schloss das Konto von',
      reopen: 'öffnete wieder das Konto von',
      mute: 'schaltete stumm:',
      unmute: 'ließ wieder schreiben:',
      rating: 'setzte die Wertungszahl von',
      unrate: 'gab die Punkte einer Partie zurück:',
      second_factor: 'entfernte den zweiten Faktor von',
      reset: 'erstellte einen Passwort-Link für',
      sessions: 'beendete die Sitzungen von',
      cards: 'erstellte Karten:',
      card: 'erstellte eine neue Karte für',
      remove_line: 'entfernte eine Chatzeile von',
      kid: 'änderte den Schutz von',
      invite: 'erstellte eine Einladung',
      report: 'erledigte eine Meldung über',
      undo: 'machte etwas rückgängig über',
      site: 'änderte die Seite',
      chat_words: 'änderte die im Chat verdeckten Wörter',
      backup: 'erstellte eine Sicherung',
    },
  },
};

export default desk;
