import { type RawBuilder, sql } from 'kysely'
import type { AccountId } from '#values/id.ts'

/**
 * The account's own row, as `owner` in the source of an insert of given rows, whose `account_id` is taken from it: the
 * coordinator of a cluster then sends the insert to the account's node as it is. It would copy rows that come from no
 * table, which row level security forbids.
 */
export const accountRow = (account: AccountId): RawBuilder<unknown> =>
  sql`(select account_id from account where account_id = ${account}) as owner`
