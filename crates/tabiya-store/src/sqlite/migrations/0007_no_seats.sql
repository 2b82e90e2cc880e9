-- SPDX-License-Identifier: AGPL-3.0-or-later
-- Who plays where stands in the archive (archive_seat), so the log needs no table of seats of its own. The archive of an
-- old folder gets its rows of unfinished games when the folder is opened, so nobody's limit of games is forgotten.

DROP TABLE seat;
