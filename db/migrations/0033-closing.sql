-- Closing: freezing and closing of accounts, with the obstacles to it.

-- 注销: requested by the owner, cancelled within the cooling-off period, or executed after it.
create table account_closing (
  account_id uuid not null,
  closing_id uuid not null,
  member_id uuid not null,
  reason text not null,
  state text not null check (state in ('waiting', 'cancelled', 'closed')),
  asked_at timestamptz not null,
  due_at timestamptz not null,
  ended_at timestamptz,
  -- The obstacle that appeared meanwhile, because of which the platform cancelled the closing.
  blocker text,
  primary key (account_id, closing_id)
);
call make_tenant_table('account_closing');
create index account_closing_due ON account_closing (due_at) where state = 'waiting';
create unique index account_closing_waiting ON account_closing (account_id) where state = 'waiting';
