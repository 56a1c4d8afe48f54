-- Events for customers' programs, enqueued in the transaction in which they happen.

-- One event for one receiver. The report of a message has the message's id, an inbound message its own.
create table push_event (
  account_id uuid not null,
  event_id uuid not null,
  -- The webhook's id; for pull and SMPP the app's.
  queue_id uuid not null,
  sink text not null check (sink in ('webhook', 'pull', 'smpp')),
  app_id uuid not null,
  kind text not null,
  -- The event's payload (contract/push/push.ts). Null: the report of a message, built from the message's row, which no
  -- longer changes.
  data jsonb,
  state text not null default 'waiting' check (state in ('waiting', 'parked', 'delivered')),
  attempt_count smallint not null default 0,
  recorded_at timestamptz not null,
  due_at timestamptz not null,
  -- Pull only: the cursor with which the event is acknowledged.
  cursor_id uuid,
  ended_at timestamptz,
  primary key (account_id, event_id, queue_id)
) with (fillfactor = 80);
call make_tenant_table('push_event');
create index push_event_parked ON push_event (account_id, queue_id, event_id) where state = 'parked';
create index push_event_waiting ON push_event (account_id, sink, queue_id, due_at, event_id) where state = 'waiting';
