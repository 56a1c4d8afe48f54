import { sql } from 'kysely'
import type { Executor } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import type { ReviewedObject } from './review-step.ts'

const dayMs = 86_400_000

/**
 * The last day (China time) on which messages were accepted with each signature or template; the last minutes may be
 * missing.
 */
export async function lastUsedOn(
  executor: Executor,
  account: AccountId,
  object: ReviewedObject,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; day: number }>`
    select ${sql.ref(`${object}_id`)} as id, max(day) as day from statistics_day
    where account_id = ${account} and ${sql.ref(`${object}_id`)} = any(${[...ids]}::uuid[]) group by 1`.execute(executor)
  return new Map(rows.map(({ id, day }) => [id, new Date(day * dayMs).toISOString().slice(0, 10)]))
}
