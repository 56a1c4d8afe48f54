-- The link of which each recipient of a broadcast gets a code of his own: which variable it stands for, counted from 0, and how its address begins.
alter table broadcast
  add column link_id uuid,
  add column link_place smallint check (link_place >= 0),
  add column link_prefix text,
  add check ((link_id is null) = (link_place is null) and (link_id is null) = (link_prefix is null));
create index broadcast_of_link on broadcast (account_id, link_id) where link_id is not null;

-- How many of a broadcast's messages were opened, and how often: lists of broadcasts show it without counting.
create table broadcast_click (
  account_id uuid not null,
  broadcast_id uuid not null,
  message_count bigint not null,
  click_count bigint not null,
  primary key (account_id, broadcast_id)
);
call make_tenant_table('broadcast_click');
