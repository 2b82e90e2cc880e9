-- SPDX-License-Identifier: AGPL-3.0-or-later
-- Ratings. From the log of games, the numbers of the entries and the corrections all of it can be computed again.
-- Points and deviations are in millionths, volatilities in billionths.
-- {integer}, {bytes}, {key}, {clustered} and {strict} are filled in by the driver (see words.rs).

-- One row a game that was rated. Its key is what makes that happen once.
CREATE TABLE rated_game (
    game                    {key}     NOT NULL,
    category                {key}     NOT NULL,
    -- Milliseconds since 1970.
    ended_at                {integer} NOT NULL,
    -- As in the log.
    result                  TEXT      NOT NULL,
    -- 1: staff have given the points back since.
    taken_back              {integer} NOT NULL,
    white_player            {bytes}   NOT NULL,
    -- Which entry it is of the player's in this category.
    white_number            {integer} NOT NULL,
    white_before            {integer} NOT NULL,
    white_before_deviation  {integer} NOT NULL,
    white_before_volatility {integer} NOT NULL,
    white_after             {integer} NOT NULL,
    white_after_deviation   {integer} NOT NULL,
    white_after_volatility  {integer} NOT NULL,
    black_player            {bytes}   NOT NULL,
    black_number            {integer} NOT NULL,
    black_before            {integer} NOT NULL,
    black_before_deviation  {integer} NOT NULL,
    black_before_volatility {integer} NOT NULL,
    black_after             {integer} NOT NULL,
    black_after_deviation   {integer} NOT NULL,
    black_after_volatility  {integer} NOT NULL,
    CONSTRAINT rated_game_is_unique PRIMARY KEY (game)
) {clustered};

-- One row for each player of such a game and for each correction: the fold of a player's ratings in a category.
CREATE TABLE rating_entry (
    player     {bytes}   NOT NULL,
    category   {key}     NOT NULL,
    -- From 1, without gaps.
    number     {integer} NOT NULL,
    -- Milliseconds since 1970.
    entered_at {integer} NOT NULL,
    -- NULL for a correction.
    game       {key},
    -- The correction; NULL for a game.
    correction {integer},
    points     {integer} NOT NULL,
    deviation  {integer} NOT NULL,
    volatility {integer} NOT NULL,
    -- The opponent's points before a game that the player won; NULL for other games and where they were provisional.
    beaten     {integer},
    CONSTRAINT rating_entry_is_unique PRIMARY KEY (player, category, number)
) {clustered};

CREATE INDEX rating_entry_by_beaten ON rating_entry (player, beaten) WHERE beaten IS NOT NULL;

-- The last entry of each player and category.
CREATE TABLE rating (
    player     {bytes}   NOT NULL,
    category   {key}     NOT NULL,
    points     {integer} NOT NULL,
    deviation  {integer} NOT NULL,
    volatility {integer} NOT NULL,
    number     {integer} NOT NULL,
    -- How many of the entries are games.
    games      {integer} NOT NULL,
    -- From when on idle days count: when the last game ended, or the rating was set.
    since      {integer} NOT NULL,
    -- By which leaderboards are sorted: the points, less 10,000 points where the rating is provisional.
    place      {integer} NOT NULL,
    CONSTRAINT rating_is_unique PRIMARY KEY (player, category)
) {clustered};

CREATE INDEX rating_by_place ON rating (category, place, player);

-- What staff have corrected, in the order of the numbers. Never deleted.
CREATE TABLE rating_correction (
    number     {integer} NOT NULL,
    -- start or taken_back.
    kind       TEXT      NOT NULL,
    -- Whose start rating, in which category, and what; NULL where a game was taken back.
    player     {bytes},
    category   {key},
    points     {integer},
    deviation  {integer},
    volatility {integer},
    -- Which game was taken back.
    game       {key},
    -- By whom, why, and when in milliseconds since 1970.
    staff      {bytes}   NOT NULL,
    reason     TEXT      NOT NULL,
    made_at    {integer} NOT NULL,
    CONSTRAINT rating_correction_is_unique PRIMARY KEY (number)
) {clustered};

-- The games that count, to find those that have not been rated. The end of a game changes nothing in it.
CREATE INDEX archive_rated ON archive (created_at, game) WHERE rated = 1;
