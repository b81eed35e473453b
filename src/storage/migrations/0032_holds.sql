-- Whether a person put the store on hold. Such a hold is ended by a request; any other only by the operator.
alter table outside_world add column held_by_hand bigint not null default 0;

-- Contacts for whom nothing is done for now. Partition key: contact_id.
create table contact_holds (
    contact_id bigint not null primary key,
    reason {text} not null,
    since bigint not null
);
