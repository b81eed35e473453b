-- Questions about what happened, kept under a name. At most 200; reference table, by id.
create table reports (
    id {id},
    name {text} not null,
    created_at bigint not null,
    updated_at bigint not null,
    -- What is counted, by what, and how.
    definition {json} not null
);

-- By time, with what most reports add up, so that they need not look at the purchases themselves.
create index purchases_by_time on purchases (purchased_at, id, total_price);
