-- Up to which visit the addresses of an account's visits are cut short (domain/visits/retention.ts).
create table visit_cut (
  account_id uuid primary key,
  visit_id uuid not null
);
call make_tenant_table('visit_cut');
