// SPDX-License-Identifier: AGPL-3.0-or-later
// The French texts of the lobby and of challenges.
import type { ChallengeEnd, ChallengeView, ColorChoice, DeclineReason, PlayerView, SeekView } from '../../platform/protocol';
import type { Parts } from '../dictionary';
import { forms } from '../forms';
import texts from './index';

const { plural } = forms('fr');

const name = (player: PlayerView): string => texts.player.name(player);

const weight = (rated: boolean): string => (rated ? 'classée' : 'amicale');

const reasons: Record<DeclineReason, string> = {
  none: 'Sans raison',
  later: 'Pas maintenant',
  too_fast: 'Trop rapide pour moi',
  too_slow: 'Trop lente pour moi',
  rated: 'Parties classées seulement',
  casual: 'Parties amicales seulement',
  standard: 'Échecs classiques seulement',
};

function colour(color: ColorChoice, yours: boolean): string {
  if (color === 'random') return 'couleur au hasard';
  return (color === 'white') !== yours ? 'vous jouez les Blancs' : 'vous jouez les Noirs';
}

const challenge: Parts['lobby']['challenge'] = {
  short: 'Défier',
  invite: 'Inviter',
  byLink: 'Par lien',
  byName: 'Par nom',
  noName: 'Entrez le nom d’un joueur.',
  name: 'Nom',
  to: (player: string) => `Défier ${player}`,
  changeTitle: (player: string) => `Proposer un changement à ${player}`,
  send: 'Envoyer le défi',
  propose: 'Proposer',
  title: (challenge: ChallengeView) =>
    challenge.yours ? `Défi de ${name(challenge.from)}` : `Défi à ${name(challenge.to)}`,
  challengesYou: 'vous défie',
  waitsFor: 'En attente de',
  terms: ({ terms, yours }: ChallengeView): string => {
    const facts = [texts.time.control(terms.time), weight(terms.rated)];
    if (terms.start.kind === 'fen') facts.push('à partir d’une position');
    else if (terms.start.kind !== 'standard') facts.push(texts.game.variants[terms.start.kind]);
    if (terms.private) facts.push('privée');
    facts.push(colour(terms.color, yours));
    return facts.join(' · ');
  },
  change: 'Modifier',
  takeBack: 'Annuler',
  back: 'Retour',
  declineWhy: 'Refuser avec une raison',
  reason: 'Raison',
  reasons,
  began: (opponent: string) => `Votre partie avec ${opponent} a commencé.`,
  toGame: 'Vers la partie',
  close: 'Fermer',
  ended: (challenge: ChallengeView, ended: ChallengeEnd): string => {
    const other = name(challenge.yours ? challenge.from : challenge.to);
    switch (ended.how) {
      case 'declined':
        return ended.reason === 'none' ? `${other} refuse.` : `${other} refuse : ${reasons[ended.reason].toLocaleLowerCase('fr')}.`;
      case 'cancelled':
        return `${other} a annulé le défi.`;
      case 'expired':
        return challenge.yours ? `Le défi de ${other} a expiré.` : `Votre défi à ${other} a expiré.`;
      case 'accepted':
        return `${other} accepte.`;
    }
  },
};

const lobby: Parts['lobby'] = {
  challenge,
  notices: 'Défis et recherches',
  speeds: { bullet: 'Bullet', blitz: 'Blitz', rapid: 'Rapide', classical: 'Classique' },
  customHint: 'votre temps, couleur ou fourchette de classement',
  ratedHint: 'Compte pour le classement des deux joueurs.',
  hint: 'Choisissez une cadence. La partie commence dès que quelqu’un choisit la même.',
  searching: (time: string, rated: boolean) => `Recherche d’un adversaire : ${time}, ${weight(rated)}`,
  offer: (player: string, time: string) => `${player} attend une partie amicale, ${time}.`,
  playCasual: 'Jouer en amical',
  cancel: 'Annuler',
  open: 'En attente d’un adversaire',
  followed: 'Joueurs que vous suivez',
  plays: 'joue en ce moment',
  watch: (player: string) => `Regarder la partie de ${player}`,
  first: 'Vous êtes en tête de file. Le prochain qui choisit cette cadence joue contre vous.',
  firstOfClass: 'En attente de votre classe et des joueurs que vous suivez.',
  /** Why somebody else’s search can’t be taken. */
  obstacles: {
    account: 'Connectez-vous pour jouer des parties classées.',
    protected: 'Vous pouvez jouer avec votre classe et les joueurs que vous suivez.',
    apart: 'Vous ne pouvez pas jouer contre certains de ces joueurs.',
  },
  waiting: (count: number) => (count === 0 ? 'Personne n’attend.' : plural(count, { one: '# en attente', other: '# en attente' })),
  nobody: 'Personne n’attend. Choisissez une cadence pour commencer.',
  more: (count: number) => `et ${count} de plus`,
  facts: (seek: SeekView): string => {
    const facts = [texts.time.control(seek.time), weight(seek.rated)];
    if (seek.variant !== 'standard') facts.push(texts.game.variants[seek.variant]);
    if (seek.color) facts.push(`joue les ${texts.sides[seek.color]}`);
    if (seek.range) facts.push(`${seek.range.low}–${seek.range.high}`);
    return facts.join(' · ');
  },
  play: (player: string, facts: string) => `Jouer contre ${player}, ${facts}`,
  playShort: 'Jouer',
  ended: {
    cancelled: '',
    elsewhere: 'Vous cherchez maintenant dans un autre onglet.',
    asleep: 'Cet onglet était inactif, la recherche s’est donc arrêtée. Choisissez une cadence pour recommencer.',
  },
};

export default lobby;
