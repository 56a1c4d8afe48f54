-- Fails unless a token owns a lease, and holds the lease until the transaction ends: taking it waits. A statement of
-- its own, since leases are on a cluster's coordinator, and what they guard is not.
create or replace function require_lease(wanted text, owned bigint) returns void language plpgsql set search_path = pg_catalog, public as $$
begin
  perform from lease where name = wanted and token = owned for key share;
  if not found then raise exception 'the lease % has another owner', wanted using errcode = 'LEASE'; end if;
end $$;
