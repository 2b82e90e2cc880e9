// SPDX-License-Identifier: AGPL-3.0-or-later
// The piece sets: "cburnett" by Colin M. L. Burnett (GPL-2.0-or-later), as chessground ships it, and a plain one.
import '@lichess-org/chessground/assets/chessground.cburnett.css';
import './pieces.css';
import { settings } from '../platform/settings.svelte';

$effect.root(() => {
  $effect(() => {
    // Until it has come, and where it can't, the usual pieces are shown.
    if (settings.get('pieces') === 'plain') import('./plain').catch(() => undefined);
  });
});
