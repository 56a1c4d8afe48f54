-- Files that prove whose name a signature is. Null signature: picked in a form that was not saved yet.
create table proof (
  account_id uuid not null,
  proof_id uuid not null,
  signature_id uuid,
  file_name text not null,
  media_type text not null check (media_type in ('image/png', 'image/jpeg', 'application/pdf')),
  byte_count integer not null,
  member_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (account_id, proof_id)
);
create index proof_signature on proof (account_id, signature_id);
create index proof_loose on proof (created_at) where signature_id is null;
call make_tenant_table('proof');
