-- Money that comes by bank transfer. The bank's own line (a receipt) is what is booked, once; claims of customers help to find whose it is.

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

-- Everybody's own 8 digits for the purpose of a transfer, the last one a check digit.
create table transfer_code (
  transfer_code text primary key check (transfer_code ~ '^\d{8}$'),
  account_id uuid not null unique
);
grant select, insert on transfer_code to hongyan_app, hongyan_platform;

-- Names under which an account pays, beside its attested one.
create table payer_name (
  account_id uuid not null,
  name text not null,
  created_at timestamptz not null default now(),
  primary key (account_id, name)
);
call make_tenant_table('payer_name');

create table bank_claim (
  account_id uuid not null,
  claim_id uuid not null,
  claim_number text not null,
  payer_name text not null,
  payer_account text not null check (payer_account ~ '^\d{8,30}$'),
  amount_hao bigint not null check (amount_hao > 0 and amount_hao % 100 = 0),
  -- The day on the slip (China).
  paid_on text not null,
  slip_file_id uuid not null,
  remark text not null default '',
  -- more: staff need something else; approving: a second person has to agree.
  state text not null check (state in ('waiting', 'more', 'approving', 'credited', 'rejected', 'returned', 'cancelled')),
  -- What staff want to have or why they refuse.
  reason text,
  member_id uuid not null,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  primary key (account_id, claim_id)
);
call make_tenant_table('bank_claim');
create index bank_claim_open on bank_claim (created_at) where state in ('waiting', 'approving');

-- A slip counts once, whoever sends it: its bytes' hash. Taken back with the claim that is refused or withdrawn.
create table bank_slip (
  slip_hash text primary key,
  account_id uuid not null,
  claim_id uuid not null
);
grant select, insert, delete on bank_slip to hongyan_app, hongyan_platform;

-- Lines of our account's statement, money in. The bank's number is unique: a line counts once. The receipt's id is the id of the recharge that it becomes.
create table bank_receipt (
  receipt_id uuid primary key,
  bank_serial text not null unique,
  amount_hao bigint not null check (amount_hao > 0 and amount_hao % 100 = 0),
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
  noted_by uuid,
  noted_at timestamptz not null default now(),
  decided_by uuid,
  decided_at timestamptz,
  check ((state in ('approving', 'credited')) <= (account_id is not null and rule is not null))
);
create index bank_receipt_open on bank_receipt (came_at) where state in ('waiting', 'approving');
grant select, insert, update on bank_receipt to hongyan_platform;

-- paid_hao: what the gateway took, where that is another sum than was asked for. refunded_hao: what was given back or is about to be.
alter table recharge drop constraint recharge_channel_check, drop constraint recharge_state_check,
  add constraint recharge_channel_check check (channel in ('alipay', 'wechat', 'bank')),
  -- returned: it had failed, and what came was sent back to the payer.
  add constraint recharge_state_check check (state in ('waiting', 'paid', 'closed', 'failed', 'returned')),
  add column paid_hao bigint check (paid_hao > 0 and paid_hao % 100 = 0),
  add column refunded_hao bigint not null default 0,
  -- What staff did about a failed one, and why.
  add column handled_by uuid,
  add column handled_at timestamptz,
  add column handled_reason text,
  add constraint recharge_refunded check (refunded_hao between 0 and coalesce(paid_hao, amount_hao));
create index recharge_paid_at on recharge (channel, paid_at) where paid_at is not null;
