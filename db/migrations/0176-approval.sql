-- Acts that need four eyes: asked by one member of staff, run when another one approves. Programs may not change what was asked for.
create table approval (
  approval_id uuid primary key,
  kind text not null,
  -- The customer whom it concerns.
  account_id uuid,
  amount_hao bigint not null,
  payload text not null,
  -- SHA-256 of kind, customer, sum and payload: what the checker saw is what runs.
  payload_hash text not null,
  reason text not null,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'rejected', 'withdrawn')),
  maker_id uuid not null references staff (staff_id),
  checker_id uuid references staff (staff_id),
  answer text,
  asked_at timestamptz not null,
  decided_at timestamptz,
  check (state not in ('approved', 'rejected') or (checker_id is not null and checker_id <> maker_id)),
  check ((state = 'waiting') = (decided_at is null))
);
grant select, insert on approval to hongyan_platform;
grant update (state, checker_id, answer, decided_at) on approval to hongyan_platform;
create index approval_waiting on approval (asked_at) where state = 'waiting';
create index approval_account on approval (account_id, approval_id) where account_id is not null;
