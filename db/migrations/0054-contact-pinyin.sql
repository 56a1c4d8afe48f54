-- Contacts are sorted by name as people look them up: GB 18030 has the usual characters in the order of their pinyin,
-- letters before them, and a prefix of a name is a prefix of its bytes. Every character has such bytes, whatever
-- collations this PostgreSQL was built with.
create function name_order(name text) returns bytea immutable strict parallel safe language sql
  as $$ select convert_to(lower(name), 'GB18030') $$;

alter table contact drop column name_key;
alter table contact add column name_key bytea not null generated always as (name_order(name)) stored;
create index contact_name on contact (account_id, name_key, contact_id);
create index contact_name_in_group on contact (account_id, group_id, name_key, contact_id);
