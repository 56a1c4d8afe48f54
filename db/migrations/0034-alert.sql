-- Alerts: rules of customers and of the platform, evaluation, receivers, delivery, quiet hours.

create table alert (
  account_id uuid not null,
  alert_id uuid not null,
  rule_id uuid not null,
  kind text not null,
  app_id uuid,
  -- The object of the alert within its rule: a package, a number, an address, a day; '': none.
  subject text not null,
  severity text not null check (severity in ('notice', 'warning', 'urgent')),
  title text not null,
  body text not null,
  advice text not null,
  link text not null,
  -- The value at the start, and the latest or final one.
  value_text text not null,
  last_value_text text not null,
  threshold_text text not null,
  action text not null check (action in ('notify', 'brake', 'stopped')),
  state text not null check (state in ('open', 'confirmed', 'recovered')),
  is_test boolean not null default false,
  fired_at timestamptz not null,
  -- Since when the value has been normal again.
  calm_since timestamptz,
  confirmed_at timestamptz,
  confirmed_by uuid,
  confirm_note text,
  recovered_at timestamptz,
  recovery_reason text,
  notified_count integer not null default 0,
  last_notified_at timestamptz,
  -- Notification waits for the end of the quiet hours.
  is_held boolean not null default false,
  -- No notifications of this rule and subject until then.
  muted_until timestamptz,
  primary key (account_id, alert_id)
);
call make_tenant_table('alert');
create unique index alert_active ON alert (account_id, rule_id, subject) where state <> 'recovered' and not is_test;
create index alert_subject ON alert (account_id, rule_id, subject);

create table alert_contact (
  account_id uuid not null,
  contact_id uuid not null,
  name text not null,
  -- Set only once its owner has proven it by a code.
  phone text,
  email text,
  created_at timestamptz not null,
  primary key (account_id, contact_id),
  check (phone is not null or email is not null)
);
call make_tenant_table('alert_contact');

-- Notifications of an alert: receiver, method and outcome.
create table alert_delivery (
  account_id uuid not null,
  alert_id uuid not null,
  delivery_id uuid not null,
  channel text not null check (channel in ('console', 'sms', 'email', 'webhook', 'robot')),
  occasion text not null check (occasion in ('fired', 'repeated', 'recovered', 'test')),
  -- Name of the contact, with the masked phone or the address, or of the robot; `phone` and `email` are unmasked.
  target_name text not null,
  phone text,
  email text,
  mail_id uuid,
  robot_id uuid,
  state text not null check (state in ('queued', 'sent', 'failed')),
  detail text,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (account_id, alert_id, delivery_id)
);
call make_tenant_table('alert_delivery');

-- Group chat robots. The URL contains a key and is encrypted, as is the secret that signs requests.
create table alert_robot (
  account_id uuid not null,
  robot_id uuid not null,
  name text not null,
  kind text not null check (kind in ('wecom', 'dingtalk', 'feishu')),
  encrypted_url bytea not null,
  encrypted_secret bytea,
  -- End of the URL, by which people recognize the robot.
  url_tail text not null,
  last_sent_at timestamptz,
  last_failure text,
  created_at timestamptz not null,
  primary key (account_id, robot_id)
);
call make_tenant_table('alert_robot');

-- Alert rules of an account. The thresholds of the balance are in balance_warning.
create table alert_rule (
  account_id uuid not null,
  rule_id uuid not null,
  kind text not null,
  -- Null: the whole account.
  app_id uuid,
  -- Parameters of the kind (contract/alert/alert-rule.ts).
  parameters jsonb not null,
  -- sms, email, webhook, robot; the console shows every alert.
  channels text[] not null,
  contact_ids uuid[] not null,
  robot_ids uuid[] not null,
  -- Interval of repetition while the alert lasts and nobody has confirmed it; 0: never.
  repeat_minutes integer not null,
  is_on boolean not null,
  member_id uuid,
  created_at timestamptz not null,
  -- Events before this time don't fire the rule.
  changed_at timestamptz not null,
  primary key (account_id, rule_id)
);
call make_tenant_table('alert_rule');
create unique index alert_rule_balance ON alert_rule (account_id) where kind = 'balance';

-- Accounts with rules to evaluate, once a minute.
create table alert_watch (
  account_id uuid primary key,
  -- The last evaluated minute, in minutes since 1970.
  minute integer not null default 0,
  -- Quiet hours in minutes of the day in China: no notifications outside the console; null: none.
  quiet_from_minute integer,
  quiet_until_minute integer
);
call make_tenant_table('alert_watch');

-- Current problems of the platform itself, for staff. The program that detects a problem confirms it repeatedly; a row
-- without recent confirmation is over.
create table system_alert (
  kind text not null,
  -- The object, such as a host; '' where there is only one.
  subject text not null,
  detail text not null,
  began_at timestamptz not null,
  confirmed_at timestamptz not null,
  primary key (kind, subject)
);
grant select, insert, update, delete on system_alert to hongyan_platform;
