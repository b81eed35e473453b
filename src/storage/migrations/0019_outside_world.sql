-- Whether anything may leave the machine, and where this database was last at home. While `held_since` is not null,
-- nothing is done to the outside world. `seen_at` is a moment at which it was in use. One row; reference table.
create table outside_world (
    id bigint not null primary key,
    home {text},
    seen_at bigint not null,
    held_since bigint,
    held_because {text}
);

insert into outside_world (id, seen_at) values (1, 0);
