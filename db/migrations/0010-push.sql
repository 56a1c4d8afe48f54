-- Webhooks: queues, delivery with retry, pull, dead letters.

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
  encrypted_secret bytea not null,
  encrypted_previous bytea,
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
create index app_webhook_app ON app_webhook (account_id, app_id);

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
create index push_attempt_webhook ON push_attempt (account_id, webhook_id, attempt_id);

-- Which webhooks have events that wait, and who delivers them now. Whoever notes an event adds the row where it is
-- missing and never changes it.
create table push_work (
  account_id uuid not null,
  queue_id uuid not null,
  owner uuid,
  leased_until timestamptz,
  primary key (account_id, queue_id)
) with (fillfactor = 50);
call make_tenant_table('push_work');
