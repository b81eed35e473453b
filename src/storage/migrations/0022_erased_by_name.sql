-- Whether somebody was erased after a file came that tells of them is asked by what the file calls them.
create index erasures_by_email on erasures (email_hash) where email_hash is not null;
create index erasures_by_external_id on erasures (external_id_hash) where external_id_hash is not null;
