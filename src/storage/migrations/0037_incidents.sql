-- The event type by which the store tells of incidents; null when it tells nobody.
alter table store add column incident_event_type bigint;
