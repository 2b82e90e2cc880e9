// SPDX-License-Identifier: AGPL-3.0-or-later
// Why an event refuses something, in German.
import type { EventFormatKind, EventRefusal, ListedElsewhere, SectionRefusal } from '../../../platform/protocol';
import { forms } from '../../forms';
import { limits } from './sections';

const { plural, list } = forms('de');

const kinds: Record<EventFormatKind, string> = { swiss: 'Schweizer System', round_robin: 'Rundenturnier', knock_out: 'K.-o.-System', keizer: 'Keizer-System', arena: 'Arena', team_match: 'Mannschaftskampf' };

const half = (result: string): string => result.replaceAll('1/2', '½');

/** The first of many boards. */
const these = (boards: number[]): string => (boards.length > 4 ? `${boards.slice(0, 3).join(', ')} …` : list(boards.map(String)));

/** Why one of several sections refuses. */
const sentence = ({ why, message }: SectionRefusal): string => (why ? refused(why) : `${message}.`);

/** A player of a list who is in another section. */
const elsewhere = ({ line, name, section }: ListedElsewhere): string => `${line === null ? '' : `Zeile ${line}: `}${name} in ${section}`;

export function refused(r: EventRefusal): string {
  switch (r.kind) {
    case 'not_yours':
      return 'Das können nur die Veranstalter dieses Turniers.';
    case 'owner_only':
      return 'Das kann nur der Eigentümer dieses Turniers.';
    case 'overtaken_result':
      return `Jemand anderes hat gerade an Brett ${r.board} der Runde ${r.round} ${half(r.now)} eingetragen. Sieh noch einmal nach, bevor du es änderst.`;
    case 'overtaken_pairing':
      return 'Das Turnier hat sich während der Auslosung geändert. Lose noch einmal aus.';
    case 'overtaken_round':
      return `Jemand anderes hat gerade Runde ${r.round} geändert. Sieh noch einmal nach, bevor du weitermachst.`;
    case 'overtaken_settings':
      return 'Jemand anderes hat gerade die Einstellungen geändert. Sieh noch einmal nach.';
    case 'overtaken_prizes':
      return 'Jemand anderes hat gerade die Preise geändert. Sieh noch einmal nach.';
    case 'overtaken_entrant':
      return `Jemand anderes hat gerade ${r.name} geändert. Sieh noch einmal nach.`;
    case 'format_stays':
      return 'Eine Runde ist veröffentlicht, deshalb bleibt die Turnierform.';
    case 'too_few':
      return 'Es braucht mindestens zwei Spieler. Trage weitere ein oder hole pausierende zurück.';
    case 'too_many':
      return `${r.players} Spieler sind zu viele. ${kinds[r.format]}: höchstens ${r.most}.`;
    case 'too_many_rounds':
      return `${r.players} Spieler können im Schweizer System keine ${r.rounds} Runden spielen, weil niemand zweimal auf denselben Gegner trifft. Wähle höchstens ${r.most} Runden oder ein Rundenturnier.`;
    case 'all_paired':
      return `Alle ${r.rounds} Runden sind ausgelost.`;
    case 'not_started':
      return `Runde ${r.round} ist veröffentlicht, aber noch nicht gestartet. Starte sie oder ziehe sie zurück.`;
    case 'results_missing':
      return `In Runde ${r.round} fehlen Ergebnisse: ${plural(r.boards.length, { one: 'Brett', other: 'Bretter' })} ${these(r.boards)}.`;
    case 'no_rounds':
      return 'Eine Arena hat keine Runden: Wer frei ist, bekommt von selbst einen Gegner.';
    case 'no_legal_pairing':
      return `Runde ${r.round} lässt sich nicht auslosen: Ihre ${r.players} Spieler sind einander schon zu oft begegnet, oder niemand darf spielfrei sein. Beende das Turnier hier oder lass einen Spieler aussetzen.`;
    case 'over':
      return 'Dieses Turnier ist vorbei.';
    case 'entry_closed':
      return 'Nur der Veranstalter trägt Spieler in dieses Turnier ein.';
    case 'too_late':
      return `Die erste Runde ist ausgelost, und niemand kann mehr dazukommen. ${kinds[r.format]}: Anmeldung vor Runde 1.`;
    case 'full':
      return `Dieses Turnier ist voll. ${kinds[r.format]}: höchstens ${r.most} Spieler.`;
    case 'entered_before':
      return `${r.name} ist schon angemeldet.`;
    case 'no_teams':
      return 'Mannschaften gibt es nur im Mannschaftskampf.';
    case 'choose_team':
      return `Wähle eine Mannschaft: ${r.first} oder ${r.second}.`;
    case 'no_such_team':
      return `Die beiden Mannschaften heißen ${r.first} und ${r.second}. „${r.name}“ ist keine davon.`;
    case 'team_full':
      return `${r.team} ist voll. Eine Mannschaft hat höchstens ${r.most} Spieler.`;
    case 'team_stays':
      return 'Die erste Runde ist veröffentlicht, deshalb wechselt niemand mehr die Mannschaft.';
    case 'line_up_stays':
      return 'Jeder spielt gegen jeden nach den Nummern der ersten Runde, deshalb bleiben die Bretter, wie sie sind.';
    case 'no_such_place':
      return `${r.team} hat kein Brett ${r.board}: ${plural(r.players, { one: '# Spieler', other: '# Spieler' })}.`;
    case 'team_empty':
      return `Für ${r.team} spielt noch niemand. Trage zuerst die Spieler ein.`;
    case 'without_team':
      return `${r.name} hat noch keine Mannschaft. Wähle zuerst eine.`;
    case 'name':
      return 'Der Name eines Spielers hat 1 bis 80 Zeichen.';
    case 'no_such_entrant':
      return 'Diesen Spieler gibt es im Turnier nicht.';
    case 'plays_now':
      return `${r.name} spielt gerade. Ändere es nach der Partie.`;
    case 'has_left':
      return `${r.name} hat das Turnier verlassen.`;
    case 'no_pausing':
      return `In dieser Turnierform kann niemand pausieren: ${kinds[r.format]}.`;
    case 'taken_out':
      return `Der Veranstalter hat ${r.name} aus dem Turnier genommen. Nur ein Veranstalter kann das rückgängig machen.`;
    case 'went_on':
      return `Seit ${r.name} gegangen ist, wurde eine Runde veröffentlicht. ${kinds[r.format]}: Danach kommt niemand mehr zurück.`;
    case 'byes_in_swiss_only':
      return 'Nur im Schweizer System kann man um ein Freilos bitten.';
    case 'round_not_to_come':
      return `Runde ${r.round} steht nicht mehr bevor.`;
    case 'absences_in_keizer_only':
      return 'Nur das Keizer-System unterscheidet Arten der Abwesenheit.';
    case 'was_not_away':
      return `${r.name} war in Runde ${r.round} nicht abwesend.`;
    case 'no_draft':
      return 'Es gibt keinen Entwurf. Lose zuerst die nächste Runde aus.';
    case 'draft_stands':
      return `Runde ${r.round} ist ausgelost, aber nicht veröffentlicht. Veröffentliche oder verwirf sie zuerst.`;
    case 'nothing_published':
      return 'Keine veröffentlichte Runde wartet auf ihren Start.';
    case 'no_reason':
      return 'Sag, warum die Runde zurückgenommen wird: Alle lesen es.';
    case 'has_begun':
      return `Runde ${r.round} hat begonnen, deshalb bleiben ihre Paarungen.`;
    case 'not_begun':
      return `Runde ${r.round} hat noch nicht begonnen. Starte sie zuerst.`;
    case 'no_such_board':
      return `Runde ${r.round} hat kein Brett ${r.board}. Sie hat ${r.boards}.`;
    case 'no_round_yet':
      return 'Noch ist keine Runde veröffentlicht.';
    case 'no_such_round':
      return `Runde ${r.round} ist nicht veröffentlicht.`;
    case 'game_runs':
      return `Brett ${r.board} der Runde ${r.round} wird auf diesem Server gespielt, das Ergebnis kommt von selbst. Der Schiedsrichter kann die Partie an seinem Tisch entscheiden.`;
    case 'not_both_moved':
      return `An Brett ${r.board} haben noch nicht beide gezogen: Eintragen lässt sich nur ein kampfloses Ergebnis, +/−, −/+ oder −/−. Wurde an einem Holzbrett gespielt, berichtige es danach.`;
    case 'no_such_game':
      return `Brett ${r.board} der Runde ${r.round} hat keine Partie ${r.game}.`;
    case 'winner_stays':
      return 'Aus diesem Wettkampf folgt die nächste Runde, deshalb bleibt der Sieger. Ziehe zuerst die nächste Runde zurück.';
    case 'no_postponing':
      return 'Im K.-o.-System kann kein Wettkampf später gespielt werden: Die nächste Runde braucht sie alle.';
    case 'arena_not_begun':
      return 'Die Arena hat noch nicht begonnen.';
    case 'online_only':
      return 'Eine Arena wird auf diesem Server gespielt, deshalb braucht jeder Spieler ein Konto.';
    case 'seated_twice':
      return `${r.name} steht zweimal in der Paarung.`;
    case 'no_boards':
      return 'Eine Runde braucht mindestens ein Brett.';
    case 'has_opponent':
      return `${r.name} hat in Runde ${r.round} schon einen Gegner.`;
    case 'needs_two':
      return 'Ein Brett braucht zwei verschiedene Spieler.';
    case 'not_by_hand':
      return 'Von Hand paaren lässt sich nur im Schweizer und im Keizer-System.';
    case 'not_there':
      return `${r.name} spielt zurzeit nicht mit.`;
    case 'fixed_board_number':
      return `Ein Brett hat eine Nummer von 1 bis ${r.most}.`;
    case 'fixed_board_taken':
      return `Brett ${r.board} ist schon für ${r.name} festgelegt.`;
    case 'fixed_board_in_section':
      return `Brett ${r.board} ist schon für jemanden in der Gruppe ${r.section} festgelegt.`;
    case 'fixed_board_format':
      return 'In einem Mannschaftskampf und einer Arena lässt sich kein Brett festlegen.';
    case 'code_boards':
      return 'Gib die Bretter ab 1 an, die kleinere Nummer zuerst.';
    case 'too_many_codes':
      return 'Es gelten schon 50 Codes. Widerrufe zuerst einige.';
    case 'code_label':
      return 'Sag, für wen der Code ist.';
    case 'no_such_code':
      return 'Diesen Code gibt es im Turnier nicht.';
    case 'wrong_code':
      return 'Dieser Code gilt hier nicht. Prüfe ihn oder bitte den Schiedsrichter um einen neuen.';
    case 'not_this_board':
      return `Dein Code gilt für die Bretter ${r.first} bis ${r.last}.`;
    case 'not_this_round':
      return `Jetzt läuft Runde ${r.round}. Sieh noch einmal nach.`;
    case 'only_missing':
      return 'Dieses Brett hat schon ein Ergebnis. Der Schiedsrichter oder ein Stellvertreter berichtigt es.';
    case 'seat_taken':
      return 'Ein anderes Telefon hat diesen Platz. Der Schiedsrichter kann ihn freigeben.';
    case 'has_seat':
      return 'Dieses Telefon hat in dieser Runde schon einen Platz und spricht nur für einen Spieler.';
    case 'arbiter_decides':
      return 'Das entscheidet der Schiedsrichter. Ruf ihn.';
    case 'no_result_yet':
      return 'Dieses Brett hat noch kein Ergebnis.';
    case 'arbiter_enters':
      return 'Die Ergebnisse dieses Turniers trägt der Schiedsrichter ein.';
    case 'no_seat':
      return 'Nimm zuerst Platz: Sag, ob du Weiß oder Schwarz hast.';
    case 'other_result':
      return 'Dieses Brett hat ein anderes Ergebnis. Widersprich, wenn es falsch ist.';
    case 'not_in_game':
      return 'Nur die beiden Spieler dieser Partie können den Schiedsrichter rufen.';
    case 'clocks_wooden':
      return `Brett ${r.board} ist ein Holzbrett: Seine Uhr steht auf dem Tisch.`;
    case 'clocks_over':
      return `Die Partie an Brett ${r.board} ist zu Ende.`;
    case 'clocks_no_game':
      return `Die Partie an Brett ${r.board} hat noch nicht begonnen.`;
    case 'clocks_nothing_runs':
      return `In Runde ${r.round} läuft keine Partie auf diesem Server.`;
    case 'clocks_arena':
      return 'Die Uhren einer Arena lassen sich nicht anhalten.';
    case 'clocks_paused':
      return 'Die Uhren sind schon angehalten.';
    case 'clocks_not_paused':
      return 'Halte zuerst die Uhren an.';
    case 'clocks_time':
      return 'Stelle eine Uhr auf 1 Sekunde bis 3 Stunden.';
    case 'clocks_ply':
      return `Es sind ${r.ply} Halbzüge gespielt. Gehe auf eine kleinere Zahl zurück.`;
    case 'clocks_none':
      return 'Diese Partie hat keine Uhr.';
    case 'clocks_too_often':
      return 'Die Uhren dieser Partie wurden zu oft angehalten oder gestellt.';
    case 'overtaken_game':
      return `Jemand anderes hat eben die Partie an Brett ${r.board} der ${r.round}. Runde geändert. Schau noch einmal hin.`;
    case 'game_too_long':
      return 'Der Text ist zu lang für eine Partie. Lass Kommentare und Varianten weg.';
    case 'game_too_many_moves':
      return `Eine Partie hat höchstens ${r.most} Halbzüge.`;
    case 'game_several':
      return 'Der Text enthält mehr als eine Partie. An einem Brett gibt es nur eine.';
    case 'game_no_moves':
      return 'Der Text enthält keine Züge.';
    case 'game_online':
      return `An Brett ${r.board} wird auf diesem Server gespielt; die Züge sind schon da.`;
    case 'game_no_result':
      return `Gib zuerst das Ergebnis an Brett ${r.board} ein. Die Partie lässt sich speichern, wenn sie zu Ende ist.`;
    case 'game_not_played':
      return `Brett ${r.board} wurde kampflos entschieden, also gibt es keine Partie.`;
    case 'game_turned':
      return `Im Text sind die Farben vertauscht: An Brett ${r.board} hat ${r.white} Weiß.`;
    case 'game_other_players':
      return `Im Text steht ${r.named}, an Brett ${r.board} spielten aber ${r.white} und ${r.black}. Wenn es doch ihre Partie ist, lass die Namen weg.`;
    case 'game_other_result':
      return `Der Text endet mit ${half(r.said)}, das Ergebnis an Brett ${r.board} ist aber ${half(r.entered)}. Berichtige eines von beiden.`;
    case 'game_none':
      return `Die Partie an Brett ${r.board} hat niemand eingegeben.`;
    case 'game_is_there':
      return 'Die Partie an diesem Brett ist schon da. Der Schiedsrichter oder ein Stellvertreter ersetzt sie.';
    case 'has_account':
      return `${r.name} hat hier ein Konto und entscheidet selbst darüber.`;
    case 'name_erased':
      return `Der Name von ${r.name} wurde gelöscht.`;
    case 'claim_child':
      return 'Im Kindermodus gilt ein Code nur, wenn er von der Person ist, die dein Konto angelegt hat, etwa von deiner Lehrerin.';
    case 'too_many_claims':
      return `Es gelten schon ${r.most} Codes für Konten. Widerrufe zuerst einige.`;
    case 'still_plays':
      return `${r.name} spielt hier noch mit. Lösch den Namen, wenn das Turnier zu Ende ist.`;
    case 'clocks_not_now':
      return 'Die Partie ließ sich gerade nicht ändern. Sieh noch einmal nach.';
    case 'list_not_yours':
      return 'Hier führen nur Veranstalter und die Leitung Mitgliederlisten.';
    case 'no_such_member':
      return 'Dieses Mitglied steht nicht in deiner Liste.';
    case 'member_damaged':
      return `Die Karte von Mitglied ${r.number} ist beschädigt. Alle anderen sind unverändert; „tabiya data check“ nennt den Schaden.`;
    case 'member_overtaken':
      return `Jemand anderes hat ${r.name} gerade geändert. Sieh noch einmal nach, bevor du etwas änderst.`;
    case 'too_many_members':
      return `Eine Liste hat höchstens ${r.most} Mitglieder.`;
    case 'member_name_taken':
      return `${r.name} steht schon in der Liste.`;
    case 'member_still_plays':
      return `${r.name} spielt noch im Turnier ${r.event}. Lösch den Namen, wenn es zu Ende ist.`;
    case 'member_note':
      return `Eine Notiz hat höchstens ${r.most} Zeichen.`;
    case 'in_other_section':
      return `${r.name} spielt in der Gruppe ${r.section}. Niemand spielt in zwei Gruppen.`;
    case 'list_in_other_sections':
      return `Schon in einer anderen Gruppe: ${r.listed.map(elsewhere).join('; ')}${r.more > 0 ? ` und ${r.more} weitere` : ''}. Niemand von der Liste wurde hinzugefügt.`;
    case 'game_in_section':
      return `${r.name} hat in der Gruppe ${r.section} noch eine offene Partie.`;
    case 'section_rating':
      return `${r.section}: ${limits(r.from, r.to)}. Wähle eine Gruppe, die zu deiner Wertung passt.`;
    case 'no_sections':
      return 'Dieses Turnier hat keine Gruppen.';
    case 'other_festival':
      return 'Spieler wechseln nur zwischen Gruppen desselben Festivals.';
    case 'too_many_sections':
      return `Ein Festival hat höchstens ${r.most} Gruppen.`;
    case 'section_named':
      return `Es gibt schon eine Gruppe namens ${r.name}.`;
    case 'no_such_section':
      return `Es gibt keine Gruppe namens ${r.name}.`;
    case 'groups':
      return 'Es gibt 2 bis 19 Gruppen, und aus jeder kommen 1 bis 16 Spieler weiter. Gruppen sind Rundenturniere oder Schweizer Systeme, das Finale ist ein K.-o.- oder ein Rundenturnier.';
    case 'group_plays':
      return `${r.section} ist noch nicht fertig. Das Finale wird ausgelost, wenn alle Gruppen fertig sind.`;
    case 'groups_stand':
      return `Eine Runde von ${r.section} ist veröffentlicht, deshalb bleiben die Gruppen, wie sie sind. Verschiebe Spieler einzeln.`;
    case 'sections_done':
      return 'Keine Gruppe wartet darauf.';
    case 'sections_in_part':
      return [...r.refused.map((one) => `${one.section}: ${sentence(one)}`), ...(r.done.length > 0 ? [`Erledigt: ${list(r.done)}.`] : [])].join(' ');
    case 'entry_code_needed':
      return 'Dieses Turnier verlangt einen Teilnahmecode. Der Veranstalter hat ihn.';
    case 'entry_code_wrong':
      return 'Das ist nicht der Teilnahmecode dieses Turniers. Prüfe ihn, oder frage den Veranstalter.';
    case 'entry_rating':
      return `Dieses Turnier ist für diese Wertungen: ${limits(r.from, r.to)}. Andere trägt der Veranstalter ein.`;
    case 'entry_child':
      return `${r.name} ist das Konto eines Kindes, und die Karte dazu hat jemand anderes erstellt. Mach diese Person zum Helfer dieses Turniers: Helfer können die Kinder eintragen, für die sie Karten erstellt haben.`;
    case 'rated_stays':
      return 'Partien haben begonnen, deshalb bleibt es dabei, ob sie gewertet werden.';
    case 'variant_stays':
      return 'Partien haben begonnen, deshalb bleibt es bei Standardschach oder Chess960.';
    case 'berserk_stays':
      return 'Die Arena hat begonnen, deshalb bleibt es dabei, ob Berserk erlaubt ist.';
    case 'tie_breaks_stay':
      return 'Das Turnier ist beendet, deshalb bleibt die Feinwertung, wie sie ist.';
    case 'organisers_only':
      return 'Nur Veranstalter und die Leitung legen hier Turniere an.';
    case 'series_not_yours':
      return 'Diese Serie können nur ihr Besitzer und die Leitung beenden.';
    case 'no_such_series':
      return 'Diese Serie gibt es nicht, oder sie wurde beendet.';
    case 'too_many_series':
      return `Es laufen schon ${r.most} Serien. Beende zuerst eine davon.`;
    case 'series_busy':
      return 'Jemand anderes ändert diese Serie gerade. Versuche es noch einmal.';
    case 'series_day':
      return 'Das ist kein Wochentag.';
    case 'series_time':
      return 'Das ist keine Uhrzeit.';
    case 'series_zone':
      return `Der Server kennt die Zeitzone ${r.name} nicht.`;
  }
}
