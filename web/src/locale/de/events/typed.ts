// SPDX-License-Identifier: AGPL-3.0-or-later
// The German texts of games at wooden boards.
import type { Parts } from '../../dictionary';
import { forms } from '../../forms';

const { moment } = forms('de');

export const typed: Parts['events']['typed'] = {
  link: 'Partie',
  linkOf: (board) => `Partie an Brett ${board}`,
  type: 'Partie eingeben',
  typeOf: (board) => `Partie eingeben, Brett ${board}`,
  title: (round, board) => `Runde ${round}, Brett ${board}`,
  gameOf: (game) => `Partie ${game}`,
  missing: 'Keine solche Partie',
  missingHint: 'Unter dieser Adresse gibt es kein Brett, oder die Runde ist nicht veröffentlicht.',
  none: 'Diese Partie hat niemand eingegeben.',
  resultFirst: 'Die Partie kann eingegeben werden, sobald ihr Ergebnis feststeht. Zu einem kampflosen Ergebnis gibt es keine Partie.',
  toMove: (side, name) => `${side === 'white' ? 'Weiß' : 'Schwarz'} am Zug: ${name}`,
  notAMove: (text) => `„${text}“ ist hier kein Zug.`,
  move: 'Zug',
  moveHint: 'Nf3, auch mehrere Züge',
  takeBack: 'Zurücknehmen',
  paste: 'PGN einfügen',
  pasteLabel: 'Partie als PGN',
  pasteHint: 'Oder nur die Züge. Kommentare und Varianten fallen weg; höchstens 600 Halbzüge.',
  isTyped: 'Diese Partie hat schon jemand eingegeben. Wähle eine andere, oder leere das Feld.',
  file: 'Oder eine Datei wählen',
  keepPasted: 'Eingefügte Partie speichern',
  keep: 'Partie speichern',
  kept: (board) => `Die Partie an Brett ${board} ist gespeichert.`,
  change: 'Partie berichtigen',
  remove: 'Partie entfernen',
  removeNow: 'Diese Partie entfernen',
  by: (name, at) => (name === null ? `Eingegeben am ${moment(at)}` : `Eingegeben von ${name} am ${moment(at)}`),
};
