-- Web calls that leave the machine, as domain/deliveries/delivery.h tells. Partition key: contact_id, 0 of a test that is
-- about nobody. `due_at` is when somebody is to look at it: not before, or the end of a lease; null once it has ended. A
-- call is made at most once for each visit of a run to a node.
create table deliveries (
    contact_id bigint not null,
    id bigint not null,
    event_type bigint not null,
    workflow_id bigint not null,
    run_id bigint not null,
    node {text} not null,
    visit bigint not null,
    state {text} not null,
    reason {text},
    due_at bigint,
    expires_at bigint,
    ended_at bigint,
    taken_by {text},
    generation bigint not null,
    tries bigint not null,
    attempts {json} not null,
    -- The large ones last: what comes after them is slow to reach.
    body {text} not null,
    answer {text},
    primary key (contact_id, id)
);
create unique index deliveries_by_visit on deliveries (contact_id, run_id, node, visit);
create index deliveries_by_id on deliveries (id);
create index deliveries_by_type on deliveries (event_type, id);
create index deliveries_not_done on deliveries (id) where state <> 'done';
create index deliveries_due on deliveries (event_type, due_at) where due_at is not null;
create index deliveries_ended on deliveries (state, ended_at) where ended_at is not null;

-- Event types whose receiver wants no more calls, by an answer of 410. A person who has one tried again takes it away.
-- Reference table, by event_type.
create table stopped_calls (
    event_type bigint not null primary key,
    since bigint not null
);
