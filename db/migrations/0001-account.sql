-- Two roles (db/roles.ts): the customers' programs see one account at a time (row level security); the platform's own programs (dispatch, jobs, back office)
-- see all. The owner, who need not be a superuser, sees all for migrations.
grant usage on schema public to hongyan_app, hongyan_platform;

-- Makes a table a tenant's: forced row level security, so that an unset account is an error and another account's row is not there.
create procedure make_tenant_table(name regclass) language plpgsql as $$ begin
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  execute format('create policy tenant on %s to hongyan_app using (account_id = current_setting(''app.account_id'')::uuid)', name);
  execute format('create policy platform on %s to hongyan_platform using (true) with check (true)', name);
  execute format('create policy owner on %s to %I using (true) with check (true)', name, current_user);
  execute format('grant select, insert, update, delete on %s to hongyan_app, hongyan_platform', name);
end $$;

create table account (
  account_id uuid primary key,
  kind text not null default 'customer' check (kind in ('customer', 'platform')),
  name text not null,
  state text not null default 'active' check (state in ('active', 'frozen', 'closed')),
  -- 实名认证: until then nothing can be sent.
  attested_at timestamptz,
  attested_name text,
  -- What happens when no package is left: 用尽停发 or 转余额.
  when_empty text not null default 'balance' check (when_empty in ('stop', 'balance')),
  created_at timestamptz not null default now()
);
call make_tenant_table('account');

create table member (
  account_id uuid not null references account,
  member_id uuid not null,
  login text not null,
  phone text not null,
  name text not null,
  role text not null default 'owner',
  password_hash text not null,
  password_changed_at timestamptz not null default now(),
  last_sign_in_at timestamptz,
  last_sign_in_address text,
  created_at timestamptz not null default now(),
  primary key (account_id, member_id)
);
call make_tenant_table('member');

-- Global names live in tables of their own, keyed by the name. Both the phone and the login name of a member sign in.
create table login_name (
  login text primary key,
  account_id uuid not null,
  member_id uuid not null
);
grant select, insert, update, delete on login_name to hongyan_app, hongyan_platform;

create table session (
  token_hash bytea primary key,
  session_id uuid not null unique,
  account_id uuid not null,
  member_id uuid not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  address text not null,
  agent text not null
);
create index session_member on session (account_id, member_id);
grant select, insert, update, delete on session to hongyan_app, hongyan_platform;

-- One live code for a number and purpose; only its HMAC is kept.
create table one_time_code (
  phone text not null,
  purpose text not null,
  code_hmac bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  tries smallint not null default 0,
  spent_at timestamptz,
  primary key (phone, purpose)
);
grant select, insert, update, delete on one_time_code to hongyan_app, hongyan_platform;

-- Solved captchas that were used: each counts once.
create table captcha_spent (
  captcha_hash bytea primary key,
  expires_at timestamptz not null
);
grant select, insert, delete on captcha_spent to hongyan_app, hongyan_platform;

-- Counters of rate-limiter-flexible (its own shape).
create table rate_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
grant select, insert, update, delete on rate_limit to hongyan_app, hongyan_platform;

-- What people did, with from where. Append-only for the application.
create table activity (
  account_id uuid not null,
  activity_id uuid not null,
  member_id uuid,
  action text not null,
  object text,
  result text not null default 'ok',
  address text,
  agent text,
  detail jsonb,
  at timestamptz not null default now(),
  primary key (account_id, activity_id)
);
call make_tenant_table('activity');
revoke update, delete on activity from hongyan_app, hongyan_platform;

-- First answers of mutating calls, by the caller's key: a repeated request gets the same answer and has no second effect.
create table idempotency (
  account_id uuid not null,
  key text not null,
  call text not null,
  body_hash bytea not null,
  status smallint,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (account_id, key)
);
call make_tenant_table('idempotency');

create table staff (
  staff_id uuid primary key,
  login text not null unique,
  name text not null,
  role text not null check (role in ('reviewer', 'finance', 'operations', 'administrator')),
  password_hash text not null,
  state text not null default 'active' check (state in ('active', 'frozen')),
  created_at timestamptz not null default now()
);
create table staff_session (
  token_hash bytea primary key,
  staff_id uuid not null references staff,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  address text not null,
  agent text not null
);
create table staff_activity (
  activity_id uuid primary key,
  staff_id uuid,
  action text not null,
  account_id uuid,
  object text,
  result text not null default 'ok',
  address text,
  detail jsonb,
  at timestamptz not null default now()
);
grant select, insert, update on staff to hongyan_platform;
grant select, insert, update, delete on staff_session to hongyan_platform;
grant select, insert on staff_activity to hongyan_platform;

-- A piece of work with one owner at a time: renewed each 5 s, lapses after 15 s. The token rises with each owner and fences off the one before.
create table lease (
  name text primary key,
  owner text not null,
  token bigint not null,
  until timestamptz not null
);
grant select, insert, update, delete on lease to hongyan_platform;
