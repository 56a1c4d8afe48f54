-- Orders: packages, prices, coupons, orders, automatic renewal.

-- A customer's own price of a segment, from a time on; null: the general price applies again.
create table account_price (
  account_id uuid not null,
  kind text not null check (kind in ('otp', 'transactional', 'marketing')),
  starts_at timestamptz not null,
  unit_price_hao bigint check (unit_price_hao > 0),
  primary key (account_id, kind, starts_at)
);
call make_tenant_table('account_price');
revoke insert, update, delete on account_price from hongyan_app;

-- 优惠码: coupons for packages. An amount or a percentage off, valid between two times, for purchases of a minimum amount.
create table coupon (
  coupon_id uuid primary key,
  code text not null check (code ~ '^[A-Z0-9]{4,20}$') unique,
  name text not null,
  -- amount: `off` in 毫, whole fen; percent: `off` in whole percent of the price.
  kind text not null check (kind in ('amount', 'percent')),
  off bigint not null,
  -- Minimum purchase. More than the amount off, so that a purchase always costs something.
  minimum_hao bigint not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- Maximum of uses, by all accounts together and by one account; null: unlimited.
  total_limit integer check (total_limit > 0),
  account_limit integer check (account_limit > 0),
  -- The packages to which it applies; empty: all.
  package_ids text[] not null default '{}',
  -- Orders with this coupon, except those that ended unpaid.
  used_count integer not null default 0,
  stopped_at timestamptz,
  staff_id uuid,
  created_at timestamptz not null,
  check (off > 0 and
case kind
    when 'amount' then (off % 100) = 0
    else off < 100
end),
  check (minimum_hao > 0 and (minimum_hao % 100) = 0 and (kind = 'percent' or off < minimum_hao)),
  check (ends_at > starts_at),
  check (used_count >= 0 and used_count <= coalesce(total_limit, used_count))
);
grant select on coupon to hongyan_app;
grant select, insert, update on coupon to hongyan_platform;
grant update (used_count) on coupon to hongyan_app;

-- The shop's packages. Package numbers are digits only.
create table sms_package (
  package_id bigint primary key,
  kind text not null check (kind in ('industry', 'marketing', 'general', 'link')),
  on_sale boolean not null default true
);
grant select on sms_package to hongyan_app;
grant select, insert, update on sms_package to hongyan_platform;

-- Versions of packages, each from a time on. A version never changes: an order refers to the one it was placed for. The
-- kind belongs to the package.
create table package_version (
  package_id bigint not null references sms_package(package_id),
  version integer not null,
  name text not null,
  segment_count bigint not null check (segment_count > 0),
  price_hao bigint not null check (price_hao > 0 and (price_hao % 100) = 0),
  -- 原价: the price displayed struck through; equal to the price without a discount.
  list_price_hao bigint not null,
  validity_days integer not null check (validity_days > 0),
  -- Maximum purchases of the package by one account, across versions; null: unlimited.
  limit_per_account integer check (limit_per_account > 0),
  -- On sale between these times only; null: no start or no end.
  sale_from timestamptz,
  sale_until timestamptz,
  starts_at timestamptz not null,
  staff_id uuid,
  created_at timestamptz not null default now(),
  -- 自定义条数: the buyer chooses the size, from a thousand in steps of a thousand, each unit at the price of the tier of
  -- the chosen size: [{"from": 1000, "unitPriceHao": 450}, …], ascending. segment_count and price_hao are those of the
  -- smallest size. Null: a package of fixed size.
  tiers jsonb check (jsonb_array_length(tiers) > 0),
  primary key (package_id, version),
  check (list_price_hao >= price_hao and (list_price_hao % 100) = 0),
  check (sale_from is null or sale_until is null or sale_until > sale_from)
);
grant select on package_version to hongyan_app;
grant select, insert, delete on package_version to hongyan_platform;

