-- SPDX-License-Identifier: AGPL-3.0-or-later
-- What correspondence players have prepared in their games.
-- {integer}, {bytes}, {key} and {strict} are filled in by the driver (see words.rs).

CREATE TABLE player_lines (
    game       {key}     NOT NULL,
    -- As the game's seat names the player.
    player     {bytes}   NOT NULL,
    -- Counts the changes, from 1.
    version    {integer} NOT NULL,
    changed_at {integer} NOT NULL,
    -- Conditional moves and private lines, one a line.
    lines      TEXT      NOT NULL,
    PRIMARY KEY (game, player)
) {strict};

CREATE INDEX player_lines_by_player ON player_lines (player, changed_at);
