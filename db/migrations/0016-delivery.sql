-- What the engine needs: acceptance into the outbox, settlement of charges, inbound messages, usage of apps.

-- The hour of a message's acceptance, in hours since 1970: its id begins with the milliseconds.
create function message_hour(id uuid) returns integer language sql immutable strict parallel safe as $$
  select ((('x' || left(translate(id::text, '-', ''), 12))::bit(48)::bigint) / 3600000)::integer
$$;

-- The step of the histogram of times to report that a delivered message falls into; the bounds are those of
-- domain/delivery/statistics/measure.ts.
create function report_delay_step(submitted_at timestamptz, finished_at timestamptz) returns integer language sql immutable strict parallel safe as $$
  select width_bucket(extract(epoch from finished_at - submitted_at)::double precision,
    array[0.5, 1, 1.5, 2, 3, 4, 6, 8, 12, 20, 40, 120, 600, 3600, 21600]::double precision[])
$$;

-- Which accounts a channel's owner should look at next, and from when on.
create table account_work (
  account_id uuid not null,
  channel_id uuid not null,
  due_at timestamptz not null,
  -- The most urgent message that an account has ready on a channel (outbox.priority): codes of any account go before
  -- the notices and marketing of all.
  priority smallint not null default 2,
  primary key (account_id, channel_id)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0);
call make_tenant_table('account_work');
create index account_work_turn ON account_work (channel_id, priority, due_at);

-- What an app has sent on a day of China, as its own limits count it: one row is added to by every commit.
create table app_usage (
  account_id uuid not null,
  app_id uuid not null,
  -- 2026-11-21
  day text not null,
  segment_count bigint not null default 0,
  -- Of the balance; what is given back for messages that did not arrive is taken off on the day that they were sent.
  spent_hao bigint not null default 0,
  primary key (account_id, app_id, day)
) with (fillfactor = 50);
call make_tenant_table('app_usage');

-- Parts that a report said had failed, for as long as reports come: the first final report stands, and one that says
-- "delivered" later is counted.
create table failed_part (
  channel_id uuid not null,
  upstream_id text not null,
  failed_at timestamptz not null default now(),
  primary key (channel_id, upstream_id)
);
grant select, insert, delete on failed_part to hongyan_platform;
create index failed_part_age ON failed_part (failed_at);

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
  -- How a refusal was answered: by a message, or why it was not. Parts that came of those there should be.
  answer_message_id uuid,
  answer_problem text,
  part_count smallint not null default 1,
  missing_parts smallint not null default 0,
  primary key (account_id, inbound_id)
);
call make_tenant_table('inbound');
create index inbound_phone ON inbound (account_id, phone, inbound_id);

-- Parts of a long message from a phone, until the last of them is there: a part is kept before the carrier is answered.
create table inbound_part (
  channel_id uuid not null,
  phone text not null,
  sender_number text not null,
  reference integer not null,
  part_count smallint not null,
  part smallint not null,
  text text not null,
  received_at timestamptz not null,
  primary key (channel_id, phone, sender_number, reference, part_count, part)
);
grant select, insert, update, delete on inbound_part to hongyan_platform;
create index inbound_part_age ON inbound_part (received_at);

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
  carrier text not null,
  content text not null,
  segment_count smallint not null,
  state text not null default 'queued' check (state
    in ('queued', 'held', 'sending', 'submitted', 'delivered', 'undelivered', 'expired', 'rejected', 'unknown',
    'refused', 'canceled')),
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
  -- Where the number was given out, by its first seven digits (domain/numbering/province.ts): 广东. Null: not known.
  province text,
  -- When a message's charge was booked: the day and month in which it is billed. The carrier's own time of the report
  -- is finished_at.
  settled_at timestamptz,
  -- open, alibaba, tencent or smpp; null: the console, a broadcast or the platform itself.
  ingress text,
  batch_id uuid,
  extension text,
  primary key (account_id, message_id)
) partition by range (message_id);
call make_tenant_table('message');
create index message_broadcast ON ONLY message (account_id, broadcast_id, message_id) where broadcast_id is not null;
-- Customers' programs look messages up by their own ids, however old; the column never changes. Broadcasts have none
-- and pay nothing for it.
create index message_custom_id ON ONLY message (account_id, custom_id, message_id) where custom_id is not null;
create index message_phone ON ONLY message (account_id, phone, message_id);

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
call make_tenant_table('outbox');
create index outbox_broadcast ON outbox (account_id, broadcast_id) where broadcast_id is not null
  and claim_token is null;
create index outbox_claimed ON outbox (channel_id, claim_token) where claim_token is not null;
create index outbox_ready ON outbox (account_id, channel_id, priority, due_at, message_id) where claim_token is null;

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
create index parked_report_age ON parked_report (received_at);

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

create table statistics_delta (
  account_id uuid not null,
  batch_id uuid not null,
  line integer not null,
  hour integer not null,
  kind text not null,
  app_id uuid not null,
  signature_id uuid not null,
  template_id uuid not null,
  carrier text not null,
  province text not null,
  reason text not null default '',
  accepted_count integer not null default 0,
  segment_count integer not null default 0,
  delivered_count integer not null default 0,
  failed_count integer not null default 0,
  unknown_count integer not null default 0,
  refused_count integer not null default 0,
  canceled_count integer not null default 0,
  charged_segment_count integer not null default 0,
  cost_hao bigint not null default 0,
  delay_0_count integer not null default 0,
  delay_1_count integer not null default 0,
  delay_2_count integer not null default 0,
  delay_3_count integer not null default 0,
  delay_4_count integer not null default 0,
  delay_5_count integer not null default 0,
  delay_6_count integer not null default 0,
  delay_7_count integer not null default 0,
  delay_8_count integer not null default 0,
  delay_9_count integer not null default 0,
  delay_10_count integer not null default 0,
  delay_11_count integer not null default 0,
  delay_12_count integer not null default 0,
  delay_13_count integer not null default 0,
  delay_14_count integer not null default 0,
  delay_15_count integer not null default 0,
  primary key (account_id, batch_id, line)
) with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0);
call make_tenant_table('statistics_delta');

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
grant select, insert, update, delete on submitted_part to hongyan_platform;
create index submitted_part_age ON submitted_part (submitted_at);

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
