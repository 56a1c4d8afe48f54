-- What account holders say of their links beyond where they lead.
create table link_group (
  account_id uuid not null,
  group_id uuid not null,
  name text not null,
  created_at timestamptz not null default now(),
  primary key (account_id, group_id),
  unique (account_id, name)
);
call make_tenant_table('link_group');

alter table link
  add column tags text[] not null default '{}',
  add column group_id uuid,
  -- console: made by hand or from a file; batch: by a batch task; broadcast: for the messages of one broadcast.
  add column source text not null default 'console' check (source in ('console', 'batch', 'broadcast', 'api')),
  add column broadcast_id uuid,
  -- Of a password that visitors must give first (domain/visits/password.ts).
  add column password_hash text,
  -- Minutes of the day in China between which the link leads on; until may lie on the next day. Both or none.
  add column active_from_minute smallint check (active_from_minute between 0 and 1439),
  add column active_until_minute smallint check (active_until_minute between 1 and 1440),
  add column referrer_policy text not null default 'strict-origin-when-cross-origin'
    check (referrer_policy in ('no-referrer', 'origin', 'strict-origin-when-cross-origin', 'unsafe-url')),
  -- A link that was deleted answers like one that never was; its codes are never given out again.
  add column deleted_at timestamptz,
  add column changed_at timestamptz not null default now(),
  add foreign key (account_id, group_id) references link_group,
  add check ((active_from_minute is null) = (active_until_minute is null));
create index link_group_links on link (account_id, group_id, link_id) where group_id is not null;
create index link_broadcast on link (account_id, broadcast_id) where broadcast_id is not null;

-- Each change of a link by hand, with what it was and what it became: {field: [before, after]}.
create table link_edit (
  account_id uuid not null,
  edit_id uuid not null,
  link_id uuid not null,
  member_id uuid,
  changes jsonb not null,
  at timestamptz not null default now(),
  primary key (account_id, edit_id)
);
create index link_edit_link on link_edit (account_id, link_id, edit_id);
call make_tenant_table('link_edit');

-- Domains on which an account's links are reached. One name belongs to one account; certificates are the affair of the proxy in front.
create table link_domain (
  domain text primary key,
  account_id uuid not null,
  state text not null check (state in ('pending', 'verified', 'disabled')),
  problem text,
  checked_at timestamptz,
  verified_at timestamptz,
  created_at timestamptz not null default now()
);
create index link_domain_account on link_domain (account_id);
grant select, insert, update, delete on link_domain to hongyan_app, hongyan_platform;

-- Domains that an account has proved to be its own: links to them need no review.
create table target_domain (
  account_id uuid not null,
  domain text not null,
  state text not null check (state in ('pending', 'verified')),
  -- What the TXT record has to say.
  token text not null,
  problem text,
  checked_at timestamptz,
  verified_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (account_id, domain)
);
call make_tenant_table('target_domain');

-- What staff know of the domains of targets: blocked ones are refused and end links that lead there, trusted ones pass without review. Either holds for all below it.
create table domain_rule (
  domain text primary key,
  kind text not null check (kind in ('blocked', 'trusted')),
  remark text not null default '',
  staff_id uuid,
  created_at timestamptz not null default now()
);
grant select on domain_rule to hongyan_app;
grant select, insert, update, delete on domain_rule to hongyan_platform;

-- Which message of a broadcast (or of the API) was opened through a link of its own.
create table message_click (
  account_id uuid not null,
  message_id uuid not null,
  link_id uuid not null,
  broadcast_id uuid,
  first_at timestamptz not null,
  last_at timestamptz not null,
  click_count integer not null,
  primary key (account_id, message_id, link_id)
);
create index message_click_broadcast on message_click (account_id, broadcast_id, message_id) where broadcast_id is not null;
call make_tenant_table('message_click');
