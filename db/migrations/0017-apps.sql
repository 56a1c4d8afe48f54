-- Apps of customers: keys, request signatures, request log, SMPP accounts, admission control.

-- Access keys. The secret is hashed for use as a bearer token.
create table access_key (
  access_key_id text primary key,
  account_id uuid not null,
  app_id uuid not null,
  secret_hash bytea not null,
  state text not null default 'enabled' check (state in ('enabled', 'disabled', 'deleted')),
  created_at timestamptz not null default now(),
  -- The secret encrypted with the key's id as context, to verify request signatures; keys older than signatures have
  -- none and are valid as bearer tokens only.
  encrypted_secret bytea,
  -- Permitted scopes (contract/apps/app.ts).
  scopes text[] not null default '{send,query,template,link,contact,callback}',
  last_used_at timestamptz,
  last_used_ip inet,
  member_id uuid,
  disabled_at timestamptz,
  -- When a replaced key stops working.
  ends_at timestamptz,
  note text not null default ''
);
grant select, insert, update on access_key to hongyan_app, hongyan_platform;
create index access_key_app ON access_key (account_id, app_id);

-- Requests of an app by client address (domain/apps/address-use.ts).
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
  -- A test app sends nothing and costs nothing: special numbers produce special results.
  kind text not null default 'production' check (kind in ('production', 'test')),
  note text not null default '',
  -- Names the app in the Tencent SDK; from a sequence, so it is unique across accounts.
  number text not null default nextval('app_number'),
  -- Settings as contract/apps/app-setting.ts parses them, with its defaults for missing ones.
  settings jsonb not null default '{}',
  default_signature_id uuid,
  -- Its creator; null: the platform's demo.
  member_id uuid,
  disabled_at timestamptz,
  disabled_why text,
  deleted_at timestamptz,
  -- Sends no one-time codes until then, since their use looked like abuse.
  otp_paused_until timestamptz,
  otp_paused_reason text,
  primary key (account_id, app_id)
);
call make_tenant_table('app');

-- The last requests and the last refused ones of each app, for the customer; new ones displace the oldest.
create table request_log (
  account_id uuid not null,
  app_id uuid not null,
  log_id uuid not null,
  access_key_id text,
  request_id text not null,
  ingress text not null,
  action text not null,
  http_status smallint not null,
  -- The ingress's own code: `ok`, `isv.AMOUNT_NOT_ENOUGH`, `LimitExceeded.…`.
  code text not null,
  message text not null,
  is_refused boolean not null,
  address text not null,
  elapsed_ms integer not null,
  at timestamptz not null,
  -- Diagnosis of a refused request (domain/apps/request-log.ts).
  detail jsonb,
  primary key (account_id, app_id, log_id)
);
call make_tenant_table('request_log');
create index request_log_refused ON request_log (account_id, app_id, log_id) where is_refused;

-- Replay protection, shared by all programs: a signed request is valid once. Rows are hashes of key and nonce of the
-- last minutes and don't reveal an account.
create table request_nonce (
  nonce uuid primary key,
  expires_at timestamptz not null
);
grant select, insert on request_nonce to hongyan_app;
grant select, insert, delete on request_nonce to hongyan_platform;
create index request_nonce_expires ON request_nonce (expires_at);

-- SMPP accounts with which customers' programs bind to an app. A system id is unique across accounts, so it is the key.
create table smpp_account (
  system_id text primary key check (length(system_id) >= 1 and length(system_id) <= 15),
  account_id uuid not null,
  app_id uuid not null,
  -- HMAC with a key of the platform: the password has only eight characters, so a plain hash of it could be cracked
  -- from a stolen database.
  password_hash bytea not null,
  password_changed_at timestamptz not null,
  -- Maximum of unanswered requests of a session, in either direction.
  window_size smallint not null check (window_size >= 1 and window_size <= 1000),
  rate_per_second integer not null check (rate_per_second >= 1 and rate_per_second <= 5000),
  bind_limit smallint not null check (bind_limit >= 1 and bind_limit <= 50),
  -- Texts that match no template are sent as well; staff permit it.
  allows_free_text boolean not null default false,
  created_at timestamptz not null,
  unique (account_id, app_id)
);
grant select, insert, update, delete on smpp_account to hongyan_app, hongyan_platform;

-- Sessions bound now. A session not seen for 15 seconds is over: its program was killed.
create table smpp_bind (
  account_id uuid not null,
  bind_id uuid not null,
  app_id uuid not null,
  kind text not null check (kind in ('transmitter', 'receiver', 'transceiver')),
  address text not null,
  -- Host and port of the program that serves the session: when that restarts, its old sessions are over.
  program text not null,
  bound_at timestamptz not null,
  seen_at timestamptz not null,
  submitted_count integer not null default 0,
  delivered_count integer not null default 0,
  primary key (account_id, bind_id)
) with (fillfactor = 50);
call make_tenant_table('smpp_bind');
create index smpp_bind_seen ON smpp_bind (seen_at);

-- Messages received by SMPP that still need a delivery receipt, and parts of incomplete long messages.
create table smpp_submit (
  account_id uuid not null,
  -- The message_id of its response.
  submit_id uuid not null,
  app_id uuid not null,
  -- Null: a part that waits for the other parts.
  message_id uuid,
  source text not null,
  source_kind integer not null,
  destination text not null,
  destination_kind integer not null,
  -- registered_delivery: 0 no receipt, 1 in any case, 2 on failure.
  receipt smallint not null,
  submitted_at timestamptz not null,
  reference integer,
  part_count smallint,
  part smallint,
  data_coding smallint,
  body bytea,
  -- Final state for the receipt when a request was accepted but produced no message.
  ended_as text,
  reason text,
  ended_at timestamptz,
  -- When its receipt is due, or due again.
  due_at timestamptz,
  primary key (account_id, submit_id)
);
call make_tenant_table('smpp_submit');
create index smpp_submit_age ON smpp_submit (submitted_at);
create index smpp_submit_ended ON smpp_submit (account_id, app_id, due_at) where due_at is not null;
-- The part that completed a message keeps its bytes for a while, to recognize a repetition after a lost response.
create index smpp_submit_last ON smpp_submit (account_id, app_id, destination, reference) where message_id is not null
  and body is not null;
create index smpp_submit_message ON smpp_submit (account_id, message_id) where message_id is not null;
create unique index smpp_submit_part ON smpp_submit (account_id, app_id, source, destination, reference, part_count,
  part) where message_id is null and ended_at is null;
