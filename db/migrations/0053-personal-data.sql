-- Requests of phone owners about their personal data: a copy of it, or its erasure.
create table personal_data_request (
  request_id uuid primary key,
  kind text not null check (kind in ('copy', 'erasure')),
  -- The number; null when the request is over, so that the request itself erases it too.
  phone text,
  -- Masked, for the list.
  phone_shown text not null,
  -- How the person asked, and how staff know that the number is theirs.
  reason text not null,
  state text not null check (state in ('waiting', 'running', 'done', 'refused')),
  -- Rows found by a copy, or erased, by kind of data.
  counts jsonb not null default '{}',
  staff_id uuid not null references staff(staff_id),
  asked_at timestamptz not null,
  -- When the last message passes its legal retention; null: nothing waits for that.
  due_at timestamptz,
  done_at timestamptz,
  check (state not in ('waiting', 'running') or phone is not null)
);
grant select, insert on personal_data_request to hongyan_platform;
grant update (phone, state, counts, due_at, done_at) on personal_data_request to hongyan_platform;
create index personal_data_request_open on personal_data_request (asked_at) where phone is not null;
