-- First answers of staff's acts, as `idempotency` keeps them for customers.
create table staff_idempotency (
  staff_id uuid not null references staff,
  key text not null,
  call text not null,
  body_hash bytea not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (staff_id, key)
);
grant select, insert, update, delete on staff_idempotency to hongyan_platform;

alter table staff add column last_sign_in_at timestamptz;
alter table staff add column last_sign_in_address text;
create index staff_session_staff on staff_session (staff_id);
create index staff_activity_account on staff_activity (account_id, activity_id) where account_id is not null;
create index staff_activity_staff on staff_activity (staff_id, activity_id);

-- What waits for review, over all accounts.
create index signature_reviewing on signature (submitted_at) where state = 'reviewing';
create index template_reviewing on template (submitted_at) where state = 'reviewing';
