-- SPDX-License-Identifier: AGPL-3.0-or-later
-- See README.md beside this file.
SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.access_token (
    hash bytea NOT NULL,
    player bytea NOT NULL,
    scopes text NOT NULL,
    note text NOT NULL,
    created_at bigint NOT NULL,
    used_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    made_by bytea
);
CREATE TABLE public.account (
    player bytea NOT NULL,
    name text NOT NULL,
    name_key text NOT NULL COLLATE pg_catalog."C",
    skeleton text NOT NULL COLLATE pg_catalog."C",
    role text NOT NULL COLLATE pg_catalog."C",
    title text,
    kid bigint NOT NULL,
    list_owner bytea,
    password text,
    totp bytea,
    totp_step bigint NOT NULL,
    email text,
    email_key text COLLATE pg_catalog."C",
    email_confirmed bigint NOT NULL,
    created_at bigint NOT NULL,
    closed_at bigint,
    settings text NOT NULL,
    version bigint NOT NULL,
    muted bigint DEFAULT 0 NOT NULL
);
CREATE TABLE public.archive (
    game text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    ended_at bigint,
    result text,
    termination text,
    half_moves bigint NOT NULL,
    speed text NOT NULL,
    time_control text,
    rated bigint NOT NULL,
    variant text NOT NULL,
    opening text,
    white_player bytea,
    white_level bigint,
    white_version bigint,
    white_name text,
    white_title text,
    white_rating bigint,
    white_provisional bigint NOT NULL,
    black_player bytea,
    black_level bigint,
    black_version bigint,
    black_name text,
    black_title text,
    black_rating bigint,
    black_provisional bigint NOT NULL
);
CREATE TABLE public.archive_seat (
    player bytea NOT NULL,
    ended_at bigint NOT NULL,
    game text NOT NULL COLLATE pg_catalog."C",
    opponent bytea,
    color text NOT NULL,
    outcome text,
    speed text NOT NULL,
    rated bigint NOT NULL,
    variant text NOT NULL,
    facts bigint DEFAULT 0 NOT NULL
);
CREATE TABLE public.bio (
    player bytea NOT NULL,
    text text NOT NULL
);
CREATE TABLE public.bulk_pairing (
    id text NOT NULL COLLATE pg_catalog."C",
    owner bytea NOT NULL,
    ordered_at bigint NOT NULL,
    stage bigint NOT NULL,
    due_at bigint NOT NULL,
    round text NOT NULL
);
CREATE TABLE public.chat_line (
    game text NOT NULL COLLATE pg_catalog."C",
    room bigint NOT NULL,
    number bigint NOT NULL,
    at bigint NOT NULL,
    player bytea NOT NULL,
    name text NOT NULL,
    text text NOT NULL
);
CREATE TABLE public.deadline (
    game text NOT NULL COLLATE pg_catalog."C",
    due_at bigint NOT NULL
);
CREATE TABLE public.event (
    game bigint NOT NULL,
    seq bigint NOT NULL,
    at bigint NOT NULL,
    body text NOT NULL,
    CONSTRAINT event_number_is_natural CHECK ((seq >= 0))
);
CREATE TABLE public.game (
    number bigint NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    created_at bigint NOT NULL,
    ended_at bigint,
    next_seq bigint NOT NULL,
    half_moves bigint NOT NULL,
    CONSTRAINT game_id_has_eight_characters CHECK ((length(id) = 8))
)
WITH (fillfactor='80');
ALTER TABLE public.game ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.game_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.imported_game (
    player bytea NOT NULL,
    game text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL
);
CREATE TABLE public.notice (
    player bytea NOT NULL,
    number bigint NOT NULL,
    at bigint NOT NULL,
    kind text NOT NULL,
    data text NOT NULL,
    game text COLLATE pg_catalog."C",
    letter_at bigint
);
CREATE TABLE public.notice_read (
    player bytea NOT NULL,
    read_to bigint NOT NULL,
    last bigint NOT NULL
);
CREATE TABLE public.owner (
    only_row bigint NOT NULL,
    epoch bigint NOT NULL,
    CONSTRAINT owner_is_one CHECK ((only_row = 1))
);
CREATE TABLE public.people (
    one bigint NOT NULL,
    changes bigint NOT NULL,
    skeletons text NOT NULL
);
CREATE TABLE public.progress (
    task text NOT NULL COLLATE pg_catalog."C",
    done bigint NOT NULL,
    last bigint NOT NULL
);
CREATE TABLE public.rated_game (
    game text NOT NULL COLLATE pg_catalog."C",
    category text NOT NULL COLLATE pg_catalog."C",
    ended_at bigint NOT NULL,
    result text NOT NULL,
    taken_back bigint NOT NULL,
    white_player bytea NOT NULL,
    white_number bigint NOT NULL,
    white_before bigint NOT NULL,
    white_before_deviation bigint NOT NULL,
    white_before_volatility bigint NOT NULL,
    white_after bigint NOT NULL,
    white_after_deviation bigint NOT NULL,
    white_after_volatility bigint NOT NULL,
    black_player bytea NOT NULL,
    black_number bigint NOT NULL,
    black_before bigint NOT NULL,
    black_before_deviation bigint NOT NULL,
    black_before_volatility bigint NOT NULL,
    black_after bigint NOT NULL,
    black_after_deviation bigint NOT NULL,
    black_after_volatility bigint NOT NULL
);
CREATE TABLE public.rating (
    player bytea NOT NULL,
    category text NOT NULL COLLATE pg_catalog."C",
    points bigint NOT NULL,
    deviation bigint NOT NULL,
    volatility bigint NOT NULL,
    number bigint NOT NULL,
    games bigint NOT NULL,
    since bigint NOT NULL,
    place bigint NOT NULL
);
CREATE TABLE public.rating_correction (
    number bigint NOT NULL,
    kind text NOT NULL,
    player bytea,
    category text COLLATE pg_catalog."C",
    points bigint,
    deviation bigint,
    volatility bigint,
    game text COLLATE pg_catalog."C",
    staff bytea NOT NULL,
    reason text NOT NULL,
    made_at bigint NOT NULL
);
CREATE TABLE public.rating_entry (
    player bytea NOT NULL,
    category text NOT NULL COLLATE pg_catalog."C",
    number bigint NOT NULL,
    entered_at bigint NOT NULL,
    game text COLLATE pg_catalog."C",
    correction bigint,
    points bigint NOT NULL,
    deviation bigint NOT NULL,
    volatility bigint NOT NULL,
    beaten bigint
);
CREATE TABLE public.relation (
    player bytea NOT NULL,
    other bytea NOT NULL,
    follows bigint NOT NULL,
    blocks bigint NOT NULL,
    note text NOT NULL
);
CREATE TABLE public.report (
    number bigint NOT NULL,
    at bigint NOT NULL,
    by_player bytea,
    about bytea NOT NULL,
    game text COLLATE pg_catalog."C",
    reason text NOT NULL,
    done_by bytea,
    done_at bigint
);
CREATE TABLE public.session (
    hash bytea NOT NULL,
    player bytea NOT NULL,
    device text NOT NULL,
    kind text NOT NULL,
    created_at bigint NOT NULL,
    used_at bigint NOT NULL
);
CREATE TABLE public.site (
    name text NOT NULL COLLATE pg_catalog."C",
    value text NOT NULL
);
CREATE TABLE public.staff_action (
    number bigint NOT NULL,
    at bigint NOT NULL,
    actor bytea,
    by_name text NOT NULL,
    deed text NOT NULL,
    subject bytea,
    details text NOT NULL
);
CREATE TABLE public.tabiya_schema (
    number bigint NOT NULL
);
CREATE TABLE public.taken_guest (
    guest bytea NOT NULL,
    player bytea NOT NULL,
    taken_at bigint NOT NULL
);
CREATE TABLE public.token (
    hash bytea NOT NULL,
    purpose text NOT NULL COLLATE pg_catalog."C",
    player bytea,
    data text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL
);
INSERT INTO public.account VALUES ('\xa9f7753d4958d1b551893651895a45f5', 'Anna', 'anna', 'anna', 'player', NULL, 0, NULL, '$argon2id$v=19$m=19456,t=2,p=1$v+7+X0RnrRh77fM0Cl8qgQ$ThuFSQMsSDvoiZFkHg8PVSGXaa88loVgPFU/5MyI/No', NULL, 0, NULL, NULL, 0, 1795624068691, NULL, '{}', 1, 0);
INSERT INTO public.account VALUES ('\xfc10873dd3990253103bc75563d1de8c', 'Boris', 'boris', 'boris', 'player', NULL, 0, NULL, '$argon2id$v=19$m=19456,t=2,p=1$4Ndr0mkaIqcPJiQUZmnpXw$ECu60/G6txwcYuNLTR6rrwBaUoVuWLD44cw5Jl5ajzg', NULL, 0, NULL, NULL, 0, 1795624069060, NULL, '{}', 1, 0);
INSERT INTO public.archive VALUES ('eKju94X5', 1795624069188, 1795624070067, 'black_wins', 'checkmate', 4, 'blitz', '{"initial":300000,"increment":0}', 1, 'standard', NULL, '\xa9f7753d4958d1b551893651895a45f5', NULL, NULL, 'Anna', NULL, 1500, 1, '\xfc10873dd3990253103bc75563d1de8c', NULL, NULL, 'Boris', NULL, 1500, 1);
INSERT INTO public.archive VALUES ('QUeUZ63n', 1795624071814, NULL, NULL, NULL, 0, 'unlimited', NULL, 0, 'standard', NULL, '\xa9f7753d4958d1b551893651895a45f5', NULL, NULL, 'Anna', NULL, NULL, 0, '\xfc10873dd3990253103bc75563d1de8c', NULL, NULL, 'Boris', NULL, NULL, 0);
INSERT INTO public.archive_seat VALUES ('\xa9f7753d4958d1b551893651895a45f5', 1795624070067, 'eKju94X5', '\xfc10873dd3990253103bc75563d1de8c', 'white', 'lost', 'blitz', 1, 'standard', 262820);
INSERT INTO public.archive_seat VALUES ('\xfc10873dd3990253103bc75563d1de8c', 1795624070067, 'eKju94X5', '\xa9f7753d4958d1b551893651895a45f5', 'black', 'won', 'blitz', 1, 'standard', 262819);
INSERT INTO public.archive_seat VALUES ('\xfc10873dd3990253103bc75563d1de8c', 9223372036854775807, 'QUeUZ63n', '\xa9f7753d4958d1b551893651895a45f5', 'black', NULL, 'unlimited', 0, 'standard', 1);
INSERT INTO public.archive_seat VALUES ('\xa9f7753d4958d1b551893651895a45f5', 9223372036854775807, 'QUeUZ63n', '\xfc10873dd3990253103bc75563d1de8c', 'white', NULL, 'unlimited', 0, 'standard', 0);
INSERT INTO public.chat_line VALUES ('QUeUZ63n', 0, 1, 1795624073145, '\xa9f7753d4958d1b551893651895a45f5', 'Anna', 'Good luck with the Petroff');
INSERT INTO public.event VALUES (1, 0, 1795624069188, '{"created":{"time":{"initial":300000,"increment":0},"rated":true,"white":{"player":"a9f7753d4958d1b551893651895a45f5"},"black":"open","white_details":{"name":"Anna","rating":{"points":1500,"provisional":true}}}}');
INSERT INTO public.event VALUES (1, 1, 1795624069219, '{"joined":{"color":"black","player":"fc10873dd3990253103bc75563d1de8c","details":{"name":"Boris","rating":{"points":1500,"provisional":true}}}}');
INSERT INTO public.event VALUES (1, 2, 1795624069582, '{"move_played":{"uci":"f2f3","clock":300000,"lag":2}}');
INSERT INTO public.event VALUES (1, 3, 1795624069740, '{"move_played":{"uci":"e7e5","clock":300000,"lag":0}}');
INSERT INTO public.event VALUES (1, 4, 1795624069905, '{"move_played":{"uci":"g2g4","clock":299837,"lag":2,"compensated":2}}');
INSERT INTO public.event VALUES (1, 5, 1795624070067, '{"move_played":{"uci":"d8h4","clock":299838,"lag":0}}');
INSERT INTO public.event VALUES (1, 6, 1795624070067, '{"ended":{"result":"black_wins","termination":"checkmate","clock":299837}}');
INSERT INTO public.event VALUES (2, 0, 1795624071814, '{"created":{"white":{"player":"a9f7753d4958d1b551893651895a45f5"},"black":"open","white_details":{"name":"Anna"}}}');
INSERT INTO public.event VALUES (2, 1, 1795624071826, '{"joined":{"color":"black","player":"fc10873dd3990253103bc75563d1de8c","details":{"name":"Boris"}}}');
INSERT INTO public.event VALUES (2, 2, 1795624072135, '{"move_played":{"uci":"e2e4"}}');
INSERT INTO public.event VALUES (2, 3, 1795624072292, '{"move_played":{"uci":"e7e5"}}');
INSERT INTO public.event VALUES (2, 4, 1795624072463, '{"move_played":{"uci":"g1f3"}}');
INSERT INTO public.game OVERRIDING SYSTEM VALUE VALUES (1, 'eKju94X5', 1795624069188, 1795624070067, 7, 4);
INSERT INTO public.game OVERRIDING SYSTEM VALUE VALUES (2, 'QUeUZ63n', 1795624071814, NULL, 5, 3);
INSERT INTO public.notice VALUES ('\xfc10873dd3990253103bc75563d1de8c', 1, 1795624073669, 'challenge', '{"name":"Anna"}', '1m0zMpal', NULL);
INSERT INTO public.notice_read VALUES ('\xfc10873dd3990253103bc75563d1de8c', 0, 1);
INSERT INTO public.owner VALUES (1, 1);
INSERT INTO public.people VALUES (1, 2, '18.0.0, as shown');
INSERT INTO public.rated_game VALUES ('eKju94X5', 'blitz', 1795624070067, 'black_wins', 0, '\xa9f7753d4958d1b551893651895a45f5', 1, 1500000000, 350000000, 60000000, 1337689107, 290318963, 59999270, '\xfc10873dd3990253103bc75563d1de8c', 1, 1500000000, 350000000, 60000000, 1662310893, 290318963, 59999270);
INSERT INTO public.rating VALUES ('\xa9f7753d4958d1b551893651895a45f5', 'blitz', 1337689107, 290318963, 59999270, 1, 1, 1795624070067, -8662310893);
INSERT INTO public.rating VALUES ('\xfc10873dd3990253103bc75563d1de8c', 'blitz', 1662310893, 290318963, 59999270, 1, 1, 1795624070067, -8337689107);
INSERT INTO public.rating_entry VALUES ('\xa9f7753d4958d1b551893651895a45f5', 'blitz', 1, 1795624070067, 'eKju94X5', NULL, 1337689107, 290318963, 59999270, NULL);
INSERT INTO public.rating_entry VALUES ('\xfc10873dd3990253103bc75563d1de8c', 'blitz', 1, 1795624070067, 'eKju94X5', NULL, 1662310893, 290318963, 59999270, NULL);
INSERT INTO public.session VALUES ('\x23f9acaf0b19dc0630e7d75c671ec169420f9632a976160f25793a643a43e80a', '\xa9f7753d4958d1b551893651895a45f5', 'Unknown device', 'register', 1795624068741, 1795624068741);
INSERT INTO public.session VALUES ('\x27ff9d90abe8d94d4ef9dca2069d5d76b1e56deb27f3f33d2024de96c031c6dc', '\xfc10873dd3990253103bc75563d1de8c', 'Unknown device', 'register', 1795624069084, 1795624069084);
INSERT INTO public.site VALUES ('secret:devices', '812e421e8ad995ba05fec020014385764aa758ef0ca5c4ad082962a764c061af');
INSERT INTO public.tabiya_schema VALUES (1);
INSERT INTO public.tabiya_schema VALUES (2);
INSERT INTO public.tabiya_schema VALUES (3);
INSERT INTO public.tabiya_schema VALUES (4);
INSERT INTO public.tabiya_schema VALUES (5);
INSERT INTO public.tabiya_schema VALUES (6);
INSERT INTO public.tabiya_schema VALUES (7);
INSERT INTO public.tabiya_schema VALUES (8);
INSERT INTO public.tabiya_schema VALUES (9);
INSERT INTO public.tabiya_schema VALUES (10);
INSERT INTO public.tabiya_schema VALUES (11);
INSERT INTO public.token VALUES ('\x07440ebae261b4dd58a29aa5dfb5194000f46121da8a1108e3a923f81289bdd8', 'admin', NULL, '', 1795624063752, 1795710463752);
SELECT pg_catalog.setval('public.game_number_seq', 2, true);
ALTER TABLE ONLY public.access_token
    ADD CONSTRAINT access_token_is_unique PRIMARY KEY (hash);
ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_player_is_unique PRIMARY KEY (player);
ALTER TABLE ONLY public.archive
    ADD CONSTRAINT archive_game_is_unique PRIMARY KEY (game);
