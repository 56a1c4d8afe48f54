import { expect, test } from 'vitest'
import { checkStatement } from './statement.ts'

test.each([
  ['select * from message where phone = $1', 'no account_id on message'],
  ['update "outbox" set claim_token = 1', 'no account_id on outbox'],
  ['delete from broadcast where state = $1', 'no account_id on broadcast'],
  ['insert into contact (phone) values ($1)', 'insert without account_id'],
  ['select pg_advisory_lock(1)', 'session advisory lock'],
  ['select pg_advisory_xact_lock(1) from account where account_id = $1', 'lock beside a table'],
  ['insert into upload (account_id) values ($1) on conflict (upload_id) do update set "account_id" = $1', 'a row that changes its account'],
  [
    'with gone as (delete from submitted_part returning message_id) update message set state = $1 where account_id = $2',
    'tables of accounts beside those of the coordinator in a write',
  ],
  ['-- across accounts: any\nselect exists (select from message)', 'exists without a column over all accounts'],
  [
    'insert into contact (account_id, phone) select $1, phone from unnest($2::text[]) as given (phone)',
    'inserted rows that no table of the account gives',
  ],
  ["update contact set name = case source when 'file' then '' end where account_id = $1", 'case with an operand in a write'],
  ['update message set reason = random() where account_id = $1', 'volatile function in an update'],
  ['update message set finished_at = now() where account_id = $1', 'messages end uncounted'],
])('%s breaks a rule', (text, problem) => expect(checkStatement(text)).toBe(problem))

test.each([
  'select * from "message" where "account_id" = $1',
  'select 1 from number_segment',
  'select state, count(*) from message -- across accounts: platform statistics\n group by state',
  'insert into outbox (account_id, message_id) select owner.account_id, id from (select account_id from account) as owner cross join unnest($2) as id',
  'insert into link_domain (domain, account_id) values ($1, $2) on conflict (domain) do update set account_id = $2',
  'with one as (insert into upload (account_id) values ($1) on conflict do update set note = $2) select from upload where account_id = $1',
])('%s keeps the rules', text => expect(checkStatement(text)).toBeNull())
