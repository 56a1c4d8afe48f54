-- Programs log in as hongyan_app and hongyan_platform and never as the owner. What the owner's tables hold for the jobs program, the queue and the coming
-- months' partitions, is opened to the platform's role.
grant usage on schema graphile_worker to hongyan_platform;
grant select, insert, update, delete on all tables in schema graphile_worker to hongyan_platform;
grant usage on all sequences in schema graphile_worker to hongyan_platform;
do $$ declare name text; begin
  for name in select relname from pg_class where relnamespace = 'graphile_worker'::regnamespace and relkind = 'r' and relrowsecurity loop
    execute format('create policy platform on graphile_worker.%I to hongyan_platform using (true) with check (true)', name);
  end loop;
end $$;

-- The partition of a table for a month, made once however many ask for it at a time.
create function make_partition(parent text, month date, lower uuid, upper uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public as $$
declare name text := parent || to_char(month, '_YYYY_MM');
begin
  if parent not in ('message', 'visit') then raise exception '% has no monthly partitions', parent; end if;
  if to_regclass('public.' || name) is not null then return; end if;
  -- Until the end of the transaction: "if not exists" is no answer to another who is making it.
  perform pg_advisory_xact_lock(hashtext('hongyan partition'));
  execute format('create table if not exists public.%I partition of public.%I for values from (%L) to (%L) with (fillfactor = 70)', name, parent, lower, upper);
end $$;

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
revoke all on function make_partition, drop_visits_before from public;
grant execute on function make_partition, drop_visits_before to hongyan_platform;
