-- SPDX-License-Identifier: AGPL-3.0-or-later
-- Games that players have imported: who sits there is nobody's account, so the archive does not know whose they are.
-- {integer}, {bytes}, {key}, {clustered} and {strict} are filled in by the driver (see words.rs).

CREATE TABLE imported_game (
    player {bytes}   NOT NULL,
    game   {key}     NOT NULL,
    at     {integer} NOT NULL,
    CONSTRAINT imported_game_is_listed_once PRIMARY KEY (player, game)
) {clustered};
