// SPDX-License-Identifier: AGPL-3.0-or-later
// The French texts of the desk, where staff work.
import type { Parts } from '../dictionary';
import { forms } from '../forms';

const { bytes, date, moment, number, plural } = forms('fr');

const desk: Parts['desk'] = {
  title: 'Gestion',
  notStaffTitle: 'La gestion est réservée à l’équipe',
  notStaff: 'Connectez-vous avec un compte qui travaille ici.',
  more: 'En montrer plus',
  roles: {
    player: 'Joueur',
    organiser: 'Organisation',
    moderator: 'Modération',
    admin: 'Administration',
  },
  parts: {
    overview: 'Vue d’ensemble',
    users: 'Comptes',
    reports: 'Signalements',
    cards: 'Cartes',
    site: 'Site',
    log: 'Journal',
  },

  gate: {
    title: 'D’abord un second facteur',
    hint: 'L’équipe se connecte avec un authentificateur en plus du mot de passe. Configurez-le, puis revenez.',
    toSettings: 'Vers les réglages',
    without: 'S’en passer',
    withoutHint: (sentence: string) =>
      `Quiconque apprend le mot de passe d’un membre de l’équipe est alors maître de ce serveur. Pour en décider ainsi, tapez : ${sentence}`,
    sentence: 'pas de second facteur pour nous',
    sentenceLabel: 'Les mots',
    confirm: 'S’en passer',
  },

  figures: {
    title: 'En ce moment',
    games: 'Parties',
    online: 'Joueurs présents',
    accounts: 'Comptes',
    moves: 'Coups par seconde',
    p99: 'Le plus lent de 100 coups',
    data: 'Enregistré',
    disk: 'Libre sur le disque',
    backup: 'Dernière sauvegarde',
    ms: (value: number) => `${number(value, value < 10 ? 1 : 0)} ms`,
    bytes,
    age: (ms: number | null) => {
      if (ms === null) return 'Aucune encore';
      const hours = ms / 3_600_000;
      if (hours < 1) return 'À l’instant';
      return hours < 48
        ? `Il y a ${Math.round(hours)} h`
        : plural(Math.round(hours / 24), { one: 'Il y a # jour', other: 'Il y a # jours' });
    },
    backupOld: 'La dernière sauvegarde a plus d’une semaine. Téléchargez-en une ci-dessous.',
    backupNone: 'Il n’y a pas encore de sauvegarde. Téléchargez-en une ci-dessous dès qu’il y a quelque chose à perdre.',
    databaseOk: 'La base de données va bien.',
    databaseIll: (what: string) => `La base de données : ${what}`,
  },

  backup: 'Sauvegarde',
  backupHint: 'Une copie cohérente de tout, faite pendant que l’on joue.',
  download: 'Télécharger',

  users: {
    search: 'Le nom commence par',
    none: 'Aucun nom ne commence ainsi.',
    kid: 'Classe',
    closed: 'Fermé',
    muted: 'Muet',
    mute: 'Rendre muet',
    unmute: 'Laisser écrire à nouveau',
    ratingIn: 'Classement de départ en',
    rating: 'Classement',
    setRating: 'Fixer le classement',
    speeds: {
      bullet: 'Bullet',
      blitz: 'Blitz',
      rapid: 'Rapide',
      classical: 'Classique',
      correspondence: 'Correspondance',
      chess960: 'Chess960',
    },
    invite: 'Nouvelle invitation',
    invitation: 'Invitation',
    inviteHint: 'Quiconque ouvre ce lien s’inscrit avec lui une fois, sous deux semaines.',
    here: 'En ligne',
    card: 'Nouvelle carte',
    cardIs: (code: string) => `Le code de la nouvelle carte est ${code}. L’ancienne n’ouvre plus rien.`,
    cardAsk: (name: string) => `La carte actuelle de ${name} ne marchera plus. En faire une nouvelle ?`,
    cardNow: 'Faire une nouvelle carte',
    closeAsk: (name: string) => `Plus personne ne pourra se connecter au nom de ${name}, dont toutes les sessions prendront fin. Fermer le compte ?`,
    kidMode: 'Compte protégé',
    seen: (at: number) => `Vu le ${date(at)}`,
    role: 'Rôle',
    warning: 'Avertissement',
    warn: 'Envoyer l’avertissement',
    newName: 'Nouveau nom',
    rename: 'Renommer',
    reset: 'Lien de mot de passe',
    resetFactor: 'Retirer le second facteur',
    sessions: 'Fermer les sessions',
    close: 'Fermer le compte',
    closeNow: (name: string) => `Oui, fermer le compte de ${name}`,
    reopen: 'Rouvrir le compte',
    link: 'Lien à usage unique',
    linkHint: (name: string) => `Donnez ce lien à ${name}. Il permet une fois de choisir un nouveau mot de passe.`,
  },

  reports: {
    none: 'Pas de signalements.',
    about: 'Sur',
    from: (at: number) => `${date(at)}, de`,
    game: 'Ouvrir la partie',
    finish: 'Traité',
    unrate: 'Rendre les points',
    unrated: 'Les deux joueurs ont récupéré leurs points.',
  },

  cards: {
    make: 'Créer des joueurs',
    hint: 'Chaque nom reçoit un compte et une carte, qui connecte sans mot de passe. Une nouvelle carte remplace l’ancienne.',
    names: 'Noms, un par ligne',
    until: 'Valable jusqu’au',
    untilHint: 'Vide : jusqu’à son remplacement.',
    submit: (count: number) => (count === 0 ? 'Créer des cartes' : plural(count, { one: 'Créer # carte', other: 'Créer # cartes' })),
    kid: 'Comptes protégés',
    kidHint: 'Pour les enfants : pas d’e-mail, pas de messages, au chat des phrases toutes faites, des parties et des défis avec cette liste et avec les joueurs suivis seulement.',
    onlyHere: (host: string) =>
      `Ces cartes mèneraient à ${host}, que seul cet ordinateur peut ouvrir. Ouvrez cette page à l’adresse que les autres appareils utilisent, et créez-y les cartes.`,
    once: 'Imprimez les cartes maintenant : les codes ne seront plus affichés.',
    print: 'Imprimer',
    qr: (name: string) => `Code QR de ${name}`,
  },

  site: {
    about: 'À propos de ce site',
    name: 'Nom du site',
    rules: 'Règles de ce site',
    ownColour: 'Une couleur à lui',
    colour: 'Couleur',
    access: 'Pour qui',
    play: 'Qui peut jouer',
    watch: 'Qui peut regarder',
    register: 'Qui peut s’inscrire',
    audiences: { everyone: 'Tous', accounts: 'Comptes', invited: 'Invités' },
    chat: 'Discussion',
    chatWords: 'Mots couverts dans les discussions',
    chatWordsHint: 'Un par ligne. Les majuscules et les accents ne comptent pas.',
    staffFactor: 'L’équipe a besoin d’un second facteur',
    announcement: 'Annonce',
    announcementHint: 'Figure en haut de chaque page jusqu’à ce qu’elle soit vide.',
  },

  log: {
    none: 'Rien n’a encore été fait.',
    undo: 'Défaire',
    moment,
    on: 'oui',
    off: 'non',
    nothing: 'rien',
    entry: (number: string) => `Entrée ${number}`,
    report: (number: string) => `Signalement ${number}`,
    did: {
      role: 'a changé le rôle de',
      warn: 'a averti',
      rename: 'a renommé',
      close: 'a fermé le compte de',
      reopen: 'a rouvert le compte de',
      mute: 'a rendu muet',
      unmute: 'a laissé écrire à nouveau',
      rating: 'a fixé le classement de',
      unrate: 'a rendu les points d’une partie :',
      second_factor: 'a retiré le second facteur de',
      reset: 'a créé un lien de mot de passe pour',
      sessions: 'a fermé les sessions de',
      cards: 'a créé des cartes :',
      card: 'a créé une nouvelle carte pour',
      remove_line: 'a retiré une ligne de la discussion de',
      kid: 'a changé la protection de',
      invite: 'a créé une invitation',
      report: 'a traité un signalement sur',
      undo: 'a défait quelque chose sur',
      site: 'a changé le site',
      chat_words: 'a changé les mots couverts dans les discussions',
      backup: 'a fait une sauvegarde',
    },
  },
};

export default desk;
