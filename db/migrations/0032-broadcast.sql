-- Broadcasts: drafts, preview, scheduling, message creation, progress, records, resending.

create table broadcast (
  account_id uuid not null,
  broadcast_id uuid not null,
  name text not null,
  kind text not null check (kind in ('otp', 'transactional', 'marketing')),
  signature_id uuid not null,
  template_id uuid not null,
  -- The texts at the time of sending, as the member saw them.
  signature_text text not null,
  template_text text not null,
  variables jsonb not null,
  upload_id uuid not null,
  state text not null check (state in ('reviewing', 'scheduled', 'sending', 'paused', 'held', 'completed', 'canceled')),
  state_reason text,
  recipient_count integer not null,
  segment_count bigint not null,
  scheduled_at timestamptz,
  -- Messages exist for the upload's recipients up to this line.
  made_line integer not null default 0,
  made_count integer not null default 0,
  member_id uuid,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  -- 匀速发送: numbers per minute, between these minutes of the day in China; null: as fast as the carriers accept them, at
  -- any permitted hour.
  per_minute integer check (per_minute > 0),
  from_minute smallint,
  until_minute smallint,
  -- What happens to remaining numbers at the end of the permitted hours.
  at_night text not null default 'postpone' check (at_night in ('postpone', 'cancel')),
  -- Start of the pace: when sending last started, and the messages made before.
  pace_from timestamptz,
  pace_from_count integer not null default 0,
  link_id uuid,
  link_place smallint check (link_place >= 0),
  link_prefix text,
  primary key (account_id, broadcast_id),
  check ((link_id is null) = (link_place is null) and (link_id is null) = (link_prefix is null))
);
call make_tenant_table('broadcast');
create index broadcast_held ON broadcast (state, scheduled_at) where state in ('scheduled', 'held');
-- A member's broadcasts, newest first: ids contain their time.
create index broadcast_member ON broadcast (account_id, member_id, broadcast_id);
create index broadcast_of_link ON broadcast (account_id, link_id) where link_id is not null;
create index broadcast_open ON broadcast (state) where state = 'sending';
create index broadcast_reviewing ON broadcast (account_id) where state = 'reviewing';
create index broadcast_state ON broadcast (account_id, state);
-- An upload is sent to once.
create unique index broadcast_upload ON broadcast (account_id, upload_id);

-- The last one-time code requested for a large broadcast, and whether it was entered; one at a time for a member.
create table broadcast_confirmation (
  account_id uuid not null,
  member_id uuid not null,
  upload_id uuid not null,
  asked_at timestamptz not null,
  confirmed_at timestamptz,
  primary key (account_id, member_id)
);
call make_tenant_table('broadcast_confirmation');

-- Counts of a broadcast's messages by state; each writer has rows of its own, so writers don't wait for each other.
create table broadcast_count (
  account_id uuid not null,
  broadcast_id uuid not null,
  state text not null,
  message_count bigint not null,
  segment_count bigint not null,
  primary key (account_id, broadcast_id, state)
) with (fillfactor = 50);
call make_tenant_table('broadcast_count');

-- Drafts: the form of a broadcast before it is sent, available on every device of the account's members.
create table broadcast_draft (
  account_id uuid not null,
  draft_id uuid not null,
  member_id uuid not null,
  name text not null,
  -- The form (contract/broadcast/broadcast-draft.ts).
  content jsonb not null,
  upload_id uuid,
  -- Grows with each save: a save over a version that is not the latest is refused.
  version integer not null,
  -- The broadcast created from it; the draft is kept for a while, so that other tabs can say so.
  broadcast_id uuid,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (account_id, draft_id)
);
call make_tenant_table('broadcast_draft');
create index broadcast_draft_age ON broadcast_draft (changed_at);
create index broadcast_draft_open ON broadcast_draft (account_id, draft_id) where broadcast_id is null;
