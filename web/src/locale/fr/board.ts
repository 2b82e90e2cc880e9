// SPDX-License-Identifier: AGPL-3.0-or-later
// French texts about the board: what can be chosen, and the keys.
import type { Color, Role } from '../../platform/protocol';
import type { Parts } from '../dictionary';
import texts from './index';
import { coloured, roles } from './main/pieces';

const side = (color: Color): string => texts.sides[color];
const some = (names: string[], none: string): string => (names.length === 0 ? none : names.join(', '));

const board: Parts['board'] = {
  title: 'Échiquier',
  handling: 'Déplacement',
  hearing: 'Son et toucher',
  screen: 'Réglages',
  all: 'Tous les réglages',
  close: 'Fermer',
  boards: 'Cases',
  pieces: 'Pièces',
  coordinates: 'Coordonnées',
  animation: 'Glissement',
  notation: 'Coups',
  captured: 'Pièces prises',
  moving: 'Les pièces se jouent par',
  promotion: 'Un pion qui est promu',
  spoken: 'Les coups sont dits en',
  volume: 'Volume',
  sounds: 'Timbre',
  size: 'Taille de l’échiquier',
  percent: (value: number) => `${value} %`,
  switches: {
    blindfold: 'À l’aveugle : cacher les pièces',
    clock_bar: 'Montrer une barre sous chaque pendule',
    destinations: 'Montrer où une pièce peut aller',
    premoves: 'Coups anticipés',
    touch_square: 'Agrandir la case sous le doigt',
    confirm_move: 'Demander avant chaque coup',
    keys: 'Raccourcis à une touche',
    say_clock: 'Annoncer 30, 20 et 10 secondes restantes',
    sound: 'Sons',
    low_time: 'Avertir quand le temps manque',
    haptics: 'Vibrer aux coups, si l’appareil le peut',
  },
  choices: {
    board: { slate: 'Ardoise', wood: 'Bois', green: 'Vert', sea: 'Mer', rose: 'Rose', sand: 'Sable', contrast: 'Contraste' },
    pieces: { classic: 'Classiques', plain: 'Simples', solid: 'Pleines', letters: 'Lettres' },
    coordinates: { inside: 'Dedans', outside: 'Dehors', all: 'Partout', none: 'Aucune' },
    animation: { normal: 'Normal', slow: 'Lent', fast: 'Rapide', none: 'Aucun' },
    notation: { letters: 'Lettres : Nf3', figurines: 'Figurines : ♘f3', own: 'Français : Cf3' },
    captured: { all: 'Toutes', difference: 'Différence', off: 'Aucune' },
    moving: { both: 'Les deux', click: 'Deux clics', drag: 'Glisser' },
    promotion: { ask: 'Demander', queen: 'Toujours dame' },
    sounds: { wood: 'Bois', soft: 'Doux', glass: 'Verre' },
    spoken: { words: 'Mots', san: 'Notation', nato: 'Mots, cases OTAN' },
  },
  keysTitle: 'Touches',
  keys: [
    ['← →', 'un coup en arrière ou en avant'],
    ['↑ ↓', 'première ou dernière position'],
    ['/', 'taper un coup ou un ordre'],
    ['F', 'tourner l’échiquier'],
    ['Z', 'zen : seulement l’échiquier et les pendules'],
    ['D', 'dessiner des flèches et des cercles'],
    ['S', 'ces réglages'],
    ['?', 'cette liste'],
    ['Esc', 'reposer la pièce, annuler les coups anticipés'],
  ],
  boardKeysTitle: 'Sur l’échiquier',
  boardKeys: [
    ['Arrows', 'parcourir les cases'],
    ['Enter', 'prendre en main, reposer, jouer'],
    ['K Q R B N P', 'pièce suivante de ce type ; avec Maj, la précédente'],
    ['1–8', 'rangée ; avec Maj, la colonne'],
    ['M', 'coups de la pièce ; avec Maj, seulement les prises'],
    ['O', 'cette case'],
    ['L', 'dernier coup'],
    ['C', 'dernière prise'],
    ['T', 'pendules'],
    ['X', 'ce qu’il y a autour, à perte de vue'],
    ['I', 'taper un coup ou un ordre'],
  ],
  say: {
    squares: (color: Color, role: Role, squares: string[]) =>
      `${side(color)}, ${roles[role]}${squares.length === 1 ? '' : 's'} : ${some(squares, 'aucun')}.`,
    line: (name: string, found: string[]) => `${/\d/.test(name) ? 'Rangée' : 'Colonne'} ${name} : ${some(found, 'vide')}.`,
    piece: (square: string, color: Color, role: Role) => `${square} ${coloured(color, role)}`,
    square: (text: string) => `${text}.`,
    around: (square: string, found: string[]) => `Depuis ${square} : ${some(found, 'rien')}.`,
    moves: (square: string, targets: string[]) => `${square} va en ${some(targets, 'aucune case')}.`,
    captures: (square: string, targets: string[]) => `${square} prend en ${some(targets, 'aucune case')}.`,
    noPiece: (square: string) => `Vous n’avez pas de pièce en ${square}.`,
    lastMove: (text: string) => `Dernier coup, ${text}.`,
    lastCapture: (text: string) => `Dernière prise, ${text}.`,
    noMove: 'Aucun coup n’a été joué.',
    noCapture: 'Rien n’a été pris.',
    clock: (color: Color, ms: number, isRunning: boolean) => {
      const left = Math.max(0, Math.floor(ms / 1000));
      const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
      const parts = [hours > 0 ? `${hours} h` : '', minutes > 0 ? `${minutes} min` : '', `${seconds} s`].filter((part) => part !== '');
      return `${side(color)} : ${parts.join(' ')}${isRunning ? ', en marche' : ''}.`;
    },
    noClocks: 'Cette partie n’a pas de pendules.',
    turn: (color: Color) => `Trait aux ${side(color)}.`,
    captured: (color: Color, names: string[]) => `Prises des ${side(color)} : ${some(names, 'aucune')}.`,
    premoves: (moves: string[]) => (moves.length === 0 ? 'Aucun coup anticipé n’attend.' : `Coups anticipés : ${moves.join(', ')}.`),
    premove: (from: string, to: string) => `Le coup anticipé ${from} ${to} attend.`,
    cancelled: 'Coups anticipés annulés.',
    played: (from: string, to: string) => `${from} ${to}.`,
    sure: (question: string) => `${question} Tapez oui ou non.`,
    done: 'C’est fait.',
    cant: 'Cela ne se peut pas maintenant.',
    several: (squares: string[]) => `Plusieurs pièces peuvent y aller : dites ${squares.join(' ou ')}.`,
    noSuchMove: (text: string) => `Aucune de vos pièces ne peut faire cela : ${text}.`,
    notNow: 'Vous ne pouvez pas jouer maintenant.',
    unknown: (text: string) => `Pas compris : ${text}. Tapez aide pour une liste.`,
    offered: (text: string) => text,
    help:
      'Coups : Nf3, g1f3, cavalier prend e5, petit roque. Questions : pendule, dernier, trait, prises, anticipés, adversaire ; ' +
      'pièces cavalier ; colonne e, rangée 4 ; case e4 ; coups e2. ' +
      'Chat : dis bonjour ; chat lit les dernières lignes. ' +
      'Actions : nulle, abandonner, annuler, reprendre, temps, accepter, refuser, réclamer, réclamer nulle, revanche, effacer, tourner, zen, ' +
      'retour, suite, début, fin.',
  },
  vocabulary: {
    dis: 'say', dire: 'say',
    aide: 'help', pendule: 'clock', pendules: 'clock', dernier: 'last', trait: 'turn', prises: 'captured',
    anticipés: 'premoves', adversaire: 'opponent', oui: 'yes', non: 'no', accepter: 'accept',
    refuser: 'decline', abandonner: 'resign', annuler: 'abort', nulle: 'draw', reprendre: 'takeback',
    temps: 'time', réclamer: 'claim', revanche: 'rematch', effacer: 'cancel', tourner: 'flip',
    retour: 'back', suite: 'on', début: 'first', fin: 'end', pièces: 'pieces', rangée: 'scan',
    colonne: 'scan', case: 'square', coups: 'moves', pion: 'pawn', pions: 'pawns', cavalier: 'knight',
    cavaliers: 'knights', fou: 'bishop', fous: 'bishops', tour: 'rook', tours: 'rooks', dame: 'queen',
    roi: 'king', prend: 'takes', en: 'on', échec: 'check', mat: 'mate', promotion: 'promotes',
    roque: 'castles', petit: 'short', grand: 'long', un: 'one', deux: 'two', trois: 'three', quatre: 'four',
    cinq: 'five', sept: 'seven', huit: 'eight',
  },
};

export default board;
