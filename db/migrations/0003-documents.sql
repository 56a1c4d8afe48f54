-- Documents: PDF, checks of uploaded files, private files, watermarks.

-- Files that only their account and the staff in charge may see: identity papers, bank slips, proofs, invoices. Their
-- bytes are in the data folder's files.
create table private_file (
  account_id uuid not null,
  file_id uuid not null,
  purpose text not null check (purpose in ('attestation', 'bank-slip', 'invoice-title', 'invoice')),
  kind text not null check (kind in ('jpg', 'png', 'pdf', 'ofd', 'xml')),
  file_name text not null,
  byte_count integer not null,
  -- Hexadecimal, of the stored bytes.
  sha256 text not null,
  -- Pixels; only for pictures.
  width integer,
  height integer,
  -- The member who uploaded it; null: staff.
  member_id uuid,
  -- When something first referred to the file; null: unused, deleted after a day.
  used_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (account_id, file_id)
);
call make_tenant_table('private_file');
create index private_file_loose ON private_file (created_at) where used_at is null;
