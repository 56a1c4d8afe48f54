-- Broadcasts: drafts, preview, scheduling, making of messages, progress, records, sending again.

create table broadcast (
  account_id uuid not null,
  broadcast_id uuid not null,
  name text not null,
  kind text not null check (kind in ('otp', 'transactional', 'marketing')),
  signature_id uuid not null,
  template_id uuid not null,
  -- What is sent is what was seen: the texts of the moment.
  signature_text text not null,
  template_text text not null,
  variables jsonb not null,
  upload_id uuid not null,
  state text not null check (state in ('reviewing', 'scheduled', 'sending', 'paused', 'held', 'completed', 'canceled')),
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
  -- 匀速发送: so many numbers a minute, between these minutes of the Chinese day; null: as fast as the carriers take them,
  -- at any permitted hour.
  per_minute integer check (per_minute > 0),
  from_minute smallint,
  until_minute smallint,
  -- What becomes of numbers that are left when the permitted hours end.
  at_night text not null default 'postpone' check (at_night in ('postpone', 'cancel')),
  -- The pace counts from here: when it last began to send, and how many messages were made by then.
  pace_from timestamptz,
  pace_from_count integer not null default 0,
  link_id uuid,
  link_place smallint check (link_place >= 0),
  link_prefix text,
  primary key (account_id, broadcast_id),
  check ((link_id is null) = (link_place is null) and (link_id is null) = (link_prefix is null))
);
call make_tenant_table('broadcast');
-- Lists go by newest first; ids carry their time.
create index broadcast_held ON broadcast (state, scheduled_at) where state in ('scheduled', 'held');
create index broadcast_member ON broadcast (account_id, member_id, broadcast_id);
create index broadcast_of_link ON broadcast (account_id, link_id) where link_id is not null;
create index broadcast_open ON broadcast (state) where state = 'sending';
create index broadcast_reviewing ON broadcast (account_id) where state = 'reviewing';
create index broadcast_state ON broadcast (account_id, state);
-- The numbers of an upload are sent to once.
create unique index broadcast_upload ON broadcast (account_id, upload_id);

-- The large broadcast that a member was last sent a code for, and whether the code came back: one at a time.
create table broadcast_confirmation (
  account_id uuid not null,
  member_id uuid not null,
  upload_id uuid not null,
  asked_at timestamptz not null,
  confirmed_at timestamptz,
  primary key (account_id, member_id)
);
call make_tenant_table('broadcast_confirmation');

-- Counts of a broadcast's messages by what became of them; each writer keeps rows of its own, so that they don't wait
-- for each other.
create table broadcast_count (
  account_id uuid not null,
  broadcast_id uuid not null,
  state text not null,
  message_count bigint not null,
  segment_count bigint not null,
  primary key (account_id, broadcast_id, state)
) with (fillfactor = 50);
call make_tenant_table('broadcast_count');

-- What is filled in of a broadcast before it is sent, kept for every device of the account's members.
create table broadcast_draft (
  account_id uuid not null,
  draft_id uuid not null,
  member_id uuid not null,
  name text not null,
  -- As contract/broadcast/broadcast-draft.ts has it.
  content jsonb not null,
  upload_id uuid,
  -- Counts the savings: who saves over a version that is not the latest is told.
  version integer not null,
  -- The broadcast that it became: kept for a while, so that other tabs can say so.
  broadcast_id uuid,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (account_id, draft_id)
);
call make_tenant_table('broadcast_draft');
create index broadcast_draft_age ON broadcast_draft (changed_at);
create index broadcast_draft_open ON broadcast_draft (account_id, draft_id) where broadcast_id is null;
