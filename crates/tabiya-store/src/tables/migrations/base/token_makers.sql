-- SPDX-License-Identifier: AGPL-3.0-or-later
-- Who made a program's token for somebody else.
-- {integer}, {bytes}, {key}, {clustered} and {strict} are filled in by the driver (see words.rs).

-- NULL: the player of the token.
ALTER TABLE access_token ADD COLUMN made_by {bytes};

CREATE INDEX access_token_of_maker ON access_token (made_by);
