// SPDX-License-Identifier: AGPL-3.0-or-later
// The German texts of conditional moves and private lines beside a correspondence game.
import type { Parts } from '../dictionary';

const lines: Parts['lines'] = {
  title: 'Bedingte Züge',
  /** The same after the game. */
  titleAfter: 'Deine Varianten',
  count: (lines: number, most: number) => `${lines} von ${most}`,
  none: 'Leg fest, was du auf diesen oder jenen Zug antwortest. Der Server spielt es, sobald es passt, auch wenn du nicht da bist. Nur du siehst es.',
  make: 'Variante eingeben',
  board: 'Brett für deine Variante',
  trying: 'Zieh für beide Seiten. Nichts davon wird gespielt.',
  first: 'Beginn mit dem Zug deines Gegners.',
  addReply: 'Jetzt noch deine Antwort.',
  ownTurn: 'Du bist am Zug. Zieh zuerst, dann leg fest, was folgt. Als private Variante kannst du das hier behalten.',
  notNow: 'Bedingte Züge beginnen in der letzten Stellung der Partie. Als private Variante kannst du das hier behalten.',
  save: 'Bedingte Züge speichern',
  keep: 'Als private Variante behalten',
  back: 'Zurück',
  forward: 'Weiter',
  close: 'Schließen',
  waits: 'Ein Remis ist angeboten, oder jemand will einen Zug zurücknehmen. Diese Varianten warten auf die Antwort.',
  remove: (line: string) => `${line} entfernen`,
  removeShort: 'Entfernen',
  /** Before a line that was played to its end, or no longer applies. */
  past: (kind: string) =>
    ({ played: 'Für dich gespielt:', taken_back: 'Gilt nicht mehr, weil Züge zurückgenommen wurden:', game_over: 'Gilt nicht mehr, weil die Partie zu Ende ist:' })[kind] ??
    'Gilt nicht mehr, weil ein anderer Zug kam:',
  clear: 'Ausblenden',
  soFar: (moves: string) => `(Schon gespielt: ${moves})`,
  private: 'Private Varianten',
  show: 'Auf dem Brett zeigen',
  analyse: (line: string) => `${line} auf dem Analysebrett öffnen`,
  analyseShort: 'Auf dem Analysebrett öffnen',
  tooLong: (most: number) => `Eine Variante hat höchstens ${most} Halbzüge.`,
  errors: {
    game_over: 'Diese Partie ist zu Ende, deshalb wird nichts mehr gespeichert.',
    line_of_computer: 'Der Computer antwortet sofort, vorzubereiten gibt es also nichts.',
    line_too_long: 'Diese Variante ist zu lang. Kürze sie.',
    line_illegal: 'Ein Zug dieser Variante ist nicht mehr möglich.',
    line_after_end: 'Die Partie wäre vor dem Ende dieser Variante vorbei. Nimm die Züge danach zurück.',
    line_on_own_turn: 'Du bist am Zug. Zieh zuerst, dann leg fest, was folgt.',
    line_without_reply: 'Diese Variante endet mit einem Zug deines Gegners. Füg deine Antwort hinzu.',
    line_taken_back: 'Züge wurden zurückgenommen, deshalb gilt diese Variante nicht mehr. Als private Variante kannst du sie behalten.',
    line_overtaken: 'Dein Gegner hat gerade anders gezogen, deshalb gilt diese Variante nicht mehr. Als private Variante kannst du sie behalten.',
    line_played: 'Alle Züge dieser Variante wurden gerade gespielt.',
    too_many_lines: 'Mehr Varianten sind nicht möglich. Entferne zuerst eine.',
    line_contradicts: 'Deine Varianten antworten in derselben Stellung verschieden. Entferne die andere, oder ändere diese.',
    line_of_other_game: 'Diese Stellung kommt in der Partie nicht mehr vor. Beginn in einer Stellung der Partie.',
  },
};

export default lines;
