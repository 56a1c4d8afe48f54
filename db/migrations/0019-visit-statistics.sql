-- Visit statistics: lists, figures, rankings, trends.

create table visit_day (
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
call make_tenant_table('visit_day');

-- Since when user agents are classified by the current rules (domain/visits/visit-facts.ts) and missed visits are
-- counted. User agents are not stored, so earlier figures are not recalculated. No row: since the first visit.
create table visit_reading (
  since timestamptz primary key
);
grant select on visit_reading to hongyan_app, hongyan_platform;
