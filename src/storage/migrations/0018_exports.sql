-- Files on their way out, and those made. What is before `place` stands in the first bytes of the part files, durably;
-- whoever goes on cuts them back to that. Whoever works on one holds it until `lease_until`. Partition key: id.
create table exports (
    id {id},
    type {text} not null,
    status {text} not null,
    origin {text} not null,
    delimiter {text} not null,
    date_format {text} not null,
    version {text} not null,
    total bigint not null,
    progress bigint not null,
    file {text},
    part {text},
    place {text} not null,
    rows_written bigint not null,
    bytes bigint not null,
    products_bytes bigint not null,
    lease_holder {text},
    lease_until bigint,
    created_at bigint not null,
    finished_at bigint,
    -- Objects as JSON; as plain text, for nothing ever looks into them here.
    filters {text} not null,
    plan {text} not null
);
create index exports_by_status on exports (status, id);
create index exports_with_files on exports (id) where file is not null or part is not null;
