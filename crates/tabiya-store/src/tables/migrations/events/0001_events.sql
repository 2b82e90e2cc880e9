-- SPDX-License-Identifier: AGPL-3.0-or-later
-- Events: the journal of each, and what lists show of it.
-- PostgreSQL's log of games has a table `event`, so this one is called otherwise.
-- {integer}, {bytes}, {key}, {clustered} and {strict} are filled in by the driver (see words.rs).

CREATE TABLE event_summary (
    id         {key}     NOT NULL PRIMARY KEY,
    -- NULL if it belongs to the admins.
    owner      {bytes},
    created_at {integer} NOT NULL,
    starts_at  {integer} NOT NULL,
    -- The number of the last entry of the journal.
    head       {integer} NOT NULL,
    -- 0 announced, 1 running, 2 finished, 3 cancelled.
    stage      {integer} NOT NULL,
    -- What lists show besides. It can be made again from the journal.
    summary    TEXT      NOT NULL
) {strict};

CREATE INDEX event_summary_by_stage ON event_summary (stage, starts_at, id);

-- The journals: never changed, never shortened.
CREATE TABLE event_entry (
    event      {key}     NOT NULL,
    number     {integer} NOT NULL,
    written_at {integer} NOT NULL,
    -- NULL for the operator and the server.
    caused_by  {bytes},
    entry      TEXT      NOT NULL,
    PRIMARY KEY (event, number)
) {clustered};

CREATE TABLE event_player (
    player     {bytes}   NOT NULL,
    event      {key}     NOT NULL,
    PRIMARY KEY (player, event)
) {clustered};

CREATE TABLE event_game (
    game       {key}     NOT NULL PRIMARY KEY,
    event      {key}     NOT NULL
) {clustered};
