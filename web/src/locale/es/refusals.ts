// SPDX-License-Identifier: AGPL-3.0-or-later
// Refusals in Spanish, as a friendly arbiter would put them. Fetched for whoever may be refused something: see `ui/refused.ts`.
import type { Outcome, Reason, Refusal, Role } from '../../platform/protocol';
import { asSentence } from '../../platform/sentence';
import type { Parts } from '../dictionary';
import { forms } from '../forms';
import { ending, of, roles, the, The, to } from './main/pieces';
import { Army, army, sides } from './main/texts';

const { number, plural } = forms('es');

const FORBIDDEN: Record<Extract<Refusal, { kind: 'forbidden' }>['restriction'], string> = {
  no_abort: 'Esta partida no se puede cancelar, pero puedes abandonar.',
  no_rematch: 'Después de esta partida no hay revancha.',
  no_given_time: 'En esta partida no se puede dar tiempo al rival.',
  no_claimed_win: 'En esta partida, un rival que se ha ido solo pierde por tiempo.',
  no_early_draw: 'En esta partida solo se pueden ofrecer tablas después de la jugada 30.',
};

/** How such a piece moves. */
const WAYS: Record<Role, string> = {
  pawn: 'El peón avanza de frente y captura una casilla en diagonal hacia delante.',
  knight: 'El caballo se mueve en L: dos casillas en un sentido y una hacia un lado.',
  bishop: 'El alfil se mueve en diagonal.',
  rook: 'La torre se mueve por columnas y filas.',
  queen: 'La dama se mueve por columnas, filas y diagonales.',
  king: 'El rey se mueve de casilla en casilla.',
};

const OVER: Record<Outcome['outcome'], string> = {
  checkmate: 'jaque mate',
  stalemate: 'rey ahogado',
  insufficient_material: 'ningún bando puede dar mate',
  fivefold_repetition: 'quíntuple repetición',
  seventy_five_moves: '75 jugadas sin capturas ni avances de peón',
};

