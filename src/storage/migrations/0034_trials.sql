-- Where a call goes instead of where its event type says: that of a run that somebody tries out. Null of all others. Such
-- runs are in versions with a negative number.
alter table deliveries add column test_address {text};
