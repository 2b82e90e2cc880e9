// SPDX-License-Identifier: AGPL-3.0-or-later
// The German texts of the computer analysis of a game.
import type { Color, JudgementView, PieceOn, ReasonView, Role } from '../../platform/protocol';
import type { Parts } from '../dictionary';
import { forms } from '../forms';
import { pieces } from './main/pieces';
import { texts } from './main/texts';

const { sides } = texts;
const { plural, number, span } = forms('de');

const times = (count: number): string => (count === 1 ? 'einmal' : count === 2 ? 'zweimal' : `${count}-mal`);
const pawns = (count: number): string => plural(count, { one: '# Bauern', other: '# Bauern' });
const the = ({ role, square }: PieceOn): string => `${pieces[role].the} auf ${square}`;
const den = ({ role, square }: PieceOn): string => `${pieces[role].den} auf ${square}`;
/** "einen Springer", "eine Dame". */
const a = (role: Role): string => {
  if (role === 'king') return 'den König';
  return role === 'queen' ? 'eine Dame' : `einen ${pieces[role].den.slice(4)}`;
};

function reason(why: ReasonView): string {
  switch (why.kind) {
    case 'allows_mate':
      return `Erlaubt Matt in ${why.moves}.`;
    case 'misses_mate':
      return `Verpasst Matt in ${why.moves}.`;
    case 'stalemates':
      return 'Setzt patt.';
    case 'hangs': {
      const defended = why.defenders === 0 ? 'nicht gedeckt' : `${times(why.defenders)} gedeckt`;
      const pinned = why.pinned ? `, und ${the(why.pinned)} ist gefesselt` : '';
      // As many defenders as attackers are no explanation, unless one of them is pinned.
      const counts = why.attackers > why.defenders || why.pinned ? `: ${times(why.attackers)} angegriffen, ${defended}${pinned}` : '';
      return why.left ? `Lässt ${den(why.piece)} hängen${counts}.` : `Stellt ${den(why.piece)} ein${counts}.`;
    }
    case 'loses':
      return `Verliert ${a(why.role)} für ${a(why.price)}.`;
    case 'lets_promote':
      return `Lässt den Bauern auf ${why.square} durchlaufen.`;
    case 'spares':
      return `Verpasst es, ${den(why.piece)} zu schlagen.`;
    case 'allows_fork':
      return `Erlaubt eine Gabel: ${the(why.by)} greift ${why.targets.map(den).join(' und ')} an.`;
    case 'loses_material':
      return `Verliert Material im Wert von ${pawns(why.pawns)}.`;
    case 'misses_material':
      return `Verpasst eine Variante, die Material im Wert von ${pawns(why.pawns)} gewinnt.`;
  }
}

