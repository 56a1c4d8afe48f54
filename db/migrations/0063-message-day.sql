-- How many messages were accepted on each day of China that is over, by kind: such a day doesn't change any more, so it is counted once (domain/sms/trend.ts).
create table message_day (
  account_id uuid not null,
  -- 2026-11-21
  day text not null check (day ~ '^\d{4}-\d{2}-\d{2}$'),
  code_count bigint not null,
  notice_count bigint not null,
  marketing_count bigint not null,
  primary key (account_id, day)
);
call make_tenant_table('message_day');
