-- Visits: resolving a code, ingesting visits, roll-ups, link units.

-- The minute of an id's creation, in minutes since 1970.
create function counted_minute(id uuid) returns integer language sql immutable strict parallel safe as $$
  select ((('x' || left(translate(id::text, '-', ''), 12))::bit(48)::bigint) / 60000)::integer
$$;

-- Hosts with all their parent domains, except top-level domains.
create function link_domains(hosts text[]) returns text[] language sql immutable parallel safe
return (
  select array_agg(distinct array_to_string(labels[first:], '.'))
  from unnest(hosts) as host, string_to_array(host, '.') as labels,
    generate_series(1, array_length(labels, 1) - 1) as first
);

-- Every host that a link may lead to, its own target's first.
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

-- Messages of a broadcast that were opened, and the clicks on them, so that lists of broadcasts don't count.
create table broadcast_click (
  account_id uuid not null,
  broadcast_id uuid not null,
  message_count bigint not null,
  click_count bigint not null,
  primary key (account_id, broadcast_id)
);
call make_tenant_table('broadcast_click');

-- Abuse reports about a short link. Reporters have no account, so the table belongs to no tenant.
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
  -- Null: waits for staff.
  outcome text check (outcome in ('link_blocked', 'domain_blocked', 'dismissed')),
  remark text,
  staff_id uuid,
  handled_at timestamptz,
  at timestamptz not null default now()
);
grant select, insert, update, delete on link_report to hongyan_platform;
create index link_report_link ON link_report (account_id, link_id, report_id);
create index link_report_waiting ON link_report (report_id) where outcome is null;

-- Use of a grant's link units by day of China (2026-11-21). over_count: visits recorded beyond all packages while this
-- grant was the last one bought.
create table link_use (
  account_id uuid not null,
  grant_id uuid not null,
  day text not null,
  link_count bigint not null default 0,
  visit_count bigint not null default 0,
  over_count bigint not null default 0,
  primary key (account_id, grant_id, day),
  foreign key (account_id, grant_id) references credit_grant(account_id, grant_id)
);
call make_tenant_table('link_use');

-- Visits granted by a link with a visit limit since it has one: claimed before each redirect, so that several
-- redirectors together observe the limit.
create table link_visit_count (
  account_id uuid not null,
  link_id uuid not null,
  visit_count bigint not null,
  primary key (account_id, link_id)
);
call make_tenant_table('link_visit_count');

-- Messages of a broadcast or of the API that were opened through their own code.
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
call make_tenant_table('message_click');
create index message_click_broadcast ON message_click (account_id, broadcast_id, message_id)
  where broadcast_id is not null;

-- Visits answered by a page instead of a target (domain/visits/missed-visit.ts): persons by hour and reason, not part
-- of the visit statistics and free of charge.
create table missed_visit (
  account_id uuid not null,
  -- The nil UUID: an unknown code on an account's own domain.
  link_id uuid not null,
  -- The broadcast whose message or link was used; the nil UUID: none.
  broadcast_id uuid not null,
  -- Hours since 1970.
  hour integer not null,
  reason text not null,
  visit_count bigint not null,
  primary key (account_id, link_id, broadcast_id, hour, reason)
);
call make_tenant_table('missed_visit');
create index missed_visit_hour ON missed_visit (account_id, hour);

-- Answered requests for links, partitioned by month: the id contains its time.
create table visit (
  account_id uuid not null,
  visit_id uuid not null,
  link_id uuid not null,
  message_id uuid,
  -- 'person' or the kind of program (domain/visits/visit-facts.ts).
  visitor_kind text not null,
  -- Hash of address, user agent and day: distinguishes visitors within a day only.
  visitor_hash bytea not null,
  address inet not null,
  province text,
  city text,
  isp text,
  device text,
  os text,
  browser text,
  in_app text,
  referrer text,
  language text,
  -- The target chosen among several.
  arm smallint,
  -- The broadcast whose message or link was used; null: none.
  broadcast_id uuid,
  -- Keyed hash of the address: addresses are truncated after a month, distinct ones are still counted.
  address_hash bytea,
  primary key (account_id, visit_id)
) partition by range (visit_id);
call make_tenant_table('visit');
create index visit_broadcast ON ONLY visit (account_id, broadcast_id, visit_id) where broadcast_id is not null;
create index visit_link ON ONLY visit (account_id, link_id, visit_id);

-- Up to which visit an account's addresses are truncated (domain/visits/retention.ts).
create table visit_cut (
  account_id uuid primary key,
  visit_id uuid not null
);
call make_tenant_table('visit_cut');

