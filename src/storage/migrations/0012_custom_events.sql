-- The systems that exchange events with the store. At most 100; reference table, by id.
create table custom_integrations (
    id {id},
    name {text} not null,
    events_enabled bigint not null,
    color {text},
    description {text},
    image_uri {text},
    created_at bigint not null,
    updated_at bigint not null
);

-- What their events look like. At most 500, which never change; reference table, by id. Headers are sealed with the
-- secret key.
create table custom_event_types (
    id {id},
    integration bigint not null,
    name {text} not null,
    category {text} not null,
    alias {text},
    receive_type {text},
    icon {text},
    webhook_url {text},
    created_at bigint not null,
    updated_at bigint not null,
    -- The large ones last: what comes after them is slow to reach.
    sealed_webhook_headers {bytes} not null,
    fields {json} not null
);
create unique index custom_event_types_by_alias on custom_event_types (alias) where alias is not null;
create index custom_event_types_by_integration on custom_event_types (integration);

-- Where types that are received by webhook are called. Tokens are found by their keyed hash; they and the secrets that
-- calls are signed with are sealed. Reference table, by event_type.
create table custom_event_hooks (
    event_type bigint not null primary key,
    token_hash {bytes} not null,
    sealed_token {bytes} not null,
    sealed_secret {bytes},
    created_at bigint not null
);

-- With what the calls of types that send are signed: one or two for each that are alive. Sealed. Reference table, by
-- id.
create table signing_secrets (
    id {id},
    event_type bigint not null,
    sealed_secret {bytes} not null,
    created_at bigint not null,
    expires_at bigint
);
create index signing_secrets_by_event_type on signing_secrets (event_type, id);
