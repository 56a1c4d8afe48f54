-- Settings of the platform and of an account.

-- Limits that staff have changed; a limit without a row has its default of values/limits.ts. Changes and their reasons
-- are in staff_audit_log.
create table setting (
  name text primary key,
  value integer not null
);
grant select on setting to hongyan_app;
grant select, insert, update, delete on setting to hongyan_platform;
