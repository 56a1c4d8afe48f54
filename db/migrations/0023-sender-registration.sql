-- Sender registration (报备): registration of signatures with the carriers.

-- State of a signature's registration with each carrier; no row: not submitted. Every step is in
-- sender_registration_step.
create table sender_registration (
  account_id uuid not null,
  signature_id uuid not null,
  carrier text not null check (carrier in ('mobile', 'unicom', 'telecom', 'broadnet')),
  state text not null check (state in ('none', 'pending', 'filed', 'failed')),
  -- The carrier's answer, visible to the customer.
  reason text not null default '',
  changed_at timestamptz not null,
  primary key (account_id, signature_id, carrier)
);
call make_tenant_table('sender_registration');
create index signature_sender_registration_state ON sender_registration (state, carrier, changed_at);

create table sender_registration_step (
  account_id uuid not null,
  step_id uuid not null,
  signature_id uuid not null,
  carrier text not null,
  state text not null,
  reason text not null default '',
  -- Null: by the platform itself, at the approval of the signature.
  staff_id uuid,
  at timestamptz not null,
  primary key (account_id, step_id)
);
call make_tenant_table('sender_registration_step');
create index signature_sender_registration_step_signature ON sender_registration_step (account_id, signature_id, step_id);
