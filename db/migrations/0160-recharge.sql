-- Attempts to bring money in. What a gateway takes is booked once, under the attempt's own id.
create table recharge (
  account_id uuid not null,
  recharge_id uuid not null,
  -- The trade's number at the gateway, and what people call it by.
  trade_number text not null,
  channel text not null check (channel in ('alipay', 'wechat')),
  amount_hao bigint not null check (amount_hao > 0 and amount_hao % 100 = 0),
  -- failed: the gateway took another sum than was asked for; nothing was booked and staff have to look.
  state text not null check (state in ('waiting', 'paid', 'closed', 'failed')),
  -- Why it was closed: by the payer, by the clock, or since the gateway could not be reached.
  close_reason text check (close_reason in ('cancelled', 'expired', 'unavailable')),
  -- A page's address or a code's text, by which the payer gets to the gateway.
  pay_way jsonb,
  gateway_number text,
  payer text,
  paid_at timestamptz,
  member_id uuid,
  expires_at timestamptz not null,
  -- When the gateway is asked next what became of it; null: no more.
  ask_at timestamptz,
  ask_count smallint not null default 0,
  created_at timestamptz not null default now(),
  primary key (account_id, recharge_id)
);
call make_tenant_table('recharge');
create index recharge_ask on recharge (ask_at) where ask_at is not null;

-- Whose trade a number is: gateways know numbers only. No payment of a gateway counts for two trades.
create table payment_trade (
  trade_number text primary key,
  account_id uuid not null,
  recharge_id uuid not null,
  channel text not null,
  gateway_number text,
  unique (channel, gateway_number)
);
grant select, insert, update on payment_trade to hongyan_app, hongyan_platform;

-- Messages of gateways as they came, genuine ones only, once each.
create table payment_notice (
  channel text not null,
  notice_id text not null,
  body text not null,
  came_at timestamptz not null,
  primary key (channel, notice_id)
);
grant select, insert on payment_notice to hongyan_app, hongyan_platform;
