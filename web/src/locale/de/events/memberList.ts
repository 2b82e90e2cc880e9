// SPDX-License-Identifier: AGPL-3.0-or-later
// The German texts of an organiser's list of members.
import type { Parts } from '../../dictionary';
import { forms } from '../../forms';

const { plural } = forms('de');

export const memberList: Parts['events']['memberList'] = {
  title: 'Mitglieder',
  hint: 'Die Leute, die du kennst, für alle deine Turniere. Nur du siehst diese Liste. Wer dir hilft, findet in deinen Turnieren Namen, Wertungszahlen und Vereine, sonst nichts.',
  logIn: 'Melde dich als Veranstalter an, um eine Mitgliederliste zu führen.',
  find: 'Mitglied suchen',
  count: (members) => plural(members, { one: '# Mitglied', other: '# Mitglieder' }),
  empty: 'Noch keine Mitglieder. Füge eine Liste ein.',
  nobody: 'Kein Mitglied mit diesem Namen.',
  damaged: (members) => `${plural(members, { one: '# Karte ist', other: '# Karten sind' })} beschädigt und nicht lesbar. „tabiya data check“ nennt sie; eine Sicherung hat sie noch.`,
  former: 'Meine alte Liste zeigen',
  more: (members) => `Mehr zeigen (${members})`,
  paste: 'Liste hinzufügen',
  listLabel: 'Liste der Mitglieder',
  listHint: 'Die erste Zeile nennt die Spalten; nötig ist nur „name“. „note“ bleibt in dieser Liste. Bei „child“ (yes oder ja) sehen Fremde kurze Namen. Noch einmal eingefügt, ergänzt eine Liste neue Namen und aktualisiert die anderen.',
  add: 'Mitglieder hinzufügen',
  added: (added, updated) => `${plural(added, { one: '# Mitglied hinzugefügt', other: '# Mitglieder hinzugefügt' })}, ${updated} aktualisiert.`,
  change: 'Ändern',
  save: 'Speichern',
  birth: 'Geburtsdatum oder Jahr',
  note: 'Notiz',
  child: 'Kind',
  childHint: 'In den Turnieren eines Kindes sehen Fremde kurze Namen.',
  eraseAsk: (name) => `${name} wird aus dieser Liste gelöscht und heißt in allen deinen Turnieren „Player“ mit einer Nummer. Das lässt sich nicht rückgängig machen.`,
  erased: (name, events, left) =>
    `${name} gelöscht, in ${plural(events, { one: '# Turnier', other: '# Turnieren' })}${left > 0 ? `; in ${left} weiteren behält ein Konto den Namen` : ''}`,
  fromYours: 'Aus der Mitgliederliste',
  shortNow: 'Fremde sehen ab jetzt kurze Namen, weil ein Kind mitspielt.',
  keep: 'Als Mitglied behalten',
  keepAll: 'Zu meinen Mitgliedern hinzufügen',
};
