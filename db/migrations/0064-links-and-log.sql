-- Whether each host is one of the domains, or below one.
create or replace function are_within(hosts text[], domains text[]) returns boolean language sql immutable parallel safe
  return not exists (select from unnest(hosts) as named (host) where not coalesce(link_domains(array[host]) && domains, false));

-- The same in statements that one node of a cluster runs.
create or replace function purge_audit_log(chain uuid, up_to bigint) returns bigint
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  removed bigint;
  is_staff constant boolean := chain = '00000000-0000-0000-0000-000000000000';
  ids uuid[];
begin
  execute format('set local app.account_id = %L', chain);
  if is_staff then
    select array_agg(audit_id) into ids from audit_chain_entry where account_id = chain and position <= up_to;
  end if;
  if exists (
    select 1 from audit_chain_entry s join audit_log a on a.account_id = s.account_id and a.audit_id = s.audit_id
    where s.account_id = chain and s.position <= up_to and a.at > now() - interval '190 days'
  ) or is_staff and exists (
    select 1 from staff_audit_log where audit_id = any(ids) and at > now() - interval '190 days'
  ) then raise exception 'lines of the log are kept for 190 days'; end if;
  delete from audit_log a using audit_chain_entry s
    where s.account_id = chain and s.position <= up_to and a.account_id = s.account_id and a.audit_id = s.audit_id;
  if is_staff then
    delete from staff_audit_log where audit_id = any(ids);
  end if;
  delete from audit_chain_entry where account_id = chain and position <= up_to;
  get diagnostics removed = row_count;
  return removed;
end $$;
