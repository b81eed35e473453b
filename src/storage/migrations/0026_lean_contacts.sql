-- Nobody reads it: who has an address is in contact_emails.
alter table contacts drop column email_key;

-- Contacts and activities of another time than the one in their id; the others are found by it.
create index contacts_by_time on contacts (created_at, id) where created_at <> (id >> 22) + 1577836800000;

{for sqlite}
-- Rows in the order of their ids, and one index less; an index ends in the id by itself. Every activity has a moment, so
-- its states stand under one letter.
create table activities_by_id (
    contact_id bigint not null,
    id {id},
    kind {text} not null,
    at bigint not null,
    data {json} not null,
    moment {json} not null,
    cause {text}
);
insert into activities_by_id (contact_id, id, kind, at, data, moment, cause)
select contact_id, id, kind, at, data,
       replace(replace(replace(replace(moment, '"_emailStatus":', '"e":'), '"_newsletterSubscriptionStatus":', '"n":'),
                       '"_smsSubscriptionStatus":', '"s":'), '"_rfm":', '"r":'),
       cause
from activities;
drop table activities;
alter table activities_by_id rename to activities;
create index activities_by_contact on activities (contact_id, at);

drop index contacts_by_name;
drop index contacts_by_surname;
drop index contacts_by_phone;
create index contacts_by_name on contacts (name_key, created_at) where name_key is not null;
create index contacts_by_surname on contacts (surname_key, created_at) where surname_key is not null;
create index contacts_by_phone on contacts (phone_key, created_at) where phone_key is not null;

{for postgres}
-- The primary key begins with the partition key, so that the ids need an index.
drop index activities_by_time;
create index activities_by_id on activities (id) where at = (id >> 22) + 1577836800000;
update activities
set moment = cast(replace(replace(replace(replace(cast(moment as text), '"_emailStatus":', '"e":'),
                                          '"_newsletterSubscriptionStatus":', '"n":'),
                                  '"_smsSubscriptionStatus":', '"s":'), '"_rfm":', '"r":') as {json});

{for both}
create index activities_by_time on activities (at, id) where at <> (id >> 22) + 1577836800000;
