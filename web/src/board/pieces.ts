// SPDX-License-Identifier: AGPL-3.0-or-later
// The piece set: "cburnett" by Colin M. L. Burnett (GPL-2.0-or-later), as chessground ships it.
import '@lichess-org/chessground/assets/chessground.cburnett.css';
import './pieces.css';
