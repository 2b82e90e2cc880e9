// SPDX-License-Identifier: AGPL-3.0-or-later
// The piece sets: "cburnett" by Colin M. L. Burnett (GPL-2.0-or-later), as chessground ships it, and others that are
// files of their own.
import '@lichess-org/chessground/assets/chessground.cburnett.css';
import './pieces.css';
import { type Chosen, settings } from '../platform/settings.svelte';

const SETS: Record<Exclude<Chosen['pieces'], 'classic'>, () => Promise<unknown>> = {
  plain: () => import('./sets/plain'),
  solid: () => import('./sets/solid'),
  letters: () => import('./sets/letters'),
};

$effect.root(() => {
  $effect(() => {
    const set = settings.get('pieces');
    // Until it has come, and where it can't, the usual pieces are shown.
    if (set !== 'classic') SETS[set]().catch(() => undefined);
  });
});
