-- SPDX-License-Identifier: AGPL-3.0-or-later
-- Puzzles that are not for everybody. Their place in the table puzzle is -2: the search for the next puzzle never gives one.
-- {bytes}, {key} and {clustered} are filled in by the driver (see words.rs).

CREATE TABLE puzzle_audience (
    puzzle    {key}   NOT NULL,
    -- Whose class it is for.
    organiser {bytes} NOT NULL,
    -- The one pupil who sees it beside the organiser; NULL for the whole class.
    pupil     {bytes},
    CONSTRAINT puzzle_audience_is_unique PRIMARY KEY (puzzle)
) {clustered};

CREATE INDEX puzzle_audience_by_organiser ON puzzle_audience (organiser);
CREATE INDEX puzzle_audience_by_pupil ON puzzle_audience (pupil) WHERE pupil IS NOT NULL;
