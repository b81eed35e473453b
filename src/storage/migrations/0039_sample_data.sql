-- The sample data of the store, a shop for a first look. One row. What is older than the day of begun_at is of it, for the
-- store was empty then, and what is in the list `acting`; `kept` says what could not be removed, `problem` why it was not
-- added.
create table sample_data (
    id bigint not null primary key,
    state {text} not null,
    begun_at bigint not null,
    days_done bigint not null,
    acting {json} not null,
    kept {json} not null,
    problem {text}
);
insert into sample_data (id, state, begun_at, days_done, acting, kept) values (1, 'none', 0, 0, '[]', '[]');

insert into table_spread (name, way, key) values ('sample_data', 'local', null);
