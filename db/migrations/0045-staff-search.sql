-- Staff look for a number in the messages of all accounts: with the number first, one lookup finds them in each month.
-- The account's own lookups name both.
drop index message_phone;
create index message_phone on message (phone, account_id, message_id) where phone is not null;

-- The carrier's id of each part of a long message, by which staff find it; the message itself has the first part's.
alter table part_report add column upstream_id text;
create index part_report_upstream on part_report (upstream_id) where upstream_id is not null;

-- Our bank account's lines are listed by the time of the bank.
create index bank_receipt_came on bank_receipt (came_at desc, receipt_id desc);
