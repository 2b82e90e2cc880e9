// SPDX-License-Identifier: AGPL-3.0-or-later
// The German texts of one entrant: what an organiser changes about them, and the rounds in which they don't play.
import type { Parts } from '../../dictionary';
import { forms } from '../../forms';

const { plural } = forms('de');

export const entrant: Parts['events']['entrant'] = {
  more: (name) => `Eintrag von ${name} ändern`,
  states: { present: 'Spielt mit.', paused: 'Pausiert und wird zurzeit nicht gepaart.', withdrawn: 'Hat das Turnier verlassen.' },
  takeOut: 'Herausnehmen',
  takeOutAsk: (name, comesBack) =>
    comesBack ? `${name} verlässt das Turnier und wird nicht mehr gepaart. Du kannst ${name} später zurückholen.` : `${name} verlässt das Turnier. Zurückholen geht nur, bis die nächste Runde veröffentlicht ist.`,
  takeOutNow: (name) => `${name} herausnehmen`,
  pause: 'Pausieren lassen',
  bringBack: 'Zurückholen',
  correct: 'Angaben berichtigen',
  ofAccount: 'Der Name ist der des Kontos.',
  title: 'Titel',
  federation: 'Verband',
  fide: 'FIDE-Nummer',
  nationalId: 'Nationale Nummer',
  nationalRating: 'Nationale Wertungszahl',
  sex: 'Geschlecht',
  sexes: { none: 'keine Angabe', m: 'männlich', w: 'weiblich' },
  saved: 'Gespeichert.',
  counts: 'Es zählt ab der nächsten Auslosung. Veröffentlichte Runden bleiben, wie sie sind.',
  discards: 'Ändert sich die Reihenfolge der Spieler, wird der Entwurf verworfen; paare die Runde dann neu.',
  fixed: { title: 'Immer am selben Brett', label: 'Brettnummer', fix: 'Brett festlegen', free: 'Beliebiges Brett', hint: 'Für jemanden, der nicht an jeden Tisch kann. Es gilt ab der nächsten Auslosung, ein Entwurf bekommt sofort neue Nummern. Veröffentlichte Runden bleiben, wie sie sind.', taken: (name: string, board: number, here: number) => `An Brett ${board} spielt noch eine andere Gruppe, darum sitzt ${name} in dieser Runde an Brett ${here}. Ist jene Partie vorbei, verwirf die Auslosung und paare neu.` },
  byes: {
    title: 'Freilose',
    absences: 'Abwesenheiten',
    half: 'ein halber Punkt',
    nothing: 'kein Punkt',
    kinds: { excused: 'entschuldigt', unexcused: 'unentschuldigt', club_duty: 'für den Verein im Einsatz' },
    kind: 'Art der Abwesenheit',
    kindIn: (round) => `Art der Abwesenheit in Runde ${round}`,
    ask: 'Um ein Freilos bitten',
    give: 'Freilos geben',
    away: 'Ich bin nicht da',
    note: 'Abwesenheit eintragen',
    cancel: 'Zurücknehmen',
    cancelIn: (round) => `Für Runde ${round} zurücknehmen`,
    left: (count, last) => `Noch ${plural(count, { one: '# Freilos mit einem halben Punkt', other: '# Freilose mit einem halben Punkt' })}, bis Runde ${last}. Jedes andere bringt nichts.`,
    noneLeft: 'Kein Freilos mit einem halben Punkt mehr: Ein weiteres bringt nichts.',
  },
};
