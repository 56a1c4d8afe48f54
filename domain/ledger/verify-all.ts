import { sql } from 'kysely'
import type { Executor } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { verifyLedger } from './verify.ts'

/** Every account's ledger, one after the other: sentences on what does not add up, each with its account. Needs the platform's role. */
export async function verifyLedgers(executor: Executor): Promise<{ accountCount: number; problems: string[] }> {
  const { rows } = await sql<{ accountId: AccountId }>`
    select account_id as "accountId" from account -- across accounts: the check of all ledgers
    order by account_id`.execute(executor)
  const problems: string[] = []
  for (const { accountId } of rows) for (const problem of await verifyLedger(executor, accountId)) problems.push(`${accountId}: ${problem}`)
  return { accountCount: rows.length, problems }
}
