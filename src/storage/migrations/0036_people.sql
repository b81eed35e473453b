-- Who works with the store in the console. At most 200; reference table, by id. The password is kept as an argon2id
-- hash, the shared secret of one-time codes sealed with the secret key.
create table people (
    id {id},
    email {text} not null,
    email_key {text} not null unique,
    name {text} not null,
    role {text} not null,
    language {text} not null,
    is_disabled bigint not null,
    password_hash {text},
    sealed_totp {bytes},
    is_totp_confirmed bigint not null,
    totp_step bigint not null,
    created_at bigint not null,
    updated_at bigint not null
);

-- Ways back in for who has lost the second factor. At most ten of each person, gone once used; reference table, by
-- code_hash, a keyed hash.
create table recovery_codes (
    code_hash {bytes} not null primary key,
    person_id bigint not null
);
create index recovery_codes_of_person on recovery_codes (person_id);

-- Links by which somebody without a password comes in, for an hour. At most one of each person, and a few without one;
-- reference table, by token_hash, a keyed hash.
create table person_links (
    token_hash {bytes} not null primary key,
    person_id bigint,
    expires_at bigint not null
);

-- Who is signed in, and where. At most 1,000; reference table, by id. Of the token only a keyed hash is kept.
create table sessions (
    id {id},
    person_id bigint not null,
    token_hash {bytes} not null unique,
    created_at bigint not null,
    last_used_at bigint not null,
    address {text} not null,
    user_agent {text} not null
);

insert into table_spread (name, way, key) values
    ('people', 'reference', null),
    ('person_links', 'reference', null),
    ('recovery_codes', 'reference', null),
    ('sessions', 'reference', null);
