-- Work on many contacts that is done in the background, piece by piece. What a piece did and how far the work is are written in one transaction, so that a
-- killed piece is done again and never twice.
create table contact_task (
  account_id uuid not null,
  -- Contacts that came later than the task are none of its business: a copy doesn't copy its own copies.
  task_id uuid not null,
  kind text not null check (kind in ('import', 'move', 'copy', 'delete', 'tag', 'untag', 'merge', 'clear_field')),
  state text not null check (state in ('waiting', 'running', 'done', 'failed', 'canceled')),
  input jsonb not null,
  -- Contacts or rows of the file in all; null while nobody knows.
  total_count integer,
  done_count integer not null default 0,
  -- {"added": n, "updated": n, …}: how many ended in which way.
  counts jsonb not null default '{}',
  -- The last contact, number or row that is done.
  cursor text,
  failure text,
  -- Who is doing it now; one that was taken for dead writes nothing more.
  run_id uuid,
  refused_file_id uuid,
  member_id uuid,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (account_id, task_id)
);
call make_tenant_table('contact_task');
