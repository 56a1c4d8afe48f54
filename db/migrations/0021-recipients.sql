-- Recipients: phonebook and uploads.

create table contact_group (
  account_id uuid not null,
  group_id uuid not null,
  name text not null,
  created_at timestamptz not null default now(),
  -- Maintained as contacts come and go, so that a list of groups doesn't count a million rows.
  contact_count integer not null default 0 check (contact_count >= 0),
  -- Groups form a tree of two levels; names are unique below a parent.
  parent_id uuid,
  primary key (account_id, group_id),
  foreign key (account_id, parent_id) references contact_group(account_id, group_id)
);
call make_tenant_table('contact_group');
create unique index contact_group_name ON contact_group (account_id, parent_id, name) nulls not distinct;

create table contact (
  account_id uuid not null,
  contact_id uuid not null,
  group_id uuid not null,
  phone text not null,
  name text not null default '',
  fields jsonb not null default '{}',
  created_at timestamptz not null default now(),
  phone_end text collate "C" not null generated always as ("right"(phone, 4)) stored,
  name_key text collate "C" not null generated always as (lower(name)) stored,
  remark text not null default '',
  -- Consent to marketing: its kind, its wording, its time.
  consent_kind text check (consent_kind in ('form', 'order', 'member', 'reply', 'paper', 'other')),
  consent_note text not null default '',
  consent_at timestamptz,
  has_consent boolean not null generated always as (consent_kind is not null) stored,
  primary key (account_id, contact_id),
  unique (account_id, group_id, phone),
  foreign key (account_id, group_id) references contact_group(account_id, group_id)
);
call make_tenant_table('contact');
create index contact_consent ON contact (account_id, has_consent, contact_id);
create index contact_in_group ON contact (account_id, group_id, contact_id);
create index contact_name ON contact (account_id, name_key, contact_id);
create index contact_name_in_group ON contact (account_id, group_id, name_key, contact_id);
create index contact_phone ON contact (account_id, phone, contact_id);
create index contact_phone_end ON contact (account_id, phone_end, contact_id);

-- Fields that an account defines for its contacts. A key is never reused, so a new field doesn't show values of an old
-- one.
create table contact_field (
  account_id uuid not null,
  field_key smallint not null check (field_key > 0),
  name text not null,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  primary key (account_id, field_key)
);
call make_tenant_table('contact_field');
create unique index contact_field_name ON contact_field (account_id, name) where removed_at is null;

create table contact_tag (
  account_id uuid not null,
  tag_id uuid not null,
  name text not null,
  -- Maintained like the counts of groups.
  contact_count integer not null default 0 check (contact_count >= 0),
  created_at timestamptz not null default now(),
  primary key (account_id, tag_id),
  unique (account_id, name)
);
call make_tenant_table('contact_tag');

-- Tags of contacts. The group is repeated here, so that the tagged contacts of a group are one index range. A table
-- instead of an array: row level security prevents the use of a GIN index.
create table contact_tagged (
  account_id uuid not null,
  contact_id uuid not null,
  tag_id uuid not null,
  group_id uuid not null,
  primary key (account_id, contact_id, tag_id),
  foreign key (account_id, contact_id) references contact(account_id, contact_id),
  foreign key (account_id, tag_id) references contact_tag(account_id, tag_id)
);
call make_tenant_table('contact_tagged');
create index contact_tagged_in_group ON contact_tagged (account_id, tag_id, group_id, contact_id);
create index contact_tagged_list ON contact_tagged (account_id, tag_id, contact_id);

create table recipient (
  account_id uuid not null,
  upload_id uuid not null,
  line integer not null,
  phone text not null,
  carrier text not null,
  segment_count smallint not null,
  -- Values of the template's variables, in the template's order.
  variables text[],
  primary key (account_id, upload_id, line)
);
call make_tenant_table('recipient');

-- A file of numbers, and after its columns are mapped the report on it.
create table upload (
  account_id uuid not null,
  upload_id uuid not null,
  file_name text not null,
  byte_count bigint not null,
  state text not null check (state in ('received', 'reading', 'ready', 'failed', 'canceled')),
  -- {format, encoding, delimiter, columns: [text], hasHeader, sample: [[text]]}
  shape jsonb not null default '{}',
  -- {phoneColumn, variables: {name: {column} | {value}}, signatureId, templateId}
  mapping jsonb,
  -- {rowCount, validCount, duplicateCount, malformedCount, blacklistedCount, overFrequencyCount, carriers, segments:
  -- {"1": n}, shortest, longest}
  report jsonb,
  progress jsonb,
  failure text,
  member_id uuid,
  created_at timestamptz not null default now(),
  ready_at timestamptz,
  -- File of the rows that are not sent to. Its name is chosen at the upload, so that a repeated read writes the same
  -- file.
  refused_file_id uuid,
  -- The current reader (fencing): a reader presumed dead can't write once another has begun.
  reading_id uuid,
  -- Source of the numbers. A member who chooses the phonebook or an earlier broadcast never sees those numbers in full.
  origin text not null default 'file' check (origin in ('file', 'paste', 'phonebook', 'broadcast')),
  -- The session that uploaded the numbers, the only one that sees them in full; null: the platform wrote the file.
  session_id uuid,
  -- Numbers that the platform wrote; null: a file from outside.
  row_count integer,
  primary key (account_id, upload_id)
);
call make_tenant_table('upload');
