// SPDX-License-Identifier: AGPL-3.0-or-later
// The German texts of players without an account.
import type { Parts } from '../../dictionary';
import { forms } from '../../forms';

const { moment } = forms('de');

export const members: Parts['events']['members'] = {
  hint: 'Mit Namen eingetragen. Mit einem Code verbindet ein Spieler sein eigenes Konto und behält die Runden, die er hier gespielt hat.',
  nobody: 'Alle hier haben ein Konto.',
  give: 'Code erstellen',
  revoke: 'Code sperren',
  export: 'Daten exportieren',
  erase: 'Namen löschen',
  eraseNow: 'Diesen Namen löschen',
  eraseAsk: (name, number) => `Aus ${name} wird „Player ${number}“, alles andere wird gelöscht. Das lässt sich nicht rückgängig machen.`,
  made: (name) => `Code für ${name}`,
  once: (link, until) => `Anmelden, ${link} öffnen und den Code eingeben, bis ${moment(until)}. Er gilt einmal und wird nur jetzt angezeigt.`,
  until: (at) => `Code bis ${moment(at)}`,
  claimed: 'Konto durch einen Code',
  backups: 'Tägliche Sicherungen können einen gelöschten Namen noch etwa fünf Wochen enthalten; Sicherungen und Turnierdateien, die du selbst angelegt hast, bis du sie löschst. Eine Partie auf diesem Server behält den kurzen Namen.',
  afterwards: 'Namen lassen sich löschen, wenn das Turnier zu Ende ist.',
  claimTitle: 'Stehst du auf der Liste?',
  claimHint: (name) => `Gib den Code ein, den du vom Veranstalter hast. Dein Konto ${name} ist dann dieser Spieler.`,
  code: 'Dein Code aus 12 Zeichen',
  claim: 'Das bin ich',
  youAre: (name) => `In diesem Turnier bist du ${name}.`,
  done: 'Erledigt. Dieses Turnier gehört jetzt zu deinen.',
  doneTitle: 'Du stehst auf der Liste',
  next: 'Deine Paarungen und Ergebnisse stehen auf der Seite des Turniers.',
  toEvent: 'Zum Turnier',
  logIn: 'Melde dich zuerst an oder leg ein Konto an. Dann gibst du hier den Code ein.',
};
