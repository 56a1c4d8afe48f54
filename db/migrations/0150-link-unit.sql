-- Units of short links are a third asset beside money and segments: a grant of kind 'link' counts units in segment_count, its pockets and transfers bear the
-- asset 'link', and nothing of one asset ever pays for another.
alter table credit_grant drop constraint credit_grant_kind_check,
  add constraint credit_grant_kind_check check (kind in ('industry', 'marketing', 'general', 'link'));
alter table ledger_account drop constraint ledger_account_asset_check, drop constraint ledger_account_check,
  add constraint ledger_account_asset_check check (asset in ('cny', 'segment', 'link')),
  add constraint ledger_account_check check ((asset <> 'cny') = (grant_id is not null));
alter table transfer drop constraint transfer_asset_check, add constraint transfer_asset_check check (asset in ('cny', 'segment', 'link'));
alter table sms_package drop constraint sms_package_kind_check,
  add constraint sms_package_kind_check check (kind in ('industry', 'marketing', 'general', 'link'));
insert into sms_package (package_id, name, kind, segment_count, price_hao, validity_days) values
  (4001, '短链 1万次', 'link', 10000, 1000000, 365),
  (4002, '短链 10万次', 'link', 100000, 8000000, 365),
  (4003, '短链 100万次', 'link', 1000000, 60000000, 365);

-- What the units of a grant were used for on each day of China (2026-11-21); over_count: visits recorded beyond all packages while it was the last one bought.
create table link_use (
  account_id uuid not null,
  grant_id uuid not null,
  day text not null,
  link_count bigint not null default 0,
  visit_count bigint not null default 0,
  over_count bigint not null default 0,
  primary key (account_id, grant_id, day),
  foreign key (account_id, grant_id) references credit_grant
);
call make_tenant_table('link_use');
