-- undefined

-- Resumable tasks of all kinds: background work in pieces. What a piece does and how far the task is are committed
-- together, so that a killed piece is done again and never twice.
create table task (
  account_id uuid not null,
  -- What came later than the task is none of its business: ids begin with their time.
  task_id uuid not null,
  -- The background job that runs it.
  kind text not null check (kind in ('contact_task', 'import_blacklist', 'link_task', 'make_links')),
  state text not null check (state in ('waiting', 'running', 'done', 'failed', 'canceled')),
  -- What to do, as the kind's module writes it.
  input jsonb not null,
  -- Where the next piece begins, as the kind's module writes it; null: no piece has set it.
  cursor jsonb,
  -- Each run takes the next number; a run with an older one commits nothing more.
  fencing_token bigint not null default 0,
  -- Null while it is unknown.
  total_count bigint,
  done_count bigint not null default 0,
  -- {"added": n, "updated": n, …}: how many ended in which way.
  counts jsonb not null default '{}',
  failure text,
  member_id uuid,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  primary key (account_id, task_id)
);
call make_tenant_table('task');
