-- What the bank says of one day of our account: its file as it was read, once by its hash, with the balances before and after. A later file of the same day
-- takes the place of an earlier one.
create table bank_statement (
  statement_id uuid primary key,
  -- Of China.
  day text not null check (day ~ '^\d{4}-\d\d-\d\d$'),
  sha256 text not null unique check (sha256 ~ '^[0-9a-f]{64}$'),
  file_name text not null,
  -- Lines of money in, as the server read them: what a browser sends is not believed.
  lines jsonb not null,
  in_count integer not null,
  in_hao bigint not null,
  out_count integer not null,
  out_hao bigint not null,
  -- Lines that nobody could read.
  problem_count integer not null,
  -- read: nothing is booked yet. replaced: a later file of the same day holds.
  state text not null default 'read' check (state in ('read', 'imported', 'replaced')),
  opening_hao bigint,
  closing_hao bigint,
  read_by uuid not null,
  read_at timestamptz not null,
  imported_by uuid,
  imported_at timestamptz,
  check ((state = 'read') = (imported_at is null)),
  check (state = 'read' or (problem_count = 0 and opening_hao + in_hao - out_hao = closing_hao))
);
create unique index bank_statement_day on bank_statement (day) where state = 'imported';
grant select, insert on bank_statement to hongyan_platform;
grant update (state, opening_hao, closing_hao, imported_by, imported_at) on bank_statement to hongyan_platform;

-- The statement that a receipt stands on; null: somebody typed it.
alter table bank_receipt add column statement_id uuid references bank_statement;

-- Money that one member of staff moved without a second person, so that many small sums are no way round the limit of one.
create table staff_money (
  staff_money_id uuid primary key,
  staff_id uuid not null,
  account_id uuid not null,
  amount_hao bigint not null check (amount_hao > 0),
  kind text not null check (kind in ('bank-credit', 'refund', 'withdrawal')),
  object_id uuid not null,
  at timestamptz not null
);
create index staff_money_staff on staff_money (staff_id, at);
create index staff_money_account on staff_money (account_id, at);
grant select, insert on staff_money to hongyan_platform;
