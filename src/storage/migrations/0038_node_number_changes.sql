-- What happened at the nodes of a workflow since it was last added up in node_numbers: a row for each write of the engine,
-- beside a contact of which it wrote, so that a cluster needs no second machine. `changes` is a list of
-- [node, what, name, number]. A chore leaves few rows, and erasure adds up those of its contact. Partition key:
-- contact_id.
create table node_number_changes (
    id bigint not null,
    contact_id bigint not null,
    workflow_id bigint not null,
    changes {json} not null,
    primary key (id, contact_id)
) {by_key};

insert into table_spread (name, way, key) values ('node_number_changes', 'contact', 'contact_id');
