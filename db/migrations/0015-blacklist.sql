-- Who gets nothing: blacklist, opt-out, frequency limits.

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
  -- Who took a number off the blacklist and why; the row stays as evidence.
  removal_reason text,
  removed_by uuid,
  -- An entry that the account made may hold for a time only. Hits: messages that it kept back, and numbers that it kept
  -- out of an upload.
  expires_at timestamptz,
  hit_count bigint not null default 0,
  -- What stood behind a refusal of the person's own: {address, agent, messageId, contentHash, words, staffId}.
  evidence jsonb,
  -- What the person agreed by when the sender took the number off again.
  consent text,
  -- Numbers are looked for by their last four digits too. A column: an index on the expression is not used under row
  -- level security.
  phone_end text collate "C" not null generated always as ("right"(phone, 4)) stored,
  primary key (account_id, blacklist_id),
  check ((level = 'signature') = (signature_id is not null))
);
call make_tenant_table('blacklist');
-- The back office looks at complaints of all accounts, which are few, newest first.
create index blacklist_complaint ON blacklist (blacklist_id) where source = 'complaint';
create index blacklist_level ON blacklist (account_id, level, blacklist_id) where removed_at is null;
create unique index blacklist_live ON blacklist (account_id, phone, signature_id) nulls not distinct
  where removed_at is null;
create index blacklist_phone_end ON blacklist (account_id, phone_end, blacklist_id);
create index blacklist_removed ON blacklist (account_id, blacklist_id) where removed_at is not null;
-- The list narrowed to a source or a level that few of a million entries have.
create index blacklist_source ON blacklist (account_id, source, blacklist_id) where removed_at is null;

-- A file whose numbers go to the blacklist; its bytes are those of the upload of the same id.
create table blacklist_import (
  account_id uuid not null,
  upload_id uuid not null,
  phone_column integer not null,
  has_header boolean not null,
  signature_id uuid,
  scope text not null check (scope in ('marketing', 'all')),
  reason text not null,
  expires_at timestamptz,
  -- Its task has the id of its upload.
  problems jsonb not null default '[]',
  primary key (account_id, upload_id)
);
call make_tenant_table('blacklist_import');

-- What a signature answers to a refusal: an approved notice, sent and charged like any other.
create table opt_out_answer (
  account_id uuid not null,
  signature_id uuid not null,
  template_id uuid not null,
  member_id uuid,
  created_at timestamptz not null default now(),
  primary key (account_id, signature_id)
);
call make_tenant_table('opt_out_answer');

-- Links by which recipients refuse marketing. Found by an id of their own (signed in the link), so the account is known
-- before anything of it is read.
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
grant select, insert on opt_out_link to hongyan_app;
grant select, insert, delete on opt_out_link to hongyan_platform;
create unique index opt_out_link_use ON opt_out_link (account_id, signature_id, broadcast_id, day) nulls not distinct;

-- Words of the account's own that refuse further messages when a phone answers them, beside those that hold for
-- everybody.
create table opt_out_word (
  account_id uuid not null,
  word text not null,
  member_id uuid,
  created_at timestamptz not null default now(),
  primary key (account_id, word)
);
call make_tenant_table('opt_out_word');

-- The platform's own level blocks every kind.
create table platform_blacklist (
  phone text primary key,
  reason text not null default '',
  created_at timestamptz not null default now(),
  -- The platform's own level: who put a number there and when, newest first.
  entry_id uuid not null,
  staff_id uuid
);
grant select on platform_blacklist to hongyan_app;
grant select, insert, delete on platform_blacklist to hongyan_platform;
create unique index platform_blacklist_entry ON platform_blacklist (entry_id);
