-- SPDX-License-Identifier: AGPL-3.0-or-later
-- Games that were over before they came here: the whole log in one compact row.

CREATE TABLE record (
    game BIGINT NOT NULL,
    -- The events, packed; see record.rs. There are as many as the game's next number says, and none in the other table.
    body BYTEA  NOT NULL,
    CONSTRAINT record_is_unique PRIMARY KEY (game),
    CONSTRAINT record_has_a_game FOREIGN KEY (game) REFERENCES game (number)
);

-- It is packed already.
ALTER TABLE record ALTER COLUMN body SET STORAGE EXTERNAL;
