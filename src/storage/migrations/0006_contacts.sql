-- The people the store knows. Partition key: id. Values of custom fields are kept under the numbers of the fields.
create table contacts (
    id {id},
    email {text},
    email_key {text},
    external_id {text},
    name {text},
    surname {text},
    birthdate bigint,
    mobile_phone {text},
    mobile_phone_status {text},
    email_status {text} not null,
    newsletter_status {text} not null,
    sms_status {text} not null,
    points bigint not null,
    custom {json} not null,
    email_bounced_reason {text},
    email_last_bounced_at bigint,
    email_last_soft_bounce_at bigint,
    email_soft_bounces bigint not null,
    email_last_unsubscribed_at bigint,
    email_last_unsubscribed_ip {text},
    has_push_subscriptions bigint not null,
    total_purchases bigint not null,
    total_amount bigint not null,
    first_purchase_at bigint,
    last_purchase_at bigint,
    recency bigint,
    frequency bigint,
    monetary bigint,
    rfm {text},
    clv bigint,
    p_alive bigint,
    churn_rate bigint,
    expected_purchases bigint,
    created_at bigint not null,
    updated_at bigint not null
);

-- Who has an address. Partition key: email_key, the address in ASCII lower case.
create table contact_emails (
    email_key {text} not null primary key,
    contact_id bigint not null
);

-- Who has an external id. Partition key: external_id.
create table contact_external_ids (
    external_id {text} not null primary key,
    contact_id bigint not null
);

-- What happened to people and what they did. Partition key: contact_id. `data` is what the kind tells; `moment` the
-- states and choices of the contact at that moment.
create table activities (
    contact_id bigint not null,
    id bigint not null,
    kind {text} not null,
    at bigint not null,
    data {json} not null,
    moment {json} not null,
    primary key (contact_id, at, id)
);
create index activities_by_time on activities (at, id);

-- The kinds of activities that something waits for. Reference table, by kind.
create table activity_listeners (
    kind {text} not null primary key
);

-- Activities that something waits for and that it has not looked at yet. Partition key: bucket.
create table engine_queue (
    bucket bigint not null,
    activity_id bigint not null,
    contact_id bigint not null,
    primary key (bucket, activity_id)
);
create index engine_queue_by_contact on engine_queue (contact_id);

-- Whose erasure was asked for: keyed hashes of what they were known by, so that a restored backup can erase them again.
-- Partition key: id. `physical_at` is null until the last trace was taken from the disk.
create table erasures (
    id {id},
    email_hash {bytes},
    external_id_hash {bytes},
    erased_at bigint not null,
    physical_at bigint
);
create index erasures_to_do on erasures (id) where physical_at is null;
