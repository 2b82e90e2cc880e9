-- SPDX-License-Identifier: AGPL-3.0-or-later
-- The nodes that share this database, and which of them owns which games.
-- All times are milliseconds since 1970 by the clock of this database.

-- A row for each node that runs. It is deleted when the node leaves or its lease has ended.
CREATE TABLE node (
    -- Each life of a node gets a new number, which is never used again.
    incarnation   BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name          TEXT COLLATE "C" NOT NULL,
    -- Where the node listens, in words for people.
    address       TEXT   NOT NULL,
    version       TEXT   NOT NULL,
    joined_at     BIGINT NOT NULL,
    -- When the lease ends unless the node renews it.
    expires_at    BIGINT NOT NULL,
    -- Since when no renewal came late.
    renewed_since BIGINT NOT NULL,
    -- 1 if the node is to give its games to others.
    draining      BIGINT NOT NULL,
    CONSTRAINT node_name_is_unique UNIQUE (name)
) WITH (fillfactor = 50);

-- A slot is a share of all games (see slot.rs). It is owned by the node whose incarnation it names. If there is no row of that
-- incarnation any more, nobody owns the slot.
CREATE TABLE slot (
    slot        BIGINT PRIMARY KEY,
    incarnation BIGINT,
    -- Rises with each change of the owner. A write that names another epoch is refused.
    epoch       BIGINT NOT NULL
) WITH (fillfactor = 50);

INSERT INTO slot (slot, incarnation, epoch) SELECT number, NULL, 0 FROM generate_series(0, 1023) AS number;
