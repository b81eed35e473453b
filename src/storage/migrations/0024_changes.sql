-- What caused an activity: null for a request, else `import`, `run <id> <node>` and their like.
alter table activities add column cause {text};

-- The number of the newest entry of a contact's journal. Kept only where several processes write, whose ids do not follow
-- the order of their commits.
alter table contacts add column last_number bigint not null default 0;

-- Who waits for which changes: a row for each topic of each segment or workflow that is active. Reference table, by owner.
-- `topic` is field, purchases or activity; `name` a field or a kind of activity; `subject` an id, or 0 for anything.
create table change_listeners (
    owner_kind {text} not null,
    owner_id bigint not null,
    topic {text} not null,
    name {text} not null,
    subject bigint not null,
    primary key (owner_kind, owner_id, topic, name, subject)
);

-- What became different about contacts and has not been looked at yet, in the order of each contact. Partition key:
-- contact_id. `fields` are names with spaces between them. `kind`, `subject` and `at` are those of the activity with this
-- number, null when no activity tells of the change.
create table changes (
    bucket bigint not null,
    contact_id bigint not null,
    number bigint not null,
    fields {text},
    purchases bigint not null,
    kind {text},
    subject bigint,
    at bigint,
    cause {text},
    depth bigint not null,
    primary key (bucket, contact_id, number)
) {by_key};

-- As domain::bucket_of computes it.
insert into changes (bucket, contact_id, number, purchases, kind, at, depth)
select ((q.contact_id % 2147483647) * (q.contact_id % 2147483647) % 2147483647 + (q.contact_id % 2147483647) * 48271)
           % 2147483647 % 64,
       q.contact_id, q.activity_id, case when a.kind = 'purchase' then 1 else 0 end, a.kind, a.at, 0
from engine_queue q join activities a on a.contact_id = q.contact_id and a.id = q.activity_id;

drop table engine_queue;

-- Whoever waited without a name goes on waiting.
insert into change_listeners (owner_kind, owner_id, topic, name, subject)
select 'unnamed', 0, 'activity', kind, 0 from activity_listeners;

drop table activity_listeners;
