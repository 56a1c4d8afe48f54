-- Limits that staff changed; one without a row keeps its default of values/limits.ts. Who changed what and why stands in staff_activity.
create table setting (
  name text primary key,
  value integer not null
);
grant select on setting to hongyan_app;
grant select, insert, update, delete on setting to hongyan_platform;

-- Stricter limits of one account. Its own programs and members read them and change nothing.
create table account_setting (
  account_id uuid not null,
  name text not null,
  value integer not null,
  primary key (account_id, name)
);
call make_tenant_table('account_setting');
revoke insert, update, delete on account_setting from hongyan_app;
create index account_setting_name on account_setting (name);

-- An account's own numbers to test with: how often they are sent to is not limited.
create table test_number (
  account_id uuid not null,
  phone text not null,
  remark text not null default '',
  created_at timestamptz not null,
  primary key (account_id, phone)
);
call make_tenant_table('test_number');
revoke insert, update, delete on test_number from hongyan_app;

-- The history of one thing: a setting, a channel, a code.
create index staff_activity_object on staff_activity (action, object, activity_id);
