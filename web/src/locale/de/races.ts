// SPDX-License-Identifier: AGPL-3.0-or-later
// The German texts of races of puzzles.
import type { Parts } from '../dictionary';
import { forms } from '../forms';

const { plural } = forms('de');

const races: Parts['races'] = {
  title: 'Rennen',
  newRace: 'Neues Rennen',
  hint: 'Alle bekommen 90 Sekunden lang dieselben Aufgaben. Schick Freunden den Link, ein Konto braucht niemand. Ungewertet.',
  forClass: 'Nur für meine Klasse',
  forClassHint: 'Mitmachen können nur die, für die du Karten gemacht hast. Geschützte Konten können nur so mitmachen.',
  kids: 'Alle bekommen 90 Sekunden lang dieselben Aufgaben. Mitmachen kann nur deine eigene Klasse. Ungewertet.',
  themes: 'Motive (nach Wunsch)',
  make: 'Link erstellen',
  few: 'Es gibt zu wenige solche Aufgaben für ein Rennen. Wähl mehr Motive, eine andere Eröffnung oder nichts davon.',
  waiting: 'Warte auf den Start.',
  waitingOwn: 'Schick den Link, mach selbst mit und starte, wenn alle da sind.',
  starting: 'Mach dich bereit.',
  over: 'Das Rennen ist vorbei.',
  result: (solved: number, place: number, all: number) => {
    const score = plural(solved, { one: 'Du hast # Aufgabe gelöst', other: 'Du hast # Aufgaben gelöst' });
    return all > 1 ? `Die Zeit ist um. ${score}: Platz ${place} von ${all}.` : `Die Zeit ist um. ${score}.`;
  },
  watching: 'Du siehst zu.',
  through: 'Du bist mit allen fertig.',
  away: 'Die Verbindung ist weg. Deine Punkte sind sicher, die Uhr läuft weiter.',
  told: { right: 'Richtig, weiter.', solved: 'Gelöst.', good: 'Gut, aber es geht besser.', wrong: 'Falsch. Hier ist die nächste.' },
  missing: 'Dieses Rennen ist nicht für dich, oder es ist vorbei. Bitte um einen neuen Link.',
  ofClass: 'Dieses Rennen ist nur für deine Klasse.',
  scores: 'Punktestand',
  racer: 'Name',
  guest: (number: number) => `Gast ${number}`,
  you: 'du',
  solved: 'Gelöst',
  missed: 'Falsch',
  nobody: 'Noch macht niemand mit.',
  removeOf: (name: string) => `${name} entfernen`,
  keep: 'Behalten',
  removed: 'Du wurdest aus diesem Rennen entfernt.',
  join: 'Mitmachen',
  joinNow: 'Rennen: jetzt mitmachen',
  start: 'Starten',
  again: 'Noch ein Rennen',
  joinNext: 'Beim neuen Rennen mitmachen',
  nextMade: 'Ein neues Rennen wartet auf dich.',
  yours: (clock) => `Dein Rennen: ${clock ?? 'noch nicht gestartet'}`,
  copy: 'Link kopieren',
  qr: 'QR-Code des Links',
  played: 'Was du nicht gelöst hast',
  puzzle: (number: number) => `Aufgabe ${number}`,
  clock: (left: number) => {
    const seconds = Math.ceil(left / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  },
};
export default races;
