-- Money back to where it came from. A withdrawal holds its sum; each of its refunds gives back part of one recharge, under a number of its own that is asked
-- for again and again until the gateway has said what became of it.
create table withdrawal (
  account_id uuid not null,
  withdrawal_id uuid not null,
  withdrawal_number text not null,
  amount_hao bigint not null check (amount_hao > 0 and amount_hao % 100 = 0),
  remark text not null default '',
  -- reviewing: staff look; approving: a second person has to agree; abnormal: a refund can't go where its money came from.
  state text not null check (state in ('reviewing', 'approving', 'refunding', 'abnormal', 'done', 'rejected', 'cancelled')),
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
create index withdrawal_open on withdrawal (created_at) where state in ('reviewing', 'approving', 'refunding', 'abnormal');

create table refund (
  account_id uuid not null,
  refund_id uuid not null,
  -- Null: of a recharge that had failed; nothing was booked, so nothing is held.
  withdrawal_id uuid,
  recharge_id uuid not null,
  -- Ours at the gateway.
  refund_number text not null,
  channel text not null check (channel in ('alipay', 'wechat', 'bank')),
  amount_hao bigint not null check (amount_hao > 0 and amount_hao % 100 = 0),
  -- planned: nobody was asked yet; asking: the gateway is asked until it says yes or no; failed: it said no; by_hand: staff pay by bank; void: given up.
  state text not null check (state in ('planned', 'asking', 'done', 'failed', 'by_hand', 'void')),
  ask_at timestamptz,
  ask_count smallint not null default 0,
  -- What the gateway said when it did not do it.
  trouble text,
  -- The bank's number of a payment by hand.
  bank_serial text,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  primary key (account_id, refund_id),
  foreign key (account_id, recharge_id) references recharge,
  foreign key (account_id, withdrawal_id) references withdrawal
);
call make_tenant_table('refund');
create index refund_withdrawal on refund (account_id, withdrawal_id);
create index refund_recharge on refund (account_id, recharge_id);
create index refund_ask on refund (ask_at) where ask_at is not null;
create index refund_settled on refund (channel, settled_at) where settled_at is not null;
