-- SPDX-License-Identifier: AGPL-3.0-or-later
-- What a player has said, for the archive of the player's own data.

CREATE INDEX chat_line_by_player ON chat_line (player, at);
