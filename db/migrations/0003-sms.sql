create table signature (
  account_id uuid not null,
  signature_id uuid not null,
  text text not null,
  kind text not null,
  purpose text not null check (purpose in ('own', 'other')),
  remark text not null default '',
  state text not null check (state in ('draft', 'reviewing', 'approved', 'rejected', 'disabled')),
  reason text,
  extension text not null,
  created_at timestamptz not null default now(),
  submitted_at timestamptz,
  reviewed_at timestamptz,
  primary key (account_id, signature_id)
);
create unique index signature_text on signature (account_id, lower(text));
call make_tenant_table('signature');

-- Sender number = the channel's access number + extension. An answer from a phone finds its account and signature by it.
create table sender_extension (
  extension text primary key,
  account_id uuid not null,
  signature_id uuid not null
);
grant select, insert, delete on sender_extension to hongyan_app, hongyan_platform;

create table template (
  account_id uuid not null,
  template_id uuid not null,
  -- SMS_ and digits: how programs name it.
  code text not null,
  name text not null,
  kind text not null check (kind in ('code', 'notice', 'marketing')),
  text text not null,
  -- [{name, kind, maxLength}] in the order of the text.
  variables jsonb not null,
  remark text not null default '',
  state text not null check (state in ('draft', 'reviewing', 'approved', 'rejected', 'disabled')),
  reason text,
  created_at timestamptz not null default now(),
  submitted_at timestamptz,
  reviewed_at timestamptz,
  primary key (account_id, template_id),
  unique (account_id, code)
);
call make_tenant_table('template');

create table review (
  account_id uuid not null,
  review_id uuid not null,
  object text not null check (object in ('signature', 'template')),
  object_id uuid not null,
  decision text not null check (decision in ('submitted', 'withdrawn', 'approved', 'rejected')),
  reason text,
  staff_id uuid,
  at timestamptz not null default now(),
  primary key (account_id, review_id)
);
create index review_object on review (account_id, object_id, at);
call make_tenant_table('review');

create table contact_group (
  account_id uuid not null,
  group_id uuid not null,
  name text not null,
  created_at timestamptz not null default now(),
  primary key (account_id, group_id),
  unique (account_id, name)
);
call make_tenant_table('contact_group');

create table contact (
  account_id uuid not null,
  contact_id uuid not null,
  group_id uuid not null,
  phone text not null,
  name text not null default '',
  fields jsonb not null default '{}',
  created_at timestamptz not null default now(),
  primary key (account_id, contact_id),
  unique (account_id, group_id, phone),
  foreign key (account_id, group_id) references contact_group
);
call make_tenant_table('contact');

-- 黑名单. scope: marketing messages only, or all but codes.
create table blacklist (
  account_id uuid not null,
  blacklist_id uuid not null,
  phone text not null,
  level text not null check (level in ('account', 'signature')),
  signature_id uuid,
  scope text not null default 'marketing' check (scope in ('marketing', 'all')),
  source text not null check (source in ('manual', 'import', 'reply', 'landing', 'complaint')),
  reason text not null default '',
  member_id uuid,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  primary key (account_id, blacklist_id),
  check ((level = 'signature') = (signature_id is not null))
);
create unique index blacklist_live on blacklist (account_id, phone, signature_id) nulls not distinct where removed_at is null;
call make_tenant_table('blacklist');

-- The platform's own level blocks every kind.
create table platform_blacklist (
  phone text primary key,
  reason text not null default '',
  created_at timestamptz not null default now()
);
grant select on platform_blacklist to hongyan_app;
grant select, insert, delete on platform_blacklist to hongyan_platform;

create table number_segment (
  prefix text primary key,
  operator text not null check (operator in ('mobile', 'unicom', 'telecom', 'broadnet')),
  is_virtual boolean not null default false
);
grant select on number_segment to hongyan_app;
grant select, insert, update, delete on number_segment to hongyan_platform;

-- Carrier codes of delivery reports with what they mean to a customer.
create table report_code (
  code text primary key,
  operator text,
  meaning text not null,
  cause text not null,
  advice text not null
);
grant select on report_code to hongyan_app;
grant select, insert, update, delete on report_code to hongyan_platform;

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
  -- {rowCount, validCount, duplicateCount, malformedCount, blacklistedCount, overFrequencyCount, operators, segments: {"1": n}, shortest, longest}
  report jsonb,
  progress jsonb,
  failure text,
  member_id uuid,
  created_at timestamptz not null default now(),
  ready_at timestamptz,
  primary key (account_id, upload_id)
);
call make_tenant_table('upload');

create table recipient (
  account_id uuid not null,
  upload_id uuid not null,
  line integer not null,
  phone text not null,
  operator text not null,
  segment_count smallint not null,
  -- Values of the template's variables in the order of the template.
  variables text[],
  primary key (account_id, upload_id, line)
);
call make_tenant_table('recipient');

create table broadcast (
  account_id uuid not null,
  broadcast_id uuid not null,
  name text not null,
  kind text not null check (kind in ('code', 'notice', 'marketing')),
  signature_id uuid not null,
  template_id uuid not null,
  -- What is sent is what was seen: the texts of the moment.
  signature_text text not null,
  template_text text not null,
  variables jsonb not null,
  upload_id uuid not null,
  state text not null check (state in ('scheduled', 'sending', 'paused', 'held', 'completed', 'canceled')),
  state_reason text,
  recipient_count integer not null,
  segment_count bigint not null,
  scheduled_at timestamptz,
  -- Messages were made for recipients up to this line.
  made_line integer not null default 0,
  made_count integer not null default 0,
  member_id uuid,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  primary key (account_id, broadcast_id)
);
create index broadcast_state on broadcast (account_id, state);
call make_tenant_table('broadcast');

-- Counts of a broadcast's messages by what became of them; each writer keeps rows of its own, so that they don't wait for each other.
create table broadcast_count (
  account_id uuid not null,
  broadcast_id uuid not null,
  state text not null,
  message_count bigint not null,
  segment_count bigint not null,
  primary key (account_id, broadcast_id, state)
) with (fillfactor = 50);
call make_tenant_table('broadcast_count');

create table app (
  account_id uuid not null,
  app_id uuid not null,
  name text not null,
  state text not null default 'enabled' check (state in ('enabled', 'disabled')),
  created_at timestamptz not null default now(),
  primary key (account_id, app_id)
);
call make_tenant_table('app');

-- The secret of a key is kept hashed for bearer use.
create table access_key (
  access_key_id text primary key,
  account_id uuid not null,
  app_id uuid not null,
  secret_hash bytea not null,
  state text not null default 'enabled' check (state in ('enabled', 'disabled')),
  created_at timestamptz not null default now()
);
grant select, insert, update on access_key to hongyan_app, hongyan_platform;
