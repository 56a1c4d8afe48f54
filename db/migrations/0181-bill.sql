-- 账单: a closed month. Nothing of it is ever changed; what comes later lands in the month in which it is booked.
create table bill (
  account_id uuid not null,
  -- 2026-10
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  bill_number text not null,
  -- 毫 of the balance, held ones included, at the month's begin and end, and what moved it.
  opening_hao bigint not null,
  recharge_hao bigint not null,
  withdraw_hao bigint not null,
  order_hao bigint not null,
  usage_hao bigint not null,
  refund_hao bigint not null,
  -- What corrections added to the balance; negative where they took from it.
  adjust_hao bigint not null,
  closing_hao bigint not null,
  line_count integer not null,
  -- SHA-256 of the figures and of all lines in their order, and of the bill before: a line that is changed is found, and so is a bill that is missing.
  hash text not null,
  closed_at timestamptz not null,
  primary key (account_id, month),
  check (opening_hao + recharge_hao + refund_hao + adjust_hao - withdraw_hao - order_hao - usage_hao = closing_hao)
);
call make_tenant_table('bill');
revoke update, delete on bill from hongyan_app, hongyan_platform;

create table bill_line (
  account_id uuid not null,
  month text not null,
  line integer not null,
  day text not null,
  kind text not null check (kind in ('order', 'usage', 'refund', 'adjust')),
  product text check (product in ('sms', 'link')),
  item text not null,
  source text not null check (source in ('package', 'gift', 'balance')),
  app_id uuid,
  grant_id uuid,
  order_id uuid,
  quantity bigint not null,
  returned_count bigint not null,
  unit_price_hao bigint not null,
  list_price_hao bigint not null,
  list_hao bigint not null,
  discount_hao bigint not null,
  package_hao bigint not null,
  cash_hao bigint not null,
  rate_bp integer,
  primary key (account_id, month, line),
  foreign key (account_id, month) references bill,
  check (list_hao - discount_hao - package_hao = cash_hao)
);
call make_tenant_table('bill_line');
revoke update, delete on bill_line from hongyan_app, hongyan_platform;

-- What moves money without being a message's hold, charge or release: found without reading through millions of those.
create index transfer_rare on transfer (account_id, at) where asset = 'cny' and kind not in ('hold', 'post', 'void');

-- 余额预警: below which sums and how few segments a customer wants to be told, and on which day of China it was told last.
create table balance_warning (
  account_id uuid primary key,
  is_on boolean not null,
  first_hao bigint not null check (first_hao > 0 and first_hao % 100 = 0),
  second_hao bigint check (second_hao > 0 and second_hao < first_hao and second_hao % 100 = 0),
  segment_count bigint check (segment_count > 0),
  first_told_on text,
  second_told_on text,
  segment_told_on text,
  changed_at timestamptz not null
);
call make_tenant_table('balance_warning');

-- 账务健康: each run of the checks over all ledgers, and what they found.
create table ledger_check (
  check_id uuid primary key,
  started_at timestamptz not null,
  finished_at timestamptz,
  account_count integer not null default 0,
  -- {tie: {checked, failed}}
  ties jsonb not null default '{}'
);
create table ledger_finding (
  check_id uuid not null references ledger_check on delete cascade,
  finding_id uuid not null,
  account_id uuid,
  tie text not null,
  problem text not null,
  primary key (check_id, finding_id)
);
grant select, insert, update, delete on ledger_check, ledger_finding to hongyan_platform;
