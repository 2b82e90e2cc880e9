-- SPDX-License-Identifier: AGPL-3.0-or-later
-- Puzzles, who has tried which, and the ratings of both. Points and deviations are in millionths, volatilities in billionths.
-- {integer}, {bytes}, {key}, {clustered} and {strict} are filled in by the driver (see words.rs).

CREATE TABLE puzzle (
    id         {key}     NOT NULL PRIMARY KEY,
    -- The puzzle with its solution and its proof.
    line       TEXT      NOT NULL,
    -- A byte for the number of each theme.
    themes     {bytes}   NOT NULL,
    points     {integer} NOT NULL,
    deviation  {integer} NOT NULL,
    volatility {integer} NOT NULL,
    -- One more with each attempt that was rated.
    plays      {integer} NOT NULL,
    -- By which the next puzzle is found: the rating in steps of 25 points times 2^32, and a number by lot below that. -1 for a
    -- puzzle that is withdrawn.
    place      {integer} NOT NULL
) {strict};

CREATE UNIQUE INDEX puzzle_by_place ON puzzle (place, id);

-- The same for each theme of a puzzle.
CREATE TABLE puzzle_theme (
    theme  {integer} NOT NULL,
    place  {integer} NOT NULL,
    puzzle {key}     NOT NULL,
    CONSTRAINT puzzle_theme_is_unique PRIMARY KEY (theme, place, puzzle)
) {clustered};

CREATE TABLE puzzle_player (
    player     {bytes}   NOT NULL PRIMARY KEY,
    points     {integer} NOT NULL,
    deviation  {integer} NOT NULL,
    volatility {integer} NOT NULL,
    -- When the rating last changed, in milliseconds since 1970; NULL for a newcomer.
    since      {integer},
    -- How many puzzles the player has tried: the number of the last one.
    tried      {integer} NOT NULL
) {strict};

CREATE TABLE puzzle_attempt (
    player            {bytes}   NOT NULL,
    puzzle            {key}     NOT NULL,
    -- Among the player's puzzles, from 1, without gaps.
    number            {integer} NOT NULL,
    -- When the first attempt ended, and how: 0 shown, 1 failed, 2 solved.
    ended_at          {integer} NOT NULL,
    first_end         {integer} NOT NULL,
    -- The player's rating before and after it; NULL if it was not rated.
    before_points     {integer},
    before_deviation  {integer},
    before_volatility {integer},
    after_points      {integer},
    after_deviation   {integer},
    after_volatility  {integer},
    last_end          {integer} NOT NULL,
    tries             {integer} NOT NULL,
    -- When the puzzle should be tried again; NULL if it need not be.
    due_at            {integer},
    CONSTRAINT puzzle_attempt_is_unique PRIMARY KEY (player, puzzle)
) {clustered};

CREATE UNIQUE INDEX puzzle_attempt_by_number ON puzzle_attempt (player, number);
CREATE INDEX puzzle_attempt_by_due ON puzzle_attempt (player, due_at) WHERE due_at IS NOT NULL;
