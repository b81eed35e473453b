-- The catalogue. Partition key: id. The two keys are what searches compare: computed by the program, cut to a length
-- that an index takes.
create table products (
    id {id},
    product_id {text} not null,
    name {text} not null,
    product_detail_url {text} not null,
    unit_price bigint not null,
    unit_price_original bigint,
    unit_price_without_vat bigint,
    brand {text},
    description {text},
    categories {json},
    tags {json},
    custom_field_1 {text},
    custom_field_2 {text},
    custom_field_3 {text},
    discounted_amount bigint,
    discounted_percentage bigint,
    image_url {text},
    thumbnail_url {text},
    published_at bigint,
    rating bigint,
    rating_count bigint,
    review_count bigint,
    availability {text} not null,
    in_stock_units bigint,
    is_blacklisted bigint not null,
    priority bigint not null,
    related_external_product_ids {json},
    created_at bigint not null,
    updated_at bigint not null,
    name_key {text} not null,
    product_id_key {text} not null
);
create index products_by_name on products (name_key, created_at, id);
create index products_by_product_id on products (product_id_key, created_at, id);

-- Which product the store means by its identifier; a long identifier is kept by its beginning and a hash. Partition key:
-- identifier_key.
create table product_identifiers (
    identifier_key {text} not null primary key,
    product bigint not null
);
