// SPDX-License-Identifier: AGPL-3.0-or-later
// The French texts of the ways into an account: logging in, code cards, links that work once.
import type { Parts } from '../dictionary';
import { forms } from '../forms';

const { plural } = forms('fr');

const enter: Parts['enter'] = {
  name: 'Nom',
  nameOrEmail: 'Nom ou adresse e-mail',
  nameHint: '2 à 20 lettres ou chiffres. Les autres le voient.',
  password: 'Mot de passe',
  passwordHint: 'Au moins 8 caractères.',
  email: 'E-mail (facultatif)',
  emailHint: 'Seulement si vous oubliez votre mot de passe.',
  forgotten: 'Mot de passe oublié ?',
  invitation: 'Invitation',
  code: 'Code',
  codeHint: 'Entrez le code de votre application d’authentification, ou l’un de vos codes de secours.',
  closed: 'Ce compte est fermé.',
  appeal: (contact: string) =>
    contact ? `Si vous pensez que c’est une erreur, écrivez à : ${contact}` : 'Si vous pensez que c’est une erreur, adressez-vous au responsable du site.',
  noName: 'Entrez votre nom.',
  noPassword: 'Entrez votre mot de passe.',
  noCode: 'Entrez le code.',
  wrongCode: 'Ce code est faux. Entrez celui qui s’affiche maintenant.',
  accept: { before: 'En vous inscrivant, vous acceptez les ', rules: 'règles de ce site', after: '.' },
  newHere: 'Nouveau ici ?',
  haveAccount: 'Déjà inscrit ?',
  card: 'Se connecter avec une carte',
  guestGames: {
    title: 'Vos parties d’invité',
    question: (count: number) =>
      plural(count, {
        one: 'Vous avez joué # partie en invité dans ce navigateur. L’ajouter à votre compte ?',
        other: 'Vous avez joué # parties en invité dans ce navigateur. Les ajouter à votre compte ?',
      }),
    take: 'Ajouter',
    leave: 'Ne pas ajouter',
  },
  codeCard: {
    title: 'Connexion avec votre carte',
    text: 'Appuyez sur le bouton pour vous connecter sur cet appareil.',
    none: 'Entrez le code de votre carte.',
    code: 'Code de la carte',
  },
  adminLink: {
    title: 'Devenir administrateur',
    text: 'Ce lien à usage unique fait d’un compte l’administrateur de ce serveur.',
    known: (name: string) => `${name} administrera ce serveur.`,
    submit: 'Devenir administrateur',
    fresh: 'Choisissez le nom et le mot de passe du compte administrateur.',
    none: 'Ce lien est incomplet. Copiez-le exactement comme le serveur l’a affiché.',
  },
  reset: {
    title: 'Nouveau mot de passe',
    none: 'Ce lien est incomplet. Demandez-en un nouveau au responsable de ce serveur.',
    ask: 'Entrez votre adresse e-mail. Si un compte l’a confirmée, vous recevrez un lien.',
    send: 'Envoyer le lien',
    sent: 'Si un compte utilise cette adresse, un lien est en route. Il est valable 30 minutes.',
    finish: 'Choisissez un nouveau mot de passe. Vous serez déconnecté partout.',
    set: 'Choisir le mot de passe',
    done: 'Votre mot de passe est changé. Connectez-vous avec lui.',
    newPassword: 'Nouveau mot de passe',
    address: 'Adresse',
  },
  confirm: {
    title: 'Confirmez votre adresse',
    text: 'Appuyez sur le bouton pour confirmer que cette adresse est la vôtre.',
    button: 'Confirmer',
    done: 'Votre adresse est confirmée.',
  },
};

export default enter;
