alter table access_key
  -- A key that was replaced stops by itself then.
  add column ends_at timestamptz,
  add column note text not null default '',
  drop constraint access_key_state_check,
  add constraint access_key_state_check check (state in ('enabled', 'disabled', 'deleted'));

-- The last requests of each app and the last refused ones, as its owner looks them up; older ones leave when new ones come.
create table request_log (
  account_id uuid not null,
  app_id uuid not null,
  log_id uuid not null,
  access_key_id text,
  request_id text not null,
  door text not null,
  action text not null,
  http_status smallint not null,
  -- In the words of the door: `ok`, `isv.AMOUNT_NOT_ENOUGH`, `LimitExceeded.…`.
  code text not null,
  message text not null,
  is_refused boolean not null,
  address text not null,
  elapsed_ms integer not null,
  at timestamptz not null,
  -- What helps to mend a refused request (domain/apps/request-log.ts).
  detail jsonb,
  primary key (account_id, app_id, log_id)
);
create index request_log_refused on request_log (account_id, app_id, log_id) where is_refused;
call make_tenant_table('request_log');
