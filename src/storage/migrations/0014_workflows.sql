-- What the store does by itself. At most 1,000; reference table, by id.
create table workflows (
    id {id},
    name {text} not null,
    status {text} not null,
    tags {json} not null,
    created_at bigint not null,
    updated_at bigint not null,
    started_at bigint,
    finished_at bigint,
    -- Last, because it is large: what comes after it is slow to reach. As plain text, for it is given back as it came.
    definition {text} not null
);

-- The coupon sets that a definition names, written with it. Reference table, by coupon_set and workflow.
create table workflow_coupon_sets (
    coupon_set bigint not null,
    workflow bigint not null,
    primary key (coupon_set, workflow)
);
create index workflow_coupon_sets_by_workflow on workflow_coupon_sets (workflow);
