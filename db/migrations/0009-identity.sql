-- Identity: passwords, one-time codes, second factors, sessions, rate limits, audit log with its hash chain.

create table account (
  account_id uuid primary key,
  kind text not null default 'customer' check (kind in ('customer', 'platform')),
  name text not null,
  state text not null default 'active' check (state in ('active', 'frozen', 'closed')),
  -- 实名认证: when the account was verified; before that it can't send.
  attested_at timestamptz,
  attested_name text,
  -- When no package is left: 用尽停发 or 转余额.
  when_empty text not null default 'balance' check (when_empty in ('stop', 'balance')),
  created_at timestamptz not null default now(),
  attested_as text check (attested_as in ('person', 'company', 'public')),
  -- The day on which the papers expire; null: never.
  attested_until text check (attested_until ~ '^\d{4}-\d{2}-\d{2}$'),
  -- The latest expiry reminder sent, in days before the end.
  attested_notified_days smallint,
  -- Created by the demo, whatever its name is now: a start without the demo closes it.
  is_demo boolean not null default false
);
call make_tenant_table('account');

-- Acts of members, with their origin. Append-only for the application.
create table audit_log (
  account_id uuid not null,
  audit_id uuid not null,
  member_id uuid,
  action text not null,
  object text,
  result text not null default 'ok',
  address text,
  agent text,
  detail jsonb,
  at timestamptz not null default now(),
  kind text not null default 'operation' check (kind in ('operation', 'sign_in', 'money')),
  -- The member's name at that time; members may be renamed or removed.
  actor text,
  place text,
  request_id text,
  -- The refusal's sentence, as the member saw it.
  reason text,
  change jsonb,
  primary key (account_id, audit_id)
);
call make_tenant_table('audit_log');
revoke update, delete on audit_log from hongyan_app, hongyan_platform;
create index audit_log_kind ON audit_log (account_id, kind, audit_id);

-- Both ends of an account's hash chain; the base moves when entries past their retention are deleted.
create table audit_chain (
  account_id uuid primary key,
  base_position bigint not null default 0,
  base_hash bytea not null default '\x',
  head_position bigint not null default 0,
  head_hash bytea not null default '\x',
  -- HMAC over the four columns above.
  proof bytea not null default '\x'
);
call make_tenant_table('audit_chain');
revoke insert, update, delete on audit_chain from hongyan_app;

-- Hash chain of the audit log: one entry for each line. An entry's HMAC covers its line and the previous entry; the key
-- is not in the database.
create table audit_chain_entry (
  account_id uuid not null,
  position bigint not null,
  audit_id uuid not null,
  -- Version of the hashed form: which columns it covers (domain/identity/audit-line.ts).
  form smallint not null,
  hash bytea not null,
  chained_at timestamptz not null,
  primary key (account_id, position),
  unique (account_id, audit_id)
);
call make_tenant_table('audit_chain_entry');
revoke insert, update, delete on audit_chain_entry from hongyan_app;
revoke update, delete on audit_chain_entry from hongyan_platform;

-- Lines not chained yet; they wait about a second. The nil UUID's chain is that of the staff's audit log.
create table audit_chain_queue (
  account_id uuid not null,
  audit_id uuid not null,
  primary key (account_id, audit_id)
);
call make_tenant_table('audit_chain_queue');
revoke update, delete on audit_chain_queue from hongyan_app;

-- Used captcha solutions; each is valid once.
create table captcha_spent (
  captcha_hash bytea primary key,
  expires_at timestamptz not null
);
grant select, insert, delete on captcha_spent to hongyan_app, hongyan_platform;

-- Links that verify an e-mail address.
create table email_link (
  account_id uuid not null,
  member_id uuid not null,
  email text not null,
  token_hash bytea not null,
  expires_at timestamptz not null,
  primary key (account_id, member_id)
);
call make_tenant_table('email_link');