const report: Parts['report'] = {
  title: 'Computeranalyse',
  ask: 'Computeranalyse anfordern',
  left: (left: number, aDay: number) =>
    left === 0
      ? `Deine ${plural(aDay, { one: '# Analyse', other: '# Analysen' })} für heute sind aufgebraucht. Versuche es morgen wieder.`
      : `Heute noch ${number(left)} von ${plural(aDay, { one: '# Analyse', other: '# Analysen' })}`,
  /** What the analysis will tell. */
  about: 'Zeigt, wie genau beide Seiten gespielt haben, wo die Partie gekippt ist und warum.',
  waits: (ahead: number) =>
    ahead === 0 ? 'Als Nächste an der Reihe' : plural(ahead, { one: '# Partie ist vorher an der Reihe', other: '# Partien sind vorher an der Reihe' }),
  begun: 'Die Analyse läuft.',
  done: 'Die Analyse ist fertig.',
  grows: (done: number, of: number) => `${number(done)} von ${plural(of, { one: '# Halbzug', other: '# Halbzügen' })}`,
  failed: 'Die Analyse hat nicht geklappt. Du kannst sie noch einmal anfordern.',
  cut: (count: number) => `Nur die ersten ${number(count)} Halbzüge wurden analysiert.`,
  closed: {
    missing: 'Diese Partie gibt es nicht, oder du darfst sie nicht sehen.',
    failed: 'Die Analyse lässt sich nicht laden. Prüfe die Verbindung und versuche es noch einmal.',
    running: 'Diese Partie läuft noch. Analysieren kannst du sie, wenn sie vorbei ist.',
    playing: 'Du spielst gerade eine Partie. Bis zu ihrem Ende ist die Engine für dich aus.',
    near: 'Diese Partie hat Stellungen mit einer deiner laufenden Fernpartien gemeinsam. Ihre Analyse siehst du, sobald deine Partie vorbei ist.',
    usedUp: 'Deine Analysen für heute sind aufgebraucht. Versuche es morgen wieder.',
    full: 'Gerade warten viele Partien auf ihre Analyse. Versuche es in ein paar Minuten noch einmal.',
  },
  totals: 'Beide Seiten in Zahlen',
  accuracy: 'Genauigkeit',
  opening: 'Eröffnung',
  middlegame: 'Mittelspiel',
  endgame: 'Endspiel',
  moves: 'Züge',
  from: 'Erster Zug des Abschnitts',
  to: 'Letzter Zug des Abschnitts',
  took: (ms: number) => `Bedenkzeit für den Zug: ${span(ms)}.`,
  faultless: 'Hier gibt es keine Fehler zu üben.',
  averageLoss: 'Verlust je Zug in Bauern',
  counts: { inaccuracy: 'Ungenauigkeiten', mistake: 'Fehler', blunder: 'Grobe Fehler' },
  names: { inaccuracy: 'Ungenauigkeit', mistake: 'Fehler', blunder: 'Grober Fehler' },
  jump: (judgement: JudgementView, name: string, count: number): string => {
    const what = {
      inaccuracy: plural(count, { one: '# Ungenauigkeit', other: '# Ungenauigkeiten' }),
      mistake: plural(count, { one: '# Fehler', other: '# Fehler' }),
      blunder: plural(count, { one: '# grober Fehler', other: '# grobe Fehler' }),
    }[judgement];
    return `${name}: ${what}. Zum nächsten Zug`;
  },
  percent: (value: number) => `${number(value, 1)} %`,
  pawns: (value: number) => number(value, 2),
  graph: 'Gewinnaussichten im Lauf der Partie',
  position: (ply: number, win: number | null, white: string) =>
    `Nach ${plural(ply, { one: '# Halbzug', other: '# Halbzügen' })}${win === null ? '' : `: ${white} ${number(win, 1)} %`}`,
  turned: 'Hier kippte die Partie:',
  verdicts: 'Ungenauigkeiten, Fehler und grobe Fehler',
  verdictsCome: 'Hier stehen dann die schlechten Züge mit ihrer Begründung.',
  reason,
  lookDeeper: (move: string) => `${move} genauer prüfen`,
  looking: (move: string) => `${move} wird genauer geprüft`,
  lookedDeeper: (move: string) => `${move} wurde mit zehnmal so vielen Knoten geprüft.`,
  noMistake: 'Das ist kein Fehler.',
  deepEnough: (count: number) => `${number(count)} Züge dieser Partie wurden genauer geprüft. Mehr gehen nicht.`,
  showBetter: (move: string) => `${move} und die Folgen aufs Brett`,
  better: (line: string) => `Besser: ${line}`,
  /** What follows a move that loses material. */
  follows: (line: string) => `Es folgt: ${line}`,
  learn: 'Aus deinen Fehlern lernen',
  learnAs: (side: Color, name: string | null) => `Aus den Fehlern von ${name ?? sides[side]} lernen`,
  learning: {
    count: (at: number, of: number) => `Fehler ${number(at)} von ${number(of)}`,
    ask: (move, by) => `${by === null ? 'Du hast' : `${by.name ?? sides[by.side]} hat`} ${move} gespielt. Was wäre besser gewesen?`,
    checking: (move: string) => `${move} wird geprüft`,
    best: (move: string) => `${move} ist der beste Zug.`,
    good: (move: string, best: string) => `${move} ist gut, aber es geht noch besser: ${best}.`,
    wrong: 'Es gibt einen besseren Zug. Versuche es noch einmal.',
    same: 'Das ist der Zug aus der Partie. Versuche einen anderen.',
    solution: (line: string) => `Die beste Variante: ${line}`,
    hintFrom: (piece: PieceOn) => `Tipp: Zieh ${den(piece)}.`,
    hintTo: (from: string, to: string) => `Tipp: von ${from} nach ${to}.`,
    over: (found: number, of: number) => `Du hast ${number(found)} von ${plural(of, { one: '# besseren Zug', other: '# besseren Zügen' })} gefunden.`,
    hint: 'Tipp',
    show: 'Lösung zeigen',
    again: 'Noch einmal',
    next: 'Nächster Fehler',
    finish: 'Fertig',
    restart: 'Von vorn',
    other: 'Die Fehler der anderen Seite',
    close: 'Schließen',
  },
};
export default report;
