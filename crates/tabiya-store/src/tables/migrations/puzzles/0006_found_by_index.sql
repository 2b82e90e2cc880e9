-- SPDX-License-Identifier: AGPL-3.0-or-later
-- What goes with a lesson or a player is found without a look at all attempts and all games of lessons.

CREATE INDEX puzzle_attempt_due_by_puzzle ON puzzle_attempt (puzzle) WHERE due_at IS NOT NULL;

CREATE INDEX puzzle_lesson_game_by_white ON puzzle_lesson_game (white) WHERE white IS NOT NULL;
CREATE INDEX puzzle_lesson_game_by_black ON puzzle_lesson_game (black) WHERE black IS NOT NULL;

-- A puzzle is a position of a lesson once.
DELETE FROM puzzle_lesson_position WHERE EXISTS
    (SELECT 1 FROM puzzle_lesson_position o WHERE o.lesson = puzzle_lesson_position.lesson
     AND o.puzzle = puzzle_lesson_position.puzzle AND o.number < puzzle_lesson_position.number);
CREATE UNIQUE INDEX puzzle_lesson_position_by_puzzle ON puzzle_lesson_position (lesson, puzzle);

-- Of the lessons that are not finished the one with the fewest games that were looked at comes first.
DROP INDEX puzzle_lesson_unfinished;
CREATE INDEX puzzle_lesson_unfinished ON puzzle_lesson (done, created_at, id) WHERE done < total;
