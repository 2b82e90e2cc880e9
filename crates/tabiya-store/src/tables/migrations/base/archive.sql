-- SPDX-License-Identifier: AGPL-3.0-or-later
-- What lists, profiles and pages of games show, without reading a log. All of it can be made again from the log.
-- {integer}, {bytes}, {key}, {clustered} and {strict} are filled in by the driver (see words.rs).

-- One row a game. Names, titles and ratings are those that the log gives for the moment at which the player sat down.
CREATE TABLE archive (
    -- As in the game's address: eight letters and digits.
    game              {key}     NOT NULL,
    -- Milliseconds since 1970.
    created_at        {integer} NOT NULL,
    -- The same; NULL while the game goes on, and so are result and termination. All three as in the log.
    ended_at          {integer},
    result            TEXT,
    termination       TEXT,
    -- 0 while the game goes on.
    half_moves        {integer} NOT NULL,
    -- bullet, blitz, rapid, classical, correspondence or unlimited.
    speed             TEXT      NOT NULL,
    -- JSON as in the log; NULL for an unlimited game.
    time_control      TEXT,
    rated             {integer} NOT NULL,
    -- standard or chess960.
    variant           TEXT      NOT NULL,
    -- NULL where nobody has looked it up.
    opening           TEXT,
    -- A seat has a player or a level of the computer; neither while it is open.
    white_player      {bytes},
    white_level       {integer},
    white_version     {integer},
    white_name        TEXT,
    white_title       TEXT,
    white_rating      {integer},
    white_provisional {integer} NOT NULL,
    black_player      {bytes},
    black_level       {integer},
    black_version     {integer},
    black_name        TEXT,
    black_title       TEXT,
    black_rating      {integer},
    black_provisional {integer} NOT NULL,
    CONSTRAINT archive_game_is_unique PRIMARY KEY (game)
) {clustered};

-- One row for each player of a game, so that a page of a player's games is one short range of this table.
CREATE TABLE archive_seat (
    player   {bytes}   NOT NULL,
    -- Milliseconds since 1970; 9223372036854775807 while the game goes on, so that such games are one range too.
    ended_at {integer} NOT NULL,
    game     {key}     NOT NULL,
    -- NULL: the computer, or nobody yet.
    opponent {bytes},
    -- white or black.
    color    TEXT      NOT NULL,
    -- won, lost, drawn or aborted, as this player sees it; NULL while the game goes on.
    outcome  TEXT,
    speed    TEXT      NOT NULL,
    rated    {integer} NOT NULL,
    variant  TEXT      NOT NULL,
    CONSTRAINT archive_seat_is_unique PRIMARY KEY (player, ended_at, game)
) {clustered};

-- The games of two players against each other.
CREATE INDEX archive_seat_by_opponent ON archive_seat (player, opponent, ended_at, game);

-- How far work in the background has come, so that it goes on there after a restart.
CREATE TABLE progress (
    task {key}     NOT NULL,
    -- Up to which number it is done.
    done {integer} NOT NULL,
    -- At which number it ends.
    last {integer} NOT NULL,
    CONSTRAINT progress_task_is_unique PRIMARY KEY (task)
) {clustered};

-- When games that are not in memory must be looked at again. Made again from the log at each start.
CREATE TABLE deadline (
    game   {key}     NOT NULL,
    -- Milliseconds since 1970.
    due_at {integer} NOT NULL,
    CONSTRAINT deadline_is_one_a_game PRIMARY KEY (game)
) {clustered};

CREATE INDEX deadline_by_time ON deadline (due_at, game);
