-- SPDX-License-Identifier: AGPL-3.0-or-later
-- Accounts, sessions, and one-time secrets such as reset links. Nothing here can be made again from the log of games.
-- {integer}, {bytes}, {key}, {clustered} and {strict} are filled in by the driver (see words.rs).

-- One row. Each change of an account raises `changes`, so that changes of accounts run one after the other (which makes
-- rules about several accounts safe) and a server notices what another program has written.
CREATE TABLE people (
    one       {integer} NOT NULL,
    changes   {integer} NOT NULL,
    -- Which tables of look-alike characters the skeletons were made with.
    skeletons TEXT      NOT NULL,
    CONSTRAINT people_is_one_row PRIMARY KEY (one)
) {strict};

INSERT INTO people (one, changes, skeletons) VALUES (1, 0, '');

CREATE TABLE account (
    player          {bytes}   NOT NULL,
    -- As the player writes it.
    name            TEXT      NOT NULL,
    -- The name case-folded: log-in and address.
    name_key        {key}     NOT NULL,
    -- Names that look alike have one skeleton (UTS 39). Not unique in the table: when Unicode's tables change, old
    -- names may come to look alike, and are kept.
    skeleton        {key}     NOT NULL,
    -- player, organiser, moderator or admin.
    role            {key}     NOT NULL,
    title           TEXT,
    -- 1: kid mode.
    kid             {integer} NOT NULL,
    -- The organiser who made the account; NULL for all others.
    list_owner      {bytes},
    -- As a PHC string; NULL where only a code card opens the account.
    password        TEXT,
    -- The secret of the second factor; NULL without one.
    totp            {bytes},
    -- The last time step whose code was used, so that a code works once.
    totp_step       {integer} NOT NULL,
    email           TEXT,
    -- The address in small letters.
    email_key       {key},
    email_confirmed {integer} NOT NULL,
    -- Milliseconds since 1970.
    created_at      {integer} NOT NULL,
    -- The same; NULL while the account is open.
    closed_at       {integer},
    -- A JSON object, as the page wrote it.
    settings        TEXT      NOT NULL,
    -- Raised by each change.
    version         {integer} NOT NULL,
    CONSTRAINT account_player_is_unique PRIMARY KEY (player)
) {clustered};

CREATE UNIQUE INDEX account_by_name ON account (name_key);
CREATE INDEX account_by_skeleton ON account (skeleton);
CREATE INDEX account_by_role ON account (role, name_key) WHERE role <> 'player';
CREATE INDEX account_by_email ON account (email_key) WHERE email_key IS NOT NULL;
CREATE INDEX account_by_list ON account (list_owner, name_key) WHERE list_owner IS NOT NULL;

CREATE TABLE session (
    -- Of the secret in the cookie.
    hash       {bytes}   NOT NULL,
    player     {bytes}   NOT NULL,
    -- Which browser on which system, in words.
    device     TEXT      NOT NULL,
    -- How the player logged in: password, card, link or register.
    kind       TEXT      NOT NULL,
    created_at {integer} NOT NULL,
    used_at    {integer} NOT NULL,
    CONSTRAINT session_hash_is_unique PRIMARY KEY (hash)
) {clustered};

CREATE INDEX session_by_player ON session (player, created_at);
CREATE INDEX session_by_use ON session (used_at);

-- Secrets that were handed out: reset links, code cards, recovery codes and the like.
CREATE TABLE token (
    hash       {bytes}   NOT NULL,
    purpose    {key}     NOT NULL,
    -- For whom; NULL for a link that is for nobody yet.
    player     {bytes},
    -- What else is to be known when it is used, such as an e-mail address.
    data       TEXT      NOT NULL,
    created_at {integer} NOT NULL,
    expires_at {integer} NOT NULL,
    CONSTRAINT token_hash_is_unique PRIMARY KEY (hash)
) {clustered};

CREATE INDEX token_by_player ON token (player, purpose);
CREATE INDEX token_by_end ON token (expires_at);

-- Guests whose games belong to an account now.
CREATE TABLE taken_guest (
    guest    {bytes}   NOT NULL,
    player   {bytes}   NOT NULL,
    taken_at {integer} NOT NULL,
    CONSTRAINT taken_guest_is_unique PRIMARY KEY (guest)
) {clustered};

CREATE INDEX taken_guest_by_player ON taken_guest (player, guest);

-- What staff decides for the whole site, and secrets of the server, each under a name.
CREATE TABLE site (
    name  {key} NOT NULL,
    value TEXT  NOT NULL,
    CONSTRAINT site_name_is_unique PRIMARY KEY (name)
) {clustered};

-- What staff has done. Nothing is ever changed here.
CREATE TABLE staff_action (
    number  {integer} NOT NULL,
    at      {integer} NOT NULL,
    -- NULL: the command line.
    actor   {bytes},
    -- The actor's name then.
    by_name TEXT      NOT NULL,
    -- Such as warn, close or role.
    deed    TEXT      NOT NULL,
    -- Whom it was done to; NULL where it was about the site.
    subject {bytes},
    details TEXT      NOT NULL,
    CONSTRAINT staff_action_number_is_unique PRIMARY KEY (number)
) {strict};

CREATE INDEX staff_action_by_subject ON staff_action (subject, number) WHERE subject IS NOT NULL;

-- What players have told staff.
CREATE TABLE report (
    number  {integer} NOT NULL,
    at      {integer} NOT NULL,
    -- NULL: the server itself.
    by_player {bytes},
    about   {bytes}   NOT NULL,
    game    {key},
    reason  TEXT      NOT NULL,
    -- NULL while nobody has dealt with it.
    done_by {bytes},
    done_at {integer},
    CONSTRAINT report_number_is_unique PRIMARY KEY (number)
) {strict};

CREATE INDEX report_waiting ON report (number) WHERE done_at IS NULL;

-- What the bell shows.
CREATE TABLE notice (
    player {bytes}   NOT NULL,
    -- Counts up for each player.
    number {integer} NOT NULL,
    at     {integer} NOT NULL,
    -- Such as your_move, result or staff.
    kind   TEXT      NOT NULL,
    -- A JSON object: what the notice is about.
    data   TEXT      NOT NULL,
    CONSTRAINT notice_number_is_unique PRIMARY KEY (player, number)
) {clustered};

-- Up to which notice a player has read, and the number of the newest.
CREATE TABLE notice_read (
    player  {bytes}   NOT NULL,
    read_to {integer} NOT NULL,
    last    {integer} NOT NULL,
    CONSTRAINT notice_read_is_one_a_player PRIMARY KEY (player)
) {clustered};
