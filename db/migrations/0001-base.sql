-- Base of all modules: roles' grants, the job queue, partitions, tenant tables.

grant usage on schema public to hongyan_app, hongyan_platform;

-- The jobs program works on the queue with the platform's role.
grant usage on schema graphile_worker to hongyan_platform;
grant select, insert, update, delete on all tables in schema graphile_worker to hongyan_platform;
grant usage on all sequences in schema graphile_worker to hongyan_platform;
do $$ declare name text; begin
  for name in select relname from pg_class where relnamespace = 'graphile_worker'::regnamespace and relkind = 'r' and relrowsecurity loop
    execute format('create policy platform on graphile_worker.%I to hongyan_platform using (true) with check (true)', name);
  end loop;
end $$;

create sequence app_number start 1400200001;
grant usage on sequence app_number to hongyan_app;
grant usage on sequence app_number to hongyan_platform;

-- Background jobs are enqueued in the transaction that causes them. The queue's tables belong to the owner; this
-- function is the only way in which the programs' roles reach them.
create function enqueue_job(task text, payload json, job_key text default null, run_at timestamptz default null) returns void
language sql security definer set search_path = pg_catalog as $$
  select graphile_worker.add_job(task, payload, run_at => run_at, job_key => job_key, job_key_mode => case when job_key is null then null else 'replace' end)
$$;
revoke execute on function enqueue_job(text, json, text, timestamp with time zone) from public;
grant execute on function enqueue_job(text, json, text, timestamp with time zone) to hongyan_app, hongyan_platform;

-- Creates the partition of a table for a month. Concurrent and repeated calls create it once.
create function make_partition(parent text, month date, lower uuid, upper uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public as $$
declare name text := parent || to_char(month, '_YYYY_MM');
begin
  if parent not in ('message', 'visit') then raise exception '% has no monthly partitions', parent; end if;
  if to_regclass('public.' || name) is not null then return; end if;
  -- Held until the end of the transaction: "if not exists" alone fails when another transaction is creating the table.
  perform pg_advisory_xact_lock(hashtext('hongyan partition'));
  execute format('create table if not exists public.%I partition of public.%I for values from (%L) to (%L) with (fillfactor = 70)', name, parent, lower, upper);
end $$;
revoke execute on function make_partition(text, date, uuid, uuid) from public;
grant execute on function make_partition(text, date, uuid, uuid) to hongyan_platform;

-- Makes a table a tenant's, with forced row level security: a query without an account set is an error, and rows of
-- other accounts are invisible.
create procedure make_tenant_table(name regclass) language plpgsql as $$ begin
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  execute format('create policy tenant on %s to hongyan_app using (account_id = current_setting(''app.account_id'')::uuid)', name);
  execute format('create policy platform on %s to hongyan_platform using (true) with check (true)', name);
  execute format('create policy owner on %s to %I using (true) with check (true)', name, current_user);
  execute format('grant select, insert, update, delete on %s to hongyan_app, hongyan_platform', name);
end $$;

