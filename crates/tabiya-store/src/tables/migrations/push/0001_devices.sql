-- SPDX-License-Identifier: AGPL-3.0-or-later
-- Devices to which news are pushed while no page is open there. A device is its session's, and goes with it.
-- {integer}, {bytes}, {key} and {clustered} are filled in by the driver (see words.rs).

CREATE TABLE push_device (
    -- The hash of the session's secret.
    session    {bytes}   NOT NULL,
    -- The address at the browser maker's service.
    endpoint   {key}     NOT NULL,
    -- The device's public key: a point of P-256.
    device_key {bytes}   NOT NULL,
    -- The secret that the device shares with whoever sends.
    secret     {bytes}   NOT NULL,
    -- Milliseconds since 1970.
    since      {integer} NOT NULL,
    CONSTRAINT push_device_session_is_unique PRIMARY KEY (session),
    CONSTRAINT push_device_is_of_a_session FOREIGN KEY (session) REFERENCES session (hash) ON DELETE CASCADE
) {clustered};

CREATE UNIQUE INDEX push_device_by_endpoint ON push_device (endpoint);
