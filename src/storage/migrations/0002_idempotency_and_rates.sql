-- A limit of its own for a key; null or 0: none.
alter table api_keys add column requests_per_minute bigint;

-- Answers kept for clients that send a request again. Partition key: key_hash.
create table idempotent_answers (
    key_hash {bytes} not null primary key,
    request_hash {bytes} not null,
    status bigint not null,
    sealed_answer {bytes} not null,
    contact_id bigint,
    created_at bigint not null
);
create index idempotent_answers_by_age on idempotent_answers (created_at);
create index idempotent_answers_by_contact on idempotent_answers (contact_id) where contact_id is not null;
