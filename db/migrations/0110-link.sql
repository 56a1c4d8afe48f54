-- Short links. A code is claimed in short_code, which is unique within a domain over all accounts; '' is the platform's own domain.
create table link (
  account_id uuid not null,
  link_id uuid not null,
  domain text not null default '',
  code text not null,
  title text not null default '',
  -- As the URL parser writes it.
  target text not null,
  state text not null check (state in ('reviewing', 'active', 'disabled', 'rejected', 'blocked')),
  reason text,
  starts_at timestamptz,
  ends_at timestamptz,
  -- Where visitors go when it has ended; null: a page of ours says so.
  ended_target text,
  visit_limit bigint check (visit_limit > 0),
  -- Whether the visitor's own query string goes on to the target.
  passes_query boolean not null default false,
  -- First match wins (domain/visits/route.ts).
  rules jsonb not null default '[]',
  member_id uuid,
  created_at timestamptz not null default now(),
  primary key (account_id, link_id)
);
call make_tenant_table('link');

-- Every code that leads somewhere: of a link, or of one recipient of it (then of the message that carried it). A code is never given out again.
create table short_code (
  domain text not null default '',
  code text not null,
  account_id uuid not null,
  link_id uuid not null,
  message_id uuid,
  created_at timestamptz not null default now(),
  primary key (domain, code)
);
create index short_code_new on short_code (created_at);
create index short_code_link on short_code (account_id, link_id);
grant select, insert on short_code to hongyan_app;
grant select, insert, delete on short_code to hongyan_platform;

-- What the redirector has to forget: a row for each link that was changed, read several times a second and dropped after a day.
create table link_change (
  change_id bigint generated always as identity primary key,
  account_id uuid not null,
  link_id uuid not null,
  at timestamptz not null default now()
);
grant insert on link_change to hongyan_app;
grant select, insert, delete on link_change to hongyan_platform;

-- Every request for a link that was answered, by month: the id carries its time.
create table visit (
  account_id uuid not null,
  visit_id uuid not null,
  link_id uuid not null,
  message_id uuid,
  -- 'person', or what kind of program asked (domain/visits/visit-facts.ts).
  visitor_kind text not null,
  -- Of address, user agent and day: tells visitors apart within a day and nothing beyond it.
  visitor_hash bytea not null,
  address inet not null,
  province text,
  city text,
  carrier text,
  device text,
  os text,
  browser text,
  in_app text,
  referrer text,
  language text,
  -- Which target of several was given.
  arm smallint,
  primary key (account_id, visit_id)
) partition by range (visit_id);
create index visit_link on visit (account_id, link_id, visit_id);
call make_tenant_table('visit');

-- How far a redirector's visit log is in the table: written in the transaction that takes its lines over, so that none is taken twice.
create table visit_log (
  log_id uuid primary key,
  position bigint not null,
  shipped_at timestamptz not null default now()
);
grant select, insert, update, delete on visit_log to hongyan_platform;
