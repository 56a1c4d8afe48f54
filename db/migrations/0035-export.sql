-- Exports of lists as files: request, resumable writing, download. Knows the sources of every module.

-- A member's code for an export of whole numbers: asked for, come back, used once.
create table export_confirmation (
  account_id uuid not null,
  member_id uuid not null,
  source text not null,
  asked_at timestamptz not null,
  confirmed_at timestamptz,
  primary key (account_id, member_id)
);
call make_tenant_table('export_confirmation');

-- Exports of lists as files. A job's files and how far it is (checkpoint) are in its row, so that one that was killed
-- goes on where it was.
create table export_job (
  account_id uuid not null,
  export_id uuid not null,
  source text not null,
  -- As the list's call is sent it, with its times fixed at the request.
  filter jsonb not null,
  -- The filter in words, with the names of that day.
  facts jsonb not null,
  columns text[] not null,
  format text not null check (format in ('csv', 'xlsx')),
  -- With whole numbers: only for those who may see them.
  is_full boolean not null,
  state text not null check (state in ('queued', 'writing', 'done', 'failed', 'canceled', 'expired')),
  failure text,
  -- Attempts in a row that broke without getting further.
  broken_count smallint not null default 0,
  total_count bigint,
  row_count bigint not null default 0,
  byte_count bigint not null default 0,
  -- [{fileId, rowCount, byteCount, crc}]; the last one is being written while the export is.
  files jsonb not null,
  -- Where the source goes on, and what the writer of the last file needs to go on.
  checkpoint jsonb,
  -- Who is writing now: one that was taken for dead writes nothing more once another has begun.
  writing_id uuid,
  member_id uuid not null,
  requested_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  expires_at timestamptz,
  download_count integer not null default 0,
  -- Its files go next, then the row itself.
  deleted_at timestamptz,
  primary key (account_id, export_id)
);
call make_tenant_table('export_job');
create index export_job_ended ON export_job (account_id, state, expires_at);
