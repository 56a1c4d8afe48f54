-- What may be invoiced is a memo asset of the ledger, counted in 毫 and kept apart by tax rate: outside → available (可开票) by each payment that is consumed, →
-- held (申请中) → spent (已开票). Every transfer of money into or out of what was spent has one mirror here, written with it, so both sides always agree.

-- Value added tax by product from a moment on, as staff enter it. Rates are in basis points: 900 is 9 %.
create table tax_rule (
  product text not null check (product in ('sms', 'link')),
  starts_at timestamptz not null,
  rate_bp integer not null check (rate_bp between 0 and 10000),
  -- What invoices print: *category*item. The code of the category is set by the tax bureau and moves with the rules.
  category_name text not null,
  item_name text not null,
  category_code text check (category_code ~ '^\d{19}$'),
  source text not null,
  staff_id uuid,
  created_at timestamptz not null default now(),
  primary key (product, starts_at)
);
grant select on tax_rule to hongyan_app;
grant select, insert on tax_rule to hongyan_platform;
insert into tax_rule (product, starts_at, rate_bp, category_name, item_name, source) values
  ('sms', '2000-01-01 00:00+08', 600, '增值电信服务', '短信服务费', '增值电信服务，适用至2025-12-31'),
  ('sms', '2026-01-01 00:00+08', 900, '基础电信服务', '短信服务费', '财政部 税务总局公告2026年第9号'),
  ('link', '2000-01-01 00:00+08', 600, '信息技术服务', '短链接服务费', '信息技术服务');

-- Pockets of the asset invoice have a rate. Those outside are one for each thing that was consumed: an order, or a month's usage of a product in China's time;
-- debits less credits is what it cost, less what was given back.
alter table ledger_account
  add column rate_bp integer,
  add column product text check (product in ('sms', 'link')),
  add column month text check (month ~ '^\d{4}-\d\d$'),
  add column order_id uuid,
  -- Of the balance's pockets: the moment of the last entry of the statement, before which none is booked.
  add column moved_at timestamptz;
alter table ledger_account drop constraint ledger_account_asset_check, drop constraint ledger_account_check, drop constraint ledger_account_overdraft,
  drop constraint ledger_account_account_id_asset_purpose_grant_id_key,
  add constraint ledger_account_asset_check check (asset in ('cny', 'segment', 'link', 'invoice')),
  add constraint ledger_account_check check ((asset in ('segment', 'link')) = (grant_id is not null)),
  add constraint ledger_account_rate check ((asset = 'invoice') = (rate_bp is not null)),
  add constraint ledger_account_consumed
    check ((asset = 'invoice' and purpose = 'outside') = (product is not null and month is not null) and (order_id is null or product is not null)),
  -- A refund of what was invoiced leaves less than nothing to invoice (欠票); requests never do.
  add constraint ledger_account_overdraft check (purpose = 'outside' or (asset = 'invoice' and purpose = 'available') or credits >= debits),
  add constraint ledger_account_pocket unique nulls not distinct (account_id, asset, purpose, grant_id, rate_bp, product, month, order_id);

-- mirrors_id: of a line of the asset invoice, the transfer of money whose mirror it is.
alter table transfer drop constraint transfer_asset_check, drop constraint transfer_kind_check,
  add constraint transfer_asset_check check (asset in ('cny', 'segment', 'link', 'invoice')),
  add constraint transfer_kind_check check (kind in ('recharge', 'grant', 'purchase', 'hold', 'post', 'void', 'refund', 'adjust', 'expire', 'withdraw',
    'request', 'issue', 'return', 'reverse')),
  add column mirrors_id uuid,
  add constraint transfer_mirror check ((mirrors_id is not null) = (asset = 'invoice' and kind in ('purchase', 'post', 'refund'))),
  add constraint transfer_invoice check ((kind in ('request', 'issue', 'return', 'reverse')) <= (asset = 'invoice' and amount % 100 = 0));

