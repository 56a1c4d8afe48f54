-- PDF, checks of uploaded files, private files, watermarks.

-- Files that only their account and the staff who work on them may see: identity papers, slips, proofs, invoices. The
-- bytes stand in the folder of files.
create table private_file (
  account_id uuid not null,
  file_id uuid not null,
  purpose text not null check (purpose in ('attestation', 'bank-slip', 'invoice-title', 'invoice')),
  kind text not null check (kind in ('jpg', 'png', 'pdf', 'ofd', 'xml')),
  file_name text not null,
  byte_count integer not null,
  -- Hexadecimal, of the bytes that are kept.
  sha256 text not null,
  -- Of pictures.
  width integer,
  height integer,
  -- The member who sent it; null: staff did.
  member_id uuid,
  -- Since when something refers to it; null: loose, and swept after a day.
  used_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (account_id, file_id)
);
call make_tenant_table('private_file');
create index private_file_loose ON private_file (created_at) where used_at is null;
