-- Re-encryption after a rotation of the secret: one row for each key that became the current one.
create table re_encryption (
  key_id text primary key,
  row_count bigint not null default 0,
  file_count bigint not null default 0,
  -- The last file that was looked at; null: none yet.
  file_cursor text,
  started_at timestamptz not null default now(),
  ended_at timestamptz
);
grant select, insert, update on re_encryption to hongyan_platform;
