-- Links: creation, batches, own domains, checks of targets, review.

-- Staff's rules for domains of targets: blocked ones are refused and existing links to them are blocked, trusted ones
-- need no review. A rule includes all subdomains.
create table domain_rule (
  domain text primary key,
  kind text not null check (kind in ('blocked', 'trusted')),
  remark text not null default '',
  staff_id uuid,
  created_at timestamptz not null default now()
);
grant select on domain_rule to hongyan_app;
grant select, insert, update, delete on domain_rule to hongyan_platform;

-- Groups in which an account sorts its links.
create table link_group (
  account_id uuid not null,
  group_id uuid not null,
  name text not null,
  created_at timestamptz not null default now(),
  primary key (account_id, group_id),
  unique (account_id, name)
);
call make_tenant_table('link_group');

-- Short links. A code is claimed in short_code, where it is unique within a domain across accounts; '' is the
-- platform's own domain.
create table link (
  account_id uuid not null,
  link_id uuid not null,
  domain text not null default '',
  code text not null,
  title text not null default '',
  -- Normalized by the URL parser.
  target text not null,
  state text not null check (state in ('reviewing', 'active', 'disabled', 'rejected', 'blocked')),
  reason text,
  starts_at timestamptz,
  ends_at timestamptz,
  -- Target after the link's end; null: a page of ours says that it has ended.
  ended_target text,
  visit_limit bigint check (visit_limit > 0),
  -- Appends the visitor's query string to the target.
  passes_query boolean not null default false,
  -- The first matching rule wins (domain/visits/route.ts).
  rules jsonb not null default '[]',
  member_id uuid,
  created_at timestamptz not null default now(),
  tags text[] not null default '{}',
  group_id uuid,
  -- console: created in the console or from a file; batch: by a batch task; broadcast: for the messages of one
  -- broadcast; api: by a program.
  source text not null default 'console' check (source in ('console', 'batch', 'broadcast', 'api')),
  broadcast_id uuid,
  -- Hash of the password that visitors must enter (domain/visits/password.ts).
  password_hash text,
  -- Daily hours in which the link redirects, in minutes of the day in China; the end may be on the next day. Both or
  -- neither.
  active_from_minute smallint check (active_from_minute >= 0 and active_from_minute <= 1439),
  active_until_minute smallint check (active_until_minute >= 1 and active_until_minute <= 1440),
  referrer_policy text not null default 'strict-origin-when-cross-origin'
    check (referrer_policy in ('no-referrer', 'origin', 'strict-origin-when-cross-origin', 'unsafe-url')),
  -- A deleted link answers as if it never existed; its codes are not assigned again.
  deleted_at timestamptz,
  changed_at timestamptz not null default now(),
  hosts text[] not null generated always as (case
    when ((ended_target is null) and (rules = '[]')) then array[substring(target, '^https?://([^/:?#]+)')]
    else link_hosts(target, ended_target, rules)
end) stored,
  -- Blocked links only: the state before, and the blocked domain that caused it; null: a person blocked it.
  state_before text,
  blocked_domain text,
  -- When several people had reported it within a day; null again after staff's decision.
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
-- Reported links are few and queried by themselves.
create index link_flagged ON link (link_id) where flagged_at is not null;
create index link_group_links ON link (account_id, group_id, link_id) where group_id is not null;
-- In reverse order the hosts of a domain are one range: 'moc.elpmaxe.' up to 'moc.elpmaxe/'. The few links with several
-- hosts have an index of their own (link_domains).
create index link_host ON link ((reverse(hosts[1]) || '.') collate "C");
create index link_inactive ON link (account_id, state, link_id) where deleted_at is null and state <> 'active';
-- The list of links uses five indexes: links not deleted, and among them the few inactive, ending, starting and tagged
-- ones. Tags are included columns: row level security prevents the use of a GIN index on them.
create index link_live ON link (account_id, link_id) where deleted_at is null;
-- Alibaba's SDK identifies a short link by its target.
create index link_of_program ON link (account_id, md5(target), link_id) where source = 'api' and deleted_at is null;
create index link_on_own_domain ON link (account_id, domain, link_id) where deleted_at is null and domain <> '';
create index link_reviewing ON link ((hosts[1]), account_id, link_id) where state = 'reviewing' and deleted_at is null;
-- Links that start in the future are listed and counted separately.
create index link_starting ON link (account_id, starts_at) where deleted_at is null and state = 'active'
  and starts_at is not null;
create index link_tagged ON link (account_id, link_id) include (tags) where deleted_at is null and tags <> '{}';

-- Result of each row of a batch: a link, a recipient's code, or a problem.
create table link_batch_row (
  account_id uuid not null,
  batch_id uuid not null,
  line integer not null,
  -- The recipient, or the refused target.
  given text not null,
  link_id uuid,
  -- Recipients only: takes the place of message_id in short_code and visits.
  recipient_id uuid,
  code text,
  problem text,
  primary key (account_id, batch_id, line)
);
call make_tenant_table('link_batch_row');
-- Lists the links of a batch, and finds the batch of a link.
create index link_batch_made ON link_batch_row (account_id, link_id) where link_id is not null and recipient_id is null;
-- The first failed rows of a batch are displayed, however large it is.
create index link_batch_problem ON link_batch_row (account_id, batch_id, line) where problem is not null;
create unique index link_batch_recipient ON link_batch_row (account_id, recipient_id) where recipient_id is not null;

-- Change feed for the redirectors' caches: a row for each changed link (link_id null: all of the account), polled
-- several times a second, deleted after a day.
create table link_change (
  change_id bigint generated always as identity primary key,
  account_id uuid not null,
  link_id uuid,
  at timestamptz not null default now()
);
grant insert on link_change to hongyan_app;
grant select, insert, delete on link_change to hongyan_platform;

-- Staff's decisions about an account's links: all those of a host, or one.
create table link_decision (
  account_id uuid not null,
  decision_id uuid not null,
  host text not null,
  link_id uuid,
  decision text not null check (decision
    in ('passed', 'host_passed', 'domain_trusted', 'rejected', 'blocked', 'unblocked', 'domain_blocked',
    'domain_unblocked')),
  reason text,
  -- One of the standard reasons of contract/links/admin-link.ts.
  reason_code text,
  link_count integer not null,
  -- Null: found by the automatic check.
  staff_id uuid,
  at timestamptz not null default now(),
  primary key (account_id, decision_id)
);
call make_tenant_table('link_decision');
create index link_decision_host ON link_decision (host, at);

-- An account's own short domains. A name belongs to one account; the proxy in front manages the certificates.
create table link_domain (
  domain text primary key,
  account_id uuid not null,
  state text not null check (state in ('pending', 'verified', 'disabled')),
  problem text,
  checked_at timestamptz,
  verified_at timestamptz,
  created_at timestamptz not null default now(),
  -- Consecutive daily checks in which the domain resolved elsewhere.
  failure_count smallint not null default 0
);
grant select, insert, update, delete on link_domain to hongyan_app, hongyan_platform;
create index link_domain_account ON link_domain (account_id);
create index link_domain_due ON link_domain (checked_at) where state <> 'disabled';

-- Edits of a link by members, with the values before and after: {field: [before, after]}.
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

-- Accounts whose links staff have stopped: none redirects, whatever its state, until staff lift the stop.
create table link_stop (
  account_id uuid primary key references account(account_id),
  reason text not null,
  staff_id uuid not null,
  at timestamptz not null default now()
);
call make_tenant_table('link_stop');

-- Every code in use: of a link, or of one recipient of it (with the message that carried it). Codes are not assigned
-- again.
create table short_code (
  domain text not null default '',
  code text not null,
  account_id uuid not null,
  link_id uuid not null,
  message_id uuid,
  created_at timestamptz not null default now(),
  -- Lower-case form of a chosen code, which is found in any case and unique within its domain. Null for random codes,
  -- which are case-sensitive (domain/links/code.ts).
  folded_code text,
  primary key (domain, code)
);
grant select, insert on short_code to hongyan_app;
grant select, insert, delete on short_code to hongyan_platform;
create unique index short_code_folded ON short_code (domain, folded_code) where folded_code is not null;
create index short_code_link ON short_code (account_id, link_id);
create index short_code_new ON short_code (created_at);

-- Target domains whose ownership an account has proven: links to them need no review.
create table target_domain (
  account_id uuid not null,
  domain text not null,
  state text not null check (state in ('pending', 'verified')),
  -- The required content of the TXT record.
  token text not null,
  problem text,
  checked_at timestamptz,
  verified_at timestamptz,
  created_at timestamptz not null default now(),
  failure_count smallint not null default 0,
  -- The member of staff who vouched for the domain; null: verified by its DNS record.
  staff_id uuid,
  primary key (account_id, domain)
);
call make_tenant_table('target_domain');
create index target_domain_due ON target_domain (checked_at);
