-- Every message, by month: a UUIDv7 carries its time, so the id alone is the key and the range (values/id.ts).
create table message (
  account_id uuid not null,
  message_id uuid not null,
  broadcast_id uuid,
  app_id uuid,
  kind text not null,
  signature_id uuid not null,
  template_id uuid,
  phone text not null,
  operator text not null,
  content text not null,
  segment_count smallint not null,
  state text not null default 'queued' check (state in
    ('queued', 'held', 'sending', 'submitted', 'delivered', 'undelivered', 'expired', 'rejected', 'unknown', 'refused', 'canceled')),
  -- Why it is held, refused or failed: a report code or a word of ours.
  reason text,
  hold_id uuid,
  channel_id uuid,
  upstream_id text,
  attempt_count smallint not null default 0,
  -- The carrier may have got it twice: it was in the window when a program died.
  maybe_twice boolean not null default false,
  custom_id text,
  submitted_at timestamptz,
  finished_at timestamptz,
  primary key (account_id, message_id)
) partition by range (message_id);
create index message_phone on message (account_id, phone, message_id);
create index message_broadcast on message (account_id, broadcast_id, message_id) where broadcast_id is not null;
call make_tenant_table('message');

-- What is yet to be sent, narrow: gone when the carrier has answered. priority: 0 code, 1 notice, 2 marketing.
create table outbox (
  account_id uuid not null,
  message_id uuid not null,
  channel_id uuid not null,
  priority smallint not null,
  due_at timestamptz not null default now(),
  expires_at timestamptz not null,
  broadcast_id uuid,
  attempt_count smallint not null default 0,
  -- The channel owner's fencing token, from the commit before it is sent.
  claim_token bigint,
  primary key (account_id, message_id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0);
create index outbox_ready on outbox (account_id, channel_id, priority, due_at, message_id) where claim_token is null;
create index outbox_claimed on outbox (channel_id, claim_token) where claim_token is not null;
create index outbox_broadcast on outbox (account_id, broadcast_id) where broadcast_id is not null and claim_token is null;
call make_tenant_table('outbox');

-- Which accounts a channel's owner should look at next, and from when on.
create table account_work (
  account_id uuid not null,
  channel_id uuid not null,
  due_at timestamptz not null,
  primary key (account_id, channel_id)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0);
create index account_work_due on account_work (channel_id, due_at);
call make_tenant_table('account_work');

create table channel (
  channel_id uuid primary key,
  name text not null,
  protocol text not null default 'smpp' check (protocol in ('smpp')),
  host text not null,
  port integer not null,
  system_id text not null,
  password_sealed bytea not null,
  sender_number text not null,
  kinds text[] not null,
  operators text[] not null,
  window_size integer not null default 100,
  rate_per_second integer not null default 1000,
  bind_count integer not null default 1,
  upstream_id_form text not null default 'raw' check (upstream_id_form in ('raw', 'decimal', 'hex')),
  enabled boolean not null default true,
  state text not null default 'down' check (state in ('up', 'down')),
  state_detail text,
  state_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
grant select on channel to hongyan_app;
grant select, insert, update on channel to hongyan_platform;

-- A part that the carrier has taken, until its report: the way from the carrier's id back to account and message.
create table submitted_part (
  channel_id uuid not null,
  upstream_id text not null,
  account_id uuid not null,
  message_id uuid not null,
  part smallint not null,
  part_count smallint not null,
  submitted_at timestamptz not null default now(),
  primary key (channel_id, upstream_id)
) with (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0);
create index submitted_part_age on submitted_part (submitted_at);
grant select, insert, update, delete on submitted_part to hongyan_platform;

-- Reports of the parts of a long message: its state is a function of all of them.
create table part_report (
  account_id uuid not null,
  message_id uuid not null,
  part smallint not null,
  state text not null,
  code text not null,
  at timestamptz not null,
  primary key (account_id, message_id, part)
);
call make_tenant_table('part_report');

-- Reports that found no message yet: matched again when submit answers are committed, for 72 h.
create table parked_report (
  channel_id uuid not null,
  upstream_id text not null,
  state text not null,
  code text not null,
  phone text not null,
  done_at timestamptz not null,
  received_at timestamptz not null default now(),
  primary key (channel_id, upstream_id)
);
grant select, insert, update, delete on parked_report to hongyan_platform;

create table inbound (
  account_id uuid not null,
  inbound_id uuid not null,
  phone text not null,
  sender_number text not null,
  text text not null,
  signature_id uuid,
  message_id uuid,
  effect text,
  received_at timestamptz not null default now(),
  primary key (account_id, inbound_id)
);
create index inbound_phone on inbound (account_id, phone, inbound_id);
call make_tenant_table('inbound');

-- Inbound messages that belong to nobody that we know.
create table unmatched_inbound (
  inbound_id uuid primary key,
  channel_id uuid not null,
  phone text not null,
  sender_number text not null,
  text text not null,
  received_at timestamptz not null default now()
);
grant select, insert, update, delete on unmatched_inbound to hongyan_platform;
grant usage on schema public to hongyan_app, hongyan_platform;
