-- For which time the scores of contacts were last made; 0 for never. Whoever makes them holds this until `lease_until`.
-- One row; reference table.
create table scoring (
    id bigint not null primary key,
    made_for bigint not null,
    lease_holder {text},
    lease_until bigint
);

insert into scoring (id, made_for) values (1, 0);
