-- Which process holds which node number, 0 to 1023, and until when. Used where several processes share a database.
-- Partition key: node.
create table node_leases (
    node bigint not null primary key,
    holder {text} not null,
    expires_at bigint not null
);
