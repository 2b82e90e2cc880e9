-- SPDX-License-Identifier: AGPL-3.0-or-later
-- Challenges, and rematches that were offered. Each version of a challenge is a row.
-- {integer}, {bytes}, {key}, {clustered} and {strict} are filled in by the driver (see words.rs).

CREATE TABLE challenge (
    -- Its game gets the same id.
    id         {key}     NOT NULL PRIMARY KEY,
    -- The id of the first version.
    root       {key}     NOT NULL,
    version    {integer} NOT NULL,
    sender     {bytes}   NOT NULL,
    receiver   {bytes}   NOT NULL,
    -- For a rematch, the game that is to be played again.
    again      {key},
    made_at    {integer} NOT NULL,
    expires_at {integer} NOT NULL,
    -- 0 open, 1 accepted, 2 its game has begun, 3 declined, 4 taken back or changed, 5 expired.
    stage      {integer} NOT NULL,
    -- The game that it becomes, since it was accepted.
    game       {key},
    -- When it ended; NULL until then.
    ended_at   {integer},
    terms      TEXT      NOT NULL,
    answer     TEXT      NOT NULL,
    CONSTRAINT challenge_has_each_version_once UNIQUE (root, version)
) {clustered};

CREATE INDEX challenge_by_sender ON challenge (sender, stage);
CREATE INDEX challenge_by_receiver ON challenge (receiver, stage);
CREATE INDEX challenge_by_stage ON challenge (stage, ended_at);
CREATE INDEX challenge_by_game_before ON challenge (again, made_at) WHERE again IS NOT NULL;
