-- Routes that choose by shares, cost or quality, and channels from which traffic is withdrawn when they sag
-- (contract/messages/route-preference.ts).
alter table route add column preference jsonb not null default '{"by": "order"}';
alter table channel add column quality jsonb;
alter table channel add column withdrawal jsonb;
alter table channel add column withdrawal_rule text not null default 'auto';
grant select on channel_cost to hongyan_app;

-- Parts of a channel in five minutes, by the moment of their answer or report. Programs add to it every few seconds.
create table channel_traffic (
  channel_id uuid not null references channel(channel_id) on delete cascade,
  at timestamptz not null,
  submitted_count bigint not null,
  refused_count bigint not null,
  delivered_count bigint not null,
  failed_count bigint not null,
  -- Of all reports, from the submission to the report.
  delay_ms bigint not null,
  primary key (channel_id, at)
) with (fillfactor = 50);
grant select, insert, update, delete on channel_traffic to hongyan_platform;
