-- SPDX-License-Identifier: AGPL-3.0-or-later
-- The log of games in PostgreSQL.

-- Which server has the database: the number rises with each that gets it.
CREATE TABLE owner (
    only_row BIGINT PRIMARY KEY,
    epoch    BIGINT NOT NULL,
    CONSTRAINT owner_is_one CHECK (only_row = 1)
);
INSERT INTO owner (only_row, epoch) VALUES (1, 0);

-- One row a game. Its number rises with each new game.
CREATE TABLE game (
    number     BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- As in its address: eight letters and digits.
    id         TEXT COLLATE "C" NOT NULL,
    -- Milliseconds since 1970.
    created_at BIGINT NOT NULL,
    -- The same; NULL while the game goes on.
    ended_at   BIGINT,
    -- The number of the next event. An append raises it only if it is what the caller thinks, which keeps two events
    -- from having one number; the key of the events does so too.
    next_seq   BIGINT NOT NULL,
    -- How many of the events are moves.
    half_moves BIGINT NOT NULL,
    CONSTRAINT game_id_is_unique UNIQUE (id),
    CONSTRAINT game_id_has_eight_characters CHECK (length(id) = 8)
) WITH (fillfactor = 80);

-- What a restarted server goes on with.
CREATE INDEX game_unfinished ON game (number) WHERE ended_at IS NULL;

-- One row an event.
CREATE TABLE event (
    game BIGINT NOT NULL,
    -- From 0, without gaps.
    seq  BIGINT NOT NULL,
    -- Milliseconds since 1970.
    at   BIGINT NOT NULL,
    -- The event as JSON; its format is that of the tabiya-game crate.
    body TEXT NOT NULL,
    CONSTRAINT event_number_is_unique PRIMARY KEY (game, seq),
    CONSTRAINT event_has_a_game FOREIGN KEY (game) REFERENCES game (number),
    CONSTRAINT event_number_is_natural CHECK (seq >= 0)
);
