// SPDX-License-Identifier: AGPL-3.0-or-later
// What the menu "More" of a running game offers.
import { opposite } from '../board/fen';
import { t } from '../locale';
import { account } from '../platform/account.svelte';
import type { IconName } from '../ui/icons';
import type { Game } from './game.svelte';

/** A line of a menu. */
export interface MenuItem {
  /** Its own in the menu. */
  kind: string;
  label: string;
  icon: IconName;
  /** It makes no sense now, but may later. */
  isOff: boolean;
  act: () => void;
}

/** Something that the person may do. */
export interface Deed extends MenuItem {
  kind: 'takeback' | 'time' | 'report';
}

/** The name that this player may report: the opponent's, where both have an account; null where nobody may be. */
export function reportableIn({ you, view }: Game): string | null {
  const opponent = you && view?.[opposite(you)];
  return account.me && opponent && opponent.kind === 'player' ? opponent.name : null;
}

/** All that the menu offers in this game, whether it makes sense now or not: nothing moves under the pointer. */
export function deedsOf(game: Game): Deed[] {
  const { view, situation } = game;
  const deeds: Deed[] = [];
  if (!view || !situation) return deeds;
  // A machine needs no time, and is asked for nothing: in a casual game it lets every move be taken back, in a rated one none.
  const isMachine = view[game.opponent].kind === 'computer';
  if (!view.no_takebacks && !(isMachine && view.rated)) {
    const isProposed = situation.takeback !== undefined && situation.takeback === game.you;
    const proposal = isProposed ? t.game.takebackProposed : t.game.proposeTakeback;
    deeds.push({
      kind: 'takeback',
      label: isMachine ? t.game.takeItBack : proposal,
      icon: 'undo',
      isOff: isProposed || situation.ply === 0,
      act: () => game.order({ type: 'propose_takeback' }),
    });
  }
  if (view.time !== null && !('days' in view.time) && !isMachine) {
    deeds.push({
      kind: 'time',
      label: t.game.giveTime,
      icon: 'clock',
      isOff: false,
      act: () => game.order({ type: 'give_time' }),
    });
  }
  const name = reportableIn(game);
  if (name !== null) {
    deeds.push({ kind: 'report', label: t.game.report(name), icon: 'warning', isOff: false, act: () => (game.isReporting = true) });
  }
  return deeds;
}