create table package_order (
  account_id uuid not null,
  order_id uuid not null,
  package_id bigint not null references sms_package(package_id),
  quantity integer not null check (quantity >= 1 and quantity <= 99),
  amount_hao bigint not null check (amount_hao > 0),
  state text not null check (state in ('waiting', 'paid', 'cancelled', 'expired', 'refunding', 'refunded')),
  created_at timestamptz not null default now(),
  order_number text not null,
  package_version integer not null,
  name text not null,
  kind text not null check (kind in ('industry', 'marketing', 'general', 'link')),
  -- Size of one package, in segments or link units.
  segment_count bigint not null,
  validity_days integer not null,
  list_hao bigint not null,
  discount_hao bigint not null default 0,
  -- Payment method of the payment or of the last attempt.
  pay_way text check (pay_way in ('balance', 'alipay', 'wechat', 'bank')),
  member_id uuid,
  expires_at timestamptz not null,
  -- When a job checks the unpaid order next; null: no more.
  check_at timestamptz,
  paid_at timestamptz,
  -- When it was cancelled or expired.
  ended_at timestamptz,
  -- Price of used segments in a refund of the rest, by the number used: [{"from": 0, "priceHao": 450, "perCount": 1},
  -- …].
  refund_tiers jsonb not null check (jsonb_array_length(refund_tiers) > 0),
  refunded_hao bigint not null default 0,
  bonus_hao bigint not null default 0,
  refunded_bonus_hao bigint not null default 0,
  -- Bought by an auto_renewal_rule.
  is_auto_renewal boolean not null default false,
  coupon_id uuid references coupon(coupon_id),
  coupon_hao bigint not null default 0,
  primary key (account_id, order_id),
  unique (account_id, order_number),
  constraint package_order_bonus check (bonus_hao >= 0 and bonus_hao <= amount_hao and (bonus_hao % 100) = 0),
  check (amount_hao = (list_hao - discount_hao) and discount_hao >= 0 and (amount_hao % 100) = 0),
  check (refunded_hao >= 0 and refunded_hao <= amount_hao and (refunded_hao % 100) = 0),
  check ((state in ('paid', 'refunding', 'refunded')) = (paid_at is not null)),
  check ((state in ('cancelled', 'expired')) = (ended_at is not null)),
  check (state = 'waiting' or check_at is null),
  check ((coupon_id is null) = (coupon_hao = 0)),
  check (coupon_hao >= 0 and coupon_hao <= discount_hao and (coupon_hao % 100) = 0),
  constraint package_order_refunded_bonus
    check (refunded_bonus_hao >= 0 and refunded_bonus_hao <= least(bonus_hao, refunded_hao)
    and (refunded_bonus_hao % 100) = 0),
  foreign key (package_id, package_version) references package_version(package_id, version)
);
call make_tenant_table('package_order');
create index package_order_check ON package_order (check_at) where check_at is not null;
create index package_order_coupon ON package_order (coupon_id, order_id) where coupon_id is not null;
create index package_order_number ON package_order (order_number);
create index package_order_package ON package_order (package_id, account_id);
create index package_order_rebuy ON package_order (account_id, paid_at) where is_auto_renewal;
-- Finds the waiting order for an incoming bank transfer.
create index package_order_transfer ON package_order (account_id, order_id) where state = 'waiting'
  and pay_way = 'bank';

-- Requests to refund a package, one open at a time for an order. The unused rest is held from the request on, so that
-- the displayed amount stays correct.
create table order_refund (
  account_id uuid not null,
  refund_id uuid not null,
  order_id uuid not null,
  state text not null check (state in ('waiting', 'checking', 'done', 'rejected', 'withdrawn')),
  amount_hao bigint not null check (amount_hao > 0 and (amount_hao % 100) = 0),
  used_count bigint not null,
  returned_count bigint not null check (returned_count > 0),
  reason text not null,
  member_id uuid,
  asked_at timestamptz not null,
  answer text,
  staff_id uuid,
  decided_at timestamptz,
  primary key (account_id, refund_id),
  check ((state in ('waiting', 'checking')) = (decided_at is null)),
  foreign key (account_id, order_id) references package_order(account_id, order_id)
);
call make_tenant_table('order_refund');
create unique index order_refund_open ON order_refund (account_id, order_id) where state in ('waiting', 'checking');
create index order_refund_waiting ON order_refund (asked_at) where state in ('waiting', 'checking');

