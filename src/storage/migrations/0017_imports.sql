-- Why an import ended in an error.
alter table imports add column error_reason {text};
