// SPDX-License-Identifier: AGPL-3.0-or-later
// Refusals in German, as a friendly arbiter would put them. Fetched for whoever may be refused something: see `ui/refused.ts`.
import type { Outcome, Reason, Refusal, Role } from '../../platform/protocol';
import { asSentence } from '../../platform/sentence';
import type { Parts } from '../dictionary';
import { forms } from '../forms';
import texts from './index';
import { pieces, The } from './main/pieces';

const { sides } = texts;
const { number, plural } = forms('de');

const FORBIDDEN: Record<Extract<Refusal, { kind: 'forbidden' }>['restriction'], string> = {
  no_abort: 'Diese Partie lässt sich nicht abbrechen, aber du kannst aufgeben.',
  no_rematch: 'Nach dieser Partie gibt es keine Revanche.',
  no_given_time: 'In dieser Partie kann man dem Gegner keine Zeit schenken.',
  no_claimed_win: 'In dieser Partie verliert ein Gegner, der gegangen ist, nur auf Zeit.',
  no_early_draw: 'In dieser Partie lässt sich Remis erst nach dem 30. Zug anbieten.',
};

/** How such a piece moves. */
const WAYS: Record<Role, string> = {
  pawn: 'Ein Bauer zieht geradeaus und schlägt ein Feld schräg nach vorn.',
  knight: 'Ein Springer zieht zwei Felder in eine Richtung und eines zur Seite.',
  bishop: 'Ein Läufer zieht auf Diagonalen.',
  rook: 'Ein Turm zieht auf Linien und Reihen.',
  queen: 'Eine Dame zieht auf Linien, Reihen und Diagonalen.',
  king: 'Ein König zieht nur ein Feld weit.',
};

/** "Er", "Sie". */
const it = (role: Role): string => (role === 'queen' ? 'Sie' : 'Er');

const OVER: Record<Outcome['outcome'], string> = {
  checkmate: 'Schachmatt',
  stalemate: 'Patt',
  insufficient_material: 'Keine Seite kann mattsetzen',
  fivefold_repetition: 'Fünfmalige Stellungswiederholung',
  seventy_five_moves: '75 Züge ohne Schlagen oder Bauernzug',
};

