-- Which channels take messages of a kind to an operator, the first one first; for a province or a customer alone where it says so.
create table route (
  route_id uuid primary key,
  kind text not null check (kind in ('code', 'notice', 'marketing')),
  operator text not null check (operator in ('mobile', 'unicom', 'telecom', 'broadnet')),
  province text,
  account_id uuid,
  channel_ids uuid[] not null check (cardinality(channel_ids) between 1 and 10),
  unique nulls not distinct (kind, operator, province, account_id)
);
grant select on route to hongyan_app;
grant select, insert, update, delete on route to hongyan_platform;

-- Rises with each change by staff: a form that was opened before is not written over it.
alter table channel add column version integer not null default 0;

-- 携号转网: numbers that are no longer with the operator of their segment.
create table ported_number (
  phone text primary key,
  operator text not null check (operator in ('mobile', 'unicom', 'telecom', 'broadnet')),
  changed_at timestamptz not null
);
grant select on ported_number to hongyan_app;
grant select, insert, update, delete on ported_number to hongyan_platform;

-- Codes of reports that nothing explained when they came, by channel.
create table unknown_code (
  code text not null,
  channel_id uuid not null,
  report_count bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (code, channel_id)
);
grant select, insert, update, delete on unknown_code to hongyan_platform;

-- A customer's own price of a segment, from a moment on; null: the one for everybody again.
create table account_price (
  account_id uuid not null,
  kind text not null check (kind in ('code', 'notice', 'marketing')),
  starts_at timestamptz not null,
  unit_price_hao bigint check (unit_price_hao > 0),
  primary key (account_id, kind, starts_at)
);
call make_tenant_table('account_price');
revoke insert, update, delete on account_price from hongyan_app;
-- Prices that have not begun can be taken back.
grant delete on unit_price to hongyan_platform;
