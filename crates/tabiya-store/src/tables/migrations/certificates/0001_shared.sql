-- SPDX-License-Identifier: AGPL-3.0-or-later
-- What the nodes of a site share of a certificate that an authority gives them. A server without other nodes keeps it in files.
-- {integer}, {key}, {clustered} are filled in by the driver (see words.rs).

CREATE TABLE site_certificate (
    -- Address of the authority's directory.
    authority    {key}     NOT NULL,
    -- The name of the site.
    name         {key}     NOT NULL,
    -- Private key and certificates.
    pem          TEXT,
    -- The number of the newest order.
    order_number {integer} NOT NULL,
    -- Milliseconds since 1970; before then no other order begins.
    not_before   {integer} NOT NULL,
    -- Orders that have failed since the last certificate.
    failures     {integer} NOT NULL,
    -- What the authority asks for, and what it is answered.
    token        TEXT,
    proof        TEXT,
    CONSTRAINT site_certificate_is_unique PRIMARY KEY (authority, name)
) {clustered};

CREATE TABLE authority_account (
    -- Address of the authority's directory.
    authority {key} NOT NULL,
    -- The account with its key, as JSON.
    account   TEXT  NOT NULL,
    CONSTRAINT authority_account_is_unique PRIMARY KEY (authority)
) {clustered};
