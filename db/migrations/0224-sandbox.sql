-- Messages of test apps: they are never sent, cost nothing and stand in no statistics, so they stand apart from those that do.
create table sandbox_message (
  account_id uuid not null,
  message_id uuid not null,
  app_id uuid not null,
  kind text not null,
  signature_id uuid,
  template_id uuid,
  phone text not null,
  operator text not null,
  content text not null,
  segment_count smallint not null,
  custom_id text,
  state text not null default 'submitted',
  reason text,
  submitted_at timestamptz not null,
  finished_at timestamptz,
  -- When its result comes; null: it has come, or none will.
  due_at timestamptz,
  primary key (account_id, message_id)
);
call make_tenant_table('sandbox_message');
create index sandbox_message_due on sandbox_message (due_at) where due_at is not null;
