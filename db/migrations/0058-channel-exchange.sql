-- Channels by HTTP, and what carriers were asked and answered about trials and refused messages, for their technicians
-- (domain/channels/exchange.ts).
alter table channel drop constraint channel_settings_check;
alter table channel add constraint channel_settings_check
  check (settings ->> 'protocol' in ('smpp', 'cmpp', 'smgp', 'sgip', 'http')) not valid;

create table channel_exchange (
  message_id uuid primary key,
  channel_id uuid not null references channel(channel_id) on delete cascade,
  at timestamptz not null,
  -- Why it was refused; null for a trial that was not.
  code text,
  -- Null until a trial is answered.
  request text,
  answer text
);
create index channel_exchange_recent on channel_exchange (channel_id, at);
grant select, insert, update, delete on channel_exchange to hongyan_platform;
