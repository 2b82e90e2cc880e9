// SPDX-License-Identifier: AGPL-3.0-or-later
// Why an event refuses something, in Spanish.
import type { EventFormatKind, EventRefusal, ListedElsewhere, SectionRefusal } from '../../../platform/protocol';
import { forms } from '../../forms';
import { limits } from './sections';

const { plural, list } = forms('es');

const kinds: Record<EventFormatKind, string> = { swiss: 'Suizo', round_robin: 'Liga', knock_out: 'Eliminatoria', keizer: 'Keizer', arena: 'Arena', team_match: 'Encuentro por equipos' };

const half = (result: string): string => result.replaceAll('1/2', '½');

/** The first of many boards. */
const these = (boards: number[]): string => (boards.length > 4 ? `${boards.slice(0, 3).join(', ')} …` : list(boards.map(String)));

/** Why one of several sections refuses. */
const sentence = ({ why, message }: SectionRefusal): string => (why ? refused(why) : `${message}.`);

/** A player of a list who is in another section. */
const elsewhere = ({ line, name, section }: ListedElsewhere): string => `${line === null ? '' : `línea ${line}: `}${name} en ${section}`;

export function refused(r: EventRefusal): string {
  switch (r.kind) {
    case 'not_yours':
      return 'Solo los organizadores de este torneo pueden hacer eso.';
    case 'owner_only':
      return 'Solo el propietario de este torneo puede hacer eso.';
    case 'overtaken_result':
      return `Otra persona acaba de anotar ${half(r.now)} en la mesa ${r.board} de la ronda ${r.round}. Compruébalo antes de cambiarlo.`;
    case 'overtaken_pairing':
      return 'El torneo cambió durante el emparejamiento. Empareja otra vez.';
    case 'overtaken_round':
      return `Otra persona acaba de cambiar la ronda ${r.round}. Compruébalo antes de seguir.`;
    case 'overtaken_settings':
      return 'Otra persona acaba de cambiar los ajustes. Compruébalos.';
    case 'overtaken_prizes':
      return 'Otra persona acaba de cambiar los premios. Compruébalos.';
    case 'overtaken_entrant':
      return `Otra persona acaba de cambiar a ${r.name}. Compruébalo.`;
    case 'format_stays':
      return 'Hay una ronda publicada, así que el sistema ya no se puede cambiar.';
    case 'too_few':
      return 'Hacen falta al menos dos jugadores. Añade más o recupera a los que están en pausa.';
    case 'too_many':
      return `${r.players} jugadores son demasiados. ${kinds[r.format]}: como máximo ${r.most}.`;
    case 'too_many_rounds':
      return `${r.players} jugadores no pueden jugar ${r.rounds} rondas de un suizo, porque nadie se enfrenta dos veces al mismo rival. Elige como máximo ${r.most} rondas, o una liga.`;
    case 'all_paired':
      return `Las ${r.rounds} rondas ya están emparejadas.`;
    case 'not_started':
      return `La ronda ${r.round} está publicada, pero no ha empezado. Empiézala o retírala.`;
    case 'results_missing':
      return `Faltan resultados de la ronda ${r.round}: ${plural(r.boards.length, { one: 'mesa', other: 'mesas' })} ${these(r.boards)}.`;
    case 'no_rounds':
      return 'Una arena no tiene rondas: los jugadores libres se emparejan solos.';
    case 'no_legal_pairing':
      return `La ronda ${r.round} no se puede emparejar: sus ${r.players} jugadores ya se han enfrentado demasiado, o nadie puede descansar. Termina aquí el torneo o deja fuera a un jugador.`;
    case 'over':
      return 'Este torneo ha terminado.';
    case 'entry_closed':
      return 'Solo el organizador inscribe jugadores en este torneo.';
    case 'too_late':
      return `La primera ronda está emparejada y ya nadie puede inscribirse. ${kinds[r.format]}: inscripción antes de la ronda 1.`;
    case 'full':
      return `Este torneo está completo. ${kinds[r.format]}: como máximo ${r.most} jugadores.`;
    case 'entered_before':
      return `${r.name} ya participa en el torneo.`;
    case 'no_teams':
      return 'Solo un encuentro por equipos tiene equipos.';
    case 'choose_team':
      return `Elige un equipo: ${r.first} o ${r.second}.`;
    case 'no_such_team':
      return `Los dos equipos son ${r.first} y ${r.second}. «${r.name}» no es ninguno de ellos.`;
    case 'team_full':
      return `${r.team} está completo. Un equipo tiene como máximo ${r.most} jugadores.`;
    case 'team_stays':
      return 'La primera ronda está publicada, así que ya nadie cambia de equipo.';
    case 'line_up_stays':
      return 'Todos juegan contra todos según los números de la primera ronda, así que los tableros ya no cambian.';
    case 'no_such_place':
      return `${r.team} no tiene tablero ${r.board}: ${plural(r.players, { one: '# jugador', other: '# jugadores' })}.`;
    case 'team_empty':
      return `Nadie juega todavía con ${r.team}. Añade primero a sus jugadores.`;
    case 'without_team':
      return `${r.name} todavía no tiene equipo. Elige primero uno.`;
    case 'name':
      return 'El nombre de un jugador tiene de 1 a 80 caracteres.';
    case 'no_such_entrant':
      return 'Este jugador no participa en el torneo.';
    case 'plays_now':
      return `${r.name} está jugando ahora. Cámbialo después de la partida.`;
    case 'has_left':
      return `${r.name} ha dejado el torneo.`;
    case 'no_pausing':
      return `En este sistema nadie puede hacer una pausa: ${kinds[r.format]}.`;
    case 'taken_out':
      return `El organizador ha retirado a ${r.name} del torneo. Solo un organizador puede readmitirlo.`;
    case 'went_on':
      return `Desde que ${r.name} se fue se ha publicado una ronda. ${kinds[r.format]}: después ya no vuelve nadie.`;
    case 'byes_in_swiss_only':
      return 'Solo se puede pedir un bye en un suizo.';
    case 'round_not_to_come':
      return `La ronda ${r.round} no está por jugarse.`;
    case 'absences_in_keizer_only':
      return 'Solo el sistema Keizer distingue los tipos de ausencia.';
    case 'was_not_away':
      return `${r.name} no estuvo ausente en la ronda ${r.round}.`;
    case 'no_draft':
      return 'No hay ningún borrador. Empareja primero la próxima ronda.';
    case 'draft_stands':
      return `La ronda ${r.round} está emparejada, pero no publicada. Publícala o deshazla primero.`;
    case 'nothing_published':
      return 'Ninguna ronda publicada espera para empezar.';
    case 'no_reason':
      return 'Di por qué se retira la ronda: lo leen todos.';
    case 'has_begun':
      return `La ronda ${r.round} ha empezado, así que sus emparejamientos se mantienen.`;
    case 'not_begun':
      return `La ronda ${r.round} no ha empezado. Empiézala primero.`;
    case 'no_such_board':
      return `La ronda ${r.round} no tiene mesa ${r.board}. Tiene ${r.boards}.`;
    case 'no_round_yet':
      return 'Todavía no hay ninguna ronda publicada.';
    case 'no_such_round':
      return `La ronda ${r.round} no está publicada.`;
    case 'game_runs':
      return `La mesa ${r.board} de la ronda ${r.round} se juega en este servidor y su resultado llegará solo. El árbitro puede decidir la partida en su mesa.`;
    case 'not_both_moved':
      return `En la mesa ${r.board} todavía no han movido los dos: solo se puede anotar una incomparecencia, +/−, −/+ o −/−. Si jugaron en un tablero de madera, corrígelo después.`;
    case 'no_such_game':
      return `La mesa ${r.board} de la ronda ${r.round} no tiene partida ${r.game}.`;
    case 'winner_stays':
      return 'La próxima ronda depende de este enfrentamiento, así que su ganador se mantiene. Retira primero la próxima ronda.';
    case 'no_postponing':
      return 'En una eliminatoria nada se juega más tarde: la próxima ronda necesita todos los resultados.';
    case 'arena_not_begun':
      return 'La arena no ha empezado.';
    case 'online_only':
      return 'Una arena se juega en este servidor, así que cada jugador necesita una cuenta.';
    case 'seated_twice':
      return `${r.name} aparece dos veces en el emparejamiento.`;
    case 'no_boards':
      return 'Una ronda necesita al menos una mesa.';
    case 'has_opponent':
      return `${r.name} ya tiene rival en la ronda ${r.round}.`;
    case 'needs_two':
      return 'Una mesa necesita dos jugadores distintos.';
    case 'not_by_hand':
      return 'Solo un suizo o un Keizer se empareja a mano.';
    case 'not_there':
      return `${r.name} no participa en este momento.`;
    case 'fixed_board_number':
      return `Un tablero tiene un número del 1 al ${r.most}.`;
    case 'fixed_board_taken':
      return `El tablero ${r.board} ya está fijado para ${r.name}.`;
    case 'fixed_board_in_section':
      return `El tablero ${r.board} ya está fijado para alguien en el grupo ${r.section}.`;
    case 'fixed_board_format':
      return 'En un encuentro por equipos o una arena no se fija ningún tablero.';
    case 'code_boards':
      return 'Indica las mesas desde la 1, primero el número menor.';
    case 'too_many_codes':
      return 'Ya funcionan 50 códigos. Revoca antes alguno.';
    case 'code_label':
      return 'Di para quién es el código.';
    case 'no_such_code':
      return 'Este torneo no tiene ese código.';
    case 'wrong_code':
      return 'Este código no funciona aquí. Compruébalo o pide otro al árbitro.';
    case 'not_this_board':
      return `Tu código vale para las mesas ${r.first} a ${r.last}.`;
    case 'not_this_round':
      return `Ahora se juega la ronda ${r.round}. Compruébalo.`;
    case 'only_missing':
      return 'Esta mesa ya tiene resultado. Lo corrige el árbitro o un adjunto.';
    case 'seat_taken':
      return 'Otro teléfono ocupa este puesto. El árbitro puede liberarlo.';
    case 'has_seat':
      return 'Este teléfono ya tiene un puesto en esta ronda y habla por un solo jugador.';
    case 'arbiter_decides':
      return 'Esto lo decide el árbitro. Llámalo.';
    case 'no_result_yet':
      return 'Esta mesa todavía no tiene resultado.';
    case 'arbiter_enters':
      return 'El árbitro anota los resultados de este torneo.';
    case 'no_seat':
      return 'Toma primero tu puesto: di si llevas blancas o negras.';
    case 'other_result':
      return 'Esta mesa tiene otro resultado. Impúgnalo si es erróneo.';
    case 'not_in_game':
      return 'Solo los dos jugadores de esta partida pueden llamar al árbitro.';
    case 'clocks_wooden':
      return `El tablero ${r.board} es de madera: su reloj está en la mesa.`;
    case 'clocks_over':
      return `La partida del tablero ${r.board} ha terminado.`;
    case 'clocks_no_game':
      return `La partida del tablero ${r.board} no ha empezado.`;
    case 'clocks_nothing_runs':
      return `En la ronda ${r.round} no hay ninguna partida en juego en este servidor.`;
    case 'clocks_arena':
      return 'Los relojes de una arena no se pueden detener.';
    case 'clocks_paused':
      return 'Los relojes ya están detenidos.';
    case 'clocks_not_paused':
      return 'Primero detén los relojes.';
    case 'clocks_time':
      return 'Pon el reloj entre 1 segundo y 3 horas.';
    case 'clocks_ply':
      return `Se han jugado ${r.ply} medias jugadas. Vuelve a un número menor.`;
    case 'clocks_none':
      return 'Esta partida no tiene reloj.';
    case 'clocks_too_often':
      return 'Los relojes de esta partida se han detenido o ajustado demasiadas veces.';
    case 'overtaken_game':
      return `Otra persona acaba de cambiar la partida del tablero ${r.board} de la ronda ${r.round}. Míralo de nuevo.`;
    case 'game_too_long':
      return 'Este texto es demasiado largo para una partida. Quita los comentarios y las variantes.';
    case 'game_too_many_moves':
      return `Una partida tiene como máximo ${r.most} medias jugadas.`;
    case 'game_several':
      return 'El texto contiene más de una partida. Un tablero tiene solo una.';
    case 'game_no_moves':
      return 'El texto no contiene jugadas.';
    case 'game_online':
      return `El tablero ${r.board} se juega en este servidor, que guarda sus jugadas.`;
    case 'game_no_result':
      return `Introduce primero el resultado del tablero ${r.board}. La partida se puede guardar cuando haya terminado.`;
    case 'game_not_played':
      return `El tablero ${r.board} se ganó sin jugar, así que no hay partida.`;
    case 'game_turned':
      return `En el texto los colores están cambiados: en el tablero ${r.board}, ${r.white} lleva blancas.`;
    case 'game_other_players':
      return `El texto nombra a ${r.named}, pero en el tablero ${r.board} juegan ${r.white} y ${r.black}. Si es su partida, quita los nombres.`;
    case 'game_other_result':
      return `El texto termina con ${half(r.said)}, pero el resultado del tablero ${r.board} es ${half(r.entered)}. Corrige uno de los dos.`;
    case 'game_none':
      return `Nadie ha introducido la partida del tablero ${r.board}.`;
    case 'game_is_there':
      return 'La partida de este tablero ya está. El árbitro o su adjunto la reemplaza.';
    case 'has_account':
      return `${r.name} tiene cuenta aquí y decide sobre ella.`;
    case 'name_erased':
      return `El nombre de ${r.name} se borró.`;
    case 'claim_child':
      return 'En modo infantil un código solo vale si es de quien creó tu cuenta, como tu profesor.';
    case 'too_many_claims':
      return `Ya funcionan ${r.most} códigos para cuentas. Anula antes alguno.`;
    case 'still_plays':
      return `${r.name} sigue jugando aquí. Borra el nombre cuando termine el torneo.`;
    case 'clocks_not_now':
      return 'La partida no se ha podido cambiar ahora mismo. Mira otra vez.';
    case 'list_not_yours':
      return 'Aquí solo los organizadores y el equipo llevan listas de miembros.';
    case 'no_such_member':
      return 'Ese miembro no está en tu lista.';
    case 'member_damaged':
      return `La ficha del miembro ${r.number} está dañada. Las demás siguen igual; «tabiya data check» indica el daño.`;
    case 'member_overtaken':
      return `Otra persona acaba de cambiar ${r.name}. Mira otra vez antes de cambiarlo.`;
    case 'too_many_members':
      return `Una lista tiene como mucho ${r.most} miembros.`;
    case 'member_name_taken':
      return `${r.name} ya está en la lista.`;
    case 'member_still_plays':
      return `${r.name} sigue jugando en ${r.event}. Borra el nombre cuando termine el torneo.`;
    case 'member_note':
      return `Una nota tiene como mucho ${r.most} caracteres.`;
    case 'in_other_section':
      return `${r.name} juega en el grupo ${r.section}. Nadie juega en dos grupos.`;
    case 'list_in_other_sections':
      return `Ya en otro grupo: ${r.listed.map(elsewhere).join('; ')}${r.more > 0 ? ` y ${r.more} más` : ''}. No se ha añadido a nadie de la lista.`;
    case 'game_in_section':
      return `La partida de ${r.name} en el grupo ${r.section} no ha terminado.`;
    case 'section_rating':
      return `${r.section}: ${limits(r.from, r.to)}. Elige un grupo que encaje con tu puntuación.`;
    case 'no_sections':
      return 'Este torneo no tiene grupos.';
    case 'other_festival':
      return 'Los jugadores solo cambian entre grupos del mismo festival.';
    case 'too_many_sections':
      return `Un festival tiene como máximo ${r.most} grupos.`;
    case 'section_named':
      return `Ya hay un grupo llamado ${r.name}.`;
    case 'no_such_section':
      return `No hay ningún grupo llamado ${r.name}.`;
    case 'groups':
      return 'Hay de 2 a 19 grupos, y de cada uno se clasifican de 1 a 16 jugadores. Los grupos son ligas o suizos; la final, una eliminatoria o una liga.';
    case 'group_plays':
      return `${r.section} no ha terminado. La final se empareja cuando terminan todos los grupos.`;
    case 'groups_stand':
      return `Ya está publicada una ronda de ${r.section}, así que los grupos se quedan como están. Mueve a los jugadores uno a uno.`;
    case 'sections_done':
      return 'Ningún grupo espera eso.';
    case 'sections_in_part':
      return [...r.refused.map((one) => `${one.section}: ${sentence(one)}`), ...(r.done.length > 0 ? [`Hecho: ${list(r.done)}.`] : [])].join(' ');
    case 'entry_code_needed':
      return 'Este torneo pide un código de inscripción. Lo tiene el organizador.';
    case 'entry_code_wrong':
      return 'Este no es el código de inscripción de este torneo. Revísalo o pregunta al organizador.';
    case 'entry_rating':
      return `Este torneo admite estas puntuaciones: ${limits(r.from, r.to)}. El organizador puede añadir a otros jugadores.`;
    case 'entry_child':
      return `${r.name} es la cuenta de un niño, y su tarjeta la creó otra persona. Nombra a esa persona ayudante de este torneo: los ayudantes pueden añadir a los niños cuyas tarjetas crearon.`;
    case 'rated_stays':
      return 'Ya han empezado partidas, así que siguen siendo puntuadas o no, como hasta ahora.';
    case 'variant_stays':
      return 'Ya han empezado partidas, así que se sigue con el ajedrez estándar o con Chess960.';
    case 'berserk_stays':
      return 'La arena ha empezado, así que no cambia si se permite el berserk.';
    case 'tie_breaks_stay':
      return 'El torneo ha terminado, así que sus desempates no cambian.';
    case 'organisers_only':
      return 'Aquí solo los organizadores y el equipo crean torneos.';
    case 'series_not_yours':
      return 'Solo quien tiene esta serie y el equipo pueden detenerla.';
    case 'no_such_series':
      return 'Esta serie no existe, o se ha detenido.';
    case 'too_many_series':
      return `Ya hay ${r.most} series en marcha. Detén antes una de ellas.`;
    case 'series_busy':
      return 'Otra persona está cambiando esta serie ahora mismo. Inténtalo de nuevo.';
    case 'series_day':
      return 'No es un día de la semana.';
    case 'series_time':
      return 'No es una hora válida.';
    case 'series_zone':
      return `El servidor no conoce la zona horaria ${r.name}.`;
  }
}
