-- SPDX-License-Identifier: AGPL-3.0-or-later
-- Computer analyses of finished games.
-- {integer}, {bytes}, {key} and {strict} are filled in by the driver (see words.rs).

CREATE TABLE analysis (
    game     {key}     NOT NULL PRIMARY KEY,
    -- NULL since the account has left.
    asked_by {bytes},
    by_guest {integer} NOT NULL,
    asked_at {integer} NOT NULL,
    -- 0 waiting, 1 done, 2 failed.
    stage    {integer} NOT NULL,
    -- What was found about each position; empty until it is done.
    found    TEXT      NOT NULL
) {strict};

CREATE INDEX analysis_by_player ON analysis (asked_by, asked_at) WHERE asked_by IS NOT NULL;
CREATE INDEX analysis_that_waits ON analysis (asked_at) WHERE stage = 0;
