// SPDX-License-Identifier: AGPL-3.0-or-later
// The French texts of the chat beside a game.
import type { Parts } from '../dictionary';
import { forms } from '../forms';

const { plural } = forms('fr');

const chat: Parts['chat'] = {
  players: 'Discussion',
  spectators: 'Discussion des spectateurs',
  message: 'Message',
  send: 'Envoyer',
  empty: 'Aucun message pour l’instant.',
  ready: 'Messages tout prêts',
  logIn: 'Se connecter pour écrire',
  mute: 'Rendre muet',
  muteName: (name: string) => `Rendre ${name} muet`,
  report: 'Signaler',
  reportLine: (name: string) => `Signaler le message de ${name}`,
  reported: 'Signalé. L’équipe va regarder.',
  hidden: (count: number) => plural(count, { one: '# personne est muette.', other: '# personnes sont muettes.' }),
  showAll: 'Tout montrer',
  said: (name: string, text: string) => `${name} dit : ${text}`,
  presets: {
    Hello: 'Bonjour',
    'Good luck': 'Bonne chance',
    'Have fun': 'Amusez-vous bien',
    'Good game': 'Belle partie',
    'Well played': 'Bien joué',
    Thanks: 'Merci',
    Sorry: 'Désolé',
    Bye: 'Au revoir',
  },
};
export default chat;
