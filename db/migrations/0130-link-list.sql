-- What the list of links is read by: what is not deleted, the few that are not active, those that end, and those that bear tags. Tags stand in the index
-- itself: row level security keeps an index of single tags from being used.
create index link_live on link (account_id, link_id) where deleted_at is null;
create index link_inactive on link (account_id, state, link_id) where deleted_at is null and state <> 'active';
create index link_ending on link (account_id, ends_at) where deleted_at is null and state = 'active' and ends_at is not null;
create index link_tagged on link (account_id, link_id) include (tags) where deleted_at is null and tags <> '{}';
create index link_on_own_domain on link (account_id, domain, link_id) where deleted_at is null and domain <> '';

-- An act on all links of a filter, done in the background piece by piece. What a piece did and how far the work is are written in one transaction.
create table link_task (
  account_id uuid not null,
  -- Links that came later than the task are none of its business.
  task_id uuid not null,
  -- As contract/links/link-list.ts has them on the wire.
  act jsonb not null,
  filter jsonb not null,
  state text not null check (state in ('waiting', 'running', 'done', 'failed', 'canceled')),
  total_count bigint not null,
  done_count bigint not null default 0,
  changed_count bigint not null default 0,
  -- The last link that is done; the work goes from the newest to the oldest.
  cursor uuid,
  failure text,
  member_id uuid,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (account_id, task_id)
);
call make_tenant_table('link_task');

-- Daily checks in a row that found a domain to lead elsewhere.
alter table link_domain add column failure_count smallint not null default 0;
alter table target_domain add column failure_count smallint not null default 0;
create index link_domain_due on link_domain (checked_at) where state <> 'disabled';
create index target_domain_due on target_domain (checked_at);
