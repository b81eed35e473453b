-- Groups of contacts. At most 500 that live, and those deleted until their members are gone; reference table, by id.
-- `members` is how many there were when the changes were last added up.
create table segments (
    id {id},
    name {text} not null,
    kind {text} not null,
    description {text},
    members bigint not null,
    created_at bigint not null,
    updated_at bigint not null,
    deleted_at bigint
);

-- Who is in which segment, and since when. Partition key: contact_id.
create table segment_members (
    contact_id bigint not null,
    segment_id bigint not null,
    entered_at bigint not null,
    primary key (contact_id, segment_id)
) {by_key};
create index segment_members_by_segment on segment_members (segment_id, contact_id);

-- By how much the members of a segment became more or fewer since they were last added up: a row for each change, so
-- that nobody who adds one waits for others who do. Partition key: segment_id.
create table segment_member_changes (
    segment_id bigint not null,
    id bigint not null,
    change bigint not null,
    primary key (segment_id, id)
) {by_key};
