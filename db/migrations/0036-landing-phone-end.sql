-- Search of the opt-out page's records by the last four digits: a column, since row level security prevents the use of
-- an index on the expression.
alter table landing_record add column phone_end text collate "C" not null generated always as ("right"(phone, 4)) stored;
create index landing_record_phone_end on landing_record (account_id, phone_end, record_id);
