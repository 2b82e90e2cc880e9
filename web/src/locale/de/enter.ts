// SPDX-License-Identifier: AGPL-3.0-or-later
// The German texts of the ways into an account: logging in, code cards, links that work once.
import type { Parts } from '../dictionary';
import { forms } from '../forms';

const { plural } = forms('de');

const enter: Parts['enter'] = {
  name: 'Name',
  nameOrEmail: 'Name oder E-Mail-Adresse',
  nameHint: '2 bis 20 Buchstaben oder Ziffern. Andere sehen ihn.',
  password: 'Passwort',
  passwordHint: 'Mindestens 8 Zeichen.',
  email: 'E-Mail (optional)',
  emailHint: 'Nur für den Fall, dass du dein Passwort vergisst.',
  forgotten: 'Passwort vergessen?',
  invitation: 'Einladung',
  code: 'Code',
  codeHint: 'Gib den Code ein, den deine Authenticator-App zeigt, oder einen deiner Ersatzcodes.',
  closed: 'Dieses Konto ist geschlossen.',
  appeal: (contact: string) =>
    contact ? `Hältst du das für einen Irrtum? Kontakt: ${contact}` : 'Hältst du das für einen Irrtum, wende dich an den Betreiber der Seite.',
  noName: 'Gib deinen Namen ein.',
  noPassword: 'Gib dein Passwort ein.',
  noCode: 'Gib den Code ein.',
  wrongCode: 'Der Code ist falsch. Gib den ein, der gerade angezeigt wird.',
  accept: { before: 'Mit der Registrierung nimmst du die ', rules: 'Regeln dieser Seite', after: ' an.' },
  newHere: 'Neu hier?',
  haveAccount: 'Schon registriert?',
  card: 'Mit einer Karte anmelden',
  guestGames: {
    title: 'Deine Partien als Gast',
    question: (count: number) =>
      plural(count, {
        one: 'Du hast in diesem Browser # Partie als Gast gespielt. Zu deinem Konto hinzufügen?',
        other: 'Du hast in diesem Browser # Partien als Gast gespielt. Zu deinem Konto hinzufügen?',
      }),
    take: 'Hinzufügen',
    leave: 'Nicht hinzufügen',
  },
  codeCard: {
    title: 'Mit deiner Karte anmelden',
    text: 'Drücke den Knopf, um dich auf diesem Gerät anzumelden.',
    none: 'Gib den Code deiner Karte ein.',
    code: 'Code auf der Karte',
  },
  adminLink: {
    title: 'Admin werden',
    text: 'Dieser Link gilt einmal. Er macht ein Konto zum Admin dieses Servers.',
    known: (name: string) => `${name} wird Admin.`,
    submit: 'Admin werden',
    fresh: 'Wähle Namen und Passwort des Admin-Kontos.',
    none: 'Dieser Link ist unvollständig. Kopiere ihn genau so, wie der Server ihn ausgegeben hat.',
  },
  reset: {
    title: 'Neues Passwort',
    none: 'Dieser Link ist unvollständig. Bitte die Leitung dieses Servers um einen neuen.',
    ask: 'Gib deine E-Mail-Adresse ein. Wenn ein Konto sie bestätigt hat, kommt ein Link per E-Mail.',
    send: 'Link schicken',
    sent: 'Wenn ein Konto diese Adresse hat, ist der Link unterwegs. Er gilt 30 Minuten.',
    finish: 'Wähle ein neues Passwort. Danach bist du überall abgemeldet.',
    set: 'Passwort festlegen',
    done: 'Dein Passwort ist geändert. Melde dich damit an.',
    newPassword: 'Neues Passwort',
    address: 'Adresse',
  },
  confirm: {
    title: 'Adresse bestätigen',
    text: 'Drücke den Knopf, um zu bestätigen, dass diese Adresse dir gehört.',
    button: 'Bestätigen',
    done: 'Deine Adresse ist bestätigt.',
  },
};

export default enter;