create table visit_delta (
  account_id uuid not null,
  subject_id uuid not null,
  step integer not null,
  batch_id uuid not null,
  pv bigint not null,
  bots bigint not null,
  visitor_count integer not null,
  visitors bytea,
  visitor_sketch bytea,
  address_count integer not null,
  addresses bytea,
  address_sketch bytea,
  province jsonb not null,
  city jsonb not null,
  isp jsonb not null,
  device jsonb not null,
  os jsonb not null,
  browser jsonb not null,
  in_app jsonb not null,
  referrer jsonb not null,
  arm jsonb not null,
  language jsonb not null,
  primary key (account_id, subject_id, step, batch_id)
) with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0);
call make_tenant_table('visit_delta');

create table visit_hour (
  account_id uuid not null,
  subject_id uuid not null,
  step integer not null,
  pv bigint not null,
  bots bigint not null,
  visitor_count integer not null,
  visitors bytea,
  visitor_sketch bytea,
  address_count integer not null,
  addresses bytea,
  address_sketch bytea,
  province jsonb not null,
  city jsonb not null,
  isp jsonb not null,
  device jsonb not null,
  os jsonb not null,
  browser jsonb not null,
  in_app jsonb not null,
  referrer jsonb not null,
  arm jsonb not null,
  language jsonb not null,
  primary key (account_id, subject_id, step)
);
call make_tenant_table('visit_hour');
create index visit_hour_step ON visit_hour (account_id, step);

-- Position up to which a redirector's visit log has been ingested, written in the transaction that ingests the lines,
-- so each counts once.
create table visit_log (
  log_id uuid primary key,
  position bigint not null,
  shipped_at timestamptz not null default now()
);
grant select, insert, update, delete on visit_log to hongyan_platform;

-- Progress of the roll-up: minutes before `hour` (since 1970) are in visit_hour, hours before `day` in visit_day and
-- visit_total.
create table visit_mark (
  account_id uuid primary key,
  hour integer not null,
  day integer not null,
  -- Days before `week` are in visit_week.
  week integer not null default 0
);
call make_tenant_table('visit_mark');

create table visit_minute (
  account_id uuid not null,
  subject_id uuid not null,
  step integer not null,
  pv bigint not null,
  bots bigint not null,
  visitor_count integer not null,
  visitors bytea,
  visitor_sketch bytea,
  address_count integer not null,
  addresses bytea,
  address_sketch bytea,
  province jsonb not null,
  city jsonb not null,
  isp jsonb not null,
  device jsonb not null,
  os jsonb not null,
  browser jsonb not null,
  in_app jsonb not null,
  referrer jsonb not null,
  arm jsonb not null,
  language jsonb not null,
  primary key (account_id, subject_id, step)
) with (fillfactor = 70);
call make_tenant_table('visit_minute');
create index visit_minute_step ON visit_minute (account_id, step);

create table visit_total (
  account_id uuid not null,
  subject_id uuid not null,
  step integer not null,
  pv bigint not null,
  bots bigint not null,
  visitor_count integer not null,
  visitors bytea,
  visitor_sketch bytea,
  address_count integer not null,
  addresses bytea,
  address_sketch bytea,
  primary key (account_id, subject_id, step)
);
call make_tenant_table('visit_total');

-- Weekly roll-ups (domain/visits/statistics/roll-up.ts): a month's query reads four weeks and a few days instead of 30
-- days, each with its set of visitors.
create table visit_week (
  account_id uuid not null,
  subject_id uuid not null,
  step integer not null,
  pv bigint not null,
  bots bigint not null,
  visitor_count integer not null,
  visitors bytea,
  visitor_sketch bytea,
  address_count integer not null,
  addresses bytea,
  address_sketch bytea,
  province jsonb not null,
  city jsonb not null,
  isp jsonb not null,
  device jsonb not null,
  os jsonb not null,
  browser jsonb not null,
  in_app jsonb not null,
  referrer jsonb not null,
  arm jsonb not null,
  language jsonb not null,
  primary key (account_id, subject_id, step)
);
call make_tenant_table('visit_week');

-- Drops the partitions of visits before a month.
create function drop_visits_before(month date) returns void
language plpgsql security definer set search_path = pg_catalog, public as $$
declare name text;
begin
  for name in
    select relname from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'public.visit'::regclass and relname ~ '^visit_[0-9]{4}_[0-9]{2}$' and relname < to_char(month, '"visit_"YYYY_MM')
  loop execute format('drop table public.%I', name); end loop;
end $$;
revoke execute on function drop_visits_before(date) from public;
grant execute on function drop_visits_before(date) to hongyan_platform;
