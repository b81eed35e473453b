-- The keyed hash of the id of whoever was erased: an older database may know them by another address and external id,
-- but by no other id. Null for those who were erased before this column was there.
alter table erasures add column contact_hash {bytes};
