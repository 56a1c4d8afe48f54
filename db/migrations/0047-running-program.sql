--- Programs that run, as staff see them. One that is not confirmed for some minutes was killed.
create table running_program (
  -- Of one start.
  run_id uuid primary key,
  host text not null,
  name text not null,
  version text not null,
  monitoring_url text not null,
  started_at timestamptz not null default now(),
  confirmed_at timestamptz not null default now()
);
grant select, insert, update, delete on running_program to hongyan_platform;
