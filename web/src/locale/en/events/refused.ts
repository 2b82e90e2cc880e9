// SPDX-License-Identifier: AGPL-3.0-or-later
// Why an event refuses something, in English.
import type { EventFormatKind, EventRefusal, ListedElsewhere, SectionRefusal } from '../../../platform/protocol';
import { forms } from '../../forms';
import { limits } from './sections';

const { plural, list } = forms('en-GB');

const kinds: Record<EventFormatKind, string> = { swiss: 'Swiss', round_robin: 'Round robin', knock_out: 'Knockout', keizer: 'Keizer', arena: 'Arena', team_match: 'Team match' };

const half = (result: string): string => result.replaceAll('1/2', '½');

/** The first of many boards. */
const these = (boards: number[]): string => (boards.length > 4 ? `${boards.slice(0, 3).join(', ')} …` : list(boards.map(String)));

/** Why one of several sections refuses. */
const sentence = ({ why, message }: SectionRefusal): string => (why ? refused(why) : `${message}.`);

/** A player of a list who is in another section. */
const elsewhere = ({ line, name, section }: ListedElsewhere): string => `${line === null ? '' : `line ${line}: `}${name} in ${section}`;

export function refused(r: EventRefusal): string {
  switch (r.kind) {
    case 'not_yours':
      return 'Only the organisers of this event can do that.';
    case 'owner_only':
      return 'Only the owner of this event can do that.';
    case 'overtaken_result':
      return `Someone else has just entered ${half(r.now)} on board ${r.board} of round ${r.round}. Look again before you change it.`;
    case 'overtaken_pairing':
      return 'The event changed while the round was being paired. Pair it again.';
    case 'overtaken_round':
      return `Someone else has just changed round ${r.round}. Look again before you go on.`;
    case 'overtaken_settings':
      return 'Someone else has just changed the settings. Look again.';
    case 'overtaken_prizes':
      return 'Someone else has just changed the prizes. Look again.';
    case 'overtaken_entrant':
      return `Someone else has just changed ${r.name}. Look again.`;
    case 'format_stays':
      return 'A round is published, so the format can’t change any more.';
    case 'too_few':
      return 'At least two players are needed. Add players, or bring back those who pause.';
    case 'too_many':
      return `${r.players} players are too many. ${kinds[r.format]}: at most ${r.most}.`;
    case 'too_many_rounds':
      return `${r.players} players can’t play ${r.rounds} rounds of a Swiss, because no one meets the same opponent twice. Choose at most ${r.most} rounds, or a round robin.`;
    case 'all_paired':
      return `All ${r.rounds} rounds are paired.`;
    case 'not_started':
      return `Round ${r.round} is published but hasn’t started. Start it, or unpublish it.`;
    case 'results_missing':
      return `Results of round ${r.round} are missing: ${plural(r.boards.length, { one: 'board', other: 'boards' })} ${these(r.boards)}.`;
    case 'no_rounds':
      return 'An arena has no rounds: whoever is free is paired by itself.';
    case 'no_legal_pairing':
      return `Round ${r.round} can’t be paired: its ${r.players} players have met too often, or no one may have the bye. End the event here, or let a player sit out.`;
    case 'over':
      return 'This event is over.';
    case 'entry_closed':
      return 'Only the organiser adds players to this event.';
    case 'too_late':
      return `The first round is paired, and no one can enter late here. ${kinds[r.format]}: players enter before round 1.`;
    case 'full':
      return `This event is full. ${kinds[r.format]}: at most ${r.most} players.`;
    case 'entered_before':
      return `${r.name} has already entered.`;
    case 'no_teams':
      return 'Only a team match has teams.';
    case 'choose_team':
      return `Choose a team: ${r.first} or ${r.second}.`;
    case 'no_such_team':
      return `The two teams are ${r.first} and ${r.second}. “${r.name}” is neither.`;
    case 'team_full':
      return `${r.team} is full. A team has at most ${r.most} players.`;
    case 'team_stays':
      return 'The first round is published, so no one can change teams any more.';
    case 'line_up_stays':
      return 'Everyone meets everyone by the numbers of the first round, so the boards can’t change any more.';
    case 'no_such_place':
      return `${r.team} has no board ${r.board}: ${plural(r.players, { one: '# player', other: '# players' })}.`;
    case 'team_empty':
      return `No one plays for ${r.team} yet. Add its players first.`;
    case 'without_team':
      return `${r.name} has no team yet. Choose one first.`;
    case 'name':
      return 'A player’s name has 1 to 80 characters.';
    case 'no_such_entrant':
      return 'This player isn’t in the event.';
    case 'plays_now':
      return `${r.name} is playing right now. Change it after the game.`;
    case 'has_left':
      return `${r.name} has left the event.`;
    case 'no_pausing':
      return `No one can pause in this format: ${kinds[r.format]}.`;
    case 'taken_out':
      return `The organiser has taken ${r.name} out. Only an organiser can bring ${r.name} back.`;
    case 'went_on':
      return `A round has been published since ${r.name} left. ${kinds[r.format]}: no one comes back after that.`;
    case 'byes_in_swiss_only':
      return 'Players can only ask for a bye in a Swiss.';
    case 'round_not_to_come':
      return `Round ${r.round} isn’t still to come.`;
    case 'absences_in_keizer_only':
      return 'Only a Keizer tells one kind of absence from another.';
    case 'was_not_away':
      return `${r.name} wasn’t away in round ${r.round}.`;
    case 'no_draft':
      return 'There’s no draft to publish. Pair the next round first.';
    case 'draft_stands':
      return `Round ${r.round} is paired but not published. Publish it or undo it first.`;
    case 'nothing_published':
      return 'No published round is waiting to start.';
    case 'no_reason':
      return 'Say why the round is taken back: everybody reads it.';
    case 'has_begun':
      return `Round ${r.round} has started, so its pairings stay.`;
    case 'not_begun':
      return `Round ${r.round} hasn’t started. Start it first.`;
    case 'no_such_board':
      return `Round ${r.round} has no board ${r.board}. It has ${r.boards}.`;
    case 'no_round_yet':
      return 'No round is published yet.';
    case 'no_such_round':
      return `Round ${r.round} isn’t published.`;
    case 'game_runs':
      return `Board ${r.board} of round ${r.round} is being played on this server, and its result comes by itself. The arbiter can decide it at the desk.`;
    case 'not_both_moved':
      return `Not both have moved on board ${r.board}, so only a forfeit can be entered: +/−, −/+ or −/−. If they played at a wooden board, correct it afterwards.`;
    case 'no_such_game':
      return `Board ${r.board} of round ${r.round} has no game ${r.game}.`;
    case 'winner_stays':
      return 'The next round follows from this match, so its winner stays. Unpublish the next round first.';
    case 'no_postponing':
      return 'In a knockout no match can be played later: the next round needs them all.';
    case 'arena_not_begun':
      return 'The arena hasn’t started.';
    case 'online_only':
      return 'An arena is played on this server, so every player needs an account.';
    case 'seated_twice':
      return `${r.name} is in the pairing twice.`;
    case 'no_boards':
      return 'A round needs at least one board.';
    case 'has_opponent':
      return `${r.name} already has an opponent in round ${r.round}.`;
    case 'needs_two':
      return 'A board needs two different players.';
    case 'not_by_hand':
      return 'Only a Swiss or a Keizer can be paired by hand.';
    case 'not_there':
      return `${r.name} isn’t playing at the moment.`;
    case 'fixed_board_number':
      return `A board has a number from 1 to ${r.most}.`;
    case 'fixed_board_taken':
      return `Board ${r.board} is fixed for ${r.name} already.`;
    case 'fixed_board_in_section':
      return `Board ${r.board} is fixed for somebody in ${r.section} already.`;
    case 'fixed_board_format':
      return 'No board is fixed in a team match or an arena.';
    case 'code_boards':
      return 'Give the boards from 1 on, the lower number first.';
    case 'too_many_codes':
      return '50 codes work already. Revoke some first.';
    case 'code_label':
      return 'Say who the code is for.';
    case 'no_such_code':
      return 'This event has no such code.';
    case 'wrong_code':
      return 'This code doesn’t work here. Check it, or ask the arbiter for a new one.';
    case 'not_this_board':
      return `Your code is for boards ${r.first} to ${r.last}.`;
    case 'not_this_round':
      return `Round ${r.round} is being played now. Look again.`;
    case 'only_missing':
      return 'This board has a result. The arbiter or a deputy corrects it.';
    case 'seat_taken':
      return 'Another phone has this seat. The arbiter can free it.';
    case 'has_seat':
      return 'This phone already has a seat in this round, and speaks for one player only.';
    case 'arbiter_decides':
      return 'The arbiter decides this. Call the arbiter.';
    case 'no_result_yet':
      return 'This board has no result yet.';
    case 'arbiter_enters':
      return 'The arbiter enters the results of this event.';
    case 'no_seat':
      return 'Take a seat first: say whether you’re White or Black.';
    case 'other_result':
      return 'This board has another result. Dispute it if it’s wrong.';
    case 'not_in_game':
      return 'Only the two players of this game can call its arbiter.';
    case 'clocks_wooden':
      return `Board ${r.board} is a wooden board: its clock stands on the table.`;
    case 'clocks_over':
      return `The game at board ${r.board} is over.`;
    case 'clocks_no_game':
      return `The game at board ${r.board} hasn’t begun.`;
    case 'clocks_nothing_runs':
      return `No game of round ${r.round} is running on this server.`;
    case 'clocks_arena':
      return 'The clocks of an arena can’t be paused.';
    case 'clocks_paused':
      return 'The clocks are paused already.';
    case 'clocks_not_paused':
      return 'Pause the clocks first.';
    case 'clocks_time':
      return 'Set a clock to between 1 second and 3 hours.';
    case 'clocks_ply':
      return `${r.ply} half-moves have been played. Go back to a smaller number.`;
    case 'clocks_none':
      return 'This game has no clock.';
    case 'clocks_too_often':
      return 'The clocks of this game have been paused or set too often.';
    case 'overtaken_game':
      return `Someone else has just changed the game of board ${r.board} of round ${r.round}. Look again.`;
    case 'game_too_long':
      return 'This text is too long for one game. Leave comments and variations out.';
    case 'game_too_many_moves':
      return `A game has at most ${r.most} half-moves.`;
    case 'game_several':
      return 'The text holds more than one game. A board has one.';
    case 'game_no_moves':
      return 'The text holds no moves.';
    case 'game_online':
      return `Board ${r.board} is played on this server, which keeps its moves by itself.`;
    case 'game_no_result':
      return `Enter the result of board ${r.board} first. Its game can be saved once it’s over.`;
    case 'game_not_played':
      return `Board ${r.board} was won without playing, so there’s no game to save.`;
    case 'game_turned':
      return `The text has the colours the other way round: on board ${r.board}, ${r.white} has White.`;
    case 'game_other_players':
      return `The text names ${r.named}, but board ${r.board} is ${r.white} against ${r.black}. If it’s their game, leave the names out.`;
    case 'game_other_result':
      return `The text ends ${half(r.said)}, but the result of board ${r.board} is ${half(r.entered)}. Correct one of them.`;
    case 'game_none':
      return `No one has typed the game of board ${r.board}.`;
    case 'game_is_there':
      return 'The game of this board is there. The arbiter or a deputy replaces it.';
    case 'has_account':
      return `${r.name} has an account here, and decides about it alone.`;
    case 'name_erased':
      return `The name of ${r.name} was erased.`;
    case 'claim_child':
      return 'In kid mode a code only counts if it’s from whoever made your account, such as your teacher.';
    case 'too_many_claims':
      return `${r.most} codes for accounts work already. Revoke some first.`;
    case 'still_plays':
      return `${r.name} still plays here. Erase the name once the event is over.`;
    case 'clocks_not_now':
      return 'The game could not be changed just now. Look again.';
    case 'list_not_yours':
      return 'Only organisers and staff keep lists of members here.';
    case 'no_such_member':
      return 'This member isn’t in your list.';
    case 'member_damaged':
      return `The card of member ${r.number} is damaged. All others are as they were; “tabiya data check” names the damage.`;
    case 'member_overtaken':
      return `Someone else has just changed ${r.name}. Look again before you change it.`;
    case 'too_many_members':
      return `A list has at most ${r.most} members.`;
    case 'member_name_taken':
      return `${r.name} is in the list already.`;
    case 'member_still_plays':
      return `${r.name} still plays in ${r.event}. Erase the name once the event is over.`;
    case 'member_note':
      return `A note has at most ${r.most} characters.`;
    case 'in_other_section':
      return `${r.name} plays in ${r.section}. No one plays in two sections.`;
    case 'list_in_other_sections':
      return `Already in another section: ${r.listed.map(elsewhere).join('; ')}${r.more > 0 ? ` and ${r.more} more` : ''}. Nobody on the list has been added.`;
    case 'game_in_section':
      return `${r.name} has a game in ${r.section} that is not over.`;
    case 'section_rating':
      return `${r.section}: ${limits(r.from, r.to)}. Choose a section that fits your rating.`;
    case 'no_sections':
      return 'This event has no sections.';
    case 'other_festival':
      return 'Players move only between sections of the same festival.';
    case 'too_many_sections':
      return `A festival has at most ${r.most} sections.`;
    case 'section_named':
      return `There’s already a section called ${r.name}.`;
    case 'no_such_section':
      return `There’s no section called ${r.name}.`;
    case 'groups':
      return 'There are 2 to 19 groups, and 1 to 16 players of each go on. Groups are round robins or Swisses, and the final is a knockout or a round robin.';
    case 'group_plays':
      return `${r.section} isn’t over. The final is paired when all groups are.`;
    case 'groups_stand':
      return `A round of ${r.section} is published, so the groups stay as they are. Move players one by one.`;
    case 'sections_done':
      return 'No section is waiting for that.';
    case 'sections_in_part':
      return [...r.refused.map((one) => `${one.section}: ${sentence(one)}`), ...(r.done.length > 0 ? [`Done: ${list(r.done)}.`] : [])].join(' ');
    case 'entry_code_needed':
      return 'This event asks for its entry code. The organiser has it.';
    case 'entry_code_wrong':
      return 'This isn’t the entry code of this event. Check it, or ask the organiser.';
    case 'entry_rating':
      return `This event takes these ratings: ${limits(r.from, r.to)}. The organiser can add other players.`;
    case 'entry_child':
      return `${r.name} is a child’s account, and someone else made its card. Name that person as a helper of this event: helpers can add the children they made cards for.`;
    case 'rated_stays':
      return 'Games have begun, so they stay rated or unrated as they are.';
    case 'variant_stays':
      return 'Games have begun, so standard chess or Chess960 stays as it is.';
    case 'berserk_stays':
      return 'The arena has begun, so whether players may go berserk stays as it is.';
    case 'tie_breaks_stay':
      return 'The event is over, so its tie-breaks stay as they are.';
    case 'organisers_only':
      return 'Only organisers and staff create events here.';
    case 'series_not_yours':
      return 'Only the owner of this series and staff can stop it.';
    case 'no_such_series':
      return 'This series doesn’t exist, or it has been stopped.';
    case 'too_many_series':
      return `${r.most} series are running already. Stop one of them first.`;
    case 'series_busy':
      return 'Someone else is changing this series at the moment. Try again.';
    case 'series_day':
      return 'This isn’t a day of the week.';
    case 'series_time':
      return 'This isn’t a time of day.';
    case 'series_zone':
      return `The server doesn’t know the time zone ${r.name}.`;
  }
}
