-- SPDX-License-Identifier: AGPL-3.0-or-later
-- What programs show to act for a player.
-- {integer}, {bytes}, {key}, {clustered} and {strict} are filled in by the driver (see words.rs).

CREATE TABLE access_token (
    -- The token itself is nowhere.
    hash       {bytes}   NOT NULL,
    player     {bytes}   NOT NULL,
    -- Names with a blank between them.
    scopes     TEXT      NOT NULL,
    note       TEXT      NOT NULL,
    created_at {integer} NOT NULL,
    -- 0: never.
    used_at    {integer} NOT NULL,
    -- 0: never.
    expires_at {integer} NOT NULL,
    CONSTRAINT access_token_is_unique PRIMARY KEY (hash)
) {clustered};

CREATE INDEX access_token_of_player ON access_token (player, created_at);
