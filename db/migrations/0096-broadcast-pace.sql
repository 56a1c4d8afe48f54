-- reviewing: waits for staff to approve the text that was written for it.
alter table broadcast drop constraint broadcast_state_check;
alter table broadcast add constraint broadcast_state_check
  check (state in ('reviewing', 'scheduled', 'sending', 'paused', 'held', 'completed', 'canceled'));

-- 匀速发送: so many numbers a minute, between these minutes of the Chinese day; null: as fast as the carriers take them, at any permitted hour.
alter table broadcast add column per_minute integer check (per_minute > 0);
alter table broadcast add column from_minute smallint;
alter table broadcast add column until_minute smallint;
-- What becomes of numbers that are left when the permitted hours end.
alter table broadcast add column at_night text not null default 'postpone' check (at_night in ('postpone', 'cancel'));
-- The pace counts from here: when it last began to send, and how many messages were made by then.
alter table broadcast add column pace_from timestamptz;
alter table broadcast add column pace_from_count integer not null default 0;

create index broadcast_reviewing on broadcast (account_id) where state = 'reviewing';
create index broadcast_member on broadcast (account_id, member_id, broadcast_id);
