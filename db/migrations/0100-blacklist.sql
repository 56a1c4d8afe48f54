-- An entry that the account made may hold for a time only. Hits: messages that it kept back, and numbers that it kept out of an upload.
alter table blacklist add column expires_at timestamptz;
alter table blacklist add column hit_count bigint not null default 0;
-- What stood behind a refusal of the person's own: {address, agent, messageId, contentHash, words, staffId}.
alter table blacklist add column evidence jsonb;
-- What the person agreed by when the sender took the number off again.
alter table blacklist add column consent text;
create index blacklist_removed on blacklist (account_id, blacklist_id) where removed_at is not null;

-- The platform's own level: who put a number there and when, newest first.
alter table platform_blacklist add column entry_id uuid;
update platform_blacklist set entry_id = gen_random_uuid();
alter table platform_blacklist alter column entry_id set not null;
alter table platform_blacklist add column staff_id uuid;
create unique index platform_blacklist_entry on platform_blacklist (entry_id);

-- A file whose numbers go to the blacklist; its bytes are those of the upload of the same id.
create table blacklist_import (
  account_id uuid not null,
  upload_id uuid not null,
  state text not null check (state in ('reading', 'done', 'failed', 'canceled')),
  phone_column integer not null,
  has_header boolean not null,
  signature_id uuid,
  scope text not null check (scope in ('marketing', 'all')),
  reason text not null,
  expires_at timestamptz,
  -- Counts of what is committed: {line, rowCount, addedCount, knownCount, malformedCount, problems: [{line, text, reason}]}
  progress jsonb not null,
  failure text,
  member_id uuid,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (account_id, upload_id)
);
call make_tenant_table('blacklist_import');

-- Words of the account's own that refuse further messages when a phone answers them, beside those that hold for everybody.
create table opt_out_word (
  account_id uuid not null,
  word text not null,
  member_id uuid,
  created_at timestamptz not null default now(),
  primary key (account_id, word)
);
call make_tenant_table('opt_out_word');

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