/** Why a move is not legal; `message` is the server's sentence, for a reason that this page does not know yet. */
function wordReason(reason: Reason, message: string): string {
  switch (reason.reason) {
    case 'game_over':
      return `Die Partie ist zu Ende: ${OVER[reason.outcome.outcome]}.`;
    case 'no_piece':
      return `Auf ${reason.square} steht keine Figur.`;
    case 'not_your_turn': {
      const owner = sides[reason.piece.color];
      const turn = sides[reason.piece.color === 'white' ? 'black' : 'white'];
      return `${turn} ist am Zug, und ${pieces[reason.piece.role].the} auf ${reason.square} gehört ${owner}.`;
    }
    case 'already_there':
      return `${The(reason.piece.role)} steht schon auf ${reason.square}.`;
    case 'own_piece':
      return `${The(reason.piece.role)} auf ${reason.from} kann nicht nach ${reason.on}: Dort steht ${pieces[reason.by.role].own}.`;
    case 'pawn_captures_diagonally':
      return `Der Bauer auf ${reason.from} kann ${pieces[reason.by.role].den} auf ${reason.on} nicht schlagen: Bauern schlagen nur schräg.`;
    case 'nothing_to_capture':
      return `Auf ${reason.to} gibt es nichts zu schlagen, und nur beim Schlagen ziehen Bauern schräg.`;
    case 'pawn_two_squares':
      return `Der Bauer auf ${reason.from} kann nicht zwei Felder vorrücken: Das dürfen Bauern nur von ihrem Ausgangsfeld.`;
    case 'pawn_backwards':
      return `Der Bauer auf ${reason.from} kann nicht nach ${reason.to}: Bauern ziehen nie rückwärts.`;
    case 'does_not_move_so':
      return `${WAYS[reason.piece.role]} ${it(reason.piece.role)} kann nicht von ${reason.from} nach ${reason.to}.`;
    case 'blocked':
      return `${The(reason.piece.role)} auf ${reason.from} kommt nicht ${pieces[reason.by.role].an} auf ${reason.on} vorbei.`;
    case 'castling_no_rook':
      return `Auf ${reason.square} steht kein Turm zum Rochieren.`;
    case 'castling_king_moved':
      return `Der König hat in Zug ${reason.move_number} gezogen, also darf ${sides[reason.color]} nicht mehr rochieren.`;
    case 'castling_rook_moved':
      return `Der Turm von ${reason.square} hat in Zug ${reason.move_number} gezogen, also darf ${sides[reason.color]} auf dieser Seite nicht mehr rochieren.`;
    case 'castling_rook_captured':
      return `Der Turm von ${reason.square} wurde in Zug ${reason.move_number} geschlagen, also darf ${sides[reason.color]} auf dieser Seite nicht mehr rochieren.`;
    case 'castling_right_lost':
      return `${sides[reason.color]} darf nicht mehr mit dem Turm auf ${reason.square} rochieren: Das Recht ging früher verloren.`;
    case 'castling_in_check':
      return `${sides[reason.color]} darf nicht rochieren, solange ${pieces[reason.by.role].the} auf ${reason.on} Schach gibt.`;
    case 'castling_through_attack':
      return `${sides[reason.color]} darf nicht rochieren: Der König käme über ${reason.square}, und dieses Feld greift ${pieces[reason.by.role].the} auf ${reason.on} an.`;
    case 'castling_blocked':
      return `${sides[reason.color]} darf nicht rochieren: ${The(reason.by.role)} auf ${reason.on} steht im Weg.`;
    case 'en_passant_too_late':
      return `Der Bauer auf ${reason.on} darf nur sofort nach seinem Doppelschritt en passant geschlagen werden.`;
    case 'en_passant_exposes_king':
      return `Nach dem Schlagen en passant stünde der König im Schach ${pieces[reason.by.role].von} auf ${reason.on}.`;
    case 'double_check':
      return `Der König steht im Doppelschach ${pieces[reason.by.role].von} auf ${reason.on} und ${pieces[reason.and_by.role].von} auf ${reason.and_on}: Nur der König darf ziehen.`;
    case 'pinned':
      return `${The(reason.piece.role)} auf ${reason.from} ist ${pieces[reason.by.role].von} auf ${reason.on} an den König gefesselt.`;
    case 'leaves_in_check':
      return `${The(reason.by.role)} auf ${reason.on} gibt Schach, und dieser Zug ändert nichts daran.`;
    case 'king_into_attack':
      return `Der König stünde auf ${reason.to} im Schach ${pieces[reason.by.role].von} auf ${reason.on}.`;
    case 'promotion_missing':
      return `Der Bauer wandelt sich auf ${reason.to} um: Sag, ob in Dame, Turm, Läufer oder Springer.`;
    case 'promotion_not_allowed':
      return `Ein Bauer kann nicht ${pieces[reason.role].name} werden, nur Dame, Turm, Läufer oder Springer.`;
    case 'no_promotion':
      return `${The(reason.piece.role)} auf ${reason.from} kann sich nicht umwandeln: Das kann nur ein Bauer auf der letzten Reihe.`;
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
      return `${sides[refusal.turn]} ist am Zug.`;
    case 'stale':
      return 'Die Partie ist schon weiter. Sieh noch einmal hin und spiele dann.';
    case 'premove_too_slow':
      return `Das kostet ${number(refusal.cost_ms / 1000, 1)} s, und mehr hat deine Uhr nicht.`;
    case 'too_many_premoves':
      return `Höchstens ${refusal.limit} Vorauszüge können warten.`;
    case 'game_over':
      return 'Die Partie ist zu Ende.';
    case 'waiting_for_opponent':
      return 'Die Partie beginnt, sobald dein Gegner dazukommt.';
    case 'not_a_player':
      return 'Du schaust zu: Ziehen können nur die Spieler.';
    case 'no_open_seat':
      return 'Der Platz ist schon vergeben. Du kannst zuschauen.';
    case 'seat_reserved':
      return 'Die Plätze sind für andere reserviert. Du kannst zuschauen.';
    case 'already_seated':
      return `Du spielst schon ${sides[refusal.color]}. Öffne den Link in einem privaten Fenster, um beide Seiten zu spielen.`;
    case 'no_cookie':
      return 'Dein Browser blockiert Cookies, deshalb erkennt dich der Server nicht. Erlaube sie und lade die Seite neu.';
    case 'needs_account':
      return 'Diese Partie wird gewertet, dafür brauchst du ein Konto. Melde dich an oder registriere dich.';
    case 'too_late_to_abort':
      return 'Beide Seiten haben gezogen, also lässt sich die Partie nicht mehr abbrechen. Du kannst aufgeben.';
    case 'draw_already_offered':
      return 'Remis ist schon angeboten.';
    case 'draw_offered_this_move':
      return `Nach ${ownMoves(refusal.moves)} kannst du wieder Remis anbieten.`;
    case 'no_takebacks':
    case 'takebacks_used_up':
      return 'In dieser Partie lässt sich kein Zug mehr zurücknehmen.';
    case 'nothing_to_take_back':
      return 'Du hast keinen Zug, den du zurücknehmen könntest.';
    case 'takeback_stands':
      return 'Eine Rücknahme ist schon vorgeschlagen.';
    case 'takeback_pause':
      return `Nach ${ownMoves(refusal.moves)} kannst du wieder eine Rücknahme vorschlagen.`;
    case 'no_takeback_proposed':
      return 'Die Rücknahme ist nicht mehr vorgeschlagen.';
    case 'taken_back':
      return 'Es wurden Züge zurückgenommen.';
    case 'forbidden':
      return FORBIDDEN[refusal.restriction];
    case 'no_chess_clock':
      return 'In dieser Partie gibt es keine Schachuhr.';
    case 'enough_time_given':
      return 'Du kannst deinem Gegner jetzt nicht mehr Zeit schenken.';
    case 'clocks_paused':
      return 'Der Schiedsrichter hat die Uhren angehalten. Es geht weiter, sobald sie wieder laufen.';
    case 'clocks_not_paused':
      return 'Halte zuerst die Uhren dieser Partie an.';
    case 'no_such_clock':
      return 'Stelle eine Uhr auf 1 Sekunde bis 3 Stunden.';
    case 'no_such_ply':
      return 'Gehe zu einer früheren Stellung zurück.';
    case 'acts_used_up':
      return 'Die Uhren dieser Partie wurden zu oft angehalten oder gestellt.';
    case 'not_both_moved':
      return 'Es haben noch nicht beide gezogen. Der Schiedsrichter kann nur sagen, wer nicht gekommen ist.';
    case 'no_berserk':
      return 'In dieser Partie gibt es kein Berserk.';
    case 'too_late_to_go_berserk':
      return 'Berserk geht nur einmal und vor deinem ersten Zug.';
    case 'rematch_declined':
      return 'Dein Gegner hat die Revanche abgelehnt.';
    case 'no_rematch_offered':
      return 'Es gibt kein Revancheangebot, das du ablehnen könntest.';
    case 'no_draw_offer':
      return 'Das Remisangebot gilt nicht mehr.';
    case 'no_claim':
      return 'In dieser Stellung gibt es kein Remis zu reklamieren.';
    case 'opponent_not_gone':
      return 'Dein Gegner ist noch da oder noch nicht lange genug weg.';
    case 'not_over':
      return 'Die Partie ist noch nicht zu Ende.';
    case 'too_many_games':
      return `Du hast ${refusal.limit} unbeendete Partien. Beende zuerst eine.`;
    case 'too_many_new_games':
      return `Du hast in kurzer Zeit zu viele Partien begonnen. Versuche es in ${refusal.wait_s} s noch einmal.`;
    case 'opponent_has_too_many_games':
      return 'Dein Gegner hat schon zu viele Partien, also gibt es jetzt keine Revanche.';
    case 'opponent_paused':
      return 'Dein Gegner kann gerade keine gewertete Partie beginnen. Eine ungewertete geht.';
    case 'seek_gone':
      return 'Niemand sucht mehr diese Partie.';
    case 'own_seek':
      return 'Das ist deine eigene Suche.';
    case 'out_of_range':
      return `Dieser Spieler sucht einen Gegner mit ${refusal.low} bis ${refusal.high} Punkten.`;
    case 'kept_apart':
      return 'Du kannst nicht mit diesem Spieler spielen.';
    case 'protected':
      return 'Ein geschütztes Konto spielt mit seiner Klasse und mit Spielern, denen es folgt.';
    case 'paused':
      return `Du hast einige deiner letzten gewerteten Partien früh verlassen. In ${Math.ceil(refusal.wait_s / 60)} min kannst du wieder gewertet spielen, ungewertet sofort.`;
    case 'bad_seek':
      return 'So eine Partie kannst du nicht suchen. Wähle eine andere Zeit oder Wertungsspanne.';
    case 'lobby_full':
      return 'Gerade suchen zu viele Spieler einen Gegner. Versuche es gleich noch einmal.';
    case 'nothing_said':
      return 'Diese Nachricht ist leer.';
    case 'chat_too_long':
      return `Eine Nachricht hat höchstens ${refusal.limit} Zeichen.`;
    case 'chat_is_off':
      return 'Hier gibt es keinen Chat.';
    case 'still_playing':
      return 'Der Chat der Zuschauer öffnet sich für dich nach der Partie.';
    case 'presets_only':
      return 'Hier lassen sich nur die fertigen Nachrichten senden.';
    case 'chat_too_fast':
      return 'Das ist viel auf einmal. Warte einen Moment, bevor du wieder schreibst.';
    case 'blocked':
      return 'Dieser Spieler möchte keine Nachrichten von dir.';
    case 'chat_is_full':
      return 'Dieser Chat ist voll.';
    case 'no_such_line':
      return 'Diese Nachricht ist nicht mehr da.';
    case 'not_allowed':
      return 'Deine Rolle erlaubt das nicht.';
    // Words for these stand where an analysis is shown: `closed` in `report.ts`.
    case 'analysis_of_running':
    case 'analysis_while_playing':
    case 'analysis_near_own_game':
    case 'analyses_used_up':
    case 'analysis_queue_full':
      return asSentence(message);
    case 'computer_while_playing':
      return 'Du spielst gerade eine Partie. Danach kannst du gegen den Computer spielen.';
    case 'computer_near_own_game':
      return 'Diese Stellung gehört zu deiner Fernpartie. Gegen den Computer kannst du sie spielen, wenn die Partie vorbei ist.';
    case 'no_such_topic':
      return 'Diese Partie gibt es nicht.';
    case 'too_many_topics':
      return 'Diese Seite verfolgt zu viele Partien auf einmal. Schließe zuerst eine.';
    case 'not_subscribed':
    case 'wrong_topic':
    case 'unavailable':
      return 'Der Server konnte das gerade nicht öffnen. Versuche es noch einmal.';
    case 'not_known':
      return 'Ob das geschehen ist, weiß niemand, denn ein Server ist ausgefallen. Sieh dir die Partie an und versuche es noch einmal, falls nicht.';
    case 'not_saved':
      return 'Der Server konnte das nicht speichern, es ist also nichts passiert. Versuche es noch einmal. Hilft das nicht, sag dem Betreiber der Seite Bescheid.';
    case 'malformed':
      return 'Der Server hat diese Seite nicht verstanden. Lade sie neu und versuche es noch einmal.';
    case 'too_fast':
      return 'Das war zu viel auf einmal. Warte einen Moment und versuche es noch einmal.';
    default:
      return unknown(refusal, message);
  }
}

/** "deinem nächsten Zug", "3 weiteren eigenen Zügen". */
const ownMoves = (moves: number): string =>
  plural(moves, { one: 'deinem nächsten Zug', other: '# weiteren eigenen Zügen' });

/** The compiler proves that nothing known comes here; a newer server may still send something. */
function unknown(_: never, message: string): string {
  return asSentence(message);
}

const refusals: Parts['refusals'] = { word: wordRefusal };
export default refusals;
