-- Groups are a tree of two levels; a name stands once below its parent.
alter table contact_group add column parent_id uuid;
alter table contact_group drop constraint contact_group_account_id_name_key;
alter table contact_group add foreign key (account_id, parent_id) references contact_group;
create unique index contact_group_name on contact_group (account_id, parent_id, name) nulls not distinct;

-- Fields that an account defines for its contacts. A key is never used again, so that a new field doesn't show an old one's values.
create table contact_field (
  account_id uuid not null,
  field_key smallint not null check (field_key > 0),
  name text not null,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  primary key (account_id, field_key)
);
create unique index contact_field_name on contact_field (account_id, name) where removed_at is null;
call make_tenant_table('contact_field');

-- What a contact is besides name and number. contact.fields is {field_key: text} without empty texts.
alter table contact
  add column remark text not null default '',
  -- Marketing goes to those who agreed: how, in which words, when.
  add column consent_kind text check (consent_kind in ('form', 'order', 'member', 'reply', 'paper', 'other')),
  add column consent_note text not null default '',
  add column consent_at timestamptz,
  add column has_consent boolean not null generated always as (consent_kind is not null) stored;
create index contact_consent on contact (account_id, has_consent, contact_id);

create table contact_tag (
  account_id uuid not null,
  tag_id uuid not null,
  name text not null,
  -- Counted as contacts are tagged, like the groups' counts.
  contact_count integer not null default 0 check (contact_count >= 0),
  created_at timestamptz not null default now(),
  primary key (account_id, tag_id),
  unique (account_id, name)
);
call make_tenant_table('contact_tag');

-- The group stands here too, so that the tagged ones of a group are one range of an index. A table, not an array: under row level security no index of
-- arrays is used.
create table contact_tagged (
  account_id uuid not null,
  contact_id uuid not null,
  tag_id uuid not null,
  group_id uuid not null,
  primary key (account_id, contact_id, tag_id),
  foreign key (account_id, contact_id) references contact,
  foreign key (account_id, tag_id) references contact_tag
);
create index contact_tagged_list on contact_tagged (account_id, tag_id, contact_id);
create index contact_tagged_in_group on contact_tagged (account_id, tag_id, group_id, contact_id);
call make_tenant_table('contact_tagged');
