-- Staff of the platform: accounts, sign-in, audit log, approvals.

create table staff (
  staff_id uuid primary key,
  login text not null unique,
  name text not null,
  role text not null check (role in ('reviewer', 'finance', 'operations', 'administrator')),
  password_hash text not null,
  state text not null default 'active' check (state in ('active', 'frozen')),
  created_at timestamptz not null default now(),
  last_sign_in_at timestamptz,
  last_sign_in_address text,
  -- Sessions older than this are invalid.
  password_changed_at timestamptz not null default now(),
  totp_secret bytea,
  totp_step bigint,
  totp_draft bytea,
  -- Someone else set the password.
  must_change_password boolean not null default false,
  created_by uuid,
  is_demo boolean not null default false
);
grant select, insert, update on staff to hongyan_platform;

-- Acts that need four eyes: requested by one member of staff, executed when another approves. Programs can't change
-- what was requested.
create table approval (
  approval_id uuid primary key,
  kind text not null,
  -- The customer concerned.
  account_id uuid,
  amount_hao bigint not null,
  payload text not null,
  -- SHA-256 of kind, customer, amount and payload: exactly what the checker saw is executed.
  payload_hash text not null,
  reason text not null,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'rejected', 'withdrawn')),
  maker_id uuid not null references staff(staff_id),
  checker_id uuid references staff(staff_id),
  answer text,
  asked_at timestamptz not null,
  decided_at timestamptz,
  check ((state not in ('approved', 'rejected')) or checker_id is not null and checker_id <> maker_id),
  check ((state = 'waiting') = (decided_at is null))
);
grant select, insert on approval to hongyan_platform;
grant update (state, checker_id, answer, decided_at) on approval to hongyan_platform;
create index approval_account ON approval (account_id, approval_id) where account_id is not null;
create index approval_waiting ON approval (asked_at) where state = 'waiting';

create table staff_audit_log (
  audit_id uuid primary key,
  staff_id uuid,
  action text not null,
  account_id uuid,
  object text,
  result text not null default 'ok',
  address text,
  detail jsonb,
  at timestamptz not null default now(),
  place text,
  request_id text,
  change jsonb
);
grant select, insert on staff_audit_log to hongyan_platform;
create index staff_audit_log_account ON staff_audit_log (account_id, audit_id) where account_id is not null;
-- History of one object: a setting, a channel, a report code.
create index staff_audit_log_object ON staff_audit_log (action, object, audit_id);
create index staff_audit_log_staff ON staff_audit_log (staff_id, audit_id);

-- First responses to staff's acts, as `idempotency` has them for customers.
create table staff_idempotency (
  staff_id uuid not null references staff(staff_id),
  key text not null,
  call text not null,
  body_hash bytea not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (staff_id, key)
);
grant select, insert, update, delete on staff_idempotency to hongyan_platform;

create table staff_session (
  token_hash bytea primary key,
  staff_id uuid not null references staff(staff_id),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  address text not null,
  agent text not null,
  session_id uuid not null default gen_random_uuid() unique,
  -- Signed in with password and authenticator; false: with the password alone.
  by_totp boolean not null default false
);
grant select, insert, update, delete on staff_session to hongyan_platform;
create index staff_session_staff ON staff_session (staff_id);

-- The single-use link that creates the first administrator. Each start of the program replaces it.
create table staff_setup (
  token_hash bytea primary key,
  expires_at timestamptz not null
);
grant select, insert, delete on staff_setup to hongyan_platform;
