-- Apps of customers: keys, signatures of requests, request log, SMPP accounts, admission control.

-- The secret of a key is kept hashed for bearer use.
create table access_key (
  access_key_id text primary key,
  account_id uuid not null,
  app_id uuid not null,
  secret_hash bytea not null,
  state text not null default 'enabled' check (state in ('enabled', 'disabled', 'deleted')),
  created_at timestamptz not null default now(),
  -- Sealed with the key's id as context, for signatures made with it; keys older than signatures have none and are good
  -- as bearers only.
  encrypted_secret bytea,
  -- What it may be used for (contract/apps/app.ts).
  scopes text[] not null default '{send,query,template,link,contact,callback}',
  last_used_at timestamptz,
  last_used_ip inet,
  member_id uuid,
  disabled_at timestamptz,
  -- A key that was replaced stops by itself then.
  ends_at timestamptz,
  note text not null default ''
);
grant select, insert, update on access_key to hongyan_app, hongyan_platform;
create index access_key_app ON access_key (account_id, app_id);

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

create table app (
  account_id uuid not null,
  app_id uuid not null,
  name text not null,
  state text not null default 'enabled' check (state in ('enabled', 'disabled', 'deleted')),
  created_at timestamptz not null default now(),
  -- A test app sends nothing and costs nothing: special numbers give special results.
  kind text not null default 'production' check (kind in ('production', 'test')),
  note text not null default '',
  -- The number that programs of the Tencent SDK call it by; one of a sequence, so that no two apps share it.
  number text not null default nextval('app_number'),
  -- What contract/apps/app-setting.ts reads, with its defaults for what is missing.
  settings jsonb not null default '{}',
  default_signature_id uuid,
  -- Who made it; null: the platform's demo.
  member_id uuid,
  disabled_at timestamptz,
  disabled_why text,
  deleted_at timestamptz,
  -- Until then it sends no codes: their use looked like abuse.
  otp_paused_until timestamptz,
  otp_paused_reason text,
  primary key (account_id, app_id)
);
call make_tenant_table('app');

-- The last requests of each app and the last refused ones, as its owner looks them up; older ones leave when new ones
-- come.
create table request_log (
  account_id uuid not null,
  app_id uuid not null,
  log_id uuid not null,
  access_key_id text,
  request_id text not null,
  ingress text not null,
  action text not null,
  http_status smallint not null,
  -- In the words of the ingress: `ok`, `isv.AMOUNT_NOT_ENOUGH`, `LimitExceeded.…`.
  code text not null,
  message text not null,
  is_refused boolean not null,
  address text not null,
  elapsed_ms integer not null,
  at timestamptz not null,
  -- What helps to mend a refused request (domain/apps/request-log.ts).
  detail jsonb,
  primary key (account_id, app_id, log_id)
);
call make_tenant_table('request_log');
create index request_log_refused ON request_log (account_id, app_id, log_id) where is_refused;

-- Signed requests are good once, whichever program takes them: what was seen of the last minutes. Hashes of key and
-- nonce, so that none tells its account.
create table request_nonce (
  nonce uuid primary key,
  expires_at timestamptz not null
);
grant select, insert on request_nonce to hongyan_app;
grant select, insert, delete on request_nonce to hongyan_platform;
create index request_nonce_expires ON request_nonce (expires_at);

-- Customers' programs by SMPP: what an app binds with. A system id is unique in all the world of ours, so it is the
-- key.
create table smpp_account (
  system_id text primary key check (length(system_id) >= 1 and length(system_id) <= 15),
  account_id uuid not null,
  app_id uuid not null,
  -- HMAC with a key of the platform's: eight characters alone would not withstand a thief of the database.
  password_hash bytea not null,
  password_changed_at timestamptz not null,
  -- Unanswered requests that a session may have, either way.
  window_size smallint not null check (window_size >= 1 and window_size <= 1000),
  rate_per_second integer not null check (rate_per_second >= 1 and rate_per_second <= 5000),
  bind_limit smallint not null check (bind_limit >= 1 and bind_limit <= 50),
  -- Texts that fit no template go out as well; staff allow it.
  allows_free_text boolean not null default false,
  created_at timestamptz not null,
  unique (account_id, app_id)
);
grant select, insert, update, delete on smpp_account to hongyan_app, hongyan_platform;

-- Sessions that are bound now. One that was not seen for 15 seconds is gone: its program was killed.
create table smpp_bind (
  account_id uuid not null,
  bind_id uuid not null,
  app_id uuid not null,
  kind text not null check (kind in ('transmitter', 'receiver', 'transceiver')),
  address text not null,
  -- Machine and port of the program that it is bound to: when that starts anew, its old sessions are gone.
  program text not null,
  bound_at timestamptz not null,
  seen_at timestamptz not null,
  submitted_count integer not null default 0,
  delivered_count integer not null default 0,
  primary key (account_id, bind_id)
) with (fillfactor = 50);
call make_tenant_table('smpp_bind');
create index smpp_bind_seen ON smpp_bind (seen_at);

-- What came by SMPP and has yet to be answered with a receipt, or is a part of a longer text.
create table smpp_submit (
  account_id uuid not null,
  -- The id that it was answered with.
  submit_id uuid not null,
  app_id uuid not null,
  -- Null: a part that waits for the others.
  message_id uuid,
  source text not null,
  source_kind integer not null,
  destination text not null,
  destination_kind integer not null,
  -- registered_delivery: 0 no receipt, 1 in any case, 2 when it failed.
  receipt smallint not null,
  submitted_at timestamptz not null,
  reference integer,
  part_count smallint,
  part smallint,
  data_coding smallint,
  body bytea,
  -- Why no message came of it although it was answered as taken: the word for its receipt.
  ended_as text,
  reason text,
  ended_at timestamptz,
  -- When its own receipt is to be told (again).
  due_at timestamptz,
  primary key (account_id, submit_id)
);
call make_tenant_table('smpp_submit');
create index smpp_submit_age ON smpp_submit (submitted_at);
create index smpp_submit_ended ON smpp_submit (account_id, app_id, due_at) where due_at is not null;
-- The part that made a text whole keeps its bytes for a while: one that comes again, since its answer was lost, is
-- known by them.
create index smpp_submit_last ON smpp_submit (account_id, app_id, destination, reference) where message_id is not null
  and body is not null;
create index smpp_submit_message ON smpp_submit (account_id, message_id) where message_id is not null;
create unique index smpp_submit_part ON smpp_submit (account_id, app_id, source, destination, reference, part_count,
  part) where message_id is null and ended_at is null;
