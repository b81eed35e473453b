-- Segments whose members follow from a filter. Who is in a segment is kept by set: `member_set` is the one in force, null
-- until it was found for the first time; that of a segment whose members people choose is its own id. Another one is built
-- beside it as `next_set`, for `next_filter`, and takes its place when it is whole: contacts up to `build_place` are done.
-- The set that was in force before stays as `told_set` until the differences were told, which is done up to `told_place`.
-- `calendar` is the time zone for which it was last built, with its rules; `incidents` a list of what people should know.
alter table segments add column member_set bigint;
alter table segments add column next_set bigint;
alter table segments add column next_members bigint not null default 0;
alter table segments add column build_state {text};
alter table segments add column build_place bigint not null default 0;
alter table segments add column build_done bigint;
alter table segments add column build_total bigint;
alter table segments add column told_set bigint;
alter table segments add column told_place bigint;
alter table segments add column calendar {text};
alter table segments add column incidents {json};
alter table segments add column filter {json};
alter table segments add column next_filter {json};

-- Sets that no segment has any more: their members, times and counts are to be removed. Reference table, by set.
create table unused_sets (
    set_id bigint not null primary key
);

insert into unused_sets (set_id) select id from segments where deleted_at is not null;
delete from segments where deleted_at is not null;
alter table segments drop column deleted_at;
update segments set member_set = id;
create unique index segments_by_member_set on segments (member_set);

-- When a contact enters or leaves a set although nothing happens. Partition key: contact_id. `bucket` is as in changes.
create table segment_times (
    contact_id bigint not null,
    set_id bigint not null,
    bucket bigint not null,
    changes_at bigint not null,
    primary key (contact_id, set_id)
) {by_key};
create index segment_times_by_time on segment_times (bucket, changes_at);
create index segment_times_by_set on segment_times (set_id, contact_id);

-- Contacts to look at for an estimate: those whose mixed id is below the threshold. Partition key: contact_id.
create table contact_samples (
    contact_id bigint not null primary key,
    mixed bigint not null
) {by_key};
create index contact_samples_by_mixed on contact_samples (mixed);

-- How many of all contacts are samples: one row. Reference table.
create table sampling (
    id bigint not null primary key,
    threshold bigint not null
);

-- The largest of the thresholds that halving leads to below which there are not too many. Mixed as domain::mixed_id
-- computes it.
with recursive thresholds (threshold) as (
    select cast(2147483647 as bigint)
    union all
    select threshold / 2 from thresholds where threshold > 1
)
insert into sampling (id, threshold)
select 1, max(threshold) from thresholds
where threshold <= coalesce((select ((id % 2147483647) * (id % 2147483647) % 2147483647 + (id % 2147483647) * 48271)
                                        % 2147483647 as mixed
                             from contacts order by mixed limit 1 offset 8192), 2147483647);

insert into contact_samples (contact_id, mixed)
select id, mixed
from (select id, ((id % 2147483647) * (id % 2147483647) % 2147483647 + (id % 2147483647) * 48271) % 2147483647 as mixed
      from contacts) as mixed_contacts
where mixed < (select threshold from sampling);

-- Changes of contacts with which nothing could be done. Partition key: id. `number` and `kind` are those of the change.
create table dead_letters (
    id {id},
    contact_id bigint not null,
    number bigint not null,
    kind {text},
    error {text} not null,
    at bigint not null
);
create index dead_letters_by_contact on dead_letters (contact_id);
