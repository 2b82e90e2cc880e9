-- SPDX-License-Identifier: AGPL-3.0-or-later
-- The log of games.

-- One row a game. Its number rises with each new game, so "newest first" is the number's order backwards.
CREATE TABLE game (
    number     INTEGER PRIMARY KEY,
    -- As in its address: eight letters and digits.
    id         TEXT    NOT NULL,
    -- Milliseconds since 1970.
    created_at INTEGER NOT NULL,
    -- The same; NULL while the game goes on. Set with the event that ends the game, in one transaction.
    ended_at   INTEGER,
    CONSTRAINT game_id_is_unique UNIQUE (id),
    CONSTRAINT game_id_has_eight_characters CHECK (length(id) = 8)
) STRICT;

-- What a restarted server brings back to life.
CREATE INDEX game_unfinished ON game (number) WHERE ended_at IS NULL;

-- One row an event, sorted by game: a game's log is one scan of a page or two, and its key is what makes a second
-- event with the same number impossible. The price is one dirty page a game in each commit, where a journal in order
-- of arrival would share them; but that needs a second tree to find a game's events, which has the same price.
CREATE TABLE event (
    game INTEGER NOT NULL,
    -- From 0, without gaps.
    seq  INTEGER NOT NULL,
    -- Milliseconds since 1970.
    at   INTEGER NOT NULL,
    -- The event as JSON; its format is that of the tabiya-game crate.
    body TEXT    NOT NULL,
    CONSTRAINT event_number_is_unique PRIMARY KEY (game, seq),
    CONSTRAINT event_has_a_game FOREIGN KEY (game) REFERENCES game (number),
    CONSTRAINT event_number_is_natural CHECK (seq >= 0)
) STRICT, WITHOUT ROWID;

-- Who plays where, from the events that say so and in their transaction. Only people; computers need no list of games.
CREATE TABLE seat (
    player BLOB    NOT NULL,
    game   INTEGER NOT NULL,
    CONSTRAINT seat_is_taken_once PRIMARY KEY (player, game),
    CONSTRAINT seat_has_a_game FOREIGN KEY (game) REFERENCES game (number),
    CONSTRAINT seat_player_has_sixteen_bytes CHECK (length(player) = 16)
) STRICT, WITHOUT ROWID;
