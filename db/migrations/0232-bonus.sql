-- 赠送金: money that the platform gives. It pays before the balance, ends on a day, is never paid out and never invoiced. Each gift is a grant of kind bonus whose
-- segment_count is 毫, with pockets of an asset of their own; its entries are the lines of a statement beside that of the balance.
alter table credit_grant drop constraint credit_grant_kind_check,
  add constraint credit_grant_kind_check check (kind in ('industry', 'marketing', 'general', 'link', 'bonus')),
  add constraint credit_grant_bonus check (kind <> 'bonus' or source = 'gift');
alter table ledger_account drop constraint ledger_account_asset_check, drop constraint ledger_account_check,
  add constraint ledger_account_asset_check check (asset in ('cny', 'bonus', 'segment', 'link', 'invoice')),
  add constraint ledger_account_check check ((asset in ('bonus', 'segment', 'link')) = (grant_id is not null));
alter table transfer drop constraint transfer_asset_check, drop constraint transfer_check1,
  add constraint transfer_asset_check check (asset in ('cny', 'bonus', 'segment', 'link', 'invoice')),
  add constraint transfer_entry_check
    check ((asset in ('cny', 'bonus')) = (entry_number is not null and available_after is not null and held_after is not null));
create unique index transfer_bonus_entry on transfer (account_id, entry_number desc) where asset = 'bonus';
create index transfer_bonus_at on transfer (account_id, at, entry_number) where asset = 'bonus';
-- Grants whose time is over and in which something is left.
create index ledger_account_bonus on ledger_account (account_id, grant_id) where asset = 'bonus' and purpose = 'available';

-- What of an order was paid, and given back, in gift money; the rest was the balance's.
alter table package_order
  add column bonus_hao bigint not null default 0,
  add column refunded_bonus_hao bigint not null default 0,
  add constraint package_order_bonus check (bonus_hao between 0 and amount_hao and bonus_hao % 100 = 0),
  add constraint package_order_refunded_bonus
    check (refunded_bonus_hao between 0 and least(bonus_hao, refunded_hao) and refunded_bonus_hao % 100 = 0);

-- Of a line: what gift money paid. list − discount − packages − gift money = cash.
alter table bill_line add column bonus_hao bigint not null default 0, drop constraint bill_line_check,
  add constraint bill_line_check check (list_hao - discount_hao - package_hao - bonus_hao = cash_hao),
  drop constraint bill_line_source_check, add constraint bill_line_source_check check (source in ('package', 'gift', 'bonus', 'balance'));
