-- The ledger accounts that an account has. Rows never change: whoever looks for one here doesn't walk through all the
-- versions of its balance, which stay while a dump or anyone else holds an old snapshot.
create table chart_of_accounts (
  account_id uuid not null,
  ledger_account_id uuid not null,
  asset text not null check (asset in ('cny', 'bonus', 'segment', 'link', 'invoice')),
  purpose text not null check (purpose in ('outside', 'available', 'held', 'spent')),
  grant_id uuid,
  rate_bp integer,
  product text check (product in ('sms', 'link')),
  month text,
  order_id uuid,
  primary key (account_id, ledger_account_id)
);
call make_tenant_table('chart_of_accounts');

-- Checks of foreign keys walk through them too, for both sides of each transfer. The verification of the ledger finds
-- transfers of unknown ledger accounts.
-- contract: 0.2.0 is the last release that expects them
alter table transfer drop constraint if exists transfer_account_id_debit_id_fkey,
  drop constraint if exists transfer_account_id_credit_id_fkey;

-- Programs of the release before don't fill the chart. A cluster has none of them, and no triggers.
create function chart_ledger_account() returns trigger language plpgsql as $$ begin
  insert into chart_of_accounts
  values (new.account_id, new.ledger_account_id, new.asset, new.purpose, new.grant_id, new.rate_bp, new.product, new.month, new.order_id)
  on conflict do nothing;
  return null;
end $$;
do $$ begin
  if not exists (select from pg_extension where extname = 'citus') then
    create trigger chart after insert on ledger_account for each row execute function chart_ledger_account();
  end if;
end $$;

insert into chart_of_accounts
select account_id, ledger_account_id, asset, purpose, grant_id, rate_bp, product, month, order_id from ledger_account
on conflict do nothing;

-- New pages keep room for versions beside each other, which no index has to know.
alter table ledger_account set (fillfactor = 10);
alter table app_usage set (fillfactor = 10);
