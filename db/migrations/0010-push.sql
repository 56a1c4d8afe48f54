-- Webhooks: queues, delivery with retry, pull, dead letters.

-- Webhooks of an app. Each kind of event goes to at most one of them.
create table app_webhook (
  account_id uuid not null,
  webhook_id uuid not null,
  app_id uuid not null,
  url text not null,
  -- Payload format, ours or that of Alibaba, Tencent or SUBMAIL (contract/push/push.ts).
  format text not null,
  kinds text[] not null,
  -- Secret of the webhook signature; after a change the previous one signs as well until `previous_until`.
  encrypted_secret bytea not null,
  encrypted_previous bytea,
  previous_until timestamptz,
  state text not null default 'enabled' check (state in ('enabled', 'disabled')),
  -- 'failing': disabled by the platform after a day without success. Its events are kept.
  disabled_why text check (disabled_why in ('owner', 'failing')),
  -- Since when every attempt has failed; null: the last one succeeded.
  failing_since timestamptz,
  failure_count integer not null default 0,
  -- While the webhook fails: no attempt before this time.
  next_try_at timestamptz,
  last_success_at timestamptz,
  -- Duration of the last attempt; slow webhooks are served apart from the others.
  last_elapsed_ms integer,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, webhook_id)
);
call make_tenant_table('app_webhook');
create index app_webhook_app ON app_webhook (account_id, app_id);

-- One request to a webhook, with its outcome.
create table push_attempt (
  account_id uuid not null,
  attempt_id uuid not null,
  webhook_id uuid not null,
  app_id uuid not null,
  event_ids uuid[] not null,
  outcome text not null,
  http_status smallint,
  elapsed_ms integer not null,
  -- Sent by a member as a test.
  is_test boolean not null default false,
  primary key (account_id, attempt_id)
);
call make_tenant_table('push_attempt');
create index push_attempt_webhook ON push_attempt (account_id, webhook_id, attempt_id);

-- Webhooks with waiting events, and the lease of the worker that delivers them. Recording an event inserts the row if
-- it is missing and never updates it.
create table push_work (
  account_id uuid not null,
  queue_id uuid not null,
  owner uuid,
  leased_until timestamptz,
  primary key (account_id, queue_id)
) with (fillfactor = 50);
call make_tenant_table('push_work');
