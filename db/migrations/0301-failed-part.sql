-- Parts that a report said had failed, for as long as reports come: the first final report stands, and one that says "delivered" later is counted.
create table failed_part (
  channel_id uuid not null,
  upstream_id text not null,
  failed_at timestamptz not null default now(),
  primary key (channel_id, upstream_id)
);
create index failed_part_age on failed_part (failed_at);
grant select, insert, delete on failed_part to hongyan_platform;

alter table channel add column late_delivery_count bigint not null default 0;
