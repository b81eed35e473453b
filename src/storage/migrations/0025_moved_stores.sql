-- Whether a store is held because it lives on in another database: then it is not even served.
alter table outside_world add column held_moved bigint not null default 0;

update outside_world set held_moved = 1 where held_because = 'The store was moved to PostgreSQL.';
