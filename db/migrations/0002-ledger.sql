-- Append-only double entry. A transfer names the debited and the credited ledger account and a positive amount, so it balances by construction; its id
-- is the idempotency key. Amounts are 毫 (asset cny) or segments (asset segment, one set of ledger accounts for each credit grant).
create table credit_grant (
  account_id uuid not null,
  grant_id uuid not null,
  kind text not null check (kind in ('industry', 'marketing', 'general')),
  name text not null,
  segment_count bigint not null check (segment_count > 0),
  source text not null check (source in ('gift', 'purchase')),
  order_id uuid,
  starts_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > starts_at),
  created_at timestamptz not null default now(),
  primary key (account_id, grant_id)
);
call make_tenant_table('credit_grant');

create table ledger_account (
  account_id uuid not null,
  ledger_account_id uuid not null,
  asset text not null check (asset in ('cny', 'segment')),
  -- outside: where value comes from and goes to beyond the customer, the only one that may be negative.
  purpose text not null check (purpose in ('outside', 'available', 'held', 'spent')),
  grant_id uuid,
  debits bigint not null default 0,
  credits bigint not null default 0,
  primary key (account_id, ledger_account_id),
  unique nulls not distinct (account_id, asset, purpose, grant_id),
  foreign key (account_id, grant_id) references credit_grant,
  check ((asset = 'segment') = (grant_id is not null)),
  constraint ledger_account_overdraft check (purpose = 'outside' or credits >= debits)
) with (fillfactor = 50);
call make_tenant_table('ledger_account');

create table transfer (
  account_id uuid not null,
  transfer_id uuid not null,
  debit_id uuid not null,
  credit_id uuid not null,
  asset text not null check (asset in ('cny', 'segment')),
  amount bigint not null check (amount > 0),
  kind text not null check (kind in ('recharge', 'grant', 'purchase', 'hold', 'post', 'void', 'refund', 'adjust', 'expire')),
  reference_id uuid,
  remark text,
  at timestamptz not null default now(),
  primary key (account_id, transfer_id),
  foreign key (account_id, debit_id) references ledger_account,
  foreign key (account_id, credit_id) references ledger_account,
  check (debit_id <> credit_id)
);
call make_tenant_table('transfer');
revoke update, delete on transfer from hongyan_app, hongyan_platform;

-- Segments set aside for messages that were accepted: posted when one is delivered, voided when it is not. Of one grant, or of the balance at a price.
create table charge_hold (
  account_id uuid not null,
  hold_id uuid not null,
  broadcast_id uuid,
  grant_id uuid,
  unit_price_hao bigint not null default 0,
  segment_count bigint not null check (segment_count > 0),
  posted_count bigint not null default 0,
  voided_count bigint not null default 0,
  -- Messages not yet made that this hold still has room for, by their segments: {"1": 900, "2": 50}.
  quota jsonb not null default '{}',
  created_at timestamptz not null default now(),
  primary key (account_id, hold_id),
  check (posted_count + voided_count <= segment_count)
);
create index charge_hold_broadcast on charge_hold (account_id, broadcast_id) where broadcast_id is not null;
call make_tenant_table('charge_hold');

-- The shop's packages. The number is digits only (the form rule of the customer's specification).
create table sms_package (
  package_id bigint primary key,
  name text not null,
  kind text not null check (kind in ('industry', 'marketing', 'general')),
  segment_count bigint not null check (segment_count > 0),
  price_hao bigint not null check (price_hao > 0 and price_hao % 100 = 0),
  validity_days integer not null,
  on_sale boolean not null default true
);
grant select on sms_package to hongyan_app;
grant select, insert, update on sms_package to hongyan_platform;

create table package_order (
  account_id uuid not null,
  order_id uuid not null,
  package_id bigint not null references sms_package,
  quantity integer not null check (quantity between 1 and 99),
  amount_hao bigint not null check (amount_hao > 0),
  state text not null check (state in ('paid', 'refunded')),
  created_at timestamptz not null default now(),
  primary key (account_id, order_id)
);
call make_tenant_table('package_order');

-- 毫 a segment by kind of message, from a moment on.
create table unit_price (
  kind text not null check (kind in ('code', 'notice', 'marketing')),
  starts_at timestamptz not null,
  unit_price_hao bigint not null check (unit_price_hao > 0),
  primary key (kind, starts_at)
);
grant select on unit_price to hongyan_app;
grant select, insert on unit_price to hongyan_platform;
insert into unit_price (kind, starts_at, unit_price_hao) values ('code', '2020-01-01', 450), ('notice', '2020-01-01', 450), ('marketing', '2020-01-01', 500);
insert into sms_package (package_id, name, kind, segment_count, price_hao, validity_days) values
  (1001, '行业短信 1万条', 'industry', 10000, 4500000, 365),
  (1002, '行业短信 10万条', 'industry', 100000, 40000000, 365),
  (1003, '行业短信 50万条', 'industry', 500000, 190000000, 365),
  (2001, '推广短信 1万条', 'marketing', 10000, 5000000, 365),
  (2002, '推广短信 10万条', 'marketing', 100000, 45000000, 365),
  (3001, '通用短信 5000条', 'general', 5000, 2400000, 180);
