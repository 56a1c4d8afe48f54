-- What answers a click: resolving a code, ingesting visits, roll-ups, units.

-- The minute in which an id was made, in minutes since 1970.
create function counted_minute(id uuid) returns integer language sql immutable strict parallel safe as $$
  select ((('x' || left(translate(id::text, '-', ''), 12))::bit(48)::bigint) / 60000)::integer
$$;

-- Hosts with every domain that they lie in, the last label alone left out.
create function link_domains(hosts text[]) returns text[] language sql immutable parallel safe
return (
  select array_agg(distinct array_to_string(labels[first:], '.'))
  from unnest(hosts) as host, string_to_array(host, '.') as labels,
    generate_series(1, array_length(labels, 1) - 1) as first
);

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

-- How many of a broadcast's messages were opened, and how often: lists of broadcasts show it without counting.
create table broadcast_click (
  account_id uuid not null,
  broadcast_id uuid not null,
  message_count bigint not null,
  click_count bigint not null,
  primary key (account_id, broadcast_id)
);
call make_tenant_table('broadcast_click');

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
grant select, insert, update, delete on link_report to hongyan_platform;
create index link_report_link ON link_report (account_id, link_id, report_id);
create index link_report_waiting ON link_report (report_id) where outcome is null;

-- What the units of a grant were used for on each day of China (2026-11-21); over_count: visits recorded beyond all
-- packages while it was the last one bought.
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

-- How many visits a link with a limit has allowed since it had one: claimed before each redirect, so that several
-- redirectors together keep to it.
create table link_visit_count (
  account_id uuid not null,
  link_id uuid not null,
  visit_count bigint not null,
  primary key (account_id, link_id)
);
call make_tenant_table('link_visit_count');

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
call make_tenant_table('message_click');
create index message_click_broadcast ON message_click (account_id, broadcast_id, message_id)
  where broadcast_id is not null;

-- Visits that were answered by a page instead of a target (domain/visits/missed-visit.ts): counts of persons by hour
-- and reason, outside of all figures of visits and free of charge.
create table missed_visit (
  account_id uuid not null,
  -- The nil UUID for a code that leads nowhere on an account's own domain.
  link_id uuid not null,
  -- Whose message or own link it was; the nil UUID: of no broadcast.
  broadcast_id uuid not null,
  -- Hours since 1970.
  hour integer not null,
  reason text not null,
  visit_count bigint not null,
  primary key (account_id, link_id, broadcast_id, hour, reason)
);
call make_tenant_table('missed_visit');
create index missed_visit_hour ON missed_visit (account_id, hour);

-- Every request for a link that was answered, by month: the id carries its time.
create table visit (
  account_id uuid not null,
  visit_id uuid not null,
  link_id uuid not null,
  message_id uuid,
  -- 'person', or what kind of program asked (domain/visits/visit-facts.ts).
  visitor_kind text not null,
  -- Of address, user agent and day: tells visitors apart within a day and nothing beyond it.
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
  -- Which target of several was given.
  arm smallint,
  -- Whose message or own link it came through; null: of no broadcast.
  broadcast_id uuid,
  -- Of the address, under a key: addresses are cut short after a month, and distinct ones are counted all the same.
  address_hash bytea,
  primary key (account_id, visit_id)
) partition by range (visit_id);
call make_tenant_table('visit');
create index visit_broadcast ON ONLY visit (account_id, broadcast_id, visit_id) where broadcast_id is not null;
create index visit_link ON ONLY visit (account_id, link_id, visit_id);

-- Up to which visit the addresses of an account's visits are cut short (domain/visits/retention.ts).
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

-- How far a redirector's visit log is in the table: written in the transaction that takes its lines over, so that none
-- is taken twice.
create table visit_log (
  log_id uuid primary key,
  position bigint not null,
  shipped_at timestamptz not null default now()
);
grant select, insert, update, delete on visit_log to hongyan_platform;

-- Minutes before `hour` (since 1970) are in visit_hour, hours before `day` in visit_day and visit_total.
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

-- Weeks of visits (domain/shorturl/statistics): what is asked of a month reads four weeks and a few days instead of 30
-- days with a set of visitors each.
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

-- Drops the months of visits before a month.
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
