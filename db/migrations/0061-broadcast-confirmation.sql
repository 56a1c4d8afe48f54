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
