-- What a channel's protocol has of its own, in a form for each protocol (contract/messages/channel-settings.ts).
alter table channel drop column protocol;
alter table channel add column settings jsonb not null default '{"protocol": "smpp"}'
  check (settings ->> 'protocol' in ('smpp', 'cmpp', 'smgp', 'sgip'));
