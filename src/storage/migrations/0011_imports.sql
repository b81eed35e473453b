-- Files on their way in, and those taken in. Everything before `next_offset` was taken in, by the transactions that moved
-- it there. Whoever works on one holds it until `lease_until`. Partition key: id.
create table imports (
    id {id},
    type {text} not null,
    status {text} not null,
    origin {text} not null,
    file {text},
    total bigint not null,
    success bigint not null,
    errors bigint not null,
    next_offset bigint not null,
    next_line bigint not null,
    lease_holder {text},
    lease_until bigint,
    created_at bigint not null,
    started_at bigint,
    finished_at bigint,
    cancelled_at bigint,
    options {json} not null,
    -- Lists of texts as JSON; as plain text, for they may hold what PostgreSQL's JSON does not take.
    header {text} not null
);
create index imports_by_status on imports (status, id);
create index imports_with_file on imports (id) where file is not null;

-- The records of a file that were refused. They go with its file. Partition key: import_id.
create table import_errors (
    import_id bigint not null,
    line bigint not null,
    reason {text} not null,
    cells {text} not null,
    primary key (import_id, line)
);
