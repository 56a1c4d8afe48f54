-- Money in and out: recharges, gateways, bank transfers, withdrawals, refunds, reconciliation.

create table bank_claim (
  account_id uuid not null,
  claim_id uuid not null,
  claim_number text not null,
  payer_name text not null,
  payer_account text not null check (payer_account ~ '^\d{8,30}$'),
  amount_hao bigint not null check (amount_hao > 0 and (amount_hao % 100) = 0),
  -- The day on the slip (China).
  paid_on text not null,
  slip_file_id uuid not null,
  remark text not null default '',
  -- more: staff need something else; approving: a second person has to agree.
  state text not null check (state in ('waiting', 'more', 'approving', 'credited', 'rejected', 'returned',
    'cancelled')),
  -- What staff want to have or why they refuse.
  reason text,
  member_id uuid not null,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  primary key (account_id, claim_id)
);
call make_tenant_table('bank_claim');
create index bank_claim_open ON bank_claim (created_at) where state in ('waiting', 'approving');

-- What the bank says of one day of our account: its file as it was read, once by its hash, with the balances before and
-- after. A later file of the same day takes the place of an earlier one.
create table bank_statement (
  statement_id uuid primary key,
  -- Of China.
  day text not null check (day ~ '^\d{4}-\d\d-\d\d$'),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$') unique,
  file_name text not null,
  -- Lines of money in, as the server read them: what a browser sends is not believed.
  lines jsonb not null,
  in_count integer not null,
  in_hao bigint not null,
  out_count integer not null,
  out_hao bigint not null,
  -- Lines that nobody could read.
  problem_count integer not null,
  -- read: nothing is booked yet. replaced: a later file of the same day holds.
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

-- Lines of our account's statement, money in. The bank's number is unique: a line counts once. The receipt's id is the
-- id of the recharge that it becomes.
create table bank_receipt (
  receipt_id uuid primary key,
  bank_serial text not null unique,
  amount_hao bigint not null check (amount_hao > 0 and (amount_hao % 100) = 0),
  payer_name text not null,
  payer_account text not null default '',
  memo text not null default '',
  came_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'approving', 'credited', 'returned')),
  -- Whose it is, and by which rule that was found.
  account_id uuid,
  claim_id uuid,
  rule text check (rule in ('code', 'claim', 'attested', 'registered', 'manual')),
  -- Of a credit that names do not support, or of money that was sent back.
  reason text,
  return_serial text,
  recorded_by uuid,
  recorded_at timestamptz not null default now(),
  decided_by uuid,
  decided_at timestamptz,
  -- The statement that a receipt stands on; null: somebody typed it.
  statement_id uuid references bank_statement(statement_id),
  check ((state in ('approving', 'credited')) <= (account_id is not null and rule is not null))
);
grant select, insert, update on bank_receipt to hongyan_platform;
create index bank_receipt_open ON bank_receipt (came_at) where state in ('waiting', 'approving');

-- A slip counts once, whoever sends it: its bytes' hash. Taken back with the claim that is refused or withdrawn.
create table bank_slip (
  slip_hash text primary key,
  account_id uuid not null,
  claim_id uuid not null
);
grant select, insert, delete on bank_slip to hongyan_app, hongyan_platform;

-- What does not agree. One that is gone at the next comparison is closed by it, others by people who say why.
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

-- The lines as the gateway gave them; fetched again, they replace those of the day.
create table gateway_statement_line (
  payment_method text not null,
  day text not null,
  kind text not null check (kind in ('payment', 'refund')),
  trade_number text not null,
  -- Empty for a payment.
  refund_number text not null default '',
  gateway_number text not null,
  amount_hao bigint not null,
  at timestamptz not null,
  primary key (payment_method, day, kind, trade_number, refund_number)
);
grant select, insert, delete on gateway_statement_line to hongyan_platform;

