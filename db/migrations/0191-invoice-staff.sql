-- The address that an envelope bore, since the customer may change his addresses afterwards.
alter table invoice_request add column shipped_to text,
  add constraint invoice_request_shipped_to check ((shipped_to is null) = (shipped_at is null));

-- Whether invoices can be asked for, and what customers read when they can't: the newest row counts.
create table invoice_pause (
  pause_id uuid primary key,
  is_paused boolean not null,
  -- What customers read while it lasts; staff's reason otherwise.
  notice text not null check (notice <> ''),
  staff_id uuid not null,
  created_at timestamptz not null
);
grant select on invoice_pause to hongyan_app;
grant select, insert on invoice_pause to hongyan_platform;
