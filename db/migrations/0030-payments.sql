-- Payments: recharges, gateways, bank transfers, withdrawals, refunds, reconciliation.

create table bank_claim (
  account_id uuid not null,
  claim_id uuid not null,
  claim_number text not null,
  payer_name text not null,
  payer_account text not null check (payer_account ~ '^\d{8,30}$'),
  amount_hao bigint not null check (amount_hao > 0 and (amount_hao % 100) = 0),
  -- Date of the bank slip (China).
  paid_on text not null,
  slip_file_id uuid not null,
  remark text not null default '',
  -- more: staff need more information; approving: a second member of staff must approve.
  state text not null check (state in ('waiting', 'more', 'approving', 'credited', 'rejected', 'returned',
    'cancelled')),
  -- What staff need, or why they reject the claim.
  reason text,
  member_id uuid not null,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  primary key (account_id, claim_id)
);
call make_tenant_table('bank_claim');
create index bank_claim_open ON bank_claim (created_at) where state in ('waiting', 'approving');

-- Bank statements: the uploaded file of one day of our account, unique by hash, with the balances before and after. A
-- later file of the same day replaces an earlier one.
create table bank_statement (
  statement_id uuid primary key,
  -- Date in China.
  day text not null check (day ~ '^\d{4}-\d\d-\d\d$'),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$') unique,
  file_name text not null,
  -- Incoming payments as the server parsed them: the browser's data is not trusted.
  lines jsonb not null,
  in_count integer not null,
  in_hao bigint not null,
  out_count integer not null,
  out_hao bigint not null,
  -- Lines that could not be parsed.
  problem_count integer not null,
  -- read: nothing is booked yet; replaced: a later file of the same day is valid.
  state text not null default 'read' check (state in ('read', 'imported', 'replaced')),
  opening_hao bigint,
  closing_hao bigint,
  read_by uuid not null,
  read_at timestamptz not null,
  imported_by uuid,
  imported_at timestamptz,
  check ((state = 'read') = (imported_at is null)),
  check (state = 'read' or problem_count = 0 and (opening_hao + in_hao - out_hao) = closing_hao)
);
grant select, insert on bank_statement to hongyan_platform;
grant update (state, opening_hao, closing_hao, imported_by, imported_at) on bank_statement to hongyan_platform;
create unique index bank_statement_day ON bank_statement (day) where state = 'imported';

-- Incoming payments of our account's statements. The bank's serial number is unique, so a line counts once. A receipt's
-- id becomes the id of its recharge.
create table bank_receipt (
  receipt_id uuid primary key,
  bank_serial text not null unique,
  amount_hao bigint not null check (amount_hao > 0 and (amount_hao % 100) = 0),
  payer_name text not null,
  payer_account text not null default '',
  memo text not null default '',
  came_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'approving', 'credited', 'returned')),
  -- The account it belongs to, and the rule that matched it.
  account_id uuid,
  claim_id uuid,
  rule text check (rule in ('code', 'claim', 'attested', 'registered', 'manual')),
  -- Why staff credited it although the names differ, or returned the money.
  reason text,
  return_serial text,
  recorded_by uuid,
  recorded_at timestamptz not null default now(),
  decided_by uuid,
  decided_at timestamptz,
  -- The statement that contains it; null: entered by hand.
  statement_id uuid references bank_statement(statement_id),
  check ((state in ('approving', 'credited')) <= (account_id is not null and rule is not null))
);
grant select, insert, update on bank_receipt to hongyan_platform;
create index bank_receipt_open ON bank_receipt (came_at) where state in ('waiting', 'approving');

-- Hashes of bank slips: each counts once across accounts. Deleted when the claim is rejected or cancelled.
create table bank_slip (
  slip_hash text primary key,
  account_id uuid not null,
  claim_id uuid not null
);
grant select, insert, delete on bank_slip to hongyan_app, hongyan_platform;

-- Reconciliation differences. Those absent from the next comparison are closed by it, others by staff with a reason.
create table gateway_difference (
  payment_method text not null,
  day text not null,
  kind text not null check (kind in ('payment', 'refund')),
  trade_number text not null,
  refund_number text not null default '',
  problem text not null check (problem in ('theirs_only', 'ours_only', 'amount', 'unbooked')),
  our_hao bigint,
  their_hao bigint,
  account_id uuid,
  found_at timestamptz not null,
  resolved_at timestamptz,
  resolved_by uuid,
  remark text,
  primary key (payment_method, day, kind, trade_number, refund_number)
);
grant select, insert, update on gateway_difference to hongyan_platform;
create index payment_method_difference_open ON gateway_difference (found_at) where resolved_at is null;

