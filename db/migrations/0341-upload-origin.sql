-- Where the numbers come from. Those of the phonebook and of an earlier broadcast were never seen whole by whoever chose them.
alter table upload add column origin text not null default 'file' check (origin in ('file', 'paste', 'phonebook', 'broadcast'));
-- The session that brought the numbers, which alone is shown them whole; null where the platform made the file.
alter table upload add column session_id uuid;
-- How many numbers the platform wrote; null for what came from outside.
alter table upload add column row_count integer;
