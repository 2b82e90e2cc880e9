-- SPDX-License-Identifier: AGPL-3.0-or-later
-- The newest format that each node knows; 0 for programs of before formats. The row "format" of the table site has the one in which all
-- write now (see formats.rs).
ALTER TABLE node ADD COLUMN newest_format BIGINT NOT NULL DEFAULT 0;
