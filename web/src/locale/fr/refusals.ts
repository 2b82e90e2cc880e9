// SPDX-License-Identifier: AGPL-3.0-or-later
// Refusals in French, as a friendly arbiter would put them. Fetched for whoever may be refused something: see `ui/refused.ts`.
import type { Outcome, Reason, Refusal, Role } from '../../platform/protocol';
import { asSentence } from '../../platform/sentence';
import type { Parts } from '../dictionary';
import { forms } from '../forms';
import { ending, of, own, roles, the, The } from './main/pieces';
import { sides } from './main/texts';

const { number, plural } = forms('fr');

const FORBIDDEN: Record<Extract<Refusal, { kind: 'forbidden' }>['restriction'], string> = {
  no_abort: 'Cette partie ne peut pas être annulée, mais vous pouvez abandonner.',
  no_rematch: 'Après cette partie, il n’y a pas de revanche.',
  no_given_time: 'Dans cette partie, on ne peut pas donner de temps à son adversaire.',
  no_claimed_win: 'Dans cette partie, un adversaire parti ne perd qu’au temps.',
  no_early_draw: 'Dans cette partie, on ne peut proposer nulle qu’après le 30e coup.',
};

/** How such a piece moves. */
const WAYS: Record<Role, string> = {
  pawn: 'Un pion avance tout droit et prend d’une case en diagonale vers l’avant.',
  knight: 'Un cavalier se déplace en L : deux cases dans un sens et une de côté.',
  bishop: 'Un fou se déplace en diagonale.',
  rook: 'Une tour se déplace sur les colonnes et les rangées.',
  queen: 'Une dame se déplace sur les colonnes, les rangées et les diagonales.',
  king: 'Un roi se déplace d’une case à la fois.',
};

/** "Il", "Elle". */
const it = (role: Role): string => (ending(role) ? 'Elle' : 'Il');

const OVER: Record<Outcome['outcome'], string> = {
  checkmate: 'échec et mat',
  stalemate: 'pat',
  insufficient_material: 'aucun camp ne peut mater',
  fivefold_repetition: 'quintuple répétition',
  seventy_five_moves: '75 coups sans prise ni coup de pion',
};

