-- Where from, by which request, and what changed. Both logs are sealed into chains (decision 0040).
alter table activity
  add column kind text not null default 'operation' check (kind in ('operation', 'sign_in', 'money')),
  -- The member's name on that day: members come and go.
  add column actor text,
  add column place text,
  add column request_id text,
  -- Why it was refused, as it was told.
  add column reason text,
  add column change jsonb;
update activity set kind = 'sign_in' where action in ('sign_in', 'register', 'recovery');
create index activity_kind on activity (account_id, kind, activity_id);
alter table staff_activity add column place text, add column request_id text, add column change jsonb;

-- Lines that no seal has covered yet; they wait a second or so. The staff's log is the chain of the zero id.
create table audit_waiting (
  account_id uuid not null,
  activity_id uuid not null,
  primary key (account_id, activity_id)
);
call make_tenant_table('audit_waiting');
revoke update, delete on audit_waiting from hongyan_app;
insert into audit_waiting select account_id, activity_id from activity;
insert into audit_waiting select '00000000-0000-0000-0000-000000000000', activity_id from staff_activity;

-- One seal for each line, in the chain's order. Each covers its line and the seal before it, under a key that is not in the database.
create table audit_seal (
  account_id uuid not null,
  position bigint not null,
  activity_id uuid not null,
  -- Which columns the seal covers, and in what form (domain/identity/audit-line.ts).
  form smallint not null,
  hash bytea not null,
  sealed_at timestamptz not null,
  primary key (account_id, position),
  unique (account_id, activity_id)
);
call make_tenant_table('audit_seal');
revoke update, delete on audit_seal from hongyan_app, hongyan_platform;
revoke insert on audit_seal from hongyan_app;

-- Where a chain begins, after lines that were kept long enough, and where it ends.
create table audit_chain (
  account_id uuid not null,
  base_position bigint not null default 0,
  base_hash bytea not null default '',
  head_position bigint not null default 0,
  head_hash bytea not null default '',
  -- Over the four, under the key.
  proof bytea not null default '',
  primary key (account_id)
);
call make_tenant_table('audit_chain');
revoke insert, update, delete on audit_chain from hongyan_app;

-- The one way out of the logs: up to a position, and never a line younger than the days that we promise to keep.
create function retire_activity(chain uuid, up_to bigint) returns bigint
language plpgsql security definer set search_path = pg_catalog, public as $$
declare removed bigint;
begin
  perform set_config('app.account_id', chain::text, true);
  if exists (
    select from audit_seal s
    left join activity a on a.account_id = s.account_id and a.activity_id = s.activity_id
    left join staff_activity f on s.account_id = '00000000-0000-0000-0000-000000000000' and f.activity_id = s.activity_id
    where s.account_id = chain and s.position <= up_to and coalesce(a.at, f.at) > now() - interval '190 days'
  ) then raise exception 'lines of the log are kept for 190 days'; end if;
  delete from activity a using audit_seal s
    where s.account_id = chain and s.position <= up_to and a.account_id = s.account_id and a.activity_id = s.activity_id;
  delete from staff_activity f using audit_seal s
    where chain = '00000000-0000-0000-0000-000000000000' and s.account_id = chain and s.position <= up_to and f.activity_id = s.activity_id;
  delete from audit_seal where account_id = chain and position <= up_to;
  get diagnostics removed = row_count;
  return removed;
end $$;
revoke all on function retire_activity from public;
grant execute on function retire_activity to hongyan_platform;
