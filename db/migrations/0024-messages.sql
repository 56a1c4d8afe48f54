-- Sending: what may be sent, at what price, by whom; requests of programs, replies, sandbox.

-- Messages of test apps: they are never sent, cost nothing and stand in no statistics, so they stand apart from those
-- that do.
create table sandbox_message (
  account_id uuid not null,
  message_id uuid not null,
  app_id uuid not null,
  kind text not null,
  signature_id uuid,
  template_id uuid,
  phone text not null,
  carrier text not null,
  content text not null,
  segment_count smallint not null,
  custom_id text,
  state text not null default 'submitted',
  reason text,
  submitted_at timestamptz not null,
  finished_at timestamptz,
  -- When its result comes; null: it has come, or none will.
  due_at timestamptz,
  ingress text,
  batch_id uuid,
  primary key (account_id, message_id)
);
call make_tenant_table('sandbox_message');
create index sandbox_message_due ON sandbox_message (due_at) where due_at is not null;

-- One request of a program with the messages that came of it, in the order asked.
create table send_batch (
  account_id uuid not null,
  batch_id uuid not null,
  app_id uuid not null,
  ingress text not null,
  message_ids uuid[] not null,
  -- The customer's own word for the request, given back with each report.
  out_id text,
  -- When its messages are due; null: at once.
  send_at timestamptz,
  created_at timestamptz not null,
  primary key (account_id, batch_id)
);
call make_tenant_table('send_batch');
-- Scheduled requests that are still to come are looked for when a text is taken out of use.
create index send_batch_scheduled ON send_batch (account_id, send_at) where send_at is not null;
