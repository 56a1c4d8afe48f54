-- Blacklist, opt-out, frequency limits.

-- 黑名单. scope: marketing messages only, or everything except one-time codes.
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
  -- Who removed the number and why; the row stays as evidence.
  removal_reason text,
  removed_by uuid,
  -- An account's own entry may expire.
  expires_at timestamptz,
  -- Messages held back and numbers excluded from uploads because of the entry.
  hit_count bigint not null default 0,
  -- Evidence of the person's own opt-out: {address, agent, messageId, contentHash, words, staffId}.
  evidence jsonb,
  -- How the person consented, if the sender removed the number.
  consent text,
  -- For the search by the last four digits. A column, since row level security prevents the use of an index on the
  -- expression.
  phone_end text collate "C" not null generated always as ("right"(phone, 4)) stored,
  primary key (account_id, blacklist_id),
  check ((level = 'signature') = (signature_id is not null))
);
call make_tenant_table('blacklist');
-- The back office lists complaints of all accounts, which are few, newest first.
create index blacklist_complaint ON blacklist (blacklist_id) where source = 'complaint';
create index blacklist_level ON blacklist (account_id, level, blacklist_id) where removed_at is null;
create unique index blacklist_live ON blacklist (account_id, phone, signature_id) nulls not distinct
  where removed_at is null;
create index blacklist_phone_end ON blacklist (account_id, phone_end, blacklist_id);
create index blacklist_removed ON blacklist (account_id, blacklist_id) where removed_at is not null;
-- The list filtered by a source or level that few of a million entries have.
create index blacklist_source ON blacklist (account_id, source, blacklist_id) where removed_at is null;

-- Import of a file into the blacklist; the file is the upload of the same id, and so is the task.
create table blacklist_import (
  account_id uuid not null,
  upload_id uuid not null,
  phone_column integer not null,
  has_header boolean not null,
  signature_id uuid,
  scope text not null check (scope in ('marketing', 'all')),
  reason text not null,
  expires_at timestamptz,
  problems jsonb not null default '[]',
  primary key (account_id, upload_id)
);
call make_tenant_table('blacklist_import');

-- A signature's reply to an opt-out: an approved transactional template, sent and charged like any message.
create table opt_out_answer (
  account_id uuid not null,
  signature_id uuid not null,
  template_id uuid not null,
  member_id uuid,
  created_at timestamptz not null default now(),
  primary key (account_id, signature_id)
);
call make_tenant_table('opt_out_answer');

-- Links with which recipients opt out of marketing. The id is signed into the link, so the account is known before any
-- of its rows is read.
create table opt_out_link (
  link_id text primary key,
  account_id uuid not null,
  signature_id uuid not null,
  broadcast_id uuid,
  -- Empty for a broadcast, which has one link; otherwise there is one a day.
  day text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
grant select, insert on opt_out_link to hongyan_app;
grant select, insert, delete on opt_out_link to hongyan_platform;
create unique index opt_out_link_use ON opt_out_link (account_id, signature_id, broadcast_id, day) nulls not distinct;

-- An account's own words that opt a phone out when it replies with them, besides those that apply to all accounts.
create table opt_out_word (
  account_id uuid not null,
  word text not null,
  member_id uuid,
  created_at timestamptz not null default now(),
  primary key (account_id, word)
);
call make_tenant_table('opt_out_word');

-- The platform's own level: blocks every kind of message, for all accounts.
create table platform_blacklist (
  phone text primary key,
  reason text not null default '',
  created_at timestamptz not null default now(),
  -- UUIDv7: lists read newest first.
  entry_id uuid not null,
  staff_id uuid
);
grant select on platform_blacklist to hongyan_app;
grant select, insert, delete on platform_blacklist to hongyan_platform;
create unique index platform_blacklist_entry ON platform_blacklist (entry_id);
