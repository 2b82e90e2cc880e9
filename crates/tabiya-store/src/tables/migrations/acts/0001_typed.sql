-- SPDX-License-Identifier: AGPL-3.0-or-later
-- Acts of staff get a type, what was before and what is after, and a note of what has undone them.
-- {integer}, {bytes}, {key}, {clustered} and {strict} are filled in by the driver (see words.rs).

-- What was done, as JSON. NULL for a line of before, which is shown as the text that it is: its word and its
-- details. In later lines `details` is why it was done.
ALTER TABLE staff_action ADD COLUMN act TEXT;
-- In which game; NULL where it was not about one.
ALTER TABLE staff_action ADD COLUMN game {key};
-- The number of the act that has undone this one; NULL while none has.
ALTER TABLE staff_action ADD COLUMN undone_by {integer};

-- What was undone before stays so. An old line names the one that it undid in its details.
UPDATE staff_action SET undone_by = (
    SELECT min(later.number) FROM staff_action AS later
    WHERE later.deed = 'undo' AND later.details = CAST(staff_action.number AS TEXT)
) WHERE EXISTS (
    SELECT 1 FROM staff_action AS later
    WHERE later.deed = 'undo' AND later.details = CAST(staff_action.number AS TEXT)
);

-- Whether staff keep an account in kid mode follows from these, so they become typed.
UPDATE staff_action SET act = '{"kid":{"before":false,"after":true}}', details = ''
    WHERE deed = 'kid' AND details = 'on';
UPDATE staff_action SET act = '{"kid":{"before":true,"after":false}}', details = ''
    WHERE deed = 'kid' AND details = 'off';
