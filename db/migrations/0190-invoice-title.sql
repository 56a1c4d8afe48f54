-- Whom invoices are made out to. What a title says is never changed: each save is a version of its own, and requests name the version they were made with.
create table invoice_title (
  account_id uuid not null,
  title_id uuid not null,
  -- The newest version: ordinary invoices are made out to it.
  version_id uuid not null,
  -- The newest version that staff approved: special invoices are made out to it, while a later one waits.
  approved_version_id uuid,
  is_default boolean not null default false,
  created_at timestamptz not null,
  deleted_at timestamptz,
  primary key (account_id, title_id)
);
call make_tenant_table('invoice_title');
create unique index invoice_title_default on invoice_title (account_id) where is_default and deleted_at is null;

create table invoice_title_version (
  account_id uuid not null,
  version_id uuid not null,
  title_id uuid not null,
  version_number integer not null,
  kind text not null check (kind in ('company', 'person', 'organization')),
  name text not null,
  tax_number text,
  -- Of the register and of the bank: special invoices (数电专票) need all four.
  address text not null default '',
  phone text not null default '',
  bank_name text not null default '',
  bank_account text not null default '',
  -- A private file that proves the general taxpayer.
  proof_file_id uuid,
  -- Whether special invoices may be made out to it.
  special_state text not null check (special_state in ('none', 'reviewing', 'approved', 'rejected', 'withdrawn', 'superseded')),
  reason text,
  submitted_at timestamptz,
  reviewed_at timestamptz,
  staff_id uuid,
  member_id uuid,
  created_at timestamptz not null,
  primary key (account_id, version_id),
  unique (account_id, title_id, version_number),
  -- What special invoices need is there before anybody looks at it.
  check (special_state = 'none' or (kind <> 'person' and tax_number is not null and address <> '' and phone <> '' and bank_name <> '' and bank_account <> ''))
);
call make_tenant_table('invoice_title_version');
create index invoice_title_waiting on invoice_title_version (submitted_at) where special_state = 'reviewing';

-- Where invoices on paper go.
create table invoice_address (
  account_id uuid not null,
  address_id uuid not null,
  recipient text not null,
  phone text not null,
  -- The division of the lowest level that was chosen (GB/T 2260), and its names as they were then.
  division_code text not null,
  province text not null,
  city text not null,
  district text not null,
  street text not null default '',
  detail text not null,
  postcode text not null default '',
  is_default boolean not null default false,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  deleted_at timestamptz,
  primary key (account_id, address_id)
);
call make_tenant_table('invoice_address');
create unique index invoice_address_default on invoice_address (account_id) where is_default and deleted_at is null;

-- Where electronic invoices go, once whoever reads the mail there has said so.
create table invoice_email (
  account_id uuid not null,
  email_id uuid not null,
  -- In lower case.
  address text not null,
  remark text not null default '',
  is_default boolean not null default false,
  verified_at timestamptz,
  -- Only a hash of the link's secret is kept.
  token_hash bytea,
  token_expires_at timestamptz,
  -- When the last letter with a link went out, and how many did: both are limited.
  sent_at timestamptz,
  sent_count smallint not null default 0,
  created_at timestamptz not null,
  deleted_at timestamptz,
  primary key (account_id, email_id)
);
call make_tenant_table('invoice_email');
create unique index invoice_email_address on invoice_email (account_id, address) where deleted_at is null;
create unique index invoice_email_default on invoice_email (account_id) where is_default and deleted_at is null;
