-- Content: signatures and templates, their checks and review.

-- Files that prove the right to a signature's name. Null signature: uploaded in a form that is not saved yet.
create table proof (
  account_id uuid not null,
  proof_id uuid not null,
  signature_id uuid,
  file_name text not null,
  media_type text not null check (media_type in ('image/png', 'image/jpeg', 'application/pdf')),
  byte_count integer not null,
  member_id uuid not null,
  created_at timestamptz not null default now(),
  -- The kind of proof: licence, trademark, letter of authorization …
  use text not null default 'other',
  primary key (account_id, proof_id)
);
call make_tenant_table('proof');
create index proof_loose ON proof (created_at) where signature_id is null;
create index proof_signature ON proof (account_id, signature_id);

create table review (
  account_id uuid not null,
  review_id uuid not null,
  object text not null check (object in ('signature', 'template')),
  object_id uuid not null,
  decision text not null check (decision
    in ('submitted', 'withdrawn', 'expedited', 'approved', 'rejected', 'disabled', 'enabled', 'deleted')),
  reason text,
  staff_id uuid,
  at timestamptz not null default now(),
  member_id uuid,
  findings jsonb not null default '[]',
  -- The submission as it was, for comparison with the next version.
  content jsonb,
  -- Staff's standard reason for a rejection (contract/content/admin-review.ts).
  reason_code text,
  primary key (account_id, review_id)
);
call make_tenant_table('review');
-- Reviews of today across accounts.
create index review_decided ON review (at) where staff_id is not null;
create index review_object ON review (account_id, object_id, at);

-- Extensions: sender number = the channel's access number + extension. A reply finds its account and signature by it.
create table sender_extension (
  extension text primary key,
  account_id uuid not null,
  signature_id uuid not null
);
grant select, insert, delete on sender_extension to hongyan_app, hongyan_platform;

create table signature (
  account_id uuid not null,
  signature_id uuid not null,
  text text not null,
  kind text not null,
  purpose text not null check (purpose in ('own', 'other')),
  remark text not null default '',
  state text not null check (state in ('unsent', 'draft', 'reviewing', 'approved', 'rejected', 'disabled', 'deleted')),
  reason text,
  extension text not null,
  created_at timestamptz not null default now(),
  submitted_at timestamptz,
  reviewed_at timestamptz,
  -- Last day (2027-11-21) of the name owner's authorization; null: the customer's own name.
  authorized_until text,
  is_default boolean not null default false,
  -- When the customer asked to expedite the current submission.
  expedited_at timestamptz,
  primary key (account_id, signature_id)
);
call make_tenant_table('signature');
-- Finds the same name in other accounts, which may be misuse of the name.
create index signature_approved_text ON signature (lower(text)) where state = 'approved';
create unique index signature_default ON signature (account_id) where is_default;
-- The review queue of all accounts.
create index signature_reviewing ON signature (submitted_at) where state = 'reviewing';
create unique index signature_text ON signature (account_id, lower(text)) where state not in ('disabled', 'deleted');

create table template (
  account_id uuid not null,
  template_id uuid not null,
  -- SMS_ and digits: the template's name in programs.
  code text not null,
  name text not null,
  kind text not null check (kind in ('otp', 'transactional', 'marketing')),
  text text not null,
  -- [{name, kind, maxLength}], in the order of the text.
  variables jsonb not null,
  remark text not null default '',
  state text not null check (state in ('unsent', 'draft', 'reviewing', 'approved', 'rejected', 'disabled', 'deleted')),
  reason text,
  created_at timestamptz not null default now(),
  submitted_at timestamptz,
  reviewed_at timestamptz,
  expedited_at timestamptz,
  primary key (account_id, template_id),
  unique (account_id, code)
);
call make_tenant_table('template');
create index template_reviewing ON template (submitted_at) where state = 'reviewing';
