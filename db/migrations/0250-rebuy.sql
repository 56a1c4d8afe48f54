-- 自动续购: a package of a kind that is bought again from the balance when less than so much of the kind is left.
create table rebuy_rule (
  account_id uuid not null,
  kind text not null check (kind in ('industry', 'marketing', 'general', 'link')),
  package_id bigint not null references sms_package,
  -- The price that was agreed to: at another one nothing is bought.
  price_hao bigint not null check (price_hao > 0 and price_hao % 100 = 0),
  -- In segments or link units.
  threshold_count bigint not null check (threshold_count > 0),
  -- What it may cost at most in a month of China.
  month_cap_hao bigint not null check (month_cap_hao >= price_hao and month_cap_hao % 100 = 0),
  member_id uuid not null,
  changed_at timestamptz not null,
  -- When the clock looks at it next.
  look_at timestamptz not null,
  -- Why nothing could be bought the last time, and when the account was told of it.
  problem text,
  told_at timestamptz,
  primary key (account_id, kind)
);
call make_tenant_table('rebuy_rule');
create index rebuy_rule_due on rebuy_rule (look_at);

-- Bought by such a rule.
alter table package_order add column is_rebuy boolean not null default false;
create index package_order_rebuy on package_order (account_id, paid_at) where is_rebuy;
