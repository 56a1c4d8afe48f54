-- Reports of a channel's parts by the five minutes of their submission, and by how long they took at most. Programs add
-- to it every few seconds.
create table channel_report_delay (
  channel_id uuid not null references channel(channel_id) on delete cascade,
  submitted_at timestamptz not null,
  seconds integer not null,
  report_count bigint not null,
  primary key (channel_id, submitted_at, seconds)
) with (fillfactor = 50);
grant select, insert, update, delete on channel_report_delay to hongyan_platform;
