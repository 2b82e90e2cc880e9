-- SPDX-License-Identifier: AGPL-3.0-or-later
-- Where puzzles were looked for, which one is that of a day, and which were reported as faulty.
-- {integer}, {bytes}, {key} and {clustered} are filled in by the driver (see words.rs).

-- The finished games in which puzzles were looked for, whether or not there were any.
CREATE TABLE puzzle_searched (
    game {key} NOT NULL,
    CONSTRAINT puzzle_searched_is_unique PRIMARY KEY (game)
) {clustered};

CREATE TABLE puzzle_of_day (
    -- Days since 1970, in UTC.
    day    {integer} NOT NULL,
    puzzle {key}     NOT NULL,
    CONSTRAINT puzzle_of_day_is_unique PRIMARY KEY (day)
) {clustered};

-- A puzzle that waits for another proof, because a player has reported it.
CREATE TABLE puzzle_report (
    puzzle {key}     NOT NULL,
    player {bytes}   NOT NULL,
    -- Milliseconds since 1970.
    at     {integer} NOT NULL,
    CONSTRAINT puzzle_report_is_unique PRIMARY KEY (puzzle, player)
) {clustered};