-- 自动续购: buys a package from the balance when less than the threshold is left of its kind.
create table auto_renewal_rule (
  account_id uuid not null,
  kind text not null check (kind in ('industry', 'marketing', 'general', 'link')),
  package_id bigint not null references sms_package(package_id),
  -- The agreed price: at a different price nothing is bought.
  price_hao bigint not null check (price_hao > 0 and (price_hao % 100) = 0),
  -- In segments or link units.
  threshold_count bigint not null check (threshold_count > 0),
  -- Maximum spending in a month of China.
  month_cap_hao bigint not null,
  member_id uuid not null,
  changed_at timestamptz not null,
  -- When a job checks the rule next.
  look_at timestamptz not null,
  -- Why the last purchase failed, and when the account was notified of it.
  problem text,
  notified_at timestamptz,
  primary key (account_id, kind),
  check (month_cap_hao >= price_hao and (month_cap_hao % 100) = 0)
);
call make_tenant_table('auto_renewal_rule');
create index rebuy_rule_due ON auto_renewal_rule (look_at);

-- General prices in 毫 per segment by kind of message, each from a time on.
create table unit_price (
  kind text not null check (kind in ('otp', 'transactional', 'marketing')),
  starts_at timestamptz not null,
  unit_price_hao bigint not null check (unit_price_hao > 0),
  primary key (kind, starts_at)
);
grant select on unit_price to hongyan_app;
grant select, insert, delete on unit_price to hongyan_platform;

insert into sms_package (package_id, kind, on_sale) values
  ('1001', 'industry', true),
  ('1002', 'industry', true),
  ('1003', 'industry', true),
  ('2001', 'marketing', true),
  ('2002', 'marketing', true),
  ('3001', 'general', true),
  ('4001', 'link', true),
  ('4002', 'link', true),
  ('4003', 'link', true),
  ('1099', 'industry', true),
  ('2099', 'marketing', true),
  ('3099', 'general', true),
  ('4099', 'link', true);

insert into package_version (package_id, version, name, segment_count, price_hao, list_price_hao, validity_days,
  starts_at, tiers) values
  ('1001', 1, '行业短信 1万条', '10000', '4500000', '4500000', 365, '2020-01-01T00:00:00.000Z', null),
  ('1002', 1, '行业短信 10万条', '100000', '40000000', '40000000', 365, '2020-01-01T00:00:00.000Z', null),
  ('1003', 1, '行业短信 50万条', '500000', '190000000', '190000000', 365, '2020-01-01T00:00:00.000Z', null),
  ('2001', 1, '推广短信 1万条', '10000', '5000000', '5000000', 365, '2020-01-01T00:00:00.000Z', null),
  ('2002', 1, '推广短信 10万条', '100000', '45000000', '45000000', 365, '2020-01-01T00:00:00.000Z', null),
  ('3001', 1, '通用短信 5000条', '5000', '2400000', '2400000', 180, '2020-01-01T00:00:00.000Z', null),
  ('4001', 1, '短链 1万次', '10000', '1000000', '1000000', 365, '2020-01-01T00:00:00.000Z', null),
  ('4002', 1, '短链 10万次', '100000', '8000000', '8000000', 365, '2020-01-01T00:00:00.000Z', null),
  ('4003', 1, '短链 100万次', '1000000', '60000000', '60000000', 365, '2020-01-01T00:00:00.000Z', null),
  ('1099', 1, '行业短信 自定义', '1000', '450000', '450000', 365, '2020-01-01T00:00:00.000Z',
    '[{"from":1000,"unitPriceHao":450},{"from":100000,"unitPriceHao":400},{"from":500000,"unitPriceHao":380}]'),
  ('2099', 1, '推广短信 自定义', '1000', '500000', '500000', 365, '2020-01-01T00:00:00.000Z',
    '[{"from":1000,"unitPriceHao":500},{"from":100000,"unitPriceHao":450}]'),
  ('3099', 1, '通用短信 自定义', '1000', '500000', '500000', 180, '2020-01-01T00:00:00.000Z',
    '[{"from":1000,"unitPriceHao":500},{"from":5000,"unitPriceHao":480}]'),
  ('4099', 1, '短链 自定义', '1000', '100000', '100000', 365, '2020-01-01T00:00:00.000Z',
    '[{"from":1000,"unitPriceHao":100},{"from":100000,"unitPriceHao":80},{"from":1000000,"unitPriceHao":60}]');

insert into unit_price (kind, starts_at, unit_price_hao) values
  ('otp', '2020-01-01T00:00:00.000Z', '450'),
  ('transactional', '2020-01-01T00:00:00.000Z', '450'),
  ('marketing', '2020-01-01T00:00:00.000Z', '500');
