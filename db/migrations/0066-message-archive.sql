-- Months of messages whose files are complete. Their partition is gone, or attached again until a time.
create table archived_month (
  -- 2026-03
  month text primary key,
  message_count bigint not null,
  archived_at timestamptz not null,
  attached_until timestamptz,
  -- Holds with a lower id may have messages in this month.
  hold_floor uuid not null
);
grant select, insert, update on archived_month to hongyan_platform;
grant select on archived_month to hongyan_app;

-- The file of an account's messages of a month: its object in the store, plain bytes and their hash, the same of the
-- stored object, and the key that encrypts it.
create table archived_file (
  account_id uuid not null,
  month text not null,
  object text not null,
  message_count bigint not null,
  bytes bigint not null,
  sha256 text not null,
  stored_bytes bigint not null,
  stored_sha256 text not null,
  key_id text not null,
  primary key (account_id, month)
);
call make_tenant_table('archived_file');

-- When a request had read all archived months, and what a copy found there: [{accountId, messageId, content}].
alter table personal_data_request add column archive_read_at timestamptz;
alter table personal_data_request add column archived_messages jsonb;
grant update (archive_read_at, archived_messages) on personal_data_request to hongyan_platform;

-- Drops the partition of an archived month. Gives up soon where a long statement reads messages: others would wait.
create function drop_message_month(dropped text) returns void
language plpgsql security definer set search_path = pg_catalog, public set lock_timeout = '2s' as $$
begin
  if not exists (select from archived_month where month = dropped) then raise exception 'the month % is not archived', dropped; end if;
  execute format('drop table if exists public.%I', 'message_' || replace(dropped, '-', '_'));
end $$;
revoke execute on function drop_message_month(text) from public;
grant execute on function drop_message_month(text) to hongyan_platform;

-- When the personal data of a closed account were erased.
alter table account_closing add column erased_at timestamptz;
alter table account_closing add column attestation_erased_at timestamptz;
