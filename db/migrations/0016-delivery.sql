-- Delivery: acceptance into the outbox, settlement of charges, inbound messages, usage of apps.

-- The hour of a message's acceptance, in hours since 1970: its id begins with the time in milliseconds.
create function message_hour(id uuid) returns integer language sql immutable strict parallel safe as $$
  select ((('x' || left(translate(id::text, '-', ''), 12))::bit(48)::bigint) / 3600000)::integer
$$;

-- The bucket of the histogram of times to report for a delivered message; its bounds are those of
-- domain/delivery/statistics/measure.ts.
create function report_delay_step(submitted_at timestamptz, finished_at timestamptz) returns integer language sql immutable strict parallel safe as $$
  select width_bucket(extract(epoch from finished_at - submitted_at)::double precision,
    array[0.5, 1, 1.5, 2, 3, 4, 6, 8, 12, 20, 40, 120, 600, 3600, 21600]::double precision[])
$$;

-- The accounts that a channel's owner serves next, and from when on.
create table account_work (
  account_id uuid not null,
  channel_id uuid not null,
  due_at timestamptz not null,
  -- Priority of the account's most urgent ready message on the channel (outbox.priority): one-time codes of any account
  -- precede transactional and marketing messages of all.
  priority smallint not null default 2,
  primary key (account_id, channel_id)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0);
call make_tenant_table('account_work');
create index account_work_turn ON account_work (channel_id, priority, due_at);

-- What an app has sent on a day of China, counted against its own limits: every commit adds to the same row.
create table app_usage (
  account_id uuid not null,
  app_id uuid not null,
  -- 2026-11-21
  day text not null,
  segment_count bigint not null default 0,
  -- Spent from the balance. Refunds for messages that did not arrive are subtracted on the day of sending.
  spent_hao bigint not null default 0,
  primary key (account_id, app_id, day)
) with (fillfactor = 50);
call make_tenant_table('app_usage');

-- Parts with a failed report, kept as long as reports may arrive: the first final report counts, and a later
-- "delivered" is only counted in channel.late_delivery_count.
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
  -- The answer to an opt-out: a message, or why there is none.
  answer_message_id uuid,
  answer_problem text,
  -- Parts of the message, and how many of them never arrived.
  part_count smallint not null default 1,
  missing_parts smallint not null default 0,
  primary key (account_id, inbound_id)
);
call make_tenant_table('inbound');
create index inbound_phone ON inbound (account_id, phone, inbound_id);

-- Parts of an incomplete long message from a phone. A part is stored before the carrier gets its response.
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

-- Messages, partitioned by month: a UUIDv7 contains its time, so the id alone is the key and the range (values/id.ts).
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
  -- Why it is held, refused or failed: a report code or one of our own codes.
  reason text,
  hold_id uuid,
  channel_id uuid,
  upstream_id text,
  attempt_count smallint not null default 0,
  -- The carrier may have received it twice: it was in the window when a program died.
  maybe_twice boolean not null default false,
  custom_id text,
  submitted_at timestamptz,
  finished_at timestamptz,
  -- Province of the number by its first seven digits (domain/numbering/province.ts): 广东. Null: unknown.
  province text,
  -- When the charge was booked, which decides the day and month of the bill; finished_at is the carrier's own time of
  -- the report.
  settled_at timestamptz,
  -- open, alibaba, tencent or smpp; null: the console, a broadcast or the platform itself.
  ingress text,
  batch_id uuid,
  extension text,
  primary key (account_id, message_id)
) partition by range (message_id);
call make_tenant_table('message');
create index message_broadcast ON ONLY message (account_id, broadcast_id, message_id) where broadcast_id is not null;
-- For lookups by the customer's own id at any age; the column never changes. Broadcasts have none and cost no entry.
create index message_custom_id ON ONLY message (account_id, custom_id, message_id) where custom_id is not null;
create index message_phone ON ONLY message (account_id, phone, message_id);

-- The outbox: accepted messages that wait for a channel. Narrow; a row is deleted when the carrier has answered.
-- priority: 0 one-time code, 1 transactional, 2 marketing.
create table outbox (
  account_id uuid not null,
  message_id uuid not null,
  channel_id uuid not null,
  priority smallint not null,
  due_at timestamptz not null default now(),
  expires_at timestamptz not null,
  broadcast_id uuid,
  attempt_count smallint not null default 0,
  -- The channel owner's fencing token, committed before the message is sent.
  claim_token bigint,
  primary key (account_id, message_id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0);
call make_tenant_table('outbox');
create index outbox_broadcast ON outbox (account_id, broadcast_id) where broadcast_id is not null
  and claim_token is null;
create index outbox_claimed ON outbox (channel_id, claim_token) where claim_token is not null;
create index outbox_ready ON outbox (account_id, channel_id, priority, due_at, message_id) where claim_token is null;

-- Reports without a matching message: matched again whenever submit responses are committed, for 72 h.
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

-- Reports of the parts of a long message, whose state is derived from all of them.
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

-- Parts accepted by the carrier and waiting for their report: maps the carrier's id to account and message.
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

-- Inbound messages that match no account.
create table unmatched_inbound (
  inbound_id uuid primary key,
  channel_id uuid not null,
  phone text not null,
  sender_number text not null,
  text text not null,
  received_at timestamptz not null default now()
);
grant select, insert, update, delete on unmatched_inbound to hongyan_platform;
