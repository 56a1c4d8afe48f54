-- Distributes a migrated database over the nodes of a Citus cluster: rows of an account are on one node, by its id. Run
-- by the owner on the coordinator while no program runs, and again after migrations that add tables. Tables of the
-- platform stay on the coordinator, except for those that statements of accounts join.
set citus.multi_shard_modify_mode = 'sequential';

-- Serves programs of a release that knows no clusters.
drop trigger if exists chart on ledger_account;

do $$
declare
  tenants text[];
  -- Tables that no account sees, with rows beside those of the account that they are about.
  beside text[] := array['link_report'];
  -- Copied to every node. Writing them takes the right to update: none of them is append-only.
  shared text[] := array['announcement', 'channel', 'coupon', 'domain_rule', 'forbidden_word',
    'forbidden_word_edition', 'link_domain', 'number_segment', 'package_version', 'platform_blacklist', 'ported_number', 'receiving_account',
    'report_code', 'route', 'setting', 'sms_package', 'staff', 'tax_rule', 'unit_price'];
  -- Stay on the coordinator, whose planner knows them then: statements that write them read shared tables.
  kept text[] := array['doubled_part', 'failed_part', 'parked_report', 'staff_audit_log', 'submitted_part'];
  added text[];
  name text;
  dropped record;
begin
  -- Tables that foreign keys point at come before those that have them.
  with recursive tenant as (
      select oid from (select polrelid from pg_policy where polname = 'tenant' union all select unnest(beside)::regclass) as placed (oid)
      where oid not in (select logicalrelid from pg_dist_partition)),
    depth (oid, level) as (
      select oid, 0 from tenant
      union all
      select key.conrelid, level + 1 from depth join pg_constraint as key on key.confrelid = depth.oid and key.contype = 'f'
        and key.conrelid <> key.confrelid and key.conrelid in (select oid from tenant))
  select coalesce(array_agg(oid::regclass::text order by level, oid::regclass::text), '{}') into tenants
  from (select oid, max(level) as level from depth group by oid) as placed;

  select coalesce(array_agg(given order by given), '{}') into added from unnest(shared) as given
  where given::regclass not in (select logicalrelid from pg_dist_partition);

  -- With foreign keys to shared tables they would become a third kind of table before they are distributed.
  create temp table reference_to_shared on commit drop as
    select conrelid::regclass::text as referring, conname, pg_get_constraintdef(oid) as definition from pg_constraint
    where contype = 'f' and confrelid::regclass::text = any(shared) and not conrelid::regclass::text = any(shared)
      and conrelid not in (select logicalrelid from pg_dist_partition);
  for dropped in select * from reference_to_shared loop
    execute format('alter table %s drop constraint %I', dropped.referring, dropped.conname);
  end loop;

  -- Their keys begin with the account's too.
  if 'link_report' = any(tenants) then
    alter table link_report drop constraint link_report_pkey, add primary key (account_id, report_id);
  end if;

  foreach name in array added loop
    perform create_reference_table(name::regclass);
  end loop;
  foreach name in array tenants loop
    -- Rows are copied by the owner, and moved to other nodes by a member of its role.
    execute format('alter table %s no force row level security', name);
    perform create_distributed_table(name::regclass, 'account_id', colocate_with => case name when 'account' then 'none' else 'account' end);
  end loop;

  foreach name in array kept loop
    if name::regclass not in (select logicalrelid from pg_dist_partition) then
      perform citus_add_local_table_to_metadata(name::regclass);
    end if;
  end loop;

  for dropped in select * from reference_to_shared loop
    execute format('alter table %s add constraint %I %s', dropped.referring, dropped.conname, dropped.definition);
  end loop;
end $$;

-- Shared tables are append-only for programs by rights alone on one server; writing them takes the right to update.
grant update on tax_rule to hongyan_platform;

-- A coordinator fills identity columns by calling their sequences, with the caller's rights.
grant usage on all sequences in schema public to hongyan_app, hongyan_platform;
