-- Whom the demo brought, whatever they are called by now: a start without the demo closes them.
alter table account add column is_demo boolean not null default false;
alter table staff add column is_demo boolean not null default false;

-- The link by which the first administrator is made: one use, and gone with the next start.
create table staff_setup (
  token_hash bytea primary key,
  expires_at timestamptz not null
);
grant select, insert, delete on staff_setup to hongyan_platform;
