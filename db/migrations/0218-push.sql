-- What customers' programs are told of: reports, inbound messages, results of reviews, alerts, visits of links.

-- Where an app is told, by its owner's choice. A kind of event goes to one of an app's webhooks at most.
create table app_webhook (
  account_id uuid not null,
  webhook_id uuid not null,
  app_id uuid not null,
  url text not null,
  -- contract/push/push.ts: ours, or as Alibaba, Tencent or SUBMAIL tell.
  format text not null,
  kinds text[] not null,
  -- What it is signed with; the one before signs beside it for a while.
  sealed_secret bytea not null,
  sealed_previous bytea,
  previous_until timestamptz,
  state text not null default 'enabled' check (state in ('enabled', 'disabled')),
  -- 'failing': by us, after a day without success. Its events are kept for it.
  disabled_why text check (disabled_why in ('owner', 'failing')),
  -- Since when no try succeeds; null: the last one did.
  failing_since timestamptz,
  failure_count integer not null default 0,
  -- While it fails, it is not tried before.
  next_try_at timestamptz,
  last_success_at timestamptz,
  -- One who answers slowly takes turns among the slow.
  last_elapsed_ms integer,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, webhook_id)
);
call make_tenant_table('app_webhook');
create index app_webhook_app on app_webhook (account_id, app_id);

-- One event for one taker. The report of a message bears the message's id, an inbound message's its own.
create table push_event (
  account_id uuid not null,
  event_id uuid not null,
  -- The webhook; for a pull or SMPP the app.
  queue_id uuid not null,
  sink text not null check (sink in ('webhook', 'pull', 'smpp')),
  app_id uuid not null,
  kind text not null,
  -- As it is told (contract/push/push.ts). Null: the report of a message, told from the message's own row, which never changes any more.
  data jsonb,
  state text not null default 'waiting' check (state in ('waiting', 'parked', 'delivered')),
  attempt_count smallint not null default 0,
  noted_at timestamptz not null,
  due_at timestamptz not null,
  -- Of a pull: what it is acknowledged by.
  cursor_id uuid,
  ended_at timestamptz,
  primary key (account_id, event_id, queue_id)
) with (fillfactor = 80);
call make_tenant_table('push_event');
create index push_event_waiting on push_event (account_id, sink, queue_id, due_at, event_id) where state = 'waiting';
create index push_event_parked on push_event (account_id, queue_id, event_id) where state = 'parked';

-- Which webhooks have events that wait, and who delivers them now. Whoever notes an event adds the row where it is missing and never changes it.
create table push_work (
  account_id uuid not null,
  queue_id uuid not null,
  owner uuid,
  leased_until timestamptz,
  primary key (account_id, queue_id)
) with (fillfactor = 50);
call make_tenant_table('push_work');

-- One request to a webhook, with how it ended.
create table push_attempt (
  account_id uuid not null,
  attempt_id uuid not null,
  webhook_id uuid not null,
  app_id uuid not null,
  event_ids uuid[] not null,
  outcome text not null,
  http_status smallint,
  elapsed_ms integer not null,
  -- Of a test by a member.
  is_test boolean not null default false,
  primary key (account_id, attempt_id)
);
call make_tenant_table('push_attempt');
create index push_attempt_webhook on push_attempt (account_id, webhook_id, attempt_id);
