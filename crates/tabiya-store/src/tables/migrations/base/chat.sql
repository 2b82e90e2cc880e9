-- SPDX-License-Identifier: AGPL-3.0-or-later
-- What is said beside games.
-- {integer}, {bytes}, {key}, {clustered} and {strict} are filled in by the driver (see words.rs).

CREATE TABLE chat_line (
    game   {key}     NOT NULL,
    -- 0: the players', 1: the spectators'.
    room   {integer} NOT NULL,
    number {integer} NOT NULL,
    at     {integer} NOT NULL,
    player {bytes}   NOT NULL,
    -- The name then; empty in a line that was removed.
    name   TEXT      NOT NULL,
    -- Empty in a line that was removed: its number is not given again.
    text   TEXT      NOT NULL,
    CONSTRAINT chat_line_is_numbered PRIMARY KEY (game, room, number)
) {clustered};
