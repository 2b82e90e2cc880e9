-- SPDX-License-Identifier: AGPL-3.0-or-later
-- Players who may not write, notices that take an older one's place, and letters about notices.
-- {integer}, {bytes}, {key}, {clustered} and {strict} are filled in by the driver (see words.rs).

-- 1: staff have muted the player, who may play and not write.
ALTER TABLE account ADD COLUMN muted {integer} NOT NULL DEFAULT 0;

-- Which game the notice is about. A player has at most one notice of a kind about a game.
ALTER TABLE notice ADD COLUMN game {key};

-- When a letter about the notice is due, in milliseconds since 1970; NULL for none, or none any more.
ALTER TABLE notice ADD COLUMN letter_at {integer};

CREATE INDEX notice_by_letter ON notice (letter_at) WHERE letter_at IS NOT NULL;
