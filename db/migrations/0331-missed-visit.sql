-- Visits that were answered by a page instead of a target (domain/visits/missed-visit.ts): counts of persons by hour and reason, outside of all figures of
-- visits and free of charge.
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
create index missed_visit_hour on missed_visit (account_id, hour);
call make_tenant_table('missed_visit');
