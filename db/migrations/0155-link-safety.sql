-- Every host that a link may lead to, the one of its own target first.
create function link_hosts(target text, ended_target text, rules jsonb) returns text[] language sql immutable parallel safe
return (
  select array_agg(host order by place, host)
  from (
    select host, min(place) as place
    from (
      select substring(address from '^https?://([^/:?#]+)') as host, place
      from (
        select target, 0 union all select ended_target, 1
        union all select given #>> '{}', 2 from jsonb_path_query(rules, '$[*].targets[*].target') as given
      ) as addresses (address, place)
    ) as named
    where host is not null group by host
  ) as hosts
);

-- Hosts with every domain that they lie in, the last label alone left out.
create function link_domains(hosts text[]) returns text[] language sql immutable parallel safe
return (
  select array_agg(distinct array_to_string(labels[first:], '.'))
  from unnest(hosts) as host, string_to_array(host, '.') as labels, generate_series(1, array_length(labels, 1) - 1) as first
);

alter table link
  add column hosts text[] not null generated always as (
    case when ended_target is null and rules = '[]'::jsonb then array[substring(target from '^https?://([^/:?#]+)')]
    else link_hosts(target, ended_target, rules) end) stored,
  -- Of a blocked link: what it was, and the blocked domain that did it; none: a person did.
  add column state_before text,
  add column blocked_domain text,
  -- When several people had reported it within a day, until staff have looked.
  add column flagged_at timestamptz,
  add check (state = 'blocked' or (state_before is null and blocked_domain is null));
-- Read backwards, all hosts of a domain stand together: 'moc.elpmaxe.' up to 'moc.elpmaxe/'. Links with several hosts are few and stand in an index of their own.
create index link_host on link (((reverse(hosts[1]) || '.') collate "C"));
create index link_domains on link using gin (link_domains(hosts)) where cardinality(hosts) > 1;
create index link_reviewing on link ((hosts[1]), account_id, link_id) where state = 'reviewing' and deleted_at is null;
create index link_blocked on link (blocked_domain) where blocked_domain is not null;

-- None: every link of the account.
alter table link_change alter column link_id drop not null;

-- An account whose links lead nowhere, whatever their state, until staff let them.
create table link_stop (
  account_id uuid primary key references account,
  reason text not null,
  staff_id uuid not null,
  at timestamptz not null default now()
);
call make_tenant_table('link_stop');

-- What staff decided about an account's links: those of a host, or one.
create table link_decision (
  account_id uuid not null,
  decision_id uuid not null,
  host text not null,
  link_id uuid,
  decision text not null check (decision in ('passed', 'host_passed', 'domain_trusted', 'rejected', 'blocked', 'unblocked', 'domain_blocked', 'domain_unblocked')),
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
create index link_decision_host on link_decision (host, at);

-- Who of the staff vouched for an account's domain; none: its DNS record did.
alter table target_domain add column staff_id uuid;

-- What people say of a short link that they were sent. They are nobody's customers, so it is kept beside the accounts.
create table link_report (
  report_id uuid primary key,
  account_id uuid not null,
  link_id uuid not null,
  domain text not null,
  code text not null,
  kind text not null check (kind in ('phishing', 'illegal', 'spam', 'infringement', 'other')),
  words text not null default '',
  contact text not null default '',
  address inet not null,
  -- None: waits for staff.
  outcome text check (outcome in ('link_blocked', 'domain_blocked', 'dismissed')),
  remark text,
  staff_id uuid,
  handled_at timestamptz,
  at timestamptz not null default now()
);
create index link_report_link on link_report (account_id, link_id, report_id);
create index link_report_waiting on link_report (report_id) where outcome is null;
grant select, insert, update, delete on link_report to hongyan_platform;
