-- What properties were before a change and after it: a list of objects with `field`, `before` and `after`, of those whose
-- values are told. `changes` names all that were changed.
alter table audit_entries add column change_values {json} not null default '[]';
