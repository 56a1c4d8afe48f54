-- How far below zero the balance may go by sending: an account in good standing pays afterwards. Only the balance's own pocket has one.
alter table ledger_account
  add column credit_limit bigint not null default 0,
  add constraint ledger_account_credit_limit check (credit_limit = 0 or (credit_limit > 0 and asset = 'cny' and purpose = 'available')),
  drop constraint ledger_account_overdraft,
  add constraint ledger_account_overdraft
    check (purpose = 'outside' or (asset = 'invoice' and purpose = 'available') or credits + credit_limit >= debits);
