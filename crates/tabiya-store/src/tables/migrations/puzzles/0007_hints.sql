-- SPDX-License-Identifier: AGPL-3.0-or-later
-- Where an attempt ended with help (first_end or last_end is 0): 1 if that was a hint, 0 if the solution was seen.

ALTER TABLE puzzle_attempt ADD COLUMN first_hinted {integer} NOT NULL DEFAULT 0;
ALTER TABLE puzzle_attempt ADD COLUMN last_hinted {integer} NOT NULL DEFAULT 0;