-- Row level security is forced: an owner who is no superuser would see none of the rows.
alter table ledger_account no force row level security;
alter table transfer no force row level security;
alter table package_order no force row level security;
update ledger_account as pocket set moved_at = last.at
from (select account_id, max(at) as at from transfer where asset = 'cny' group by account_id) as last
where pocket.account_id = last.account_id and pocket.asset = 'cny';

-- The mirrors of what was booked before there were any. Ids are of the time of what they mirror.
create temporary table mirrored on commit drop as
select money.account_id, money.transfer_id, money.amount, money.kind, money.reference_id, money.at, taker.purpose = 'spent' as consumes,
  bought.order_id, coalesce(bought.product, 'sms') as product, rule.rate_bp,
  to_char(coalesce(bought.created_at, money.at) at time zone 'Asia/Shanghai', 'YYYY-MM') as month
from transfer as money
join ledger_account as giver on giver.account_id = money.account_id and giver.ledger_account_id = money.debit_id
join ledger_account as taker on taker.account_id = money.account_id and taker.ledger_account_id = money.credit_id
left join (select account_id, order_id, created_at, case when sms_package.kind = 'link' then 'link' else 'sms' end as product
           from package_order join sms_package using (package_id)) as bought
  on bought.account_id = money.account_id and bought.order_id = money.reference_id
cross join lateral (select rate_bp from tax_rule where tax_rule.product = coalesce(bought.product, 'sms')
  and starts_at <= coalesce(bought.created_at, money.at) order by starts_at desc limit 1) as rule
where money.asset = 'cny' and 'spent' in (giver.purpose, taker.purpose);

insert into ledger_account (account_id, ledger_account_id, asset, purpose, rate_bp)
select account_id, gen_random_uuid(), 'invoice', purpose, rate_bp
from (select distinct account_id, rate_bp from mirrored) as bucket cross join unnest(array['available', 'held', 'spent']) as purpose;
insert into ledger_account (account_id, ledger_account_id, asset, purpose, rate_bp, product, month, order_id)
select account_id, gen_random_uuid(), 'invoice', 'outside', rate_bp, product, month, order_id
from (select distinct account_id, rate_bp, product, month, order_id from mirrored) as consumed;

insert into transfer (account_id, transfer_id, debit_id, credit_id, asset, amount, kind, reference_id, at, mirrors_id)
select mirrored.account_id,
  overlay(overlay(transfer_id::text placing substr(md5(transfer_id::text), 1, 3) from 16 for 3) placing substr(md5(transfer_id::text), 4, 12) from 25 for 12)::uuid,
  case when consumes then consumed.ledger_account_id else bucket.ledger_account_id end,
  case when consumes then bucket.ledger_account_id else consumed.ledger_account_id end,
  'invoice', amount, kind, reference_id, at, transfer_id
from mirrored
join ledger_account as bucket on bucket.account_id = mirrored.account_id and bucket.asset = 'invoice' and bucket.purpose = 'available'
  and bucket.rate_bp = mirrored.rate_bp
join ledger_account as consumed on consumed.account_id = mirrored.account_id and consumed.asset = 'invoice' and consumed.purpose = 'outside'
  and consumed.rate_bp = mirrored.rate_bp and consumed.product = mirrored.product and consumed.month = mirrored.month
  and consumed.order_id is not distinct from mirrored.order_id;

update ledger_account as pocket set debits = booked.debits, credits = booked.credits
from (
  select account_id, id, sum(debit) as debits, sum(credit) as credits from (
    select account_id, debit_id as id, amount as debit, 0::bigint as credit from transfer where asset = 'invoice'
    union all select account_id, credit_id, 0, amount from transfer where asset = 'invoice') as sides group by account_id, id) as booked
where pocket.account_id = booked.account_id and pocket.ledger_account_id = booked.id;

alter table ledger_account force row level security;
alter table transfer force row level security;
alter table package_order force row level security;
