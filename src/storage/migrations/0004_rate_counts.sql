-- What each process that shares the database counted in its newest minute: of a key, or under '' of all keys. Partition
-- key: key_id.
create table rate_counts (
    key_id {text} not null,
    node bigint not null,
    minute bigint not null,
    requests bigint not null,
    primary key (key_id, node)
);
