-- The settings of the one store. One row; reference table.
create table store (
    id {id},
    name {text} not null,
    currency {text} not null,
    timezone {text} not null,
    language {text} not null,
    allowed_domains {json} not null,
    default_country_code {text} not null,
    created_at bigint not null,
    updated_at bigint not null
);

-- At most a hundred rows; reference table, by id. Of the secret only a keyed hash is kept.
create table api_keys (
    id {text} not null primary key,
    secret_hash {bytes} not null,
    name {text} not null,
    scopes {json} not null,
    expires_at bigint,
    created_at bigint not null,
    last_used_at bigint
);

-- Who changed what through the management interface. Partition key: id.
create table audit_entries (
    id {id},
    at bigint not null,
    actor {text} not null,
    action {text} not null,
    subject {text} not null,
    changes {json} not null
);

-- A counter raised by every change of keys, settings and other definitions. One row; reference table.
create table definitions_version (
    id bigint not null primary key,
    version bigint not null
);

insert into definitions_version (id, version) values (1, 1);

-- What this copy of the data is called and which secret key it belongs to. One row; reference table.
create table instance (
    id bigint not null primary key,
    instance_id {text} not null,
    secret_key_fingerprint {text} not null,
    created_at bigint not null
);
