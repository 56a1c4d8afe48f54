-- Figures of visits (domain/shorturl/statistics). A row is what came in one step of time for one subject: a link, a broadcast, or, under the nil UUID, the
-- whole account. Every visit is in visit_fresh from the transaction that writes it until a job adds it to visit_minute; what is over is added up to hours, days
-- and the total. visit_mark says how far that went, so that each visit is found once by whoever reads.
alter table visit
  -- Whose message or own link it came through; null: of no broadcast.
  add column broadcast_id uuid,
  -- Of the address, under a key: addresses are cut short after a month, and distinct ones are counted all the same.
  add column address_hash bytea;
create index visit_broadcast on visit (account_id, broadcast_id, visit_id) where broadcast_id is not null;

do $$
declare
  -- visitors, addresses: distinct hashes (domain/visits/distinct.ts), exact as a list below 100,000, as registers of a HyperLogLog where there are many; the
  -- counts are those of the two. The columns of the dimensions hold how many visits had which value.
  measures constant text :=
    'pv bigint not null, bots bigint not null, visitor_count integer not null, visitors bytea, visitor_sketch bytea,
     address_count integer not null, addresses bytea, address_sketch bytea';
  dimensions constant text := (
    select string_agg(format('%I jsonb not null', name), ', ')
    from unnest(array['province', 'city', 'carrier', 'device', 'os', 'browser', 'in_app', 'referrer', 'arm', 'language']) as name);
begin
  -- step: minutes since 1970.
  execute format('create table visit_fresh (account_id uuid not null, subject_id uuid not null, step integer not null, batch_id uuid not null, %s, %s,
    primary key (account_id, subject_id, step, batch_id)) with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0)',
    measures, dimensions);
  execute format('create table visit_minute (account_id uuid not null, subject_id uuid not null, step integer not null, %s, %s,
    primary key (account_id, subject_id, step)) with (fillfactor = 70)', measures, dimensions);
  -- step: hours since 1970.
  execute format('create table visit_hour (account_id uuid not null, subject_id uuid not null, step integer not null, %s, %s,
    primary key (account_id, subject_id, step))', measures, dimensions);
  -- step: days of China since 1970.
  execute format('create table visit_day (account_id uuid not null, subject_id uuid not null, step integer not null, %s, %s,
    primary key (account_id, subject_id, step))', measures, dimensions);
  -- Of all days that are in visit_day; step is 0.
  execute format('create table visit_total (account_id uuid not null, subject_id uuid not null, step integer not null, %s,
    primary key (account_id, subject_id, step))', measures);
end $$;
create index visit_minute_step on visit_minute (account_id, step);
create index visit_hour_step on visit_hour (account_id, step);
call make_tenant_table('visit_fresh');
call make_tenant_table('visit_minute');
call make_tenant_table('visit_hour');
call make_tenant_table('visit_day');
call make_tenant_table('visit_total');

-- Minutes before `hour` (since 1970) are in visit_hour, hours before `day` in visit_day and visit_total.
create table visit_mark (
  account_id uuid primary key,
  hour integer not null,
  day integer not null
);
call make_tenant_table('visit_mark');
