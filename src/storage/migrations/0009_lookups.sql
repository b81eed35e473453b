-- The tables that tell what a key stands for, kept by that key.

create table contact_emails_by_key (
    email_key {text} not null primary key,
    contact_id bigint not null
) {by_key};
insert into contact_emails_by_key (email_key, contact_id) select email_key, contact_id from contact_emails;
drop table contact_emails;
alter table contact_emails_by_key rename to contact_emails;

create table contact_external_ids_by_key (
    external_id {text} not null primary key,
    contact_id bigint not null
) {by_key};
insert into contact_external_ids_by_key (external_id, contact_id) select external_id, contact_id from contact_external_ids;
drop table contact_external_ids;
alter table contact_external_ids_by_key rename to contact_external_ids;

create table product_identifiers_by_key (
    identifier_key {text} not null primary key,
    product bigint not null
) {by_key};
insert into product_identifiers_by_key (identifier_key, product) select identifier_key, product from product_identifiers;
drop table product_identifiers;
alter table product_identifiers_by_key rename to product_identifiers;