-- The lines of a gateway's statement; fetching them again replaces those of the day.
create table gateway_statement_line (
  payment_method text not null,
  day text not null,
  kind text not null check (kind in ('payment', 'refund')),
  trade_number text not null,
  -- '' for a payment.
  refund_number text not null default '',
  gateway_number text not null,
  amount_hao bigint not null,
  at timestamptz not null,
  primary key (payment_method, day, kind, trade_number, refund_number)
);
grant select, insert, delete on gateway_statement_line to hongyan_platform;

-- Statements of each gateway by day (China), reconciled with our records trade by trade.
create table gateway_statement (
  payment_method text not null check (payment_method in ('alipay', 'wechat')),
  day text not null,
  -- asked: being fetched; absent: the gateway did not provide it; agrees, differs: result of the reconciliation.
  state text not null check (state in ('asked', 'absent', 'agrees', 'differs')),
  trouble text,
  their_count bigint not null default 0,
  their_paid_hao bigint not null default 0,
  their_refunded_hao bigint not null default 0,
  our_count bigint not null default 0,
  our_paid_hao bigint not null default 0,
  our_refunded_hao bigint not null default 0,
  compared_at timestamptz not null,
  primary key (payment_method, day)
);
grant select, insert, update on gateway_statement to hongyan_platform;

-- 账务健康: runs of the invariant checks over all ledgers, with their results.
create table ledger_check (
  check_id uuid primary key,
  started_at timestamptz not null,
  finished_at timestamptz,
  account_count integer not null default 0,
  -- {tie: {checked, failed}}, by invariant.
  ties jsonb not null default '{}'
);
grant select, insert, update, delete on ledger_check to hongyan_platform;

create table ledger_finding (
  check_id uuid not null references ledger_check(check_id) on delete cascade,
  finding_id uuid not null,
  account_id uuid,
  tie text not null,
  problem text not null,
  primary key (check_id, finding_id)
);
grant select, insert, update, delete on ledger_finding to hongyan_platform;

-- Payer names of an account besides its verified name.
create table payer_name (
  account_id uuid not null,
  name text not null,
  created_at timestamptz not null default now(),
  primary key (account_id, name)
);
call make_tenant_table('payer_name');

-- Verified notifications of gateways, unchanged, each stored once.
create table payment_webhook (
  payment_method text not null,
  webhook_id text not null,
  body text not null,
  came_at timestamptz not null,
  primary key (payment_method, webhook_id)
);
grant select, insert on payment_webhook to hongyan_app, hongyan_platform;

-- Maps a trade number, all that gateways know, to its account. A gateway's payment counts for one trade only.
create table payment_trade (
  trade_number text primary key,
  account_id uuid not null,
  recharge_id uuid not null,
  payment_method text not null,
  gateway_number text,
  unique (payment_method, gateway_number)
);
grant select, insert, update on payment_trade to hongyan_app, hongyan_platform;

-- Our bank account for transfers: the newest version is valid, earlier ones remain for tracing payments.
create table receiving_account (
  receiving_account_id uuid primary key,
  holder text not null,
  account_number text not null check (account_number ~ '^\d{8,30}$'),
  bank text not null,
  -- 联行号
  bank_code text not null check (bank_code ~ '^\d{12}$'),
  staff_id uuid,
  created_at timestamptz not null default now()
);
grant select on receiving_account to hongyan_app;
grant select, insert on receiving_account to hongyan_platform;

-- Attempts to recharge. A gateway's payment is booked once, with the attempt's id.
create table recharge (
  account_id uuid not null,
  recharge_id uuid not null,
  -- The trade number at the gateway, also shown to people.
  trade_number text not null,
  payment_method text not null check (payment_method in ('alipay', 'wechat', 'bank')),
  amount_hao bigint not null check (amount_hao > 0 and (amount_hao % 100) = 0),
  -- failed: the gateway received a different amount than requested; nothing is booked, staff must act.
  state text not null check (state in ('waiting', 'paid', 'closed', 'failed', 'returned')),
  -- Why it was closed: cancelled by the payer, expired, the gateway unavailable, or replaced by another attempt.
  close_reason text check (close_reason in ('cancelled', 'expired', 'unavailable', 'replaced')),
  -- How the payer reaches the gateway: a page's URL or a QR code's text.
  pay_way jsonb,
  gateway_number text,
  payer text,
  paid_at timestamptz,
  member_id uuid,
  expires_at timestamptz not null,
  -- When the gateway is polled next; null: no more.
  poll_at timestamptz,
  poll_count smallint not null default 0,
  created_at timestamptz not null default now(),
  paid_hao bigint check (paid_hao > 0 and (paid_hao % 100) = 0),
  refunded_hao bigint not null default 0,
  -- How staff handled a failed recharge, and why.
  handled_by uuid,
  handled_at timestamptz,
  handled_reason text,
  -- The order that this recharge pays: bought as soon as the money arrives.
  order_id uuid,
  -- When the gateway first reported that the payer is paying, shown before the money arrives.
  paying_at timestamptz,
  primary key (account_id, recharge_id),
  constraint recharge_refunded check (refunded_hao >= 0 and refunded_hao <= coalesce(paid_hao, amount_hao)),
  foreign key (account_id, order_id) references package_order(account_id, order_id)
);
call make_tenant_table('recharge');
create index recharge_ask ON recharge (poll_at) where poll_at is not null;
create index recharge_order ON recharge (account_id, order_id) where order_id is not null;
create index recharge_paid_at ON recharge (payment_method, paid_at) where paid_at is not null;

