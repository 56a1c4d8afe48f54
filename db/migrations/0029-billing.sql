-- Billing: bills, consumption, finance overview, monthly closing.

-- 余额预警: the amounts of the balance and the number of segments below which a customer wants a warning.
create table balance_warning (
  account_id uuid primary key,
  is_on boolean not null,
  first_hao bigint not null check (first_hao > 0 and (first_hao % 100) = 0),
  second_hao bigint,
  segment_count bigint check (segment_count > 0),
  changed_at timestamptz not null,
  check (second_hao > 0 and second_hao < first_hao and (second_hao % 100) = 0)
);
call make_tenant_table('balance_warning');

-- 账单: a closed month, never changed; later bookings belong to the month in which they are booked.
create table bill (
  account_id uuid not null,
  -- 2026-10
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  bill_number text not null,
  -- 毫 of the balance, held amounts included, at the month's start and end, and the movements between them.
  opening_hao bigint not null,
  recharge_hao bigint not null,
  withdraw_hao bigint not null,
  order_hao bigint not null,
  usage_hao bigint not null,
  refund_hao bigint not null,
  -- Corrections of the balance; negative: deductions.
  adjust_hao bigint not null,
  closing_hao bigint not null,
  line_count integer not null,
  -- SHA-256 of the figures, of all lines in order and of the previous bill's hash: reveals changed lines and missing
  -- bills.
  hash text not null,
  closed_at timestamptz not null,
  primary key (account_id, month),
  check ((opening_hao + recharge_hao + refund_hao + adjust_hao - withdraw_hao - order_hao - usage_hao) = closing_hao)
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
  source text not null check (source in ('package', 'gift', 'bonus', 'balance', 'alipay', 'wechat', 'bank')),
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
  -- Paid with gift money. list − discount − packages − gift money = cash.
  bonus_hao bigint not null default 0,
  -- Corrections of the balance are not payments: a column of their own, with the balance's sign.
  adjust_hao bigint not null default 0,
  primary key (account_id, month, line),
  constraint bill_line_adjust_check check (adjust_hao = 0 or kind = 'adjust'),
  check ((list_hao - discount_hao - package_hao - bonus_hao) = cash_hao),
  foreign key (account_id, month) references bill(account_id, month)
);
call make_tenant_table('bill_line');
revoke update, delete on bill_line from hongyan_app, hongyan_platform;

-- 消费上限: the most that an account's messages may cost on a day and in a month of China, from gift money and balance
-- together; null: no such limit.
create table spend_cap (
  account_id uuid primary key,
  day_hao bigint check (day_hao > 0 and (day_hao % 100) = 0),
  month_hao bigint check (month_hao > 0 and (month_hao % 100) = 0),
  changed_at timestamptz not null,
  check (day_hao is not null or month_hao is not null)
);
call make_tenant_table('spend_cap');
