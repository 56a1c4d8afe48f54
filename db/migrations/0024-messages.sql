-- Messages: what may be sent, at what price, by whom; programs' requests, replies, sandbox.

-- Messages of test apps: never sent, free of charge and absent from statistics, so they have a table of their own.
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
  -- When its result is due; null: it has arrived, or there is none.
  due_at timestamptz,
  ingress text,
  batch_id uuid,
  primary key (account_id, message_id)
);
call make_tenant_table('sandbox_message');
create index sandbox_message_due ON sandbox_message (due_at) where due_at is not null;

-- One request of a program with its messages, in the order of the request.
create table send_batch (
  account_id uuid not null,
  batch_id uuid not null,
  app_id uuid not null,
  ingress text not null,
  message_ids uuid[] not null,
  -- The customer's own id for the request, returned with each report.
  out_id text,
  -- When its messages are due; null: at once.
  send_at timestamptz,
  created_at timestamptz not null,
  primary key (account_id, batch_id)
);
call make_tenant_table('send_batch');
-- When a text is withdrawn from use, its scheduled requests are looked up.
create index send_batch_scheduled ON send_batch (account_id, send_at) where send_at is not null;
