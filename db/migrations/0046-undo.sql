-- Undo: what reversible acts changed, for a day.

-- A reversible act. The id of one that a task does is the task's.
create table undo (
  account_id uuid not null,
  undo_id uuid not null,
  -- What its rows are.
  subject text not null check (subject in ('contact', 'blacklist', 'link', 'signature', 'template')),
  member_id uuid,
  -- What was deleted as a whole, to be there again before its rows: {group}, {tag}, {linkGroup}.
  deleted jsonb not null default '{}',
  row_count integer not null default 0,
  -- It changed more rows than are kept: it can't be undone, and has none.
  is_too_large boolean not null default false,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  undone_at timestamptz,
  -- The task that undoes it; null: a call did.
  task_id uuid,
  -- Rows by outcome, once it is undone: {"restored": n, "changed": n, …}.
  outcome jsonb not null default '{}',
  primary key (account_id, undo_id)
);
call make_tenant_table('undo');

-- Rows that the act created, changed or deleted. They are deleted as they are reverted, or with the act.
create table undo_row (
  account_id uuid not null,
  undo_id uuid not null,
  object_id uuid not null,
  -- As it was before, in the form of its module; null: the act created it.
  before jsonb,
  -- Digest of what the act made of it; null: the act deleted it. One with another digest has changed since.
  after uuid,
  primary key (account_id, undo_id, object_id)
);
call make_tenant_table('undo_row');

alter table task drop constraint task_kind_check;
alter table task add constraint task_kind_check check (kind in ('contact_task', 'import_blacklist', 'link_task', 'make_links', 'undo'));

alter table review drop constraint review_decision_check;
alter table review add constraint review_decision_check check (decision
  in ('submitted', 'withdrawn', 'expedited', 'approved', 'rejected', 'disabled', 'enabled', 'deleted', 'restored'));
