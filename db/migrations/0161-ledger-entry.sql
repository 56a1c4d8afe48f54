-- Every transfer of money is a line of the account's statement: its place in the order of booking, and what could be spent and was held after it.
alter table transfer
  add column entry_number bigint,
  add column available_after bigint,
  add column held_after bigint;

update transfer set entry_number = line.entry_number, available_after = line.available_after, held_after = line.held_after
from (
  select account_id, transfer_id, row_number() over entry as entry_number,
    sum((taker.purpose = 'available')::int * amount - (giver.purpose = 'available')::int * amount) over entry as available_after,
    sum((taker.purpose = 'held')::int * amount - (giver.purpose = 'held')::int * amount) over entry as held_after
  from transfer
  join ledger_account as giver using (account_id)
  join ledger_account as taker using (account_id)
  where giver.ledger_account_id = debit_id and taker.ledger_account_id = credit_id and transfer.asset = 'cny'
  window entry as (partition by account_id order by at, transfer_id)) as line
where transfer.account_id = line.account_id and transfer.transfer_id = line.transfer_id;

alter table transfer add check ((asset = 'cny') = (entry_number is not null and available_after is not null and held_after is not null));
create unique index transfer_entry on transfer (account_id, entry_number desc) where asset = 'cny';
create index transfer_at on transfer (account_id, at, entry_number) where asset = 'cny';
