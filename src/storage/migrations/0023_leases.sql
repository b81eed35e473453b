-- Which process works on what, one at a time, and until when; `subject` is an id, or 0 where a kind of work has but one
-- subject. Nobody does while `holder` is null. `generation` rises whenever the holder changes. Partition key: subject.
create table leases (
    kind {text} not null,
    subject bigint not null,
    holder {text},
    held_until bigint not null,
    generation bigint not null,
    primary key (kind, subject)
) {by_key};

alter table imports drop column lease_holder;
alter table imports drop column lease_until;
alter table exports drop column lease_holder;
alter table exports drop column lease_until;
alter table scoring drop column lease_holder;
alter table scoring drop column lease_until;
