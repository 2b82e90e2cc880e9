// SPDX-License-Identifier: AGPL-3.0-or-later
// The French texts of the ways into an account: logging in, code cards, links that work once.
import type { Parts } from '../dictionary';
import { forms } from '../forms';

const { plural } = forms('fr');

const enter: Parts['enter'] = {
  name: 'Nom',
  nameOrEmail: 'Nom ou adresse e-mail',
  nameHint: 'De 2 à 20 lettres ou chiffres. Les autres le voient.',
  password: 'Mot de passe',
  passwordHint: 'Au moins 8 caractères.',
  email: 'E-mail (facultatif)',
  emailHint: 'Seulement pour choisir un nouveau mot de passe si vous oubliez le vôtre.',
  forgotten: 'Mot de passe oublié ?',
  invitation: 'Invitation',
  code: 'Code',
  codeHint: 'Tapez le code que montre votre authentificateur, ou l’un de vos codes de secours.',
  noName: 'Tapez votre nom.',
  noPassword: 'Tapez votre mot de passe.',
  noCode: 'Tapez le code.',
  wrongCode: 'Ce code ne convient pas. Tapez celui qui est affiché maintenant.',
  accept: { before: 'En vous inscrivant, vous acceptez les ', rules: 'règles de ce site', after: '.' },
  newHere: 'Nouveau ici ?',
  haveAccount: 'Déjà inscrit ?',
  card: 'Se connecter avec une carte',
  guestGames: {
    title: 'Vos parties d’invité',
    question: (count: number) =>
      plural(count, {
        one: 'Vous avez joué # partie dans ce navigateur avant de vous connecter. Doit-elle appartenir à votre compte ?',
        other: 'Vous avez joué # parties dans ce navigateur avant de vous connecter. Doivent-elles appartenir à votre compte ?',
      }),
    take: 'Reprendre',
    leave: 'Laisser',
  },
  codeCard: {
    title: 'Connexion avec votre carte',
    text: 'Votre carte connaît votre nom. Appuyez sur le bouton pour vous connecter sur cet appareil.',
    none: 'Tapez le code de votre carte.',
    code: 'Code de la carte',
  },
  adminLink: {
    title: 'Devenir administrateur',
    text: 'Ce lien, valable une fois, donne à un compte l’administration de ce serveur.',
    known: (name: string) => `${name} administrera ce serveur.`,
    submit: 'Devenir administrateur',
    fresh: 'Choisissez le nom et le mot de passe du compte administrateur.',
    none: 'Ce lien n’est pas complet. Copiez-le tel que le serveur l’a affiché.',
  },
  reset: {
    title: 'Nouveau mot de passe',
    none: 'Ce lien n’est pas complet. Demandez-en un nouveau au responsable de ce serveur.',
    ask: 'Tapez votre adresse e-mail. Si un compte l’a confirmée, un lien y arrive par e-mail.',
    send: 'Envoyer le lien',
    sent: 'Si un compte a cette adresse, le lien est en route. Il est valable 30 minutes.',
    finish: 'Choisissez un nouveau mot de passe. Vous serez ensuite déconnecté partout.',
    set: 'Choisir le mot de passe',
    done: 'Votre nouveau mot de passe est prêt. Connectez-vous avec lui.',
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
