-- SPDX-License-Identifier: AGPL-3.0-or-later
-- By how many seconds the wall clock of each node's machine is ahead of the clock of this database; below 0 where it is behind. Only a
-- clock that is too far off is noted.
ALTER TABLE node ADD COLUMN clock_ahead BIGINT NOT NULL DEFAULT 0;
