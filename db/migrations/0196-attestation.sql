-- How far an account's identity is known, where every act can see it. Null beside attested_at: staff attested a company by hand.
alter table account
  add column attested_as text check (attested_as in ('person', 'company', 'public')),
  -- The day on which the papers run out; null: they don't.
  add column attested_until text check (attested_until ~ '^\d{4}-\d{2}-\d{2}$'),
  -- Of which end the account was told last: days before it.
  add column attested_told_days smallint;

-- Every submission as it was; one is in the making or waits, one holds.
create table attestation (
  account_id uuid not null,
  attestation_id uuid not null,
  subject text not null check (subject in ('person', 'company', 'public')),
  state text not null default 'draft'
    check (state in ('draft', 'reviewing', 'approved', 'rejected', 'replaced', 'revoked')),
  -- Among those that were approved, from 1.
  version integer,
  -- The form without what is secret.
  form jsonb not null,
  -- The numbers of people, sealed: only staff who decide unseal them.
  secrets_sealed bytea not null,
  name text not null,
  -- Keyed hash of the subject's number, and how it is shown.
  number_hash bytea,
  number_masked text not null default '',
  -- Of the person who acts for it.
  handler_hash bytea,
  -- The earlier end of licence and letter.
  valid_until text,
  -- Of a rejection: a sentence beside each item, and one for all of it.
  reasons jsonb,
  reason text,
  member_id uuid not null,
  submitted_at timestamptz,
  decided_at timestamptz,
  -- Null: nobody of the staff decided.
  staff_id uuid,
  -- When it stopped to hold.
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, attestation_id)
);
create unique index attestation_open on attestation (account_id) where state in ('draft', 'reviewing');
create unique index attestation_holds on attestation (account_id) where state = 'approved';
create index attestation_queue on attestation (submitted_at) where state = 'reviewing';
create index attestation_number on attestation (number_hash);
create index attestation_left on attestation (updated_at) where state = 'draft';
call make_tenant_table('attestation');

create table attestation_paper (
  account_id uuid not null,
  attestation_id uuid not null,
  use text not null,
  file_id uuid not null,
  primary key (account_id, attestation_id, use)
);
create index attestation_paper_file on attestation_paper (account_id, file_id);
call make_tenant_table('attestation_paper');

-- Phones that answered a code, for the form.
create table attestation_phone (
  account_id uuid not null,
  phone text not null,
  proven_at timestamptz not null,
  primary key (account_id, phone)
);
call make_tenant_table('attestation_phone');

-- Who uses an identity: keyed hashes only, so that one account can be told how many others have the same without seeing which. `subject`: it is attested or
-- asks to be; `handler`: the person acts for it.
create table identity_use (
  number_hash bytea not null,
  role text not null check (role in ('subject', 'handler')),
  account_id uuid not null,
  primary key (number_hash, role, account_id)
);
create index identity_use_account on identity_use (account_id);
grant select, insert, delete on identity_use to hongyan_app, hongyan_platform;

-- What an account says of itself beside what is attested.
create table account_profile (
  account_id uuid primary key,
  industry text not null default '',
  scale text not null default '',
  website text not null default '',
  region text not null default '',
  address text not null default '',
  updated_at timestamptz not null default now()
);
call make_tenant_table('account_profile');

create table account_contact (
  account_id uuid not null,
  contact_id uuid not null,
  role text not null check (role in ('finance', 'technical', 'operations', 'security', 'other')),
  name text not null,
  phone text not null,
  email text not null default '',
  created_at timestamptz not null default now(),
  primary key (account_id, contact_id)
);
call make_tenant_table('account_contact');
