-- SPDX-License-Identifier: AGPL-3.0-or-later
-- Sets of puzzles, and the real names that organisers give the pupils on their lists.
-- {integer}, {bytes}, {key}, {clustered} and {strict} are filled in by the driver (see words.rs).

CREATE TABLE puzzle_set (
    id         {key}     NOT NULL PRIMARY KEY,
    -- Who made it.
    owner      {bytes}   NOT NULL,
    name       TEXT      NOT NULL,
    -- Milliseconds since 1970.
    created_at {integer} NOT NULL,
    -- By when the class of the owner should solve it, in milliseconds since 1970; NULL while nobody should.
    due_at     {integer},
    -- Since when the class has had it, in milliseconds since 1970; NULL where due_at is.
    given_at   {integer},
    -- The puzzles in order, with spaces between them: each its id, a colon, and when it was added, in milliseconds since 1970.
    puzzles    TEXT      NOT NULL,
    -- Raised by each change; 1 for a new one.
    version    {integer} NOT NULL
) {strict};

CREATE INDEX puzzle_set_by_owner ON puzzle_set (owner, created_at, id);

CREATE TABLE pupil_name (
    pupil     {bytes} NOT NULL,
    -- Who gave it, and alone sees it.
    organiser {bytes} NOT NULL,
    name      TEXT    NOT NULL,
    CONSTRAINT pupil_name_is_unique PRIMARY KEY (organiser, pupil)
) {clustered};