/** Why a move is not legal; `message` is the server's sentence, for a reason that this page does not know yet. */
function wordReason(reason: Reason, message: string): string {
  switch (reason.reason) {
    case 'game_over':
      return `La partie est terminée : ${OVER[reason.outcome.outcome]}.`;
    case 'no_piece':
      return `Il n’y a pas de pièce en ${reason.square}.`;
    case 'not_your_turn': {
      const owner = sides[reason.piece.color];
      const turn = sides[reason.piece.color === 'white' ? 'black' : 'white'];
      return `C’est aux ${turn} de jouer, et ${the(reason.piece.role)} en ${reason.square} appartient aux ${owner}.`;
    }
    case 'already_there':
      return `${The(reason.piece.role)} est déjà en ${reason.square}.`;
    case 'own_piece':
      return `${The(reason.piece.role)} en ${reason.from} ne peut pas aller en ${reason.on} : ${own(reason.by.role)} s’y trouve.`;
    case 'pawn_captures_diagonally':
      return `Le pion en ${reason.from} ne peut pas prendre ${the(reason.by.role)} en ${reason.on} : les pions ne prennent qu’en diagonale.`;
    case 'nothing_to_capture':
      return `Il n’y a rien à prendre en ${reason.to}, et les pions ne vont en diagonale que pour prendre.`;
    case 'pawn_two_squares':
      return `Le pion en ${reason.from} ne peut pas avancer de deux cases : les pions ne le font que depuis leur case de départ.`;
    case 'pawn_backwards':
      return `Le pion en ${reason.from} ne peut pas aller en ${reason.to} : les pions ne reculent jamais.`;
    case 'does_not_move_so':
      return `${WAYS[reason.piece.role]} ${it(reason.piece.role)} ne peut pas aller de ${reason.from} en ${reason.to}.`;
    case 'blocked':
      return `${The(reason.piece.role)} en ${reason.from} est bloqué${ending(reason.piece.role)} par ${the(reason.by.role)} en ${reason.on}.`;
    case 'castling_no_rook':
      return `Il n’y a pas de tour en ${reason.square} avec laquelle roquer.`;
    case 'castling_king_moved':
      return `Le roi a joué au coup ${reason.move_number}, donc les ${sides[reason.color]} ne peuvent plus roquer.`;
    case 'castling_rook_moved':
      return `La tour de ${reason.square} a joué au coup ${reason.move_number}, donc les ${sides[reason.color]} ne peuvent plus roquer de ce côté.`;
    case 'castling_rook_captured':
      return `La tour de ${reason.square} a été prise au coup ${reason.move_number}, donc les ${sides[reason.color]} ne peuvent plus roquer de ce côté.`;
    case 'castling_right_lost':
      return `Les ${sides[reason.color]} ne peuvent plus roquer avec la tour en ${reason.square} : ce droit a été perdu plus tôt.`;
    case 'castling_in_check':
      return `Les ${sides[reason.color]} ne peuvent pas roquer tant que ${the(reason.by.role)} en ${reason.on} donne échec au roi.`;
    case 'castling_through_attack':
      return `Les ${sides[reason.color]} ne peuvent pas roquer : le roi passerait par ${reason.square}, case attaquée par ${the(reason.by.role)} en ${reason.on}.`;
    case 'castling_blocked':
      return `Les ${sides[reason.color]} ne peuvent pas roquer : ${the(reason.by.role)} en ${reason.on} est sur le passage.`;
    case 'en_passant_too_late':
      return `Le pion en ${reason.on} ne peut être pris en passant que juste après son double pas.`;
    case 'en_passant_exposes_king':
      return `Prendre en passant mettrait le roi en échec par ${the(reason.by.role)} en ${reason.on}.`;
    case 'double_check':
      return `Le roi subit l’échec ${of(reason.by.role)} en ${reason.on} et ${of(reason.and_by.role)} en ${reason.and_on} : seul le roi peut jouer.`;
    case 'pinned':
      return `${The(reason.piece.role)} en ${reason.from} est cloué${ending(reason.piece.role)} sur le roi par ${the(reason.by.role)} en ${reason.on}.`;
    case 'leaves_in_check':
      return `Le roi est en échec par ${the(reason.by.role)} en ${reason.on}, et ce coup l’y laisse.`;
    case 'king_into_attack':
      return `Le roi serait en ${reason.to}, case attaquée par ${the(reason.by.role)} en ${reason.on}.`;
    case 'promotion_missing':
      return `Le pion est promu en ${reason.to} : dites si c’est en dame, tour, fou ou cavalier.`;
    case 'promotion_not_allowed':
      return `Un pion ne peut pas devenir ${roles[reason.role]}, seulement dame, tour, fou ou cavalier.`;
    case 'no_promotion':
      return `${The(reason.piece.role)} en ${reason.from} ne peut pas être promu${ending(reason.piece.role)} : seul un pion qui atteint la dernière rangée peut l’être.`;
    default:
      return unknown(reason, message);
  }
}

