-- Unsubscribe: the opt-out page for phone owners, complaints, replies to opt-outs.

-- Acts of phone owners on the opt-out page, evidence for them and for the sender; rows never change.
create table landing_record (
  account_id uuid not null,
  record_id uuid not null,
  phone text not null,
  act text not null check (act in ('refuse', 'restore', 'complain')),
  signature_id uuid,
  broadcast_id uuid,
  -- The last marketing message of the sender to the number, and the hash of its text.
  message_id uuid,
  content_hash text,
  words text not null default '',
  address text not null,
  agent text not null,
  at timestamptz not null,
  primary key (account_id, record_id)
);
call make_tenant_table('landing_record');
create index landing_record_phone ON landing_record (account_id, phone, record_id);
