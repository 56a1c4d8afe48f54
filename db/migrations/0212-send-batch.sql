-- What programs ask for. A message says by which door it came, of which request it is, and the digits that it asked for behind its signature's.
alter table message
  -- open, alibaba, tencent or smpp; null: the console, a broadcast or the platform itself.
  add column door text,
  add column batch_id uuid,
  add column extension text;

-- One request of a program with the messages that came of it, in the order asked.
create table send_batch (
  account_id uuid not null,
  batch_id uuid not null,
  app_id uuid not null,
  door text not null,
  message_ids uuid[] not null,
  -- The customer's own word for the request, given back with each report.
  out_id text,
  -- When its messages are due; null: at once.
  send_at timestamptz,
  created_at timestamptz not null,
  primary key (account_id, batch_id)
);
call make_tenant_table('send_batch');

-- What an app has sent on a day of China, as its own limits count it: one row is added to by every commit.
create table app_usage (
  account_id uuid not null,
  app_id uuid not null,
  -- 2026-11-21
  day text not null,
  segment_count bigint not null default 0,
  -- Of the balance; what is given back for messages that did not arrive is taken off on the day that they were sent.
  spent_hao bigint not null default 0,
  primary key (account_id, app_id, day)
) with (fillfactor = 50);
call make_tenant_table('app_usage');
