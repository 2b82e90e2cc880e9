// SPDX-License-Identifier: AGPL-3.0-or-later
// The French texts of the start page, and the dialog that imports a game.
import type { Parts } from '../dictionary';
import { forms } from '../forms';

const { number } = forms('fr');

const home: Parts['home'] = {
  title: 'Un endroit calme pour jouer aux échecs.',
  friendHint: 'Envoyez un lien',
  computerHint: 'Choisissez sa force',
  findHint: 'Jouez tout de suite',
  games: 'Vos parties',
  allGames: 'Toutes les parties',
  news: { title: 'À l’affiche', daily: 'Problème du jour', running: 'en cours', announced: 'pas encore commencé' },
  board: { title: 'Un échiquier', start: 'Jouez un coup pour commencer une partie contre l’ordinateur.' },
  noGames: 'Aucune partie pour l’instant. Commencez-en une.',
  trial: 'Votre nouvelle partie figurera ici dès votre deuxième coup.',
  gamesFailed: 'Vos parties ne peuvent pas être chargées pour l’instant. Rechargez la page pour réessayer.',
  more: (count: number) => `En montrer ${number(count)} de plus`,
  toImport: 'Importer une partie',
  card: {
    yourMove: 'À vous',
    waiting: 'En attente',
    nobody: 'Pas encore d’adversaire',
    won: 'Gagnée',
    lost: 'Perdue',
    draw: 'Nulle',
    aborted: 'Annulée',
    unfinished: 'Sans résultat',
    imported: 'Importée',
    reasons: {
      checkmate: 'échec et mat',
      resignation: 'abandon',
      stalemate: 'pat',
      insufficient_material: 'matériel insuffisant',
      fivefold_repetition: 'quintuple répétition',
      seventy_five_moves: '75 coups',
      threefold_repetition: 'triple répétition',
      fifty_moves: '50 coups',
      agreement: 'accord mutuel',
      time_forfeit: 'au temps',
      time_forfeit_insufficient_material: 'au temps, mat impossible',
      abandonment: 'départ',
      abandonment_insufficient_material: 'départ, mat impossible',
      abort: 'annulée',
      no_first_move: 'pas de premier coup',
      arbiter_decision: 'décision de l’arbitre',
      unknown: '',
    },
    left: (face: string) => `reste ${face}`,
  },
  import: {
    private: 'Privée',
    title: 'Importer une partie',
    pgn: 'Partie au format PGN',
    hint: 'Collez-la ou déposez un fichier ici. S’il y a plusieurs parties, la première est importée.',
    file: 'Choisir un fichier',
    privateHint: 'Vous seul la voyez.',
    side: 'Votre camp',
    action: 'Importer',
    nothing: 'Collez d’abord une partie.',
    tooLarge: 'Ce fichier dépasse 256 ko. Enregistrez une seule partie et réessayez.',
    unreadable: 'Ce fichier ne peut pas être lu.',
    windows: 'Ce fichier n’est pas en UTF-8 ; il a été lu comme du Windows-1252. Vérifiez les noms accentués.',
  },
};

export default home;
