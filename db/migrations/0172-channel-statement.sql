-- What each gateway says of a day (China), compared with our books, trade by trade.
create table channel_statement (
  channel text not null check (channel in ('alipay', 'wechat')),
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
  primary key (channel, day)
);
grant select, insert, update on channel_statement to hongyan_platform;

-- The lines as the gateway gave them; fetched again, they replace those of the day.
create table channel_line (
  channel text not null,
  day text not null,
  kind text not null check (kind in ('payment', 'refund')),
  trade_number text not null,
  -- Empty for a payment.
  refund_number text not null default '',
  gateway_number text not null,
  amount_hao bigint not null,
  at timestamptz not null,
  primary key (channel, day, kind, trade_number, refund_number)
);
grant select, insert, delete on channel_line to hongyan_platform;

-- What does not agree. One that is gone at the next comparison is closed by it, others by people who say why.
create table channel_difference (
  channel text not null,
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
  primary key (channel, day, kind, trade_number, refund_number)
);
create index channel_difference_open on channel_difference (found_at) where resolved_at is null;
grant select, insert, update on channel_difference to hongyan_platform;
