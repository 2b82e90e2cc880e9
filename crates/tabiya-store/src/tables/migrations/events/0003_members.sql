-- SPDX-License-Identifier: AGPL-3.0-or-later
-- Lists of members: players whom an organiser knows, with or without an account, for all of the organiser's events.
-- {integer}, {bytes}, {key}, {clustered} and {strict} are filled in by the driver (see words.rs).

CREATE TABLE member_list (
    owner       {bytes}   NOT NULL PRIMARY KEY,
    -- Raised by each change of the list.
    version     {integer} NOT NULL,
    -- The highest number that was ever given: a deleted one is not given again.
    last_number {integer} NOT NULL
) {clustered};

CREATE TABLE member (
    owner      {bytes}   NOT NULL,
    number     {integer} NOT NULL,
    -- What is known, as the server writes it down.
    card       TEXT      NOT NULL,
    -- The list's version with which it was written.
    version    {integer} NOT NULL,
    -- Milliseconds since 1970.
    changed_at {integer} NOT NULL,
    PRIMARY KEY (owner, number)
) {clustered};

-- The events into which a member was entered. Written with the entry, so none is missed; an event may be here without one.
CREATE TABLE member_event (
    owner  {bytes}   NOT NULL,
    number {integer} NOT NULL,
    event  {key}     NOT NULL,
    PRIMARY KEY (owner, number, event)
) {clustered};