-- What each gateway says of a day (China), compared with our books, trade by trade.
create table gateway_statement (
  payment_method text not null check (payment_method in ('alipay', 'wechat')),
  day text not null,
  -- asked: it is being fetched; absent: the gateway would not give it; agrees, differs: what the comparison said.
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

-- 账务健康: each run of the checks over all ledgers, and what they found.
create table ledger_check (
  check_id uuid primary key,
  started_at timestamptz not null,
  finished_at timestamptz,
  account_count integer not null default 0,
  -- {tie: {checked, failed}}
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

-- Names under which an account pays, beside its attested one.
create table payer_name (
  account_id uuid not null,
  name text not null,
  created_at timestamptz not null default now(),
  primary key (account_id, name)
);
call make_tenant_table('payer_name');

-- Messages of gateways as they came, genuine ones only, once each.
create table payment_webhook (
  payment_method text not null,
  webhook_id text not null,
  body text not null,
  came_at timestamptz not null,
  primary key (payment_method, webhook_id)
);
grant select, insert on payment_webhook to hongyan_app, hongyan_platform;

-- Whose trade a number is: gateways know numbers only. No payment of a gateway counts for two trades.
create table payment_trade (
  trade_number text primary key,
  account_id uuid not null,
  recharge_id uuid not null,
  payment_method text not null,
  gateway_number text,
  unique (payment_method, gateway_number)
);
grant select, insert, update on payment_trade to hongyan_app, hongyan_platform;

-- Where customers pay to: the newest version counts, old ones stay for whoever asks where money went.
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

-- Attempts to bring money in. What a gateway takes is booked once, under the attempt's own id.
create table recharge (
  account_id uuid not null,
  recharge_id uuid not null,
  -- The trade's number at the gateway, and what people call it by.
  trade_number text not null,
  payment_method text not null check (payment_method in ('alipay', 'wechat', 'bank')),
  amount_hao bigint not null check (amount_hao > 0 and (amount_hao % 100) = 0),
  -- failed: the gateway took another sum than was asked for; nothing was booked and staff have to look.
  state text not null check (state in ('waiting', 'paid', 'closed', 'failed', 'returned')),
  -- Why it was closed: by the payer, by the clock, or since the gateway could not be reached.
  close_reason text check (close_reason in ('cancelled', 'expired', 'unavailable', 'replaced')),
  -- A page's address or a code's text, by which the payer gets to the gateway.
  pay_way jsonb,
  gateway_number text,
  payer text,
  paid_at timestamptz,
  member_id uuid,
  expires_at timestamptz not null,
  -- When the gateway is asked next what became of it; null: no more.
  poll_at timestamptz,
  poll_count smallint not null default 0,
  created_at timestamptz not null default now(),
  paid_hao bigint check (paid_hao > 0 and (paid_hao % 100) = 0),
  refunded_hao bigint not null default 0,
  -- What staff did about a failed one, and why.
  handled_by uuid,
  handled_at timestamptz,
  handled_reason text,
  -- The payment of an order is a recharge that buys as soon as it arrives.
  order_id uuid,
  -- When the gateway first told that somebody is paying, so that people see it before the money is there.
  paying_at timestamptz,
  primary key (account_id, recharge_id),
  constraint recharge_refunded check (refunded_hao >= 0 and refunded_hao <= coalesce(paid_hao, amount_hao)),
  foreign key (account_id, order_id) references package_order(account_id, order_id)
);
call make_tenant_table('recharge');
create index recharge_ask ON recharge (poll_at) where poll_at is not null;
create index recharge_order ON recharge (account_id, order_id) where order_id is not null;
create index recharge_paid_at ON recharge (payment_method, paid_at) where paid_at is not null;

-- Money back to where it came from. A withdrawal holds its sum; each of its refunds gives back part of one recharge,
-- under a number of its own that is asked for again and again until the gateway has said what became of it.
create table withdrawal (
  account_id uuid not null,
  withdrawal_id uuid not null,
  withdrawal_number text not null,
  amount_hao bigint not null check (amount_hao > 0 and (amount_hao % 100) = 0),
  remark text not null default '',
  -- reviewing: staff look; approving: a second person has to agree; abnormal: a refund can't go where its money came
  -- from.
  state text not null check (state in ('reviewing', 'approving', 'refunding', 'abnormal', 'done', 'rejected',
    'cancelled')),
  -- Why it was rejected.
  reason text,
  -- Where money goes that can't go back: a bank account of the same name.
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
  -- Null: of a recharge that had failed; nothing was booked, so nothing is held.
  withdrawal_id uuid,
  recharge_id uuid not null,
  -- Ours at the gateway.
  refund_number text not null,
  payment_method text not null check (payment_method in ('alipay', 'wechat', 'bank')),
  amount_hao bigint not null check (amount_hao > 0 and (amount_hao % 100) = 0),
  -- planned: nobody was asked yet; asking: the gateway is asked until it says yes or no; failed: it said no; by_hand:
  -- staff pay by bank; void: given up.
  state text not null check (state in ('planned', 'asking', 'done', 'failed', 'by_hand', 'void')),
  poll_at timestamptz,
  poll_count smallint not null default 0,
  -- What the gateway said when it did not do it.
  trouble text,
  -- The bank's number of a payment by hand.
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

-- Money that one member of staff moved without a second person, so that many small sums are no way round the limit of
-- one.
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

-- Everybody's own 8 digits for the purpose of a transfer, the last one a check digit.
create table transfer_code (
  transfer_code text primary key check (transfer_code ~ '^\d{8}$'),
  account_id uuid not null unique
);
grant select, insert on transfer_code to hongyan_app, hongyan_platform;
