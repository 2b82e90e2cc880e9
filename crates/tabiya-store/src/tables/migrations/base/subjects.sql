-- SPDX-License-Identifier: AGPL-3.0-or-later
-- The last migration of the base. From here on each subject numbers its own migrations.

-- Which migrations of which subject this database has seen.
CREATE TABLE migration (
    subject {key}     NOT NULL,
    -- From 1, without gaps.
    number  {integer} NOT NULL,
    CONSTRAINT migration_is_unique PRIMARY KEY (subject, number)
) {clustered};
