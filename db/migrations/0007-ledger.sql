-- Double-entry ledger: balances, transfers, holds, charges, verification. Amounts in 毫 (1/10,000 yuan).

-- Charges by the day (China) of their booking and by everything that a bill distinguishes. Written in the booking's
-- transaction, so it always equals the sum of the ledger's transfers, and no page has to read those.
create table charge_day (
  account_id uuid not null,
  -- 2026-11-21
  day text not null check (day ~ '^\d{4}-\d{2}-\d{2}$'),
  kind text not null check (kind in ('otp', 'transactional', 'marketing')),
  -- The nil UUID: no app, no broadcast, no package (the balance pays).
  app_id uuid not null,
  broadcast_id uuid not null,
  grant_id uuid not null,
  unit_price_hao bigint not null,
  list_price_hao bigint not null,
  posted_count bigint not null default 0,
  voided_count bigint not null default 0,
  -- Paid from the balance for posted segments; 0 where a package pays.
  amount_hao bigint not null default 0,
  primary key (account_id, day, kind, app_id, broadcast_id, grant_id, unit_price_hao, list_price_hao)
) with (fillfactor = 50);
call make_tenant_table('charge_day');

-- Holds for accepted messages: posted when a message is delivered, voided when it is not. A hold is on one grant, or on
-- the balance at a price.
create table charge_hold (
  account_id uuid not null,
  hold_id uuid not null,
  broadcast_id uuid,
  grant_id uuid,
  unit_price_hao bigint not null default 0,
  segment_count bigint not null check (segment_count > 0),
  posted_count bigint not null default 0,
  voided_count bigint not null default 0,
  -- Messages that may still be created under this hold, by their segments: {"1": 900, "2": 50}.
  quota jsonb not null default '{}',
  created_at timestamptz not null default now(),
  kind text not null check (kind in ('otp', 'transactional', 'marketing')),
  -- The sending app, if all messages of the hold have the same one.
  app_id uuid,
  -- The list price of a segment in 毫 at that time, for comparison with an account's own price.
  list_price_hao bigint not null default 0,
  primary key (account_id, hold_id),
  check ((posted_count + voided_count) <= segment_count)
);
call make_tenant_table('charge_hold');
create index charge_hold_broadcast ON charge_hold (account_id, broadcast_id) where broadcast_id is not null;

-- Units or gift money of an account: each row is one purchase or gift.
create table credit_grant (
  account_id uuid not null,
  grant_id uuid not null,
  kind text not null check (kind in ('industry', 'marketing', 'general', 'link', 'bonus')),
  name text not null,
  segment_count bigint not null check (segment_count > 0),
  source text not null check (source in ('gift', 'purchase')),
  order_id uuid,
  starts_at timestamptz not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  -- When the package was refunded.
  refunded_at timestamptz,
  -- The latest expiry reminder sent, in days before the end: 30, 7 or 1.
  notified_days smallint,
  primary key (account_id, grant_id),
  constraint credit_grant_bonus check (kind <> 'bonus' or source = 'gift'),
  check (expires_at > starts_at)
);
call make_tenant_table('credit_grant');

