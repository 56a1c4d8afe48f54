-- What the owner of a channel measures of its connections every few seconds (contract/messages/channel-load.ts).
alter table channel add column load jsonb;
