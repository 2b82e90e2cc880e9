// SPDX-License-Identifier: AGPL-3.0-or-later
// Why an event refuses something, in French.
import type { EventFormatKind, EventRefusal, ListedElsewhere, SectionRefusal } from '../../../platform/protocol';
import { forms } from '../../forms';
import { limits } from './sections';

const { plural, list } = forms('fr');

const kinds: Record<EventFormatKind, string> = { swiss: 'Système suisse', round_robin: 'Toutes rondes', knock_out: 'Élimination directe', keizer: 'Keizer', arena: 'Arène', team_match: 'Match par équipes' };

const half = (result: string): string => result.replaceAll('1/2', '½');

/** The first of many boards. */
const these = (boards: number[]): string => (boards.length > 4 ? `${boards.slice(0, 3).join(', ')} …` : list(boards.map(String)));

/** Why one of several sections refuses. */
const sentence = ({ why, message }: SectionRefusal): string => (why ? refused(why) : `${message}.`);

/** A player of a list who is in another section. */
const elsewhere = ({ line, name, section }: ListedElsewhere): string => `${line === null ? '' : `ligne ${line} : `}${name} dans ${section}`;

export function refused(r: EventRefusal): string {
  switch (r.kind) {
    case 'not_yours':
      return 'Seuls les organisateurs de ce tournoi peuvent faire cela.';
    case 'owner_only':
      return 'Seul le propriétaire de ce tournoi peut faire cela.';
    case 'overtaken_result':
      return `Quelqu’un d’autre vient de saisir ${half(r.now)} à la table ${r.board} de la ronde ${r.round}. Vérifiez avant de modifier.`;
    case 'overtaken_pairing':
      return 'Le tournoi a changé pendant l’appariement. Appariez de nouveau.';
    case 'overtaken_round':
      return `Quelqu’un d’autre vient de modifier la ronde ${r.round}. Vérifiez avant de continuer.`;
    case 'overtaken_settings':
      return 'Quelqu’un d’autre vient de modifier les réglages. Vérifiez.';
    case 'overtaken_prizes':
      return 'Quelqu’un d’autre vient de modifier les prix. Vérifiez.';
    case 'overtaken_entrant':
      return `Quelqu’un d’autre vient de modifier ${r.name}. Vérifiez.`;
    case 'format_stays':
      return 'Une ronde est publiée : la formule ne peut plus changer.';
    case 'too_few':
      return 'Il faut au moins deux joueurs. Ajoutez-en ou faites revenir ceux qui sont en pause.';
    case 'too_many':
      return `${r.players} joueurs, c’est trop. ${kinds[r.format]} : ${r.most} au maximum.`;
    case 'too_many_rounds':
      return `${r.players} joueurs ne peuvent pas jouer ${r.rounds} rondes au système suisse, car on ne rencontre jamais deux fois le même adversaire. Choisissez ${r.most} rondes au maximum, ou un toutes rondes.`;
    case 'all_paired':
      return `Les ${r.rounds} rondes sont toutes appariées.`;
    case 'not_started':
      return `La ronde ${r.round} est publiée mais pas lancée. Lancez-la ou retirez-la.`;
    case 'results_missing':
      return `Il manque des résultats de la ronde ${r.round} : ${plural(r.boards.length, { one: 'table', other: 'tables' })} ${these(r.boards)}.`;
    case 'no_rounds':
      return 'Une arène n’a pas de rondes : les joueurs libres sont appariés automatiquement.';
    case 'no_legal_pairing':
      return `La ronde ${r.round} ne peut pas être appariée : ses ${r.players} joueurs se sont déjà trop rencontrés, ou personne ne peut être exempt. Terminez le tournoi ici, ou laissez un joueur de côté.`;
    case 'over':
      return 'Ce tournoi est terminé.';
    case 'entry_closed':
      return 'Seul l’organisateur inscrit des joueurs à ce tournoi.';
    case 'too_late':
      return `La première ronde est appariée, et il est trop tard pour s’inscrire. ${kinds[r.format]} : inscription avant la ronde 1.`;
    case 'full':
      return `Ce tournoi est complet. ${kinds[r.format]} : ${r.most} joueurs au maximum.`;
    case 'entered_before':
      return `${r.name} participe déjà au tournoi.`;
    case 'no_teams':
      return 'Il n’y a d’équipes que dans un match par équipes.';
    case 'choose_team':
      return `Choisissez une équipe : ${r.first} ou ${r.second}.`;
    case 'no_such_team':
      return `Les deux équipes sont ${r.first} et ${r.second}. « ${r.name} » n’est aucune des deux.`;
    case 'team_full':
      return `${r.team} est complète. Une équipe compte au plus ${r.most} joueurs.`;
    case 'team_stays':
      return 'La première ronde est publiée : on ne change plus d’équipe.';
    case 'line_up_stays':
      return 'Tous se rencontrent selon les numéros de la première ronde : les échiquiers ne changent plus.';
    case 'no_such_place':
      return `${r.team} n’a pas d’échiquier ${r.board} : ${plural(r.players, { one: '# joueur', other: '# joueurs' })}.`;
    case 'team_empty':
      return `Personne ne joue encore pour ${r.team}. Ajoutez d’abord ses joueurs.`;
    case 'without_team':
      return `${r.name} n’a pas encore d’équipe. Choisissez-en une d’abord.`;
    case 'name':
      return 'Le nom d’un joueur compte de 1 à 80 caractères.';
    case 'no_such_entrant':
      return 'Ce joueur ne participe pas au tournoi.';
    case 'plays_now':
      return `${r.name} joue en ce moment. Modifiez cela après la partie.`;
    case 'has_left':
      return `${r.name} a quitté le tournoi.`;
    case 'no_pausing':
      return `Personne ne peut faire une pause dans cette formule : ${kinds[r.format]}.`;
    case 'taken_out':
      return `L’organisateur a retiré ${r.name} du tournoi. Seul un organisateur peut l’y remettre.`;
    case 'went_on':
      return `Une ronde a été publiée depuis le départ de ${r.name}. ${kinds[r.format]} : personne ne revient après cela.`;
    case 'byes_in_swiss_only':
      return 'On ne peut demander un bye qu’au système suisse.';
    case 'round_not_to_come':
      return `La ronde ${r.round} n’est pas à venir.`;
    case 'absences_in_keizer_only':
      return 'Seul le système Keizer distingue les types d’absence.';
    case 'was_not_away':
      return `${r.name} n’était pas absent à la ronde ${r.round}.`;
    case 'no_draft':
      return 'Il n’y a pas de brouillon. Appariez d’abord la prochaine ronde.';
    case 'draft_stands':
      return `La ronde ${r.round} est appariée mais pas publiée. Publiez-la ou annulez-la d’abord.`;
    case 'nothing_published':
      return 'Aucune ronde publiée n’attend d’être lancée.';
    case 'no_reason':
      return 'Dites pourquoi la ronde est retirée : tout le monde le lit.';
    case 'has_begun':
      return `La ronde ${r.round} a commencé : ses appariements ne changent plus.`;
    case 'not_begun':
      return `La ronde ${r.round} n’a pas commencé. Lancez-la d’abord.`;
    case 'no_such_board':
      return `La ronde ${r.round} n’a pas de table ${r.board}. Elle en a ${r.boards}.`;
    case 'no_round_yet':
      return 'Aucune ronde n’est encore publiée.';
    case 'no_such_round':
      return `La ronde ${r.round} n’est pas publiée.`;
    case 'game_runs':
      return `La table ${r.board} de la ronde ${r.round} se joue sur ce serveur : son résultat arrivera tout seul. L’arbitre peut trancher à son poste.`;
    case 'not_both_moved':
      return `Les deux joueurs de la table ${r.board} n’ont pas encore joué : vous ne pouvez saisir qu’un forfait, +/−, −/+ ou −/−. S’ils ont joué sur un échiquier en bois, corrigez-le ensuite.`;
    case 'no_such_game':
      return `La table ${r.board} de la ronde ${r.round} n’a pas de partie ${r.game}.`;
    case 'winner_stays':
      return 'La ronde suivante dépend de ce match : son vainqueur ne change plus. Retirez d’abord la ronde suivante.';
    case 'no_postponing':
      return 'En élimination directe, aucun match ne peut être joué plus tard : la ronde suivante a besoin de tous.';
    case 'arena_not_begun':
      return 'L’arène n’a pas commencé.';
    case 'online_only':
      return 'Une arène se joue sur ce serveur : chaque joueur a besoin d’un compte.';
    case 'seated_twice':
      return `${r.name} figure deux fois dans l’appariement.`;
    case 'no_boards':
      return 'Une ronde a besoin d’au moins une table.';
    case 'has_opponent':
      return `${r.name} a déjà un adversaire à la ronde ${r.round}.`;
    case 'needs_two':
      return 'Une table a besoin de deux joueurs différents.';
    case 'not_by_hand':
      return 'On n’apparie à la main qu’au système suisse et au Keizer.';
    case 'not_there':
      return `${r.name} ne joue pas en ce moment.`;
    case 'fixed_board_number':
      return `Un échiquier porte un numéro de 1 à ${r.most}.`;
    case 'fixed_board_taken':
      return `L’échiquier ${r.board} est déjà réservé à ${r.name}.`;
    case 'fixed_board_in_section':
      return `L’échiquier ${r.board} est déjà réservé à quelqu’un dans la section ${r.section}.`;
    case 'fixed_board_format':
      return 'On ne fixe pas d’échiquier dans un match par équipes ni dans une arène.';
    case 'code_boards':
      return 'Indiquez les tables à partir de 1, le plus petit numéro d’abord.';
    case 'too_many_codes':
      return '50 codes fonctionnent déjà. Révoquez-en d’abord.';
    case 'code_label':
      return 'Dites pour qui est le code.';
    case 'no_such_code':
      return 'Ce tournoi n’a pas ce code.';
    case 'wrong_code':
      return 'Ce code ne fonctionne pas ici. Vérifiez-le ou demandez-en un autre à l’arbitre.';
    case 'not_this_board':
      return `Votre code vaut pour les tables ${r.first} à ${r.last}.`;
    case 'not_this_round':
      return `C’est la ronde ${r.round} qui se joue. Vérifiez.`;
    case 'only_missing':
      return 'Cette table a déjà un résultat. L’arbitre ou un adjoint le corrige.';
    case 'seat_taken':
      return 'Un autre téléphone occupe cette place. L’arbitre peut la libérer.';
    case 'has_seat':
      return 'Ce téléphone a déjà une place dans cette ronde et ne parle que pour un joueur.';
    case 'arbiter_decides':
      return 'C’est à l’arbitre d’en décider. Appelez-le.';
    case 'no_result_yet':
      return 'Cette table n’a pas encore de résultat.';
    case 'arbiter_enters':
      return 'L’arbitre saisit les résultats de ce tournoi.';
    case 'no_seat':
      return 'Prenez d’abord place : dites si vous avez les Blancs ou les Noirs.';
    case 'other_result':
      return 'Cette table a un autre résultat. Contestez-le s’il est faux.';
    case 'not_in_game':
      return 'Seuls les deux joueurs de cette partie peuvent appeler l’arbitre.';
    case 'clocks_wooden':
      return `L’échiquier ${r.board} est en bois : sa pendule est sur la table.`;
    case 'clocks_over':
      return `La partie de l’échiquier ${r.board} est terminée.`;
    case 'clocks_no_game':
      return `La partie de l’échiquier ${r.board} n’a pas commencé.`;
    case 'clocks_nothing_runs':
      return `Aucune partie de la ronde ${r.round} ne se joue sur ce serveur.`;
    case 'clocks_arena':
      return 'Les pendules d’une arène ne peuvent pas être arrêtées.';
    case 'clocks_paused':
      return 'Les pendules sont déjà arrêtées.';
    case 'clocks_not_paused':
      return 'Arrêtez d’abord les pendules.';
    case 'clocks_time':
      return 'Réglez une pendule entre 1 seconde et 3 heures.';
    case 'clocks_ply':
      return `${r.ply} demi-coups ont été joués. Revenez à un nombre plus petit.`;
    case 'clocks_none':
      return 'Cette partie n’a pas de pendule.';
    case 'clocks_too_often':
      return 'Les pendules de cette partie ont été arrêtées ou réglées trop souvent.';
    case 'overtaken_game':
      return `Quelqu’un d’autre vient de changer la partie de l’échiquier ${r.board} de la ronde ${r.round}. Regardez de nouveau.`;
    case 'game_too_long':
      return 'Ce texte est trop long pour une partie. Laissez de côté les commentaires et les variantes.';
    case 'game_too_many_moves':
      return `Une partie a au plus ${r.most} demi-coups.`;
    case 'game_several':
      return 'Le texte contient plusieurs parties. Un échiquier n’en a qu’une.';
    case 'game_no_moves':
      return 'Le texte ne contient aucun coup.';
    case 'game_online':
      return `L’échiquier ${r.board} se joue sur ce serveur, qui garde ses coups.`;
    case 'game_no_result':
      return `Saisissez d’abord le résultat de l’échiquier ${r.board}. La partie s’enregistre une fois finie.`;
    case 'game_not_played':
      return `L’échiquier ${r.board} a été gagné sans jouer : il n’y a pas de partie.`;
    case 'game_turned':
      return `Dans le texte, les couleurs sont inversées : à l’échiquier ${r.board}, ${r.white} a les Blancs.`;
    case 'game_other_players':
      return `Le texte nomme ${r.named}, mais l’échiquier ${r.board} oppose ${r.white} à ${r.black}. Si c’est bien leur partie, retirez les noms.`;
    case 'game_other_result':
      return `Le texte se termine par ${half(r.said)}, mais le résultat de l’échiquier ${r.board} est ${half(r.entered)}. Corrigez l’un des deux.`;
    case 'game_none':
      return `Personne n’a saisi la partie de l’échiquier ${r.board}.`;
    case 'game_is_there':
      return 'La partie de cet échiquier est déjà là. L’arbitre ou un adjoint la remplace.';
    case 'has_account':
      return `${r.name} a un compte ici et en décide seul.`;
    case 'name_erased':
      return `Le nom de ${r.name} a été effacé.`;
    case 'claim_child':
      return 'En mode enfant, un code ne compte que s’il vient de la personne qui a créé votre compte, par exemple votre professeur.';
    case 'too_many_claims':
      return `${r.most} codes pour des comptes fonctionnent déjà. Révoquez-en d’abord.`;
    case 'still_plays':
      return `${r.name} joue encore ici. Effacez le nom une fois le tournoi terminé.`;
    case 'clocks_not_now':
      return 'La partie n’a pas pu être modifiée à l’instant. Regardez de nouveau.';
    case 'list_not_yours':
      return 'Ici, seuls les organisateurs et l’équipe tiennent des listes de membres.';
    case 'no_such_member':
      return 'Ce membre n’est pas dans votre liste.';
    case 'member_damaged':
      return `La fiche du membre ${r.number} est endommagée. Les autres n’ont pas changé ; « tabiya data check » indique le dommage.`;
    case 'member_overtaken':
      return `Quelqu’un d’autre vient de modifier ${r.name}. Regardez de nouveau avant de changer quoi que ce soit.`;
    case 'too_many_members':
      return `Une liste a au plus ${r.most} membres.`;
    case 'member_name_taken':
      return `${r.name} est déjà dans la liste.`;
    case 'member_still_plays':
      return `${r.name} joue encore dans ${r.event}. Effacez le nom une fois le tournoi terminé.`;
    case 'member_note':
      return `Une note a au plus ${r.most} caractères.`;
    case 'in_other_section':
      return `${r.name} joue dans la section ${r.section}. Personne ne joue dans deux sections.`;
    case 'list_in_other_sections':
      return `Déjà dans une autre section : ${r.listed.map(elsewhere).join(' ; ')}${r.more > 0 ? ` et ${r.more} de plus` : ''}. Personne de la liste n’a été ajouté.`;
    case 'game_in_section':
      return `La partie de ${r.name} dans la section ${r.section} n’est pas terminée.`;
    case 'section_rating':
      return `${r.section} : ${limits(r.from, r.to)}. Choisissez une section qui correspond à votre classement.`;
    case 'no_sections':
      return 'Ce tournoi n’a pas de sections.';
    case 'other_festival':
      return 'Les joueurs ne changent qu’entre sections du même festival.';
    case 'too_many_sections':
      return `Un festival a au plus ${r.most} sections.`;
    case 'section_named':
      return `Il y a déjà une section nommée ${r.name}.`;
    case 'no_such_section':
      return `Il n’y a pas de section nommée ${r.name}.`;
    case 'groups':
      return 'Il y a de 2 à 19 poules, et de 1 à 16 qualifiés par poule. Les poules sont des tournois toutes rondes ou des suisses, la finale est à élimination directe ou toutes rondes.';
    case 'group_plays':
      return `${r.section} n’est pas terminée. La finale est appariée quand toutes les poules le sont.`;
    case 'groups_stand':
      return `Une ronde de ${r.section} est publiée, les poules restent donc ainsi. Déplacez les joueurs un par un.`;
    case 'sections_done':
      return 'Aucune section n’attend cela.';
    case 'sections_in_part':
      return [...r.refused.map((one) => `${one.section}\u00a0: ${sentence(one)}`), ...(r.done.length > 0 ? [`Fait\u00a0: ${list(r.done)}.`] : [])].join(' ');
    case 'entry_code_needed':
      return 'Ce tournoi demande un code d’inscription. L’organisateur l’a.';
    case 'entry_code_wrong':
      return 'Ce n’est pas le code d’inscription de ce tournoi. Vérifiez-le, ou demandez-le à l’organisateur.';
    case 'entry_rating':
      return `Ce tournoi accepte ces classements : ${limits(r.from, r.to)}. L’organisateur peut ajouter d’autres joueurs.`;
    case 'entry_child':
      return `${r.name} est le compte d’un enfant, et quelqu’un d’autre a créé sa carte. Nommez cette personne assistante de ce tournoi : les assistants peuvent ajouter les enfants dont ils ont créé la carte.`;
    case 'rated_stays':
      return 'Des parties ont commencé, elles restent donc classées ou non comme elles le sont.';
    case 'variant_stays':
      return 'Des parties ont commencé, on ne peut donc plus changer entre échecs classiques et Chess960.';
    case 'berserk_stays':
      return 'L’arène a commencé, on ne peut donc plus permettre ou interdire le berserk.';
    case 'tie_breaks_stay':
      return 'Le tournoi est terminé, ses départages restent donc tels quels.';
    case 'organisers_only':
      return 'Ici, seuls les organisateurs et l’équipe créent des tournois.';
    case 'series_not_yours':
      return 'Seuls le propriétaire de cette série et l’équipe peuvent l’arrêter.';
    case 'no_such_series':
      return 'Cette série n’existe pas, ou elle a été arrêtée.';
    case 'too_many_series':
      return `${r.most} séries sont déjà en cours. Arrêtez-en d’abord une.`;
    case 'series_busy':
      return 'Quelqu’un d’autre modifie cette série en ce moment. Réessayez.';
    case 'series_day':
      return 'Ce n’est pas un jour de la semaine.';
    case 'series_time':
      return 'Ce n’est pas une heure valable.';
    case 'series_zone':
      return `Le serveur ne connaît pas le fuseau horaire ${r.name}.`;
  }
}