/** Why a move is not legal; `message` is the server's sentence, for a reason that this page does not know yet. */
function wordReason(reason: Reason, message: string): string {
  switch (reason.reason) {
    case 'game_over':
      return `La partida ha terminado: ${OVER[reason.outcome.outcome]}.`;
    case 'no_piece':
      return `No hay ninguna pieza en ${reason.square}.`;
    case 'not_your_turn': {
      const owner = army[reason.piece.color];
      const turn = army[reason.piece.color === 'white' ? 'black' : 'white'];
      return `Juegan ${turn}, y ${the(reason.piece.role)} de ${reason.square} es de ${owner}.`;
    }
    case 'already_there':
      return `${The(reason.piece.role)} ya está en ${reason.square}.`;
    case 'own_piece':
      return `${The(reason.piece.role)} de ${reason.from} no puede ir a ${reason.on}: allí está su propi${ending(reason.by.role)} ${roles[reason.by.role]}.`;
    case 'pawn_captures_diagonally':
      return `El peón de ${reason.from} no puede capturar ${to(reason.by.role)} de ${reason.on}: los peones solo capturan en diagonal.`;
    case 'nothing_to_capture':
      return `No hay nada que capturar en ${reason.to}, y los peones solo van en diagonal para capturar.`;
    case 'pawn_two_squares':
      return `El peón de ${reason.from} no puede avanzar dos casillas: los peones solo lo hacen desde su casilla inicial.`;
    case 'pawn_backwards':
      return `El peón de ${reason.from} no puede ir a ${reason.to}: los peones nunca retroceden.`;
    case 'does_not_move_so':
      return `${WAYS[reason.piece.role]} No puede ir de ${reason.from} a ${reason.to}.`;
    case 'blocked':
      return `${The(reason.piece.role)} de ${reason.from} tiene en su camino ${to(reason.by.role)} de ${reason.on}.`;
    case 'castling_no_rook':
      return `No hay ninguna torre en ${reason.square} con la que enrocar.`;
    case 'castling_king_moved':
      return `El rey se movió en la jugada ${reason.move_number}, así que ${army[reason.color]} ya no pueden enrocar.`;
    case 'castling_rook_moved':
      return `La torre de ${reason.square} se movió en la jugada ${reason.move_number}, así que ${army[reason.color]} ya no pueden enrocar por ese lado.`;
    case 'castling_rook_captured':
      return `La torre de ${reason.square} fue capturada en la jugada ${reason.move_number}, así que ${army[reason.color]} ya no pueden enrocar por ese lado.`;
    case 'castling_right_lost':
      return `${Army[reason.color]} ya no pueden enrocar con la torre de ${reason.square}: perdieron antes ese derecho.`;
    case 'castling_in_check':
      return `${Army[reason.color]} no pueden enrocar mientras ${the(reason.by.role)} de ${reason.on} da jaque al rey.`;
    case 'castling_through_attack':
      return `${Army[reason.color]} no pueden enrocar: el rey pasaría por ${reason.square}, casilla que ataca ${the(reason.by.role)} de ${reason.on}.`;
    case 'castling_blocked':
      return `${Army[reason.color]} no pueden enrocar: ${the(reason.by.role)} de ${reason.on} está en medio.`;
    case 'en_passant_too_late':
      return `El peón de ${reason.on} solo puede capturarse al paso justo después de su doble avance.`;
    case 'en_passant_exposes_king':
      return `Capturar al paso dejaría al rey expuesto ${to(reason.by.role)} de ${reason.on}.`;
    case 'double_check':
      return `El rey recibe jaque ${of(reason.by.role)} de ${reason.on} y ${of(reason.and_by.role)} de ${reason.and_on}: solo puede mover el rey.`;
    case 'pinned':
      return `${The(reason.piece.role)} de ${reason.from} está clavad${ending(reason.piece.role)} al rey por ${the(reason.by.role)} de ${reason.on}.`;
    case 'leaves_in_check':
      return `El rey está en jaque por ${the(reason.by.role)} de ${reason.on}, y esta jugada no lo evita.`;
    case 'king_into_attack':
      return `El rey quedaría en ${reason.to}, casilla que ataca ${the(reason.by.role)} de ${reason.on}.`;
    case 'promotion_missing':
      return `El peón corona en ${reason.to}: di si dama, torre, alfil o caballo.`;
    case 'promotion_not_allowed':
      return `Un peón no puede convertirse en ${roles[reason.role]}, solo en dama, torre, alfil o caballo.`;
    case 'no_promotion':
      return `${The(reason.piece.role)} de ${reason.from} no puede coronar: solo lo hace un peón que llega a la última fila.`;
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
      return `Juegan ${army[refusal.turn]}.`;
    case 'stale':
      return 'La partida ha seguido. Mira otra vez y juega.';
    case 'premove_too_slow':
      return `Cuesta ${number(refusal.cost_ms / 1000, 1)} s, y a tu reloj no le queda más.`;
    case 'too_many_premoves':
      return `Pueden esperar ${refusal.limit} jugadas anticipadas como máximo.`;
    case 'game_over':
      return 'La partida ha terminado.';
    case 'waiting_for_opponent':
      return 'La partida empieza cuando llegue tu rival.';
    case 'not_a_player':
      return 'Estás mirando: solo pueden mover los jugadores.';
    case 'no_open_seat':
      return 'Otra persona ha ocupado la plaza. Puedes mirar.';
    case 'seat_reserved':
      return 'Las plazas están reservadas para otras personas. Puedes mirar.';
    case 'already_seated':
      return `Ya juegas con ${sides[refusal.color].toLowerCase()}. Abre el enlace en una ventana privada para jugar con los dos colores.`;
    case 'no_cookie':
      return 'Tu navegador bloquea las cookies, así que el servidor no puede saber quién eres. Permítelas y vuelve a cargar la página.';
    case 'needs_account':
      return 'Esta partida es por puntos, así que necesitas una cuenta. Entra o regístrate para jugarla.';
    case 'too_late_to_abort':
      return 'Los dos bandos han movido, así que la partida ya no se puede cancelar. Puedes abandonar.';
    case 'draw_already_offered':
      return 'Ya hay una oferta de tablas.';
    case 'draw_offered_this_move':
      return `Puedes volver a ofrecer tablas después de ${ownMoves(refusal.moves)}.`;
    case 'no_takebacks':
    case 'takebacks_used_up':
      return 'En esta partida ya no se pueden deshacer jugadas.';
    case 'nothing_to_take_back':
      return 'No hay ninguna jugada tuya que deshacer.';
    case 'takeback_stands':
      return 'Ya se ha propuesto deshacer una jugada.';
    case 'takeback_pause':
      return `Puedes volver a pedir deshacer después de ${ownMoves(refusal.moves)}.`;
    case 'no_takeback_proposed':
      return 'La propuesta de deshacer ya no está en pie.';
    case 'taken_back':
      return 'Se han deshecho jugadas.';
    case 'forbidden':
      return FORBIDDEN[refusal.restriction];
    case 'no_chess_clock':
      return 'En esta partida no hay reloj de ajedrez.';
    case 'enough_time_given':
      return 'Ahora no puedes dar más tiempo a tu rival.';
    case 'clocks_paused':
      return 'El árbitro ha parado los relojes. La partida seguirá cuando vuelvan a andar.';
    case 'clocks_not_paused':
      return 'Primero detén los relojes de esta partida.';
    case 'no_such_clock':
      return 'Pon el reloj entre 1 segundo y 3 horas.';
    case 'no_such_ply':
      return 'Vuelve a una posición anterior.';
    case 'acts_used_up':
      return 'Los relojes de esta partida se han detenido o ajustado demasiadas veces.';
    case 'not_both_moved':
      return 'Todavía no han movido los dos, así que el árbitro solo puede decir quién no ha venido.';
    case 'no_berserk':
      return 'En esta partida no hay berserk.';
    case 'too_late_to_go_berserk':
      return 'El berserk solo es posible una vez, antes de tu primera jugada.';
    case 'rematch_declined':
      return 'Tu rival no ha querido la revancha.';
    case 'no_rematch_offered':
      return 'No hay ninguna oferta de revancha que rechazar.';
    case 'no_draw_offer':
      return 'La oferta de tablas ya no está en pie.';
    case 'no_claim':
      return 'En esta posición no hay tablas que reclamar.';
    case 'opponent_not_gone':
      return 'Tu rival sigue aquí, o no lleva fuera el tiempo suficiente.';
    case 'not_over':
      return 'La partida aún no ha terminado.';
    case 'too_many_games':
      return `Tienes ${refusal.limit} partidas sin terminar. Termina una primero.`;
    case 'too_many_new_games':
      return `Has empezado demasiadas partidas en poco tiempo. Inténtalo de nuevo en ${refusal.wait_s} s.`;
    case 'opponent_has_too_many_games':
      return 'Tu rival ya tiene demasiadas partidas, así que ahora no hay revancha.';
    case 'opponent_paused':
      return 'Tu rival no puede empezar ahora una partida por puntos. Una amistosa sí.';
    case 'seek_gone':
      return 'Ya nadie busca esta partida.';
    case 'own_seek':
      return 'Esta es tu propia búsqueda.';
    case 'out_of_range':
      return `Este jugador busca un rival de ${refusal.low} a ${refusal.high} puntos.`;
    case 'kept_apart':
      return 'No puedes jugar con este jugador.';
    case 'protected':
      return 'Una cuenta protegida juega con su clase y con los jugadores a los que sigue.';
    case 'paused':
      return `Dejaste pronto algunas de tus últimas partidas por puntos. Podrás jugar otra por puntos en ${Math.ceil(refusal.wait_s / 60)} min, y amistosas ya mismo.`;
    case 'bad_seek':
      return 'No puedes buscar una partida así. Elige otro tiempo u otro margen de puntuación.';
    case 'lobby_full':
      return 'Ahora mismo buscan rival demasiados jugadores. Inténtalo de nuevo en un momento.';
    case 'nothing_said':
      return 'Este mensaje está vacío.';
    case 'chat_too_long':
      return `Un mensaje tiene como máximo ${refusal.limit} caracteres.`;
    case 'chat_is_off':
      return 'Aquí no hay chat.';
    case 'still_playing':
      return 'El chat de espectadores se abre para ti después de la partida.';
    case 'presets_only':
      return 'Aquí solo se pueden enviar los mensajes preparados.';
    case 'chat_too_fast':
      return 'Eso es mucho de golpe. Espera un momento antes de volver a escribir.';
    case 'blocked':
      return 'Este jugador no quiere mensajes tuyos.';
    case 'chat_is_full':
      return 'Este chat está lleno.';
    case 'no_such_line':
      return 'Este mensaje ya no está aquí.';
    case 'not_allowed':
      return 'Tu rol no permite esto.';
    // Words for these stand where an analysis is shown: `closed` in `report.ts`.
    case 'analysis_of_running':
    case 'analysis_while_playing':
    case 'analysis_near_own_game':
    case 'analyses_used_up':
    case 'analysis_queue_full':
      return asSentence(message);
    case 'computer_while_playing':
      return 'Estás jugando una partida. Podrás jugar contra el ordenador cuando termine.';
    case 'computer_near_own_game':
      return 'Esta posición pertenece a tu partida por correspondencia. Podrás jugarla contra el ordenador cuando esa partida termine.';
    case 'no_such_topic':
      return 'Esa partida no existe.';
    case 'too_many_topics':
      return 'Esta página sigue demasiadas partidas a la vez. Cierra una primero.';
    case 'not_subscribed':
    case 'wrong_topic':
    case 'unavailable':
      return 'El servidor no ha podido abrir esto ahora. Inténtalo de nuevo.';
    case 'not_known':
      return 'Nadie sabe si esto se ha hecho, porque ha fallado un servidor. Mira la partida y, si no se ha hecho, repítelo.';
    case 'not_saved':
      return 'El servidor no ha podido guardarlo, así que no se ha hecho nada. Inténtalo de nuevo. Si no sirve, avisa a quien lleva el sitio.';
    case 'malformed':
      return 'El servidor no ha entendido esta página. Vuelve a cargarla e inténtalo de nuevo.';
    case 'too_fast':
      return 'Eso ha sido demasiado de golpe. Espera un momento e inténtalo de nuevo.';
    default:
      return unknown(refusal, message);
  }
}

/** "tu próxima jugada", "3 jugadas tuyas más". */
const ownMoves = (moves: number): string =>
  plural(moves, { one: 'tu próxima jugada', other: '# jugadas tuyas más' });

/** The compiler proves that nothing known comes here; a newer server may still send something. */
function unknown(_: never, message: string): string {
  return asSentence(message);
}

const refusals: Parts['refusals'] = { word: wordRefusal };
export default refusals;
