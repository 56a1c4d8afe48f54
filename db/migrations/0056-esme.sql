-- contract: 0.2.0 is the last release that reads smpp_account, smpp_bind and smpp_submit; they speak one protocol only.

-- Accounts with which customers' programs (ESME) log in to an app by SMPP or CMPP. A login name is unique across
-- accounts, so it is the key.
create table esme_account (
  protocol text not null check (protocol in ('smpp', 'cmpp')),
  -- SMPP: system id; CMPP: Source_Addr, six digits.
  login_name text not null check (length(login_name) between 1 and 15),
  account_id uuid not null,
  app_id uuid not null,
  -- SMPP: HMAC with a key of the platform: the password has only eight characters, so a plain hash of it could be
  -- cracked from a stolen database.
  password_hash bytea,
  -- CMPP: a login proves the secret by an MD5 with it, so it is kept to be read.
  encrypted_secret bytea,
  password_changed_at timestamptz not null,
  -- Maximum of unanswered requests of a session, in either direction.
  window_size smallint not null check (window_size between 1 and 1000),
  rate_per_second integer not null check (rate_per_second between 1 and 5000),
  session_limit smallint not null check (session_limit between 1 and 50),
  -- Texts that match no template are sent as well; staff permit it.
  allows_free_text boolean not null default false,
  created_at timestamptz not null,
  primary key (protocol, login_name),
  unique (account_id, app_id, protocol),
  check ((protocol = 'smpp') = (password_hash is not null) and (protocol = 'cmpp') = (encrypted_secret is not null))
);
grant select, insert, update, delete on esme_account to hongyan_app, hongyan_platform;
insert into esme_account (protocol, login_name, account_id, app_id, password_hash, password_changed_at, window_size, rate_per_second, session_limit,
  allows_free_text, created_at)
select 'smpp', system_id, account_id, app_id, password_hash, password_changed_at, window_size, rate_per_second, bind_limit, allows_free_text, created_at
from smpp_account;
drop table smpp_account;

-- Sessions now. A session not seen for 15 seconds is over: its program was killed.
create table esme_session (
  account_id uuid not null,
  session_id uuid not null,
  app_id uuid not null,
  protocol text not null check (protocol in ('smpp', 'cmpp')),
  -- CMPP has transceivers only.
  kind text not null check (kind in ('transmitter', 'receiver', 'transceiver')),
  address text not null,
  -- Host and port of the program that serves the session: when that restarts, its old sessions are over.
  program text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  submitted_count integer not null default 0,
  delivered_count integer not null default 0,
  primary key (account_id, session_id)
) with (fillfactor = 50);
call make_tenant_table('esme_session');
create index esme_session_seen on esme_session (seen_at);
drop table smpp_bind;

-- Submits that still need a delivery report, and parts of incomplete long messages.
create table esme_submit (
  account_id uuid not null,
  submit_id uuid not null,
  app_id uuid not null,
  protocol text not null check (protocol in ('smpp', 'cmpp')),
  -- CMPP: the Msg_Id of its answer, unsigned decimal digits. SMPP's message_id is made of submit_id.
  wire_id text,
  -- Null: a part that waits for the other parts.
  message_id uuid,
  source text not null,
  source_kind integer not null,
  destination text not null,
  destination_kind integer not null,
  -- registered_delivery: 0 no report, 1 in any case, 2 on failure.
  receipt smallint not null,
  submitted_at timestamptz not null,
  reference integer,
  part_count smallint,
  part smallint,
  data_coding smallint,
  body bytea,
  -- Final state for the report when a request was accepted but produced no message.
  ended_as text,
  reason text,
  ended_at timestamptz,
  -- When its report is due, or due again.
  due_at timestamptz,
  primary key (account_id, submit_id)
);
call make_tenant_table('esme_submit');
create index esme_submit_age on esme_submit (submitted_at);
create index esme_submit_ended on esme_submit (account_id, app_id, protocol, due_at) where due_at is not null;
-- The part that completed a message keeps its bytes for a while, to recognize a repetition after a lost response.
create index esme_submit_last on esme_submit (account_id, app_id, destination, reference) where message_id is not null
  and body is not null;
create index esme_submit_message on esme_submit (account_id, message_id) where message_id is not null;
create unique index esme_submit_part on esme_submit (account_id, app_id, protocol, source, destination, reference, part_count,
  part) where message_id is null and ended_at is null;
insert into esme_submit (account_id, submit_id, app_id, protocol, message_id, source, source_kind, destination, destination_kind, receipt, submitted_at,
  reference, part_count, part, data_coding, body, ended_as, reason, ended_at, due_at)
select account_id, submit_id, app_id, 'smpp', message_id, source, source_kind, destination, destination_kind, receipt, submitted_at, reference,
  part_count, part, data_coding, body, ended_as, reason, ended_at, due_at from smpp_submit;
drop table smpp_submit;

-- The last 16 bits of Msg_Id, of all programs: each takes a range of 128.
create sequence cmpp_message_id increment 128 minvalue 0 maxvalue 65535 start 0 cycle;
grant usage on cmpp_message_id to hongyan_app, hongyan_platform;

alter table push_event drop constraint push_event_sink_check;
alter table push_event add constraint push_event_sink_check check (sink in ('webhook', 'pull', 'smpp', 'cmpp')) not valid;
