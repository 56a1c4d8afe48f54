-- A row of the outbox holds all messages of one acceptance that go the same way: claiming and answering them writes one
-- row instead of one for each message. Replaces the outbox of one row a message, whose waiting messages are kept.
alter table outbox rename to outbox_of_one;
alter table outbox_of_one rename constraint outbox_pkey to outbox_of_one_pkey;
drop index outbox_broadcast, outbox_claimed, outbox_ready;

-- The outbox: accepted messages that wait for a channel. A row is deleted when the carrier has answered for its last
-- message. priority: 0 one-time code, 1 transactional, 2 marketing.
create table outbox (
  account_id uuid not null,
  outbox_id uuid not null,
  channel_id uuid not null,
  priority smallint not null,
  due_at timestamptz not null default now(),
  expires_at timestamptz not null,
  broadcast_id uuid,
  attempt_count smallint not null default 0,
  -- The messages that wait; of a claimed row those whose answer is not written yet.
  message_ids uuid[] not null check (cardinality(message_ids) > 0),
  -- The channel owner's fencing token, committed before the messages are sent.
  claim_token bigint,
  primary key (account_id, outbox_id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0);
call make_tenant_table('outbox');
create index outbox_broadcast ON outbox (account_id, broadcast_id) where broadcast_id is not null;
create index outbox_claimed ON outbox (channel_id, claim_token) where claim_token is not null;
-- Whose turn it is, without reading what is scheduled for later.
create index outbox_due ON outbox (channel_id, due_at, priority, account_id) where claim_token is null;
create index outbox_ready ON outbox (channel_id, priority, account_id, due_at, outbox_id) where claim_token is null;

insert into outbox (account_id, outbox_id, channel_id, priority, due_at, expires_at, broadcast_id, attempt_count, message_ids, claim_token)
select account_id, message_id, channel_id, priority, due_at, expires_at, broadcast_id, attempt_count, array[message_id], claim_token
from outbox_of_one;
drop table outbox_of_one;

-- Whose turn it is follows from the outbox itself.
drop table account_work;

-- The condition always holds. It keeps lookups by id, which name no phone, from this index: with a new month's empty
-- table the planner would take it for as cheap as the primary key, and read everything of the account for each message.
drop index message_phone;
create index message_phone on message (account_id, phone, message_id) where phone is not null;
