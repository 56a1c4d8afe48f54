-- Links by which recipients refuse marketing. Found by an id of their own (signed in the link), so the account is known before anything of it is read.
create table opt_out_link (
  link_id text primary key,
  account_id uuid not null,
  signature_id uuid not null,
  broadcast_id uuid,
  -- One for a broadcast, otherwise one a day.
  day text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create unique index opt_out_link_use on opt_out_link (account_id, signature_id, broadcast_id, day) nulls not distinct;
grant select, insert on opt_out_link to hongyan_app;
grant select, insert, delete on opt_out_link to hongyan_platform;

-- What people did on the landing page, as proof for them and for the sender; never changed.
create table landing_record (
  account_id uuid not null,
  record_id uuid not null,
  phone text not null,
  act text not null check (act in ('refuse', 'restore', 'complain')),
  signature_id uuid,
  broadcast_id uuid,
  -- The last marketing message that the number had from the sender, and the hash of its text.
  message_id uuid,
  content_hash text,
  words text not null default '',
  address text not null,
  agent text not null,
  at timestamptz not null,
  primary key (account_id, record_id)
);
create index landing_record_phone on landing_record (account_id, phone, record_id);
call make_tenant_table('landing_record');
