// SPDX-License-Identifier: AGPL-3.0-or-later
// The French texts of the page on which a program asks for access.
import type { Parts } from '../dictionary';

const oauth: Parts['oauth'] = {
  title: 'Une application demande l’accès',
  asks: (origin: string) => `${origin} veut agir pour vous ici.`,
  allows: 'Elle pourra :',
  nothing: 'Voir votre profil public, et rien d’autre.',
  as: (name: string) => `Vous êtes connecté comme ${name}.`,
  logIn: 'Connectez-vous pour continuer.',
  allow: 'Autoriser',
  refuse: 'Refuser',
  revoke: 'Vous pouvez révoquer cet accès dans les réglages à tout moment.',
  scopes: {
    'board:play': 'Jouer des parties avec un échiquier',
    'bot:play': 'Jouer des parties comme bot',
    'challenge:read': 'Voir vos défis',
    'challenge:write': 'Envoyer, accepter et refuser des défis',
    'challenge:bulk': 'Créer beaucoup de parties pour d’autres',
    'email:read': 'Voir votre adresse e-mail',
    'preference:read': 'Voir vos réglages',
    'preference:write': 'Modifier vos réglages',
    'follow:read': 'Voir qui vous suivez',
    'follow:write': 'Suivre et bloquer des joueurs',
    'msg:write': 'Écrire des messages',
  } as Record<string, string>,
};

export default oauth;