-- Withdrawals: money returned to its source. A withdrawal holds its amount; each of its refunds returns part of one
-- recharge under its own refund number, which is requested repeatedly until the gateway reports an outcome.
create table withdrawal (
  account_id uuid not null,
  withdrawal_id uuid not null,
  withdrawal_number text not null,
  amount_hao bigint not null check (amount_hao > 0 and (amount_hao % 100) = 0),
  remark text not null default '',
  -- reviewing: staff review it; approving: a second member of staff must approve; abnormal: a refund can't return to
  -- its source.
  state text not null check (state in ('reviewing', 'approving', 'refunding', 'abnormal', 'done', 'rejected',
    'cancelled')),
  -- Why it was rejected.
  reason text,
  -- Destination of money that can't return to its source: a bank account of the same name.
  payout_holder text,
  payout_number text check (payout_number ~ '^\d{8,30}$'),
  payout_bank text,
  member_id uuid not null,
  staff_id uuid,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  ended_at timestamptz,
  primary key (account_id, withdrawal_id)
);
call make_tenant_table('withdrawal');
create index withdrawal_open ON withdrawal (created_at) where state
  in ('reviewing', 'approving', 'refunding', 'abnormal');

create table refund (
  account_id uuid not null,
  refund_id uuid not null,
  -- Null: the refund of a failed recharge; nothing was booked, so nothing is held.
  withdrawal_id uuid,
  recharge_id uuid not null,
  -- Our number at the gateway.
  refund_number text not null,
  payment_method text not null check (payment_method in ('alipay', 'wechat', 'bank')),
  amount_hao bigint not null check (amount_hao > 0 and (amount_hao % 100) = 0),
  -- planned: not requested yet; asking: requested until the gateway accepts or refuses; failed: the gateway refused;
  -- by_hand: staff pay by bank; void: abandoned.
  state text not null check (state in ('planned', 'asking', 'done', 'failed', 'by_hand', 'void')),
  poll_at timestamptz,
  poll_count smallint not null default 0,
  -- The gateway's error.
  trouble text,
  -- The bank's serial number of a payment by hand.
  bank_serial text,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  primary key (account_id, refund_id),
  foreign key (account_id, recharge_id) references recharge(account_id, recharge_id),
  foreign key (account_id, withdrawal_id) references withdrawal(account_id, withdrawal_id)
);
call make_tenant_table('refund');
create index refund_ask ON refund (poll_at) where poll_at is not null;
create index refund_recharge ON refund (account_id, recharge_id);
create index refund_settled ON refund (payment_method, settled_at) where settled_at is not null;
create index refund_withdrawal ON refund (account_id, withdrawal_id);

-- Money that a member of staff moved without a second person, summed so that many small amounts can't bypass the limit
-- on a single one.
create table staff_money (
  staff_money_id uuid primary key,
  staff_id uuid not null,
  account_id uuid not null,
  amount_hao bigint not null check (amount_hao > 0),
  kind text not null check (kind in ('bank-credit', 'refund', 'withdrawal')),
  object_id uuid not null,
  at timestamptz not null
);
grant select, insert on staff_money to hongyan_platform;
create index staff_money_account ON staff_money (account_id, at);
create index staff_money_staff ON staff_money (staff_id, at);

-- An account's own 8-digit code for the remittance purpose of a transfer; the last digit is a check digit.
create table transfer_code (
  transfer_code text primary key check (transfer_code ~ '^\d{8}$'),
  account_id uuid not null unique
);
grant select, insert on transfer_code to hongyan_app, hongyan_platform;
