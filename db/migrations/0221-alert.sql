-- What was accepted and what ended in each minute, by when it was counted: alerts look at the last ten minutes and the last hour, and at the same hour of the
-- day before. Written where deltas are folded into the totals (domain/message-records/statistics/roll-up.ts), kept for a day and an hour or two.
create table statistics_minute (
  account_id uuid not null,
  -- Minutes since 1970.
  minute integer not null,
  kind text not null,
  app_id uuid not null,
  -- Why messages did not arrive; empty for all others.
  reason text not null,
  accepted_count integer not null,
  segment_count integer not null,
  delivered_count integer not null,
  -- Failed and unknown ones; refused ones were never sent.
  failed_count integer not null,
  primary key (account_id, minute, kind, app_id, reason)
);
call make_tenant_table('statistics_minute');
-- The minute in which an id was made, in minutes since 1970.
create function counted_minute(id uuid) returns integer language sql immutable strict parallel safe as $$
  select ((('x' || left(translate(id::text, '-', ''), 12))::bit(48)::bigint) / 60000)::integer
$$;

-- Requests of an app's programs by where they came from (domain/apps/address-use.ts).
create table address_use (
  account_id uuid not null,
  app_id uuid not null,
  -- Hours since 1970.
  hour integer not null,
  address text not null,
  request_count integer not null,
  refused_count integer not null,
  primary key (account_id, app_id, hour, address)
);
call make_tenant_table('address_use');

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
create unique index alert_rule_balance on alert_rule (account_id) where kind = 'balance';

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
  recovered_why text,
  told_count integer not null default 0,
  last_told_at timestamptz,
  -- Waits for the end of the quiet time.
  is_held boolean not null default false,
  -- Its rule says nothing of the same subject until then.
  muted_until timestamptz,
  primary key (account_id, alert_id)
);
call make_tenant_table('alert');
create unique index alert_active on alert (account_id, rule_id, subject) where state <> 'recovered' and not is_test;
create index alert_subject on alert (account_id, rule_id, subject);

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

-- Robots of group chats. The address has a key in it and is sealed, as is the secret that requests are signed with.
create table alert_robot (
  account_id uuid not null,
  robot_id uuid not null,
  name text not null,
  kind text not null check (kind in ('wecom', 'dingtalk', 'feishu')),
  sealed_url bytea not null,
  sealed_secret bytea,
  -- What people know it by.
  url_tail text not null,
  last_sent_at timestamptz,
  last_failure text,
  created_at timestamptz not null,
  primary key (account_id, robot_id)
);
call make_tenant_table('alert_robot');

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

-- Alerts tell of the balance now, and know what they told.
alter table balance_warning drop column first_told_on, drop column second_told_on, drop column segment_told_on;
-- Row level security is forced: an owner who is no superuser would see none.
alter table balance_warning no force row level security;
alter table alert_watch no force row level security;
insert into alert_watch (account_id) select account_id from balance_warning;
alter table balance_warning force row level security;
alter table alert_watch force row level security;
