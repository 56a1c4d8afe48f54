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
create index broadcast_draft_open on broadcast_draft (account_id, draft_id) where broadcast_id is null;
create index broadcast_draft_age on broadcast_draft (changed_at);
call make_tenant_table('broadcast_draft');

-- A text that somebody wrote for one broadcast waits with it, seen on no list, until it is handed in for review; only templates are.
alter table template drop constraint template_state_check;
alter table template add constraint template_state_check check (state in ('unsent', 'draft', 'reviewing', 'approved', 'rejected', 'disabled', 'deleted'));
alter table signature drop constraint signature_state_check;
alter table signature add constraint signature_state_check check (state in ('unsent', 'draft', 'reviewing', 'approved', 'rejected', 'disabled', 'deleted'));