-- First responses to mutating calls, by idempotency key: a repeated request gets the same response and has no second
-- effect.
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

-- Browsers in which a member has signed in, identified by a cookie. Only the cookie's hash is stored.
create table member_device (
  account_id uuid not null,
  member_id uuid not null,
  device_hash bytea not null,
  agent text not null,
  address text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (account_id, member_id, device_hash)
);
call make_tenant_table('member_device');

-- Earlier passwords; the latest ones may not be reused.
create table member_password (
  account_id uuid not null,
  member_id uuid not null,
  ended_at timestamptz not null,
  password_hash text not null,
  primary key (account_id, member_id, ended_at)
);
call make_tenant_table('member_password');

-- The current one-time code for a number and purpose; only its HMAC is stored.
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

-- Recovery codes, ten for a member, which replace a lost authenticator; each is valid once.
create table recovery_code (
  account_id uuid not null,
  member_id uuid not null,
  code_hmac bytea not null,
  spent_at timestamptz,
  primary key (account_id, member_id, code_hmac)
);
call make_tenant_table('recovery_code');

create table session (
  token_hash bytea primary key,
  session_id uuid not null unique,
  account_id uuid not null,
  member_id uuid not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  address text not null,
  agent text not null,
  proof text not null default 'password' check (proof in ('password', 'code', 'totp', 'recovery_code', 'staff')),
  -- Impersonation: the member of staff who views the account, read-only.
  staff_id uuid,
  staff_name text
);
grant select, insert, update, delete on session to hongyan_app, hongyan_platform;
create index session_member ON session (account_id, member_id);

-- Sign-ins whose password was right and whose second factor is missing. Not a session: grants no access.
create table sign_in_challenge (
  token_hash bytea primary key,
  account_id uuid not null,
  member_id uuid not null,
  login text not null,
  -- The second factor asked for: a code of the authenticator or one by SMS.
  factor text not null check (factor in ('sms', 'totp')),
  -- Asked for because the browser is new.
  is_new_device boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  tries smallint not null default 0
);
grant select, insert, update, delete on sign_in_challenge to hongyan_app, hongyan_platform;

-- Step-up authentication: a sensitive act needs a fresh proof besides the session. One proof allows one act.
create table step_up (
  account_id uuid not null,
  session_id uuid not null,
  purpose text not null,
  asked_at timestamptz not null,
  confirmed_at timestamptz,
  primary key (account_id, session_id)
);
call make_tenant_table('step_up');

-- The only way to delete from the audit logs: lines up to a position, none of them younger than the promised retention.
create function purge_audit_log(chain uuid, up_to bigint) returns bigint
language plpgsql security definer set search_path = pg_catalog, public as $$
declare removed bigint;
begin
  perform set_config('app.account_id', chain::text, true);
  if exists (
    select from audit_chain_entry s
    left join audit_log a on a.account_id = s.account_id and a.audit_id = s.audit_id
    left join staff_audit_log f on s.account_id = '00000000-0000-0000-0000-000000000000' and f.audit_id = s.audit_id
    where s.account_id = chain and s.position <= up_to and coalesce(a.at, f.at) > now() - interval '190 days'
  ) then raise exception 'lines of the log are kept for 190 days'; end if;
  delete from audit_log a using audit_chain_entry s
    where s.account_id = chain and s.position <= up_to and a.account_id = s.account_id and a.audit_id = s.audit_id;
  delete from staff_audit_log f using audit_chain_entry s
    where chain = '00000000-0000-0000-0000-000000000000' and s.account_id = chain and s.position <= up_to and f.audit_id = s.audit_id;
  delete from audit_chain_entry where account_id = chain and position <= up_to;
  get diagnostics removed = row_count;
  return removed;
end $$;
revoke execute on function purge_audit_log(uuid, bigint) from public;
grant execute on function purge_audit_log(uuid, bigint) to hongyan_platform;
