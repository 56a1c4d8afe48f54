-- Short links: creation, batches, own domains, checks of targets, review.

-- What staff know of the domains of targets: blocked ones are refused and end links that lead there, trusted ones pass
-- without review. Either holds for all below it.
create table domain_rule (
  domain text primary key,
  kind text not null check (kind in ('blocked', 'trusted')),
  remark text not null default '',
  staff_id uuid,
  created_at timestamptz not null default now()
);
grant select on domain_rule to hongyan_app;
grant select, insert, update, delete on domain_rule to hongyan_platform;

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

-- Short links. A code is claimed in short_code, which is unique within a domain over all accounts; '' is the platform's
-- own domain.
create table link (
  account_id uuid not null,
  link_id uuid not null,
  domain text not null default '',
  code text not null,
  title text not null default '',
  -- As the URL parser writes it.
  target text not null,
  state text not null check (state in ('reviewing', 'active', 'disabled', 'rejected', 'blocked')),
  reason text,
  starts_at timestamptz,
  ends_at timestamptz,
  -- Where visitors go when it has ended; null: a page of ours says so.
  ended_target text,
  visit_limit bigint check (visit_limit > 0),
  -- Whether the visitor's own query string goes on to the target.
  passes_query boolean not null default false,
  -- First match wins (domain/visits/route.ts).
  rules jsonb not null default '[]',
  member_id uuid,
  created_at timestamptz not null default now(),
  tags text[] not null default '{}',
  group_id uuid,
  -- console: made by hand or from a file; batch: by a batch task; broadcast: for the messages of one broadcast.
  source text not null default 'console' check (source in ('console', 'batch', 'broadcast', 'api')),
  broadcast_id uuid,
  -- Of a password that visitors must give first (domain/visits/password.ts).
  password_hash text,
  -- Minutes of the day in China between which the link leads on; until may lie on the next day. Both or none.
  active_from_minute smallint check (active_from_minute >= 0 and active_from_minute <= 1439),
  active_until_minute smallint check (active_until_minute >= 1 and active_until_minute <= 1440),
  referrer_policy text not null default 'strict-origin-when-cross-origin'
    check (referrer_policy in ('no-referrer', 'origin', 'strict-origin-when-cross-origin', 'unsafe-url')),
  -- A link that was deleted answers like one that never was; its codes are never given out again.
  deleted_at timestamptz,
  changed_at timestamptz not null default now(),
  hosts text[] not null generated always as (case
    when ((ended_target is null) and (rules = '[]')) then array[substring(target, '^https?://([^/:?#]+)')]
    else link_hosts(target, ended_target, rules)
end) stored,
  -- Of a blocked link: what it was, and the blocked domain that did it; none: a person did.
  state_before text,
  blocked_domain text,
  -- When several people had reported it within a day, until staff have looked.
  flagged_at timestamptz,
  primary key (account_id, link_id),
  check ((active_from_minute is null) = (active_until_minute is null)),
  check (state = 'blocked' or state_before is null and blocked_domain is null),
  foreign key (account_id, group_id) references link_group(account_id, group_id)
);
call make_tenant_table('link');
create index link_blocked ON link (blocked_domain) where blocked_domain is not null;
create index link_broadcast ON link (account_id, broadcast_id) where broadcast_id is not null;
create index link_domains ON link using gin (link_domains(hosts)) where cardinality(hosts) > 1;
create index link_ending ON link (account_id, ends_at) where deleted_at is null and state = 'active'
  and ends_at is not null;
-- Links that several people reported are few and asked for by themselves.
create index link_flagged ON link (link_id) where flagged_at is not null;
create index link_group_links ON link (account_id, group_id, link_id) where group_id is not null;
-- Read backwards, all hosts of a domain stand together: 'moc.elpmaxe.' up to 'moc.elpmaxe/'. Links with several hosts
-- are few and stand in an index of their own.
create index link_host ON link ((reverse(hosts[1]) || '.') collate "C");
create index link_inactive ON link (account_id, state, link_id) where deleted_at is null and state <> 'active';
-- What the list of links is read by: what is not deleted, the few that are not active, those that end, and those that
-- bear tags. Tags stand in the index itself: row level security keeps an index of single tags from being used.
create index link_live ON link (account_id, link_id) where deleted_at is null;
-- Programs of Alibaba's SDK name a short link by where it leads to.
create index link_of_program ON link (account_id, md5(target), link_id) where source = 'api' and deleted_at is null;
create index link_on_own_domain ON link (account_id, domain, link_id) where deleted_at is null and domain <> '';
create index link_reviewing ON link ((hosts[1]), account_id, link_id) where state = 'reviewing' and deleted_at is null;
-- Links whose first moment is ahead are listed and counted apart from those that lead on.
create index link_starting ON link (account_id, starts_at) where deleted_at is null and state = 'active'
  and starts_at is not null;
