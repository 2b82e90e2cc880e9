// SPDX-License-Identifier: AGPL-3.0-or-later
// The German texts of games over the board.
import type { Color } from '../../platform/protocol';
import type { Parts } from '../dictionary';

const sides: Record<Color, string> = { white: 'Weiß', black: 'Schwarz' };

const otb: Parts['otb'] = {
  title: 'Zu zweit, ein Bildschirm',
  hint: 'Ihr spielt abwechselnd am selben Gerät. Die Partie wird nur für dich gespeichert.',
  offline: 'Ist diese Seite einmal offen, braucht ihr keinen Server: Ihr spielt, die Uhren laufen, und die Partie bleibt in diesem Browser. Ist der Server wieder erreichbar, prüft er die Züge nach den Regeln, erkennt Matt und Remis und speichert die Partie.',
  names: (color: Color) => `Name von ${sides[color]}`,
  you: 'Du bist',
  flip: 'Brett nach jedem Zug drehen',
  start: 'Partie beginnen',
  toMove: (color: Color, name: string | null) => `${name ?? sides[color]} ist am Zug.`,
  inCheck: (color: Color, name: string | null) => `${name ?? sides[color]} steht im Schach.`,
  away: 'Kein Server erreichbar. Spielt weiter: Die Züge werden geprüft, wenn er wieder da ist.',
  refused: (number: number, why: string) => `Zug ${number} war nicht möglich, also geht die Partie davor weiter. ${why}`,
  resign: (color: Color, name: string | null) => `${name ?? sides[color]} gibt auf`,
  draw: 'Auf Remis einigen',
  claim: 'Remis reklamieren',
  timeUp: (color: Color, name: string | null) => `Zeitüberschreitung von ${name ?? sides[color]}.`,
  saving: 'Die Partie wird gespeichert.',
  waitingToSave: 'Die Partie bleibt in diesem Browser und wird gespeichert, wenn der Server wieder da ist.',
  failed: 'Die Partie lässt sich nicht speichern.',
  open: 'Partie öffnen',
  again: 'Noch eine Partie',
  leave: 'Partie verwerfen',
  ask: { leave: 'Diese Partie verwerfen?', yes: 'Ja, verwerfen' },
};

export default otb;
