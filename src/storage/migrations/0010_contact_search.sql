-- What contacts are searched by: keys that the program computes, cut to a length that an index takes; null for whoever
-- has nothing there. Nothing is filled in for rows that are there: no version that made any was ever released.
alter table contacts add column name_key {text};
alter table contacts add column surname_key {text};
alter table contacts add column phone_key {text};
create index contacts_by_name on contacts (name_key, created_at, id) where name_key is not null;
create index contacts_by_surname on contacts (surname_key, created_at, id) where surname_key is not null;
create index contacts_by_phone on contacts (phone_key, created_at, id) where phone_key is not null;
