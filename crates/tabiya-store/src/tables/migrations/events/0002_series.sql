-- SPDX-License-Identifier: AGPL-3.0-or-later
-- Series: events that come again each day or each week, and how far they are made.
-- {integer}, {bytes}, {key} and {strict} are filled in by the driver (see words.rs).

CREATE TABLE event_series (
    id         {key}     NOT NULL PRIMARY KEY,
    -- NULL if it belongs to the admins.
    owner      {bytes},
    created_at {integer} NOT NULL,
    -- The ids of its events follow from it.
    seed       {integer} NOT NULL,
    -- The start of the last event that was made.
    made_until {integer} NOT NULL,
    -- Counts the changes.
    version    {integer} NOT NULL,
    -- 1 once no more events are made.
    stopped    {integer} NOT NULL,
    -- From what its events are made, as the server writes it down.
    template   TEXT      NOT NULL
) {strict};
