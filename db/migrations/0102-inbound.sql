-- Parts of a long message from a phone, until the last of them is there: a part is kept before the carrier is answered.
create table inbound_part (
  channel_id uuid not null,
  phone text not null,
  sender_number text not null,
  reference integer not null,
  part_count smallint not null,
  part smallint not null,
  text text not null,
  received_at timestamptz not null,
  primary key (channel_id, phone, sender_number, reference, part_count, part)
);
create index inbound_part_age on inbound_part (received_at);
grant select, insert, update, delete on inbound_part to hongyan_platform;

-- How a refusal was answered: by a message, or why it was not. Parts that came of those there should be.
alter table inbound add column answer_message_id uuid;
alter table inbound add column answer_problem text;
alter table inbound add column part_count smallint not null default 1;
alter table inbound add column missing_parts smallint not null default 0;
