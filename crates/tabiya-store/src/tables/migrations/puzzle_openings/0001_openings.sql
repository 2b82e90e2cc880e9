-- SPDX-License-Identifier: AGPL-3.0-or-later
-- By which opening a puzzle of everybody's is found.
-- {integer}, {key} and {clustered} are filled in by the driver (see words.rs).

CREATE TABLE puzzle_opening (
    -- As the public CSV writes it: a family, or a family with a variation.
    opening {key}     NOT NULL,
    -- As in the table puzzle; it changes with the rating.
    place   {integer} NOT NULL,
    puzzle  {key}     NOT NULL,
    CONSTRAINT puzzle_opening_is_unique PRIMARY KEY (opening, place, puzzle)
) {clustered};

CREATE INDEX puzzle_opening_by_puzzle ON puzzle_opening (puzzle);
