-- Settings of the platform and of an account.

-- Limits that staff changed; one without a row keeps its default of values/limits.ts. Who changed what and why stands
-- in staff_audit_log.
create table setting (
  name text primary key,
  value integer not null
);
grant select on setting to hongyan_app;
grant select, insert, update, delete on setting to hongyan_platform;
