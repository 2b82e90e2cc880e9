-- SPDX-License-Identifier: AGPL-3.0-or-later
-- Lessons: games that a teacher has named, and the positions of them that each pupil is to solve.
-- {integer}, {bytes}, {key}, {clustered} and {strict} are filled in by the driver (see words.rs).

CREATE TABLE puzzle_lesson (
    id         {key}     NOT NULL PRIMARY KEY,
    organiser  {bytes}   NOT NULL,
    name       TEXT      NOT NULL,
    -- Milliseconds since 1970.
    created_at {integer} NOT NULL,
    -- How many games it has, and how many of them were looked at.
    total      {integer} NOT NULL,
    done       {integer} NOT NULL,
    -- How many games could not be read, and how many there were beyond the most that a lesson has.
    unread     {integer} NOT NULL,
    left_out   {integer} NOT NULL
) {strict};

CREATE INDEX puzzle_lesson_by_organiser ON puzzle_lesson (organiser, created_at, id);
CREATE INDEX puzzle_lesson_unfinished ON puzzle_lesson (created_at, id) WHERE done < total;

CREATE TABLE puzzle_lesson_game (
    lesson     {key}     NOT NULL,
    -- From 1, without gaps.
    number     {integer} NOT NULL,
    -- The pupils; NULL for anybody else.
    white      {bytes},
    black      {bytes},
    -- How the game calls its players; empty if there are no positions for a side.
    white_name TEXT      NOT NULL,
    black_name TEXT      NOT NULL,
    -- The id of a game of this server.
    game       {key},
    -- A FEN, and the moves in UCI with spaces between them.
    start_fen  TEXT      NOT NULL,
    moves      TEXT      NOT NULL,
    CONSTRAINT puzzle_lesson_game_is_unique PRIMARY KEY (lesson, number)
) {clustered};

CREATE TABLE puzzle_lesson_position (
    lesson {key}     NOT NULL,
    -- In the order in which they were found, from 1.
    number {integer} NOT NULL,
    -- Whose position it is; NULL for somebody without an account.
    pupil  {bytes},
    -- How the games call this pupil.
    name   TEXT      NOT NULL,
    puzzle {key}     NOT NULL,
    -- The move that was played, in SAN.
    played TEXT      NOT NULL,
    CONSTRAINT puzzle_lesson_position_is_unique PRIMARY KEY (lesson, number)
) {clustered};

CREATE INDEX puzzle_lesson_position_by_pupil ON puzzle_lesson_position (pupil, lesson) WHERE pupil IS NOT NULL;