create index link_tagged ON link (account_id, link_id) include (tags) where deleted_at is null and tags <> '{}';

-- What became of each row: a link, a recipient's code, or why neither.
create table link_batch_row (
  account_id uuid not null,
  batch_id uuid not null,
  line integer not null,
  -- The recipient, or the target that was refused.
  given text not null,
  link_id uuid,
  -- Of a recipient; it stands with the code and its visits where a message's id would.
  recipient_id uuid,
  code text,
  problem text,
  primary key (account_id, batch_id, line)
);
call make_tenant_table('link_batch_row');
-- Links are listed by the batch that made them, and a link is asked which batch that was.
create index link_batch_made ON link_batch_row (account_id, link_id) where link_id is not null and recipient_id is null;
-- The first rows of a batch that became no link are shown with it, whatever its size.
create index link_batch_problem ON link_batch_row (account_id, batch_id, line) where problem is not null;
create unique index link_batch_recipient ON link_batch_row (account_id, recipient_id) where recipient_id is not null;

-- What the redirector has to forget: a row for each link that was changed, read several times a second and dropped
-- after a day.
create table link_change (
  change_id bigint generated always as identity primary key,
  account_id uuid not null,
  link_id uuid,
  at timestamptz not null default now()
);
grant insert on link_change to hongyan_app;
grant select, insert, delete on link_change to hongyan_platform;

-- What staff decided about an account's links: those of a host, or one.
create table link_decision (
  account_id uuid not null,
  decision_id uuid not null,
  host text not null,
  link_id uuid,
  decision text not null check (decision
    in ('passed', 'host_passed', 'domain_trusted', 'rejected', 'blocked', 'unblocked', 'domain_blocked',
    'domain_unblocked')),
  reason text,
  -- Of the usual reasons of contract/links/admin-link.ts.
  reason_code text,
  link_count integer not null,
  -- None: the watch found it.
  staff_id uuid,
  at timestamptz not null default now(),
  primary key (account_id, decision_id)
);
call make_tenant_table('link_decision');
create index link_decision_host ON link_decision (host, at);

-- Domains on which an account's links are reached. One name belongs to one account; certificates are the affair of the
-- proxy in front.
create table link_domain (
  domain text primary key,
  account_id uuid not null,
  state text not null check (state in ('pending', 'verified', 'disabled')),
  problem text,
  checked_at timestamptz,
  verified_at timestamptz,
  created_at timestamptz not null default now(),
  -- Daily checks in a row that found a domain to lead elsewhere.
  failure_count smallint not null default 0
);
grant select, insert, update, delete on link_domain to hongyan_app, hongyan_platform;
create index link_domain_account ON link_domain (account_id);
create index link_domain_due ON link_domain (checked_at) where state <> 'disabled';

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
call make_tenant_table('link_edit');
create index link_edit_link ON link_edit (account_id, link_id, edit_id);

-- An account whose links lead nowhere, whatever their state, until staff let them.
create table link_stop (
  account_id uuid primary key references account(account_id),
  reason text not null,
  staff_id uuid not null,
  at timestamptz not null default now()
);
call make_tenant_table('link_stop');

-- Every code that leads somewhere: of a link, or of one recipient of it (then of the message that carried it). A code
-- is never given out again.
create table short_code (
  domain text not null default '',
  code text not null,
  account_id uuid not null,
  link_id uuid not null,
  message_id uuid,
  created_at timestamptz not null default now(),
  -- A code that people chose is found whatever the case it is typed in: here it stands in small letters, once on a
  -- domain. Null for drawn codes, in which the case tells one from another (domain/links/code.ts).
  folded_code text,
  primary key (domain, code)
);
grant select, insert on short_code to hongyan_app;
grant select, insert, delete on short_code to hongyan_platform;
create unique index short_code_folded ON short_code (domain, folded_code) where folded_code is not null;
create index short_code_link ON short_code (account_id, link_id);
create index short_code_new ON short_code (created_at);

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
  failure_count smallint not null default 0,
  -- Who of the staff vouched for an account's domain; none: its DNS record did.
  staff_id uuid,
  primary key (account_id, domain)
);
call make_tenant_table('target_domain');
create index target_domain_due ON target_domain (checked_at);
