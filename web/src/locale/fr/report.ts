// SPDX-License-Identifier: AGPL-3.0-or-later
// The French texts of the computer analysis of a game.
import type { Color, JudgementView, PieceOn, ReasonView, Role } from '../../platform/protocol';
import type { Parts } from '../dictionary';
import { forms } from '../forms';
import { ending, roles, the } from './main/pieces';
import { sides } from './main/texts';

const { plural, number, span } = forms('fr');

const on = ({ role, square }: PieceOn): string => `${the(role)} en ${square}`;
const times = (count: number): string => `${count} fois`;
const pawns = (count: number): string => plural(count, { one: '# pion', other: '# pions' });
/** "un cavalier", "une tour". */
const a = (role: Role): string => (role === 'king' ? 'le roi' : `un${ending(role)} ${roles[role]}`);

function reason(why: ReasonView): string {
  switch (why.kind) {
    case 'allows_mate':
      return `Permet un mat en ${why.moves}.`;
    case 'misses_mate':
      return `Manque un mat en ${why.moves}.`;
    case 'stalemates':
      return 'Donne le pat.';
    case 'hangs': {
      const e = ending(why.piece.role);
      const defended = why.defenders === 0 ? `pas défendu${e}` : `défendu${e} ${times(why.defenders)}`;
      const pinned = why.pinned ? `, et ${on(why.pinned)} est cloué${ending(why.pinned.role)}` : '';
      // As many defenders as attackers are no explanation, unless one of them is pinned.
      const counts = why.attackers > why.defenders || why.pinned ? ` : attaqué${e} ${times(why.attackers)}, ${defended}${pinned}` : '';
      return why.left ? `Laisse ${on(why.piece)} en prise ${counts}.` : `Met ${on(why.piece)} en prise ${counts}.`;
    }
    case 'loses':
      return `Perd ${a(why.role)} contre ${a(why.price)}.`;
    case 'lets_promote':
      return `Laisse le pion ${why.square} aller à promotion.`;
    case 'spares':
      return `Manque la prise : ${on(why.piece)}.`;
    case 'allows_fork':
      return `Permet une fourchette : ${on(why.by)} attaque ${why.targets.map(on).join(' et ')}.`;
    case 'loses_material':
      return `Perd du matériel pour une valeur de ${pawns(why.pawns)}.`;
    case 'misses_material':
      return `Manque une variante qui gagne du matériel pour une valeur de ${pawns(why.pawns)}.`;
  }
}

