-- 消费上限: how much an account wants messages to cost at most on a day and in a month of China, of gift money and the balance together; null: no such limit.
create table spend_cap (
  account_id uuid primary key,
  day_hao bigint check (day_hao > 0 and day_hao % 100 = 0),
  month_hao bigint check (month_hao > 0 and month_hao % 100 = 0),
  changed_at timestamptz not null,
  check (day_hao is not null or month_hao is not null)
);
call make_tenant_table('spend_cap');

-- 欠费: how far below zero a correction by staff took the balance, beyond any credit limit. Nothing else may go there: sending counts on the credit limit alone.
alter table ledger_account
  add column debt bigint not null default 0,
  add constraint ledger_account_debt check (debt = 0 or (debt > 0 and asset = 'cny' and purpose = 'available')),
  drop constraint ledger_account_overdraft,
  add constraint ledger_account_overdraft
    check (purpose = 'outside' or (asset = 'invoice' and purpose = 'available') or credits + credit_limit + debt >= debits);
