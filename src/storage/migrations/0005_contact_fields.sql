-- The fields that the store made for contacts. At most 140 of them live, and those deleted until their values are gone
-- from every contact; reference table, by number.
create table contact_fields (
    number bigint not null primary key,
    id {text} not null,
    name {text} not null,
    type {text} not null,
    required bigint not null,
    default_country_code {text},
    max_length bigint,
    min_value bigint,
    max_value bigint,
    min_date bigint,
    max_date bigint,
    created_at bigint not null,
    deleted_at bigint,
    -- The large ones last: what comes after them is slow to reach.
    default_value {json},
    options {json} not null
);
create unique index contact_fields_by_id on contact_fields (id) where deleted_at is null;

-- The last number given to a field. Values are kept under it, so none is given twice. One row; reference table.
create table contact_field_numbers (
    id bigint not null primary key,
    last_number bigint not null
);

insert into contact_field_numbers (id, last_number) values (1, 0);
