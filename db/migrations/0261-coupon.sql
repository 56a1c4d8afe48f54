-- 优惠码: what a buyer types to pay less for packages. Money off, or a percentage; in force between two moments, for a purchase of so much at least.
create table coupon (
  coupon_id uuid primary key,
  code text not null unique check (code ~ '^[A-Z0-9]{4,20}$'),
  name text not null,
  -- amount: 毫, in whole fen; percent: whole percent of the price.
  kind text not null check (kind in ('amount', 'percent')),
  off bigint not null check (off > 0 and case kind when 'amount' then off % 100 = 0 else off < 100 end),
  -- A purchase always costs something: money off is less than the least that has to be bought for.
  minimum_hao bigint not null check (minimum_hao > 0 and minimum_hao % 100 = 0 and (kind = 'percent' or off < minimum_hao)),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  -- How often it may be used, by all and by one account; null: as often as they like.
  total_limit integer check (total_limit > 0),
  account_limit integer check (account_limit > 0),
  -- Which packages it is for; none: all of them.
  package_ids text[] not null default '{}',
  -- Orders that have it, but for those that ended unpaid.
  used_count integer not null default 0 check (used_count >= 0 and used_count <= coalesce(total_limit, used_count)),
  stopped_at timestamptz,
  staff_id uuid,
  created_at timestamptz not null
);
grant select, update (used_count) on coupon to hongyan_app;
grant select, insert, update on coupon to hongyan_platform;

-- What of an order's discount a code gave. An order that ends unpaid keeps it, for the record, and no longer counts.
alter table package_order
  add column coupon_id uuid references coupon,
  add column coupon_hao bigint not null default 0,
  add check ((coupon_id is null) = (coupon_hao = 0)),
  add check (coupon_hao between 0 and discount_hao and coupon_hao % 100 = 0);
create index package_order_coupon on package_order (coupon_id, order_id) where coupon_id is not null;
