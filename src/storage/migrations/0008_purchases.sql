-- What people bought. Partition key: id. A purchase outlives its contact, whose id it then loses together with that of
-- the activity that told of it. `items` holds each product as it was sold.
create table purchases (
    id {id},
    purchase_id {text} not null,
    contact_id bigint,
    activity_id bigint,
    total_price bigint not null,
    total_quantity bigint not null,
    cart_id {text},
    payment_method {text},
    source_type {text},
    source_name {text},
    purchased_at bigint not null,
    created_at bigint not null,
    updated_at bigint not null,
    items {json} not null
);
create index purchases_by_contact on purchases (contact_id, purchased_at, id) where contact_id is not null;

-- Which purchase the store means by its identifier; a long identifier is kept by its beginning and a hash. Partition
-- key: identifier_key.
create table purchase_identifiers (
    identifier_key {text} not null primary key,
    purchase bigint not null
) {by_key};

-- What was sold of a product on a day (of UTC, counted from 1970): always the sums over the purchases there are.
-- What came back is apart from what was sold, so that taking a purchase out again makes no sum larger. Partition key:
-- product.
create table product_sales (
    product bigint not null,
    day bigint not null,
    purchases bigint not null,
    units bigint not null,
    sold_amount bigint not null,
    returned_amount bigint not null,
    primary key (product, day)
) {by_key};

-- The part of a contact's total that came back: the sum of its purchases below zero, without the sign.
alter table contacts add column returned_amount bigint not null default 0;
