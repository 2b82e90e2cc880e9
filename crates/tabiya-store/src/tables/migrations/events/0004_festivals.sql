-- SPDX-License-Identifier: AGPL-3.0-or-later
-- Sections: events such as an Open and a Minor that are parts of one festival.
-- {key} is filled in by the driver (see words.rs).

-- The festival that an event is a section of; NULL for an event of its own.
ALTER TABLE event_summary ADD COLUMN festival {key};

CREATE INDEX event_summary_by_festival ON event_summary (festival) WHERE festival IS NOT NULL;