/** Why a command was refused. */
function wordRefusal(refusal: Refusal, message: string): string {
  switch (refusal.kind) {
    case 'illegal':
      return wordReason(refusal.reason, message);
    case 'not_your_turn':
      return `C’est aux ${sides[refusal.turn]} de jouer.`;
    case 'stale':
      return 'La partie a continué. Regardez à nouveau, puis jouez.';
    case 'premove_too_slow':
      return `Cela coûte ${number(refusal.cost_ms / 1000, 1)} s, et votre pendule n’a pas plus.`;
    case 'too_many_premoves':
      return `Pas plus de ${refusal.limit} coups anticipés à la fois.`;
    case 'game_over':
      return 'La partie est terminée.';
    case 'waiting_for_opponent':
      return 'La partie commence quand votre adversaire arrive.';
    case 'not_a_player':
      return 'Vous regardez : seuls les joueurs peuvent jouer.';
    case 'no_open_seat':
      return 'Quelqu’un d’autre a pris la place. Vous pouvez regarder.';
    case 'seat_reserved':
      return 'Les places sont réservées à d’autres joueurs. Vous pouvez regarder.';
    case 'already_seated':
      return `Vous jouez déjà les ${sides[refusal.color]}. Ouvrez le lien dans une fenêtre privée pour jouer les deux camps.`;
    case 'no_cookie':
      return 'Votre navigateur bloque les cookies, donc le serveur ne peut pas savoir qui vous êtes. Autorisez-les et rechargez la page.';
    case 'needs_account':
      return 'Cette partie est classée : il faut un compte. Connectez-vous ou inscrivez-vous pour la rejoindre.';
    case 'too_late_to_abort':
      return 'Les deux camps ont joué, donc la partie ne peut plus être annulée. Vous pouvez abandonner.';
    case 'draw_already_offered':
      return 'La nulle est déjà proposée.';
    case 'draw_offered_this_move':
      return `Vous pourrez proposer la nulle à nouveau après ${ownMoves(refusal.moves)}.`;
    case 'no_takebacks':
    case 'takebacks_used_up':
      return 'Dans cette partie, on ne peut plus reprendre de coups.';
    case 'nothing_to_take_back':
      return 'Vous n’avez pas de coup à reprendre.';
    case 'takeback_stands':
      return 'Une reprise est déjà proposée.';
    case 'takeback_pause':
      return `Vous pourrez proposer une reprise à nouveau après ${ownMoves(refusal.moves)}.`;
    case 'no_takeback_proposed':
      return 'La reprise n’est plus proposée.';
    case 'taken_back':
      return 'Des coups ont été repris.';
    case 'forbidden':
      return FORBIDDEN[refusal.restriction];
    case 'no_chess_clock':
      return 'Il n’y a pas de pendule dans cette partie.';
    case 'enough_time_given':
      return 'Vous ne pouvez pas donner plus de temps à votre adversaire maintenant.';
    case 'clocks_paused':
      return 'L’arbitre a arrêté les pendules. La partie reprendra quand elles repartiront.';
    case 'clocks_not_paused':
      return 'Arrêtez d’abord les pendules de cette partie.';
    case 'no_such_clock':
      return 'Réglez une pendule entre 1 seconde et 3 heures.';
    case 'no_such_ply':
      return 'Revenez à une position antérieure.';
    case 'acts_used_up':
      return 'Les pendules de cette partie ont été arrêtées ou réglées trop souvent.';
    case 'not_both_moved':
      return 'Les deux joueurs n’ont pas encore joué : l’arbitre peut seulement dire qui n’est pas venu.';
    case 'no_berserk':
      return 'Pas de berserk dans cette partie.';
    case 'too_late_to_go_berserk':
      return 'Le berserk n’est possible qu’une fois, avant votre premier coup.';
    case 'rematch_declined':
      return 'Votre adversaire a refusé la revanche.';
    case 'no_rematch_offered':
      return 'Il n’y a pas de proposition de revanche à refuser.';
    case 'no_draw_offer':
      return 'La proposition de nulle ne tient plus.';
    case 'no_claim':
      return 'Il n’y a pas de nulle à réclamer dans cette position.';
    case 'opponent_not_gone':
      return 'Votre adversaire est encore là, ou n’est pas absent depuis assez longtemps.';
    case 'not_over':
      return 'La partie n’est pas encore terminée.';
    case 'too_many_games':
      return `Vous avez ${refusal.limit} parties inachevées. Finissez-en une d’abord.`;
    case 'too_many_new_games':
      return `Vous avez commencé trop de parties en peu de temps. Réessayez dans ${refusal.wait_s} s.`;
    case 'opponent_has_too_many_games':
      return 'Votre adversaire a déjà trop de parties : pas de revanche pour l’instant.';
    case 'opponent_paused':
      return 'Votre adversaire ne peut pas commencer de partie classée maintenant. Une amicale est possible.';
    case 'seek_gone':
      return 'Plus personne ne cherche cette partie.';
    case 'own_seek':
      return 'C’est votre propre recherche.';
    case 'out_of_range':
      return `Ce joueur cherche un adversaire classé de ${refusal.low} à ${refusal.high}.`;
    case 'kept_apart':
      return 'Vous ne pouvez pas jouer avec ce joueur.';
    case 'protected':
      return 'Un compte protégé joue avec sa classe et avec les joueurs qu’il suit.';
    case 'paused':
      return `Vous avez quitté tôt certaines de vos dernières parties classées. Vous pourrez rejouer une partie classée dans ${Math.ceil(refusal.wait_s / 60)} min, et des parties amicales tout de suite.`;
    case 'bad_seek':
      return 'Vous ne pouvez pas chercher ce genre de partie. Choisissez une autre cadence ou une autre fourchette de classement.';
    case 'lobby_full':
      return 'Trop de joueurs cherchent un adversaire en ce moment. Réessayez dans un instant.';
    case 'nothing_said':
      return 'Ce message est vide.';
    case 'chat_too_long':
      return `Pas plus de ${refusal.limit} caractères.`;
    case 'chat_is_off':
      return 'Il n’y a pas de discussion ici.';
    case 'still_playing':
      return 'La discussion des spectateurs s’ouvre à vous après la partie.';
    case 'presets_only':
      return 'Seuls les messages tout prêts peuvent être envoyés ici.';
    case 'chat_too_fast':
      return 'C’est beaucoup à la fois. Attendez un instant avant d’écrire à nouveau.';
    case 'blocked':
      return 'Ce joueur ne veut pas de messages de vous.';
    case 'chat_is_full':
      return 'Cette discussion est pleine.';
    case 'no_such_line':
      return 'Ce message n’est plus là.';
    case 'not_allowed':
      return 'Votre rôle ne permet pas cela.';
    // Words for these stand where an analysis is shown: `closed` in `report.ts`.
    case 'analysis_of_running':
    case 'analysis_while_playing':
    case 'analysis_near_own_game':
    case 'analyses_used_up':
    case 'analysis_queue_full':
      return asSentence(message);
    case 'computer_while_playing':
      return 'Vous jouez une partie en ce moment. Vous pourrez jouer contre l’ordinateur quand elle sera finie.';
    case 'computer_near_own_game':
      return 'Cette position appartient à votre partie par correspondance. Vous pourrez la jouer contre l’ordinateur quand cette partie sera finie.';
    case 'no_such_topic':
      return 'Cette partie n’existe pas.';
    case 'too_many_topics':
      return 'Cette page suit trop de parties à la fois. Fermez-en une d’abord.';
    case 'not_subscribed':
    case 'wrong_topic':
    case 'unavailable':
      return 'Le serveur n’a pas pu ouvrir cela maintenant. Réessayez.';
    case 'not_known':
      return 'Personne ne sait si cela s’est fait, car un serveur est tombé en panne. Regardez la partie et recommencez si rien n’a changé.';
    case 'not_saved':
      return 'Le serveur n’a pas pu l’enregistrer, donc rien n’a changé. Réessayez. Si cela n’aide pas, prévenez la personne qui gère le site.';
    case 'malformed':
      return 'Le serveur n’a pas compris cette page. Rechargez-la et réessayez.';
    case 'too_fast':
      return 'C’était trop à la fois. Attendez un instant et réessayez.';
    default:
      return unknown(refusal, message);
  }
}

/** "votre prochain coup", "3 autres de vos coups". */
const ownMoves = (moves: number): string =>
  plural(moves, { one: 'votre prochain coup', other: '# autres de vos coups' });

/** The compiler proves that nothing known comes here; a newer server may still send something. */
function unknown(_: never, message: string): string {
  return asSentence(message);
}

const refusals: Parts['refusals'] = { word: wordRefusal };
export default refusals;
