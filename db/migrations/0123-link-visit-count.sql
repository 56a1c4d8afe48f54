-- How many visits a link with a limit has allowed since it had one: claimed before each redirect, so that several redirectors together keep to it.
create table link_visit_count (
  account_id uuid not null,
  link_id uuid not null,
  visit_count bigint not null,
  primary key (account_id, link_id)
);
call make_tenant_table('link_visit_count');
