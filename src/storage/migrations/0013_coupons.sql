-- Codes that are given to contacts. At most 1,000 sets; reference table, by id. `quantity` and `assigned` are always what
-- counting its coupons would give; a quantity that is null has no end.
create table coupon_sets (
    id {id},
    name {text} not null,
    type {text} not null,
    code {text},
    quantity bigint,
    assigned bigint not null,
    alert_threshold bigint,
    expires_at bigint,
    created_at bigint not null,
    updated_at bigint not null,
    last_number bigint not null,
    last_assigned bigint not null
);

-- The codes of sets of many, and the uses of single codes, which have none of their own. They are numbered within their
-- set and given out in that order, so that the next free one is found by the key, however many were given out. A code
-- outlives the contact that has it. Those of a deleted set are nobody's and go in slices. Partition key: set_id.
create table coupons (
    set_id bigint not null,
    number bigint not null,
    code {text},
    contact_id bigint,
    assigned_at bigint,
    created_at bigint not null,
    primary key (set_id, number)
);
create unique index coupons_by_code on coupons (set_id, code);
create index coupons_by_contact on coupons (contact_id, assigned_at) where contact_id is not null;
