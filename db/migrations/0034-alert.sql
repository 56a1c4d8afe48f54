-- Alert rules of customers and of the platform: evaluation, receivers, delivery, quiet hours.

create table alert (
  account_id uuid not null,
  alert_id uuid not null,
  rule_id uuid not null,
  kind text not null,
  app_id uuid,
  -- What of the rule it is about: a package, a number, an address, a day; empty: nothing in particular.
  subject text not null,
  severity text not null check (severity in ('notice', 'warning', 'urgent')),
  title text not null,
  body text not null,
  advice text not null,
  link text not null,
  -- When it began, and by now or in the end.
  value_text text not null,
  last_value_text text not null,
  threshold_text text not null,
  action text not null check (action in ('notify', 'brake', 'stopped')),
  state text not null check (state in ('open', 'confirmed', 'recovered')),
  is_test boolean not null default false,
  fired_at timestamptz not null,
  -- Since when its value is calm again.
  calm_since timestamptz,
  confirmed_at timestamptz,
  confirmed_by uuid,
  confirm_note text,
  recovered_at timestamptz,
  recovery_reason text,
  notified_count integer not null default 0,
  last_notified_at timestamptz,
  -- Waits for the end of the quiet time.
  is_held boolean not null default false,
  -- Its rule says nothing of the same subject until then.
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
  -- Only what its owner has proven by a code.
  phone text,
  email text,
  created_at timestamptz not null,
  primary key (account_id, contact_id),
  check (phone is not null or email is not null)
);
call make_tenant_table('alert_contact');

-- What went out for an alert, to whom, and what came of it.
create table alert_delivery (
  account_id uuid not null,
  alert_id uuid not null,
  delivery_id uuid not null,
  channel text not null check (channel in ('console', 'sms', 'email', 'webhook', 'robot')),
  occasion text not null check (occasion in ('fired', 'repeated', 'recovered', 'test')),
  -- A contact's or a robot's name; the number and address as they are.
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

-- Robots of group chats. The address has a key in it and is sealed, as is the secret that requests are signed with.
create table alert_robot (
  account_id uuid not null,
  robot_id uuid not null,
  name text not null,
  kind text not null check (kind in ('wecom', 'dingtalk', 'feishu')),
  encrypted_url bytea not null,
  encrypted_secret bytea,
  -- What people know it by.
  url_tail text not null,
  last_sent_at timestamptz,
  last_failure text,
  created_at timestamptz not null,
  primary key (account_id, robot_id)
);
call make_tenant_table('alert_robot');

-- What an account wants to be told of. The thresholds of the balance stand in balance_warning.
create table alert_rule (
  account_id uuid not null,
  rule_id uuid not null,
  kind text not null,
  -- Null: the whole account.
  app_id uuid,
  -- What contract/alert/alert-rule.ts reads for the kind.
  parameters jsonb not null,
  -- sms, email, webhook, robot; the console shows every alert.
  channels text[] not null,
  contact_ids uuid[] not null,
  robot_ids uuid[] not null,
  -- While it lasts and nobody has confirmed it, it is told again; 0: never.
  repeat_minutes integer not null,
  is_on boolean not null,
  member_id uuid,
  created_at timestamptz not null,
  -- What happened before is no news.
  changed_at timestamptz not null,
  primary key (account_id, rule_id)
);
call make_tenant_table('alert_rule');
create unique index alert_rule_balance ON alert_rule (account_id) where kind = 'balance';

-- An account whose rules are looked at, once a minute.
create table alert_watch (
  account_id uuid primary key,
  -- The last minute, since 1970, that was looked at.
  minute integer not null default 0,
  -- Minutes of the Chinese day in which people outside the console are left alone; null: never.
  quiet_from_minute integer,
  quiet_until_minute integer
);
call make_tenant_table('alert_watch');

-- What is wrong with the platform itself now, for staff. Who finds it says so again and again; a row that nobody
-- confirms any more is over.
create table system_alert (
  kind text not null,
  -- Which of the kind: a host, or empty where there is only one.
  subject text not null,
  detail text not null,
  began_at timestamptz not null,
  confirmed_at timestamptz not null,
  primary key (kind, subject)
);
grant select, insert, update, delete on system_alert to hongyan_platform;