ALTER TABLE ONLY public.archive_seat
    ADD CONSTRAINT archive_seat_is_unique PRIMARY KEY (player, ended_at, game);
ALTER TABLE ONLY public.bio
    ADD CONSTRAINT bio_is_one_a_player PRIMARY KEY (player);
ALTER TABLE ONLY public.bulk_pairing
    ADD CONSTRAINT bulk_pairing_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.chat_line
    ADD CONSTRAINT chat_line_is_numbered PRIMARY KEY (game, room, number);
ALTER TABLE ONLY public.deadline
    ADD CONSTRAINT deadline_is_one_a_game PRIMARY KEY (game);
ALTER TABLE ONLY public.event
    ADD CONSTRAINT event_number_is_unique PRIMARY KEY (game, seq);
ALTER TABLE ONLY public.game
    ADD CONSTRAINT game_id_is_unique UNIQUE (id);
ALTER TABLE ONLY public.game
    ADD CONSTRAINT game_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.imported_game
    ADD CONSTRAINT imported_game_is_listed_once PRIMARY KEY (player, game);
ALTER TABLE ONLY public.notice
    ADD CONSTRAINT notice_number_is_unique PRIMARY KEY (player, number);
ALTER TABLE ONLY public.notice_read
    ADD CONSTRAINT notice_read_is_one_a_player PRIMARY KEY (player);
