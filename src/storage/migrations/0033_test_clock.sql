-- By how many milliseconds the clock of a store was turned that was made to try things out. Null of every other store:
-- its clock cannot be turned.
alter table outside_world add column test_clock bigint;
