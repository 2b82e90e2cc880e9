-- SPDX-License-Identifier: AGPL-3.0-or-later
-- Rounds that organisers have ordered.
-- {integer}, {bytes}, {key}, {clustered} and {strict} are filled in by the driver (see words.rs).

CREATE TABLE bulk_pairing (
    id         {key}     NOT NULL PRIMARY KEY,
    owner      {bytes}   NOT NULL,
    ordered_at {integer} NOT NULL,
    stage      {integer} NOT NULL,
    -- The largest number where nothing is due.
    due_at     {integer} NOT NULL,
    round      text      NOT NULL
) {clustered};

CREATE INDEX bulk_pairing_by_owner ON bulk_pairing (owner, ordered_at, id);
CREATE INDEX bulk_pairing_by_due ON bulk_pairing (due_at, id);
