-- Resumable tasks of all kinds: background work in pieces. What a piece does and how far the task is are committed together, so that a killed piece is done
-- again and never twice.
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

insert into task (account_id, task_id, kind, state, input, cursor, total_count, done_count, counts, failure, member_id, created_at, ended_at)
select account_id, task_id, 'contact_task', state, input || jsonb_strip_nulls(jsonb_build_object('kind', kind, 'refusedFileId', refused_file_id)),
  to_jsonb(cursor), total_count, done_count, counts, failure, member_id, created_at, ended_at
from contact_task
union all
select account_id, task_id, 'link_task', state, jsonb_build_object('act', act, 'filter', filter), to_jsonb(cursor), total_count, done_count,
  jsonb_build_object('changed', changed_count), failure, member_id, created_at, ended_at
from link_task
union all
select account_id, batch_id, 'make_links', state, input, to_jsonb(link_id), total_count, done_count,
  jsonb_build_object('made', made_count), failure, member_id, created_at, ended_at
from link_batch
union all
select account_id, upload_id, 'import_blacklist', case state when 'reading' then 'running' else state end, '{}', progress -> 'readRows',
  null, (progress ->> 'rowCount')::bigint,
  jsonb_build_object('added', progress -> 'addedCount', 'known', progress -> 'knownCount', 'malformed', progress -> 'malformedCount'),
  failure, member_id, created_at, finished_at
from blacklist_import;

drop table contact_task;
drop table link_task;
drop table link_batch;
-- Its task has the id of its upload.
alter table blacklist_import add column problems jsonb not null default '[]';
update blacklist_import set problems = coalesce(progress -> 'problems', '[]');
alter table blacklist_import drop column state, drop column progress, drop column failure, drop column member_id,
  drop column created_at, drop column finished_at;

-- Jobs that wait have the same keys, and now the payload of all tasks.
do $$ begin
  perform enqueue_job(kind, json_build_object('accountId', account_id, 'taskId', task_id), kind || ':' || task_id)
  from task where state in ('waiting', 'running');
end $$;
