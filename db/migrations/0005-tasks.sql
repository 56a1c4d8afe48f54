-- Resumable tasks: the engine that all kinds share.

-- Resumable tasks: background work in pieces. A piece's changes and the task's progress are committed together, so an
-- interrupted piece runs again and never takes effect twice.
create table task (
  account_id uuid not null,
  -- Rows created after the task are not part of it: ids begin with their time.
  task_id uuid not null,
  -- The background job that runs the task.
  kind text not null check (kind in ('contact_task', 'import_blacklist', 'link_task', 'make_links')),
  state text not null check (state in ('waiting', 'running', 'done', 'failed', 'canceled')),
  -- The task's parameters, in the form of the kind's module.
  input jsonb not null,
  -- Where the next piece begins, in the form of the kind's module; null: no piece has set it yet.
  cursor jsonb,
  -- Each run takes the next number; a run with an older one can't commit.
  fencing_token bigint not null default 0,
  -- Null: not known yet.
  total_count bigint,
  done_count bigint not null default 0,
  -- {"added": n, "updated": n, …}: rows by outcome.
  counts jsonb not null default '{}',
  failure text,
  member_id uuid,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  primary key (account_id, task_id)
);
call make_tenant_table('task');
