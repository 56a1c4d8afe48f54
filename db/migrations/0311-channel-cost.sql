-- What a carrier is paid for a segment on a channel, from a moment on; null: not known. A new cost moves no margin of the time before it.
create table channel_cost (
  channel_id uuid not null references channel on delete cascade,
  starts_at timestamptz not null,
  unit_cost_hao integer check (unit_cost_hao between 0 and 10000),
  primary key (channel_id, starts_at)
);
grant select, insert on channel_cost to hongyan_platform;
insert into channel_cost (channel_id, starts_at, unit_cost_hao) select channel_id, '1970-01-01', cost_hao from channel where cost_hao is not null;
alter table channel drop column cost_hao;