-- A balance of an asset. Money is in 毫 (cny, bonus, invoice); segments and link units have one set of ledger accounts
-- for each grant, as gift money does.
create table ledger_account (
  account_id uuid not null,
  ledger_account_id uuid not null,
  asset text not null check (asset in ('cny', 'bonus', 'segment', 'link', 'invoice')),
  -- outside: counterpart beyond the customer; value comes from it and goes to it. It may be negative; others only
  -- within credit limit and debt, or as the available invoiceable amount.
  purpose text not null check (purpose in ('outside', 'available', 'held', 'spent')),
  grant_id uuid,
  debits bigint not null default 0,
  credits bigint not null default 0,
  rate_bp integer,
  product text check (product in ('sms', 'link')),
  month text check (month ~ '^\d{4}-\d\d$'),
  order_id uuid,
  -- Balance and gift money only: time of the statement's last entry; later entries are never booked before it.
  moved_at timestamptz,
  credit_limit bigint not null default 0,
  debt bigint not null default 0,
  primary key (account_id, ledger_account_id),
  check ((asset in ('bonus', 'segment', 'link')) = (grant_id is not null)),
  constraint ledger_account_consumed check ((asset = 'invoice' and purpose = 'outside') = (product is not null
    and month is not null) and (order_id is null or product is not null)),
  constraint ledger_account_credit_limit
    check (credit_limit = 0 or credit_limit > 0 and asset = 'cny' and purpose = 'available'),
  constraint ledger_account_debt check (debt = 0 or debt > 0 and asset = 'cny' and purpose = 'available'),
  constraint ledger_account_overdraft check (purpose = 'outside' or asset = 'invoice' and purpose = 'available'
    or (credits + credit_limit + debt) >= debits),
  constraint ledger_account_key unique nulls not distinct (account_id, asset, purpose, grant_id, rate_bp, product,
    month, order_id),
  constraint ledger_account_rate check ((asset = 'invoice') = (rate_bp is not null)),
  foreign key (account_id, grant_id) references credit_grant(account_id, grant_id)
) with (fillfactor = 50);
call make_tenant_table('ledger_account');
-- Expired grants with gift money left.
create index ledger_account_bonus ON ledger_account (account_id, grant_id) where asset = 'bonus'
  and purpose = 'available';

-- Append-only double-entry transfers. A transfer names the debited and the credited ledger account and a positive
-- amount, so it balances by construction; its id is the idempotency key.
create table transfer (
  account_id uuid not null,
  transfer_id uuid not null,
  debit_id uuid not null,
  credit_id uuid not null,
  asset text not null check (asset in ('cny', 'bonus', 'segment', 'link', 'invoice')),
  amount bigint not null check (amount > 0),
  kind text not null check (kind in ('recharge', 'grant', 'purchase', 'hold', 'post', 'void', 'refund', 'adjust',
    'expire', 'withdraw', 'request', 'issue', 'return', 'reverse')),
  reference_id uuid,
  remark text,
  at timestamptz not null default now(),
  entry_number bigint,
  available_after bigint,
  held_after bigint,
  contra_of_id uuid,
  primary key (account_id, transfer_id),
  check (debit_id <> credit_id),
  constraint transfer_entry_check check ((asset in ('cny', 'bonus')) = (entry_number is not null
    and available_after is not null and held_after is not null)),
  constraint transfer_invoice check ((kind in ('request', 'issue', 'return', 'reverse')) <= (asset = 'invoice'
    and (amount % 100) = 0)),
  constraint transfer_contra check ((contra_of_id is not null) = (asset = 'invoice'
    and (kind in ('purchase', 'post', 'refund')))),
  foreign key (account_id, credit_id) references ledger_account(account_id, ledger_account_id),
  foreign key (account_id, debit_id) references ledger_account(account_id, ledger_account_id)
);
call make_tenant_table('transfer');
revoke update, delete on transfer from hongyan_app, hongyan_platform;
create index transfer_at ON transfer (account_id, at, entry_number) where asset = 'cny';
create index transfer_bonus_at ON transfer (account_id, at, entry_number) where asset = 'bonus';
create unique index transfer_bonus_entry ON transfer (account_id, entry_number desc) where asset = 'bonus';
create unique index transfer_entry ON transfer (account_id, entry_number desc) where asset = 'cny';
-- Finds the link units taken for a broadcast, so that unused ones return to their packages.
create index transfer_link ON transfer (account_id, reference_id) where asset = 'link';
-- Movements other than holds, charges and releases of messages, found without reading millions of those.
create index transfer_rare ON transfer (account_id, at) where asset = 'cny' and (kind not in ('hold', 'post', 'void'));