ALTER TABLE ONLY public.owner
    ADD CONSTRAINT owner_pkey PRIMARY KEY (only_row);
ALTER TABLE ONLY public.people
    ADD CONSTRAINT people_is_one_row PRIMARY KEY (one);
ALTER TABLE ONLY public.progress
    ADD CONSTRAINT progress_task_is_unique PRIMARY KEY (task);
ALTER TABLE ONLY public.rated_game
    ADD CONSTRAINT rated_game_is_unique PRIMARY KEY (game);
ALTER TABLE ONLY public.rating_correction
    ADD CONSTRAINT rating_correction_is_unique PRIMARY KEY (number);
ALTER TABLE ONLY public.rating_entry
    ADD CONSTRAINT rating_entry_is_unique PRIMARY KEY (player, category, number);
ALTER TABLE ONLY public.rating
    ADD CONSTRAINT rating_is_unique PRIMARY KEY (player, category);
ALTER TABLE ONLY public.relation
    ADD CONSTRAINT relation_is_unique PRIMARY KEY (player, other);
ALTER TABLE ONLY public.report
    ADD CONSTRAINT report_number_is_unique PRIMARY KEY (number);
ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_hash_is_unique PRIMARY KEY (hash);
ALTER TABLE ONLY public.site
    ADD CONSTRAINT site_name_is_unique PRIMARY KEY (name);
