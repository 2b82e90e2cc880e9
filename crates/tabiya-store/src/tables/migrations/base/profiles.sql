-- SPDX-License-Identifier: AGPL-3.0-or-later
-- What lists of a player's games filter on, as one number, and what players say of one another.
-- {integer}, {bytes}, {key}, {clustered} and {strict} are filled in by the driver (see words.rs).

-- Colour, outcome, speed, kind, termination and length of a game as one number (tables/archive/facts.rs says which bits), so
-- that any combination of filters is one comparison while the rows of a player are read in their order.
ALTER TABLE archive_seat ADD COLUMN facts {integer} NOT NULL DEFAULT 0;

UPDATE archive_seat SET facts =
    CASE color WHEN 'black' THEN 1 ELSE 0 END
    + CASE outcome WHEN 'won' THEN 2 WHEN 'lost' THEN 4 WHEN 'drawn' THEN 6 WHEN 'aborted' THEN 8 ELSE 0 END
    + CASE speed WHEN 'bullet' THEN 16 WHEN 'blitz' THEN 32 WHEN 'rapid' THEN 48 WHEN 'classical' THEN 64
        WHEN 'correspondence' THEN 80 ELSE 0 END
    + rated * 128
    + CASE variant WHEN 'chess960' THEN 256 ELSE 0 END
    + coalesce((SELECT archive.half_moves * 65536 + CASE archive.termination
        WHEN 'checkmate' THEN 512
        WHEN 'resignation' THEN 1024
        WHEN 'stalemate' THEN 1536
        WHEN 'insufficient_material' THEN 2048
        WHEN 'fivefold_repetition' THEN 2560
        WHEN 'seventy_five_moves' THEN 3072
        WHEN 'threefold_repetition' THEN 3584
        WHEN 'fifty_moves' THEN 4096
        WHEN 'agreement' THEN 4608
        WHEN 'time_forfeit' THEN 5120
        WHEN 'time_forfeit_insufficient_material' THEN 5632
        WHEN 'abandonment' THEN 6144
        WHEN 'abandonment_insufficient_material' THEN 6656
        WHEN 'abort' THEN 7168
        WHEN 'no_first_move' THEN 7680
        ELSE 0 END FROM archive WHERE archive.game = archive_seat.game), 0);

-- What a player thinks of another one. Nobody else is told.
CREATE TABLE relation (
    player  {bytes}   NOT NULL,
    other   {bytes}   NOT NULL,
    -- 1: follows them, blocks them.
    follows {integer} NOT NULL,
    blocks  {integer} NOT NULL,
    note    TEXT      NOT NULL,
    CONSTRAINT relation_is_unique PRIMARY KEY (player, other)
) {clustered};

-- What players say about themselves.
CREATE TABLE bio (
    player {bytes} NOT NULL,
    text   TEXT    NOT NULL,
    CONSTRAINT bio_is_one_a_player PRIMARY KEY (player)
) {clustered};