const report: Parts['report'] = {
  title: 'Analyse par ordinateur',
  ask: 'Demander une analyse par ordinateur',
  left: (left: number, aDay: number) =>
    left === 0
      ? `Vous avez utilisé vos analyses du jour (${number(aDay)}). Réessayez demain.`
      : `Encore ${plural(left, { one: '# analyse', other: '# analyses' })} sur ${number(aDay)} aujourd’hui`,
  /** What the analysis will tell. */
  about: 'Précision de chaque camp, tournants de la partie et explications.',
  waits: (ahead: number) =>
    ahead === 0 ? 'Prochaine partie de la file' : plural(ahead, { one: '# partie passe avant celle-ci', other: '# parties passent avant celle-ci' }),
  begun: 'L’analyse a commencé.',
  done: 'L’analyse est terminée.',
  grows: (done: number, of: number) => `${number(done)} demi-coups sur ${number(of)}`,
  failed: 'L’analyse a échoué. Vous pouvez la redemander.',
  cut: (count: number) => `Seuls les ${number(count)} premiers demi-coups ont été analysés.`,
  closed: {
    missing: 'Cette partie n’existe pas, ou vous ne pouvez pas la voir.',
    failed: 'Impossible de charger l’analyse. Vérifiez votre connexion, puis réessayez.',
    running: 'Cette partie est encore en cours. Vous pourrez l’analyser quand elle sera finie.',
    playing: 'Vous jouez une partie : le moteur est coupé pour vous jusqu’à sa fin.',
    near: 'Cette partie a des positions en commun avec l’une de vos parties par correspondance. Vous verrez son analyse une fois votre partie terminée.',
    usedUp: 'Vous avez utilisé vos analyses du jour. Réessayez demain.',
    full: 'Beaucoup de parties attendent leur analyse. Réessayez dans quelques minutes.',
  },
  totals: 'Les deux camps en chiffres',
  accuracy: 'Précision',
  opening: 'Ouverture',
  middlegame: 'Milieu de jeu',
  endgame: 'Finale',
  moves: 'Coups',
  from: 'Premier coup de la période',
  to: 'Dernier coup de la période',
  took: (ms: number) => `Temps de réflexion : ${span(ms)}.`,
  faultless: 'Aucune erreur à retravailler.',
  averageLoss: 'Perte moyenne en pions',
  counts: { inaccuracy: 'Imprécisions', mistake: 'Erreurs', blunder: 'Gaffes' },
  names: { inaccuracy: 'Imprécision', mistake: 'Erreur', blunder: 'Gaffe' },
  jump: (judgement: JudgementView, name: string, count: number): string => {
    const what = {
      inaccuracy: plural(count, { one: '# imprécision', other: '# imprécisions' }),
      mistake: plural(count, { one: '# erreur', other: '# erreurs' }),
      blunder: plural(count, { one: '# gaffe', other: '# gaffes' }),
    }[judgement];
    return `${name} : ${what}. Aller à la suivante`;
  },
  percent: (value: number) => `${number(value, 1)} %`,
  pawns: (value: number) => number(value, 2),
  graph: 'Chances de gain au fil de la partie',
  position: (ply: number, win: number | null, white: string) =>
    `Après ${plural(ply, { one: '# demi-coup', other: '# demi-coups' })}${win === null ? '' : ` : ${white} ${number(win, 1)} %`}`,
  turned: 'Le tournant :',
  verdicts: 'Imprécisions, erreurs et gaffes',
  verdictsCome: 'Les mauvais coups et leurs raisons s’afficheront ici.',
  reason,
  lookDeeper: (move: string) => `Approfondir ${move}`,
  looking: (move: string) => `${move} : examen approfondi en cours`,
  lookedDeeper: (move: string) => `${move} a été examiné avec dix fois plus de nœuds.`,
  noMistake: 'Ce n’est pas une erreur.',
  deepEnough: (count: number) => `${number(count)} coups de cette partie ont été approfondis. C’est le maximum.`,
  showBetter: (move: string) => `Essayer ${move} et la suite`,
  better: (line: string) => `Mieux : ${line}`,
  /** What follows a move that loses material. */
  follows: (line: string) => `Puis : ${line}`,
  learn: 'Apprendre de vos erreurs',
  learnAs: (side: Color, name: string | null) => `Apprendre des erreurs ${name === null ? `des ${sides[side]}` : `de ${name}`}`,
  learning: {
    count: (at: number, of: number) => `Erreur ${number(at)} sur ${number(of)}`,
    ask: (move, by) =>
      `${by === null ? 'Vous avez' : by.name === null ? `Les ${sides[by.side]} ont` : `${by.name} a`} joué ${move}. Que fallait-il jouer ?`,
    checking: (move: string) => `Vérification de ${move}`,
    best: (move: string) => `${move} est le meilleur coup.`,
    good: (move: string, best: string) => `${move} est bon, mais il y a mieux : ${best}.`,
    wrong: 'Il y a un meilleur coup. Essayez encore.',
    same: 'C’est le coup de la partie. Essayez-en un autre.',
    solution: (line: string) => `La meilleure variante : ${line}`,
    hintFrom: (piece: PieceOn) => `Indice : jouez ${on(piece)}.`,
    hintTo: (from: string, to: string) => `Indice : de ${from} en ${to}.`,
    over: (found: number, of: number) => `Vous avez trouvé ${number(found)} coups sur ${number(of)}.`,
    hint: 'Indice',
    show: 'Voir la solution',
    again: 'Réessayer',
    next: 'Erreur suivante',
    finish: 'Terminer',
    restart: 'Recommencer',
    other: 'Les erreurs de l’autre camp',
    close: 'Fermer',
  },
};
export default report;
