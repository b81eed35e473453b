-- Workflows run. `version` is the newest that was published, null before the first; `definition` is the draft beside it.
-- `hold` is why nothing of it leaves the machine, null when it does.
alter table workflows add column version bigint;
alter table workflows add column hold {text};

-- What was published, as it was then. Reference table, by workflow_id.
create table workflow_versions (
    workflow_id bigint not null,
    version bigint not null,
    definition {json} not null,
    published_at bigint not null,
    primary key (workflow_id, version)
);

-- What a published version names. `kind` is the table that it is in. Reference table, by used_id.
create table workflow_uses (
    workflow_id bigint not null,
    version bigint not null,
    kind {text} not null,
    used_id bigint not null,
    primary key (kind, used_id, workflow_id, version)
);
create index workflow_uses_by_workflow on workflow_uses (workflow_id, version);

-- One contact on its way through a version. Partition key: contact_id. `node` is the id of the node that it is at,
-- `revision` is raised by every write, `body` the rest that only the engine reads.
create table runs (
    contact_id bigint not null,
    id bigint not null,
    workflow_id bigint not null,
    version bigint not null,
    state {text} not null,
    outcome {text},
    node {text} not null,
    run_key {text} not null,
    started_at bigint not null,
    ended_at bigint,
    waits_until bigint,
    revision bigint not null,
    body {json} not null,
    primary key (contact_id, id)
) {by_key};
create index runs_by_id on runs (id);
create index runs_open on runs (workflow_id, id) where state <> 'ended';
create index runs_at_node on runs (workflow_id, node, id) where state <> 'ended';

-- When a run is to be looked at although nothing happens. Partition key: contact_id. `bucket` is as in changes.
create table run_timers (
    contact_id bigint not null,
    run_id bigint not null,
    bucket bigint not null,
    due_at bigint not null,
    primary key (contact_id, run_id)
) {by_key};
create index run_timers_by_time on run_timers (bucket, due_at);

-- That a contact was in a workflow, for each key. Only erasure removes it. Partition key: contact_id. `day` is the day of
-- the store on which it last came in, and `day_starts` how often then.
create table run_entries (
    contact_id bigint not null,
    workflow_id bigint not null,
    run_key {text} not null,
    entries bigint not null,
    started_at bigint not null,
    day bigint not null,
    day_starts bigint not null,
    primary key (contact_id, workflow_id, run_key)
) {by_key};

-- What a run did, node by node. Partition key: contact_id. `what` has the bits of arriving, skipping and failing.
create table run_steps (
    contact_id bigint not null,
    run_id bigint not null,
    number bigint not null,
    node {text} not null,
    visit bigint not null,
    at bigint not null,
    what bigint not null,
    port {text},
    reason {text},
    value {text},
    primary key (contact_id, run_id, number)
) {by_key};
create index run_steps_by_time on run_steps (at);

-- How often a node acted for a contact. Partition key: contact_id.
create table node_uses (
    contact_id bigint not null,
    workflow_id bigint not null,
    node {text} not null,
    uses bigint not null,
    last_at bigint not null,
    primary key (contact_id, workflow_id, node)
) {by_key};

-- How often a node with a limit acted in all. Reference table, by workflow_id.
create table node_totals (
    workflow_id bigint not null,
    node {text} not null,
    uses bigint not null,
    primary key (workflow_id, node)
);

-- What happened at a node. Partition key: workflow_id. One row for each bucket of contacts, so that two processes never
-- write the same one. `what` is entered, left, skipped, failed or ended; `name` the port, the reason or the outcome.
create table node_numbers (
    workflow_id bigint not null,
    node {text} not null,
    what {text} not null,
    name {text} not null,
    bucket bigint not null,
    number bigint not null,
    primary key (workflow_id, node, what, name, bucket)
);

-- What is to be done to many runs or contacts of a workflow, a slice at a time: `kind` is enrol, resume or finish; those
-- up to `place` are done. Reference table, by workflow_id.
create table workflow_sweeps (
    workflow_id bigint not null,
    kind {text} not null,
    place bigint not null,
    primary key (workflow_id, kind)
);
