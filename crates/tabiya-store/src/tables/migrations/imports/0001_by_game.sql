-- SPDX-License-Identifier: AGPL-3.0-or-later
-- Who has brought a game, for whoever asks whether it may become puzzles.

CREATE INDEX imported_game_by_game ON imported_game (game);
