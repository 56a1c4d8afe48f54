-- Customers' programs by SMPP: what an app binds with. A system id is unique in all the world of ours, so it is the key.
create table smpp_account (
  system_id text primary key check (length(system_id) between 1 and 15),
  account_id uuid not null,
  app_id uuid not null,
  -- HMAC with a key of the platform's: eight characters alone would not withstand a thief of the database.
  password_hash bytea not null,
  password_changed_at timestamptz not null,
  -- Unanswered requests that a session may have, either way.
  window_size smallint not null check (window_size between 1 and 1000),
  rate_per_second integer not null check (rate_per_second between 1 and 5000),
  bind_limit smallint not null check (bind_limit between 1 and 50),
  -- Texts that fit no template go out as well; staff allow it.
  allows_free_text boolean not null default false,
  created_at timestamptz not null,
  unique (account_id, app_id)
);
grant select, insert, update, delete on smpp_account to hongyan_app, hongyan_platform;

-- Sessions that are bound now. One that was not seen for 15 seconds is gone: its program was killed.
create table smpp_bind (
  account_id uuid not null,
  bind_id uuid not null,
  app_id uuid not null,
  kind text not null check (kind in ('transmitter', 'receiver', 'transceiver')),
  address text not null,
  -- Machine and port of the program that it is bound to: when that starts anew, its old sessions are gone.
  program text not null,
  bound_at timestamptz not null,
  seen_at timestamptz not null,
  submitted_count integer not null default 0,
  delivered_count integer not null default 0,
  primary key (account_id, bind_id)
) with (fillfactor = 50);
call make_tenant_table('smpp_bind');
create index smpp_bind_seen on smpp_bind (seen_at);

-- What came by SMPP and has yet to be answered with a receipt, or is a part of a longer text.
create table smpp_submit (
  account_id uuid not null,
  -- The id that it was answered with.
  submit_id uuid not null,
  app_id uuid not null,
  -- Null: a part that waits for the others.
  message_id uuid,
  source text not null,
  source_kind integer not null,
  destination text not null,
  destination_kind integer not null,
  -- registered_delivery: 0 no receipt, 1 in any case, 2 when it failed.
  receipt smallint not null,
  submitted_at timestamptz not null,
  reference integer,
  part_count smallint,
  part smallint,
  data_coding smallint,
  body bytea,
  -- Why no message came of it although it was answered as taken: the word for its receipt.
  ended_as text,
  reason text,
  ended_at timestamptz,
  -- When its own receipt is to be told (again).
  due_at timestamptz,
  primary key (account_id, submit_id)
);
call make_tenant_table('smpp_submit');
create index smpp_submit_message on smpp_submit (account_id, message_id) where message_id is not null;
create unique index smpp_submit_part on smpp_submit (account_id, app_id, source, destination, reference, part_count, part)
  where message_id is null and ended_at is null;
create index smpp_submit_ended on smpp_submit (account_id, app_id, due_at) where due_at is not null;
create index smpp_submit_age on smpp_submit (submitted_at);
