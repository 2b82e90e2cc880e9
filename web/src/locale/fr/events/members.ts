// SPDX-License-Identifier: AGPL-3.0-or-later
// The French texts of players without an account.
import type { Parts } from '../../dictionary';
import { forms } from '../../forms';

const { moment } = forms('fr');

export const members: Parts['events']['members'] = {
  hint: 'Inscrits par leur nom. Avec un code, un joueur relie son propre compte et garde les rondes jouées ici.',
  nobody: 'Tout le monde ici a un compte.',
  give: 'Créer un code',
  revoke: 'Révoquer le code',
  export: 'Exporter les données',
  erase: 'Effacer le nom',
  eraseNow: 'Effacer ce nom',
  eraseAsk: (name, number) => `${name} devient « Player ${number} », et tout le reste est supprimé. C’est définitif.`,
  made: (name) => `Code pour ${name}`,
  once: (link, until) => `Se connecter, ouvrir ${link} et taper le code, jusqu’au ${moment(until)}. Il sert une fois et n’est affiché que maintenant.`,
  until: (at) => `code jusqu’au ${moment(at)}`,
  claimed: 'un compte par un code',
  backups: 'Les sauvegardes quotidiennes peuvent contenir un nom effacé pendant environ cinq semaines ; celles que vous avez faites à la main, et les fichiers de tournoi, jusqu’à ce que vous les supprimiez. Une partie sur ce serveur garde le nom court.',
  afterwards: 'Les noms peuvent être effacés une fois le tournoi terminé.',
  claimTitle: 'Êtes-vous sur la liste ?',
  claimHint: (name) => `Tapez le code que l’organisateur vous a donné. Votre compte ${name} sera alors ce joueur.`,
  code: 'Votre code de 12 caractères',
  claim: 'C’est moi',
  youAre: (name) => `Dans ce tournoi, vous êtes ${name}.`,
  done: 'C’est fait. Ce tournoi fait maintenant partie des vôtres.',
  doneTitle: 'Vous êtes sur la liste',
  next: 'Vos appariements et vos résultats sont sur la page du tournoi.',
  toEvent: 'Aller au tournoi',
  logIn: 'Connectez-vous d’abord ou créez un compte. Vous saisirez ensuite le code ici.',
};
