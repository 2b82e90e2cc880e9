-- SPDX-License-Identifier: AGPL-3.0-or-later
-- The log in two forms: a journal in the order of arrival for games that go on, one compact row for a game that has ended.

-- Live events of all games, one row each, in the order in which they came. Neighbours in time are neighbours on the page,
-- so a commit writes a page or two however many games it touches. An index by game would be a page a game again; so
-- the rows of a game are a chain instead, whose end the writer knows. It is also the writer, alone in the locked folder,
-- who keeps two events from having one number: it knows every unfinished game's next one.
--
-- A row whose event stands in the game's record is a leftover; leftovers are deleted from the beginning of the journal.
CREATE TABLE journal (
    -- The order of arrival.
    entry    INTEGER PRIMARY KEY,
    -- Which game: its number. No foreign key, whose check would cost as much as the row; the writer has it from the game.
    game     INTEGER NOT NULL,
    -- The event's number in its game: from 0, without gaps.
    seq      INTEGER NOT NULL,
    -- The entry of the event before it; NULL where that is none or was already in the record.
    previous INTEGER,
    -- Milliseconds since 1970.
    at       INTEGER NOT NULL,
    -- The event as JSON; its format is that of the tabiya-game crate.
    body     TEXT    NOT NULL,
    CONSTRAINT journal_number_is_natural CHECK (seq >= 0)
) STRICT;

-- The first events of a game in one row: all of them soon after it has ended, those so far if it goes on so slowly that
-- its old rows held up the journal.
CREATE TABLE record (
    game   INTEGER PRIMARY KEY,
    -- How many events.
    events INTEGER NOT NULL,
    -- The events, packed; see record.rs.
    body   BLOB    NOT NULL,
    CONSTRAINT record_has_a_game FOREIGN KEY (game) REFERENCES game (number),
    CONSTRAINT record_has_events CHECK (events > 0)
) STRICT;

-- What there was. The writer makes records of the games that have ended, bit by bit, as for any other.
INSERT INTO journal (entry, game, seq, previous, at, body)
SELECT row_number() OVER log, game, seq, iif(seq = 0, NULL, row_number() OVER log - 1), at, body
FROM event
WINDOW log AS (ORDER BY game, seq);

DROP TABLE event;
