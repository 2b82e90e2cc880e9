-- SPDX-License-Identifier: AGPL-3.0-or-later
-- By how many seconds the wall clock of a node's machine is ahead of the clock of this database; below 0 where it is behind. A table of
-- its own: a new column of `node` would wait for a backup that runs, and every renewal of a lease behind it.
CREATE TABLE node_clock (
    incarnation BIGINT PRIMARY KEY,
    ahead       BIGINT NOT NULL
);
