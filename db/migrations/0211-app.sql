-- Customers' programs: what the doors for programs know of one, and its keys.
create sequence app_number start 1400200001;
grant usage on sequence app_number to hongyan_app, hongyan_platform;

alter table app
  -- A test app sends nothing and costs nothing: special numbers give special results.
  add column kind text not null default 'production' check (kind in ('production', 'test')),
  add column note text not null default '',
  -- The number that programs of the Tencent SDK call it by; one of a sequence, so that no two apps share it.
  add column number text not null default nextval('app_number')::text,
  -- What contract/apps/app-setting.ts reads, with its defaults for what is missing.
  add column settings jsonb not null default '{}',
  add column default_signature_id uuid,
  -- Who made it; null: the platform's demo.
  add column member_id uuid,
  add column disabled_at timestamptz,
  add column disabled_why text,
  add column deleted_at timestamptz,
  -- Until then it sends no codes: their use looked like abuse.
  add column codes_braked_until timestamptz,
  add column codes_braked_why text,
  drop constraint app_state_check,
  add constraint app_state_check check (state in ('enabled', 'disabled', 'deleted'));

alter table access_key
  -- Sealed with the key's id as context, for signatures made with it; keys older than signatures have none and are good as bearers only.
  add column sealed_secret bytea,
  -- What it may be used for (contract/apps/app.ts).
  add column scopes text[] not null default '{send,query,template,link,contact,callback}',
  add column last_used_at timestamptz,
  add column last_used_ip inet,
  add column member_id uuid,
  add column disabled_at timestamptz;
create index access_key_app on access_key (account_id, app_id);
