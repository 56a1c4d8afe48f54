-- How far each operator is with each signature; no row: not handed in. Every step is kept in signature_filing_step.
create table signature_filing (
  account_id uuid not null,
  signature_id uuid not null,
  operator text not null check (operator in ('mobile', 'unicom', 'telecom', 'broadnet')),
  state text not null check (state in ('none', 'pending', 'filed', 'failed')),
  -- What the operator said; the customer reads it.
  reason text not null default '',
  changed_at timestamptz not null,
  primary key (account_id, signature_id, operator)
);
create index signature_filing_state on signature_filing (state, operator, changed_at);
call make_tenant_table('signature_filing');

create table signature_filing_step (
  account_id uuid not null,
  step_id uuid not null,
  signature_id uuid not null,
  operator text not null,
  state text not null,
  reason text not null default '',
  -- Null: by the platform itself, at the approval.
  staff_id uuid,
  at timestamptz not null,
  primary key (account_id, step_id)
);
create index signature_filing_step_signature on signature_filing_step (account_id, signature_id, step_id);
call make_tenant_table('signature_filing_step');

-- What customers have approved so far waits for the operators. Row level security is forced: without this an owner who is no superuser would see no rows.
alter table signature no force row level security;
alter table account no force row level security;
alter table signature_filing no force row level security;
insert into signature_filing (account_id, signature_id, operator, state, changed_at)
  select s.account_id, s.signature_id, operator, 'pending', coalesce(s.reviewed_at, s.created_at)
  from signature s
  join account a on a.account_id = s.account_id and a.kind = 'customer'
  cross join unnest(array['mobile', 'unicom', 'telecom', 'broadnet']) as operator
  where s.state = 'approved';
alter table signature force row level security;
alter table account force row level security;
alter table signature_filing force row level security;
