-- What a package is, from a moment on. A version is never changed: an order names the one that it was placed for. The kind stays the package's own.
create table package_version (
  package_id bigint not null references sms_package,
  version integer not null,
  name text not null,
  segment_count bigint not null check (segment_count > 0),
  price_hao bigint not null check (price_hao > 0 and price_hao % 100 = 0),
  -- 原价: what is struck through beside the price; the same without a discount.
  list_price_hao bigint not null check (list_price_hao >= price_hao and list_price_hao % 100 = 0),
  validity_days integer not null check (validity_days > 0),
  -- How many one account may buy of the package, whatever its version; null: any number.
  limit_per_account integer check (limit_per_account > 0),
  -- Sold between these moments only; null: without a beginning or an end.
  sale_from timestamptz,
  sale_until timestamptz,
  starts_at timestamptz not null,
  staff_id uuid,
  created_at timestamptz not null default now(),
  primary key (package_id, version),
  check (sale_from is null or sale_until is null or sale_until > sale_from)
);
grant select on package_version to hongyan_app;
grant select, insert, delete on package_version to hongyan_platform;
insert into package_version (package_id, version, name, segment_count, price_hao, list_price_hao, validity_days, starts_at)
select package_id, 1, name, segment_count, price_hao, price_hao, validity_days, '2020-01-01' from sms_package;

-- An order keeps what it was placed for and at which price, whatever becomes of the package.
alter table package_order
  add column order_number text,
  add column package_version integer,
  add column name text,
  add column kind text check (kind in ('industry', 'marketing', 'general', 'link')),
  -- Of one package, in segments or link units.
  add column segment_count bigint,
  add column validity_days integer,
  add column list_hao bigint,
  add column discount_hao bigint not null default 0,
  -- How it was paid, or was last tried to be paid.
  add column pay_way text check (pay_way in ('balance', 'alipay', 'wechat')),
  add column member_id uuid,
  add column expires_at timestamptz,
  -- When the clock looks at an unpaid one next; null: no more.
  add column check_at timestamptz,
  add column paid_at timestamptz,
  -- When it was cancelled or ran out.
  add column ended_at timestamptz,
  -- What a used segment costs when the rest is given back, by how many were used: [{"from": 0, "priceHao": 450, "perCount": 1}, …].
  add column refund_tiers jsonb not null default '[]',
  add column refunded_hao bigint not null default 0,
  drop constraint package_order_state_check,
  add constraint package_order_state_check check (state in ('waiting', 'paid', 'cancelled', 'expired', 'refunding', 'refunded'));
update package_order as bought set order_number = numbered.order_number, package_version = 1, name = offer.name, kind = offer.kind,
  segment_count = offer.segment_count, validity_days = offer.validity_days, list_hao = bought.amount_hao, pay_way = 'balance',
  expires_at = bought.created_at + interval '30 minutes', paid_at = bought.created_at
from sms_package as offer,
  (select account_id, order_id, 'D' || to_char(created_at at time zone 'Asia/Shanghai', 'YYYYMMDD') ||
     lpad(row_number() over (order by created_at, order_id)::text, 12, '0') as order_number from package_order) as numbered
where offer.package_id = bought.package_id and numbered.account_id = bought.account_id and numbered.order_id = bought.order_id;
alter table package_order
  alter column order_number set not null,
  alter column package_version set not null,
  alter column name set not null,
  alter column kind set not null,
  alter column segment_count set not null,
  alter column validity_days set not null,
  alter column list_hao set not null,
  alter column expires_at set not null,
  add unique (account_id, order_number),
  add foreign key (package_id, package_version) references package_version,
  add check (amount_hao = list_hao - discount_hao and discount_hao >= 0 and amount_hao % 100 = 0),
  add check (refunded_hao between 0 and amount_hao and refunded_hao % 100 = 0),
  add check ((state in ('paid', 'refunding', 'refunded')) = (paid_at is not null)),
  add check ((state in ('cancelled', 'expired')) = (ended_at is not null)),
  add check (state = 'waiting' or check_at is null);
create index package_order_check on package_order (check_at) where check_at is not null;
create index package_order_number on package_order (order_number);
create index package_order_package on package_order (package_id, account_id);

alter table sms_package drop column name, drop column segment_count, drop column price_hao, drop column validity_days;

-- Requests to give a package back, one open at a time. The rest of the package is held from the request on, so that the sum that was shown stays true.
create table order_refund (
  account_id uuid not null,
  refund_id uuid not null,
  order_id uuid not null,
  state text not null check (state in ('waiting', 'checking', 'done', 'rejected', 'withdrawn')),
  amount_hao bigint not null check (amount_hao > 0 and amount_hao % 100 = 0),
  used_count bigint not null,
  returned_count bigint not null check (returned_count > 0),
  reason text not null,
  member_id uuid,
  asked_at timestamptz not null,
  answer text,
  staff_id uuid,
  decided_at timestamptz,
  primary key (account_id, refund_id),
  foreign key (account_id, order_id) references package_order,
  check ((state in ('waiting', 'checking')) = (decided_at is null))
);
call make_tenant_table('order_refund');
create unique index order_refund_open on order_refund (account_id, order_id) where state in ('waiting', 'checking');
create index order_refund_waiting on order_refund (asked_at) where state in ('waiting', 'checking');

-- A package that was given back.
alter table credit_grant add column refunded_at timestamptz;

-- The payment of an order is a recharge that buys as soon as it arrives.
alter table recharge add column order_id uuid, add foreign key (account_id, order_id) references package_order;
create index recharge_order on recharge (account_id, order_id) where order_id is not null;
