-- Parts whose id the carrier gave more than once, the first of them too: their reports are told apart by the phone.
-- Rows stay when they are reported, so that a repeated report ends no other message.
create table doubled_part (
  channel_id uuid not null,
  upstream_id text not null,
  account_id uuid not null,
  message_id uuid not null,
  part smallint not null,
  part_count smallint not null,
  phone text not null,
  submitted_at timestamptz not null,
  reported_at timestamptz,
  primary key (channel_id, upstream_id, message_id, part)
);
grant select, insert, update, delete on doubled_part to hongyan_platform;
create index doubled_part_age on doubled_part (submitted_at);

alter table channel add column doubled_id_count bigint not null default 0;