ALTER TABLE ONLY public.staff_action
    ADD CONSTRAINT staff_action_number_is_unique PRIMARY KEY (number);
ALTER TABLE ONLY public.tabiya_schema
    ADD CONSTRAINT tabiya_schema_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.taken_guest
    ADD CONSTRAINT taken_guest_is_unique PRIMARY KEY (guest);
ALTER TABLE ONLY public.token
    ADD CONSTRAINT token_hash_is_unique PRIMARY KEY (hash);
CREATE INDEX access_token_of_maker ON public.access_token USING btree (made_by);
CREATE INDEX access_token_of_player ON public.access_token USING btree (player, created_at);
CREATE INDEX account_by_email ON public.account USING btree (email_key) WHERE (email_key IS NOT NULL);
CREATE INDEX account_by_list ON public.account USING btree (list_owner, name_key) WHERE (list_owner IS NOT NULL);
CREATE UNIQUE INDEX account_by_name ON public.account USING btree (name_key);
CREATE INDEX account_by_role ON public.account USING btree (role, name_key) WHERE (role <> 'player'::text);
CREATE INDEX account_by_skeleton ON public.account USING btree (skeleton);
CREATE INDEX archive_rated ON public.archive USING btree (created_at, game) WHERE (rated = 1);
CREATE INDEX archive_seat_by_opponent ON public.archive_seat USING btree (player, opponent, ended_at, game);
CREATE INDEX bulk_pairing_by_due ON public.bulk_pairing USING btree (due_at, id);
CREATE INDEX bulk_pairing_by_owner ON public.bulk_pairing USING btree (owner, ordered_at, id);
CREATE INDEX deadline_by_time ON public.deadline USING btree (due_at, game);
CREATE INDEX game_unfinished ON public.game USING btree (number) WHERE (ended_at IS NULL);
CREATE INDEX notice_by_letter ON public.notice USING btree (letter_at) WHERE (letter_at IS NOT NULL);
CREATE INDEX rating_by_place ON public.rating USING btree (category, place, player);
CREATE INDEX rating_entry_by_beaten ON public.rating_entry USING btree (player, beaten) WHERE (beaten IS NOT NULL);
CREATE INDEX report_waiting ON public.report USING btree (number) WHERE (done_at IS NULL);
CREATE INDEX session_by_player ON public.session USING btree (player, created_at);
CREATE INDEX session_by_use ON public.session USING btree (used_at);
CREATE INDEX staff_action_by_subject ON public.staff_action USING btree (subject, number) WHERE (subject IS NOT NULL);
CREATE INDEX taken_guest_by_player ON public.taken_guest USING btree (player, guest);
CREATE INDEX token_by_end ON public.token USING btree (expires_at);
CREATE INDEX token_by_player ON public.token USING btree (player, purpose);
ALTER TABLE ONLY public.event
    ADD CONSTRAINT event_has_a_game FOREIGN KEY (game) REFERENCES public.game(number);
