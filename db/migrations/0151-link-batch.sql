-- Links made from a file in the background, piece by piece. The links of a piece, the units that they took, their rows and how far the batch is are written
-- in one transaction, so that a killed piece is done again and never twice.
create table link_batch (
  account_id uuid not null,
  batch_id uuid not null,
  state text not null check (state in ('waiting', 'running', 'done', 'failed', 'canceled')),
  -- As contract/links/link-batch.ts has it on the wire, with the name of the file.
  input jsonb not null,
  -- Rows of the file; null while nobody has counted them.
  total_count integer,
  -- The last row that is done, and how many of them became links or codes.
  done_count integer not null default 0,
  made_count integer not null default 0,
  -- The link whose recipients have codes of their own.
  link_id uuid,
  failure text,
  -- Who is doing it now; one that was taken for dead writes nothing more.
  run_id uuid,
  member_id uuid,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (account_id, batch_id)
);
call make_tenant_table('link_batch');

-- What became of each row: a link, a recipient's code, or why neither.
create table link_batch_row (
  account_id uuid not null,
  batch_id uuid not null,
  line integer not null,
  -- The recipient, or the target that was refused.
  given text not null,
  link_id uuid,
  -- Of a recipient; it stands with the code and its visits where a message's id would.
  recipient_id uuid,
  code text,
  problem text,
  primary key (account_id, batch_id, line)
);
create unique index link_batch_recipient on link_batch_row (account_id, recipient_id) where recipient_id is not null;
call make_tenant_table('link_batch_row');
