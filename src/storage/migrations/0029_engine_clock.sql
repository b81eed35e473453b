-- The moment of the engine's last decisions. After a clock that was ahead it goes back; `seen_at` never does, since ids may
-- be as new as that.
alter table outside_world add column decided_at bigint not null default 0;

update outside_world set decided_at = seen_at;
