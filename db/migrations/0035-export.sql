-- Exports of lists as files: request, resumable writing, download. Uses the export sources of every module.

-- One-time code of a member for an export with full phone numbers: requested, confirmed, used once.
create table export_confirmation (
  account_id uuid not null,
  member_id uuid not null,
  source text not null,
  asked_at timestamptz not null,
  confirmed_at timestamptz,
  primary key (account_id, member_id)
);
call make_tenant_table('export_confirmation');

-- Exports of lists as files. A job's row contains its files and progress (checkpoint), so an interrupted job resumes.
create table export_job (
  account_id uuid not null,
  export_id uuid not null,
  source text not null,
  -- Input of the list's call, with time ranges fixed at the request.
  filter jsonb not null,
  -- The filter as text, with the names at that time.
  facts jsonb not null,
  columns text[] not null,
  format text not null check (format in ('csv', 'xlsx')),
  -- Contains full phone numbers: only for members who may see them.
  is_full boolean not null,
  state text not null check (state in ('queued', 'writing', 'done', 'failed', 'canceled', 'expired')),
  failure text,
  -- Consecutive failed attempts without progress.
  broken_count smallint not null default 0,
  total_count bigint,
  row_count bigint not null default 0,
  byte_count bigint not null default 0,
  -- [{fileId, rowCount, byteCount, crc}]; the last file is being written while the export runs.
  files jsonb not null,
  -- Cursor of the source, and the state of the last file's writer.
  checkpoint jsonb,
  -- The current writer (fencing): a writer presumed dead can't write once another has begun.
  writing_id uuid,
  member_id uuid not null,
  requested_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  expires_at timestamptz,
  download_count integer not null default 0,
  -- Deleted: its files are removed next, then the row.
  deleted_at timestamptz,
  primary key (account_id, export_id)
);
call make_tenant_table('export_job');
create index export_job_ended ON export_job (account_id, state, expires_at);
