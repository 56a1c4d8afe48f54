-- PostgreSQL reads the text of a table's checks anew for each statement that writes it, and each batch of messages
-- changes four balances and writes transfers twice. What never changes of a ledger account is checked in the chart,
-- where it is written once; what is left is in functions, whose calls are short.
alter table chart_of_accounts
  add constraint chart_of_accounts_month check (month ~ '^\d{4}-\d\d$') not valid,
  add constraint chart_of_accounts_grant check ((asset in ('bonus', 'segment', 'link')) = (grant_id is not null)) not valid,
  add constraint chart_of_accounts_consumed check ((asset = 'invoice' and purpose = 'outside') = (product is not null
    and month is not null) and (order_id is null or product is not null)) not valid,
  add constraint chart_of_accounts_rate check ((asset = 'invoice') = (rate_bp is not null)) not valid;
alter table chart_of_accounts validate constraint chart_of_accounts_month;
alter table chart_of_accounts validate constraint chart_of_accounts_grant;
alter table chart_of_accounts validate constraint chart_of_accounts_consumed;
alter table chart_of_accounts validate constraint chart_of_accounts_rate;

-- Only the balance has a credit limit and debt. What is outside, and the available invoiceable amount, may be negative.
create function is_covered(asset text, purpose text, debits bigint, credits bigint, credit_limit bigint, debt bigint)
returns boolean language plpgsql immutable parallel safe as $$ begin
  return (credit_limit = 0 and debt = 0 or credit_limit >= 0 and debt >= 0 and asset = 'cny' and purpose = 'available')
    and (purpose = 'outside' or asset = 'invoice' and purpose = 'available' or credits + credit_limit + debt >= debits);
end $$;
create function is_transfer(asset text, amount bigint, kind text, debit_id uuid, credit_id uuid, entry_number bigint,
  available_after bigint, held_after bigint, contra_of_id uuid)
returns boolean language plpgsql immutable parallel safe as $$ begin
  return asset in ('cny', 'bonus', 'segment', 'link', 'invoice') and amount > 0 and debit_id <> credit_id
    and kind in ('recharge', 'grant', 'purchase', 'hold', 'post', 'void', 'refund', 'adjust', 'expire', 'withdraw', 'request',
      'issue', 'return', 'reverse')
    and (asset in ('cny', 'bonus')) = (entry_number is not null and available_after is not null and held_after is not null)
    and (kind in ('request', 'issue', 'return', 'reverse')) <= (asset = 'invoice' and amount % 100 = 0)
    and (contra_of_id is not null) = (asset = 'invoice' and kind in ('purchase', 'post', 'refund'));
end $$;

-- contract: the same conditions, elsewhere; programs of 0.2.0 meet them too, those of the chart by its trigger. Rows
-- that are there fulfil them already.
alter table ledger_account
  drop constraint if exists ledger_account_asset_check,
  drop constraint if exists ledger_account_purpose_check,
  drop constraint if exists ledger_account_product_check,
  drop constraint if exists ledger_account_month_check,
  drop constraint if exists ledger_account_check,
  drop constraint if exists ledger_account_consumed,
  drop constraint if exists ledger_account_rate,
  drop constraint if exists ledger_account_credit_limit,
  drop constraint if exists ledger_account_debt,
  drop constraint if exists ledger_account_overdraft,
  add constraint ledger_account_overdraft check (is_covered(asset, purpose, debits, credits, credit_limit, debt)) not valid;
alter table transfer
  drop constraint if exists transfer_asset_check,
  drop constraint if exists transfer_amount_check,
  drop constraint if exists transfer_kind_check,
  drop constraint if exists transfer_check,
  drop constraint if exists transfer_entry_check,
  drop constraint if exists transfer_invoice,
  drop constraint if exists transfer_contra,
  add constraint transfer_is_sound check (is_transfer(asset, amount, kind, debit_id, credit_id, entry_number, available_after,
    held_after, contra_of_id)) not valid;
