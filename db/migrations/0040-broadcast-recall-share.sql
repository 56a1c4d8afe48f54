-- Recall of a broadcast before it starts, since when no channel takes one, and reports shared by link.

-- It starts at this time unless it is recalled before; null: started, or begun otherwise.
alter table broadcast add column recall_until timestamptz;
-- Recalled: its numbers were never sent to and may be sent to again.
alter table broadcast add column recalled_at timestamptz;
-- Since when no channel has taken its messages; null: one does.
alter table broadcast add column no_channel_since timestamptz;
drop index broadcast_upload;
create unique index broadcast_upload on broadcast (account_id, upload_id) where recalled_at is null;
create index broadcast_recall on broadcast (recall_until) where recall_until is not null;

-- Links with which people without an account read the report of one broadcast. The token contains the account, so that
-- its rows are read under row level security.
create table broadcast_share (
  account_id uuid not null,
  share_id uuid not null,
  broadcast_id uuid not null,
  -- SHA-256 of the token, which only the link has.
  token_hash bytea not null,
  password_hash text not null,
  member_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  opened_at timestamptz,
  primary key (account_id, share_id)
);
call make_tenant_table('broadcast_share');
create unique index broadcast_share_token on broadcast_share (account_id, token_hash);
create index broadcast_share_of on broadcast_share (account_id, broadcast_id, share_id);

-- Numbers that an upload excludes from sending, and why; without those that repeat another row or are unreadable.
create table left_out_recipient (
  account_id uuid not null,
  upload_id uuid not null,
  line integer not null,
  phone text not null,
  reason text not null,
  primary key (account_id, upload_id, line)
);
call make_tenant_table('left_out_recipient');
create index left_out_recipient_phone on left_out_recipient (account_id, phone, upload_id);

alter table notification drop constraint notification_kind_check;
alter table notification add constraint notification_kind_check
  check (kind in ('review', 'finance', 'security', 'export', 'alert', 'account', 'broadcast'));
