-- Customers' programs look messages up by their own ids, however old; the column never changes. Broadcasts have none and pay nothing for it.
create index message_custom_id on message (account_id, custom_id, message_id) where custom_id is not null;
