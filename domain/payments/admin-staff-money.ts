import { sql } from 'kysely'
import type { Tx } from '#db/connect.ts'
import { chinaDayStart } from '#values/china-time.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { firstOrThrow } from '#values/or-throw.ts'

interface Movement {
  kind: 'bank-credit' | 'refund' | 'withdrawal'
  staffId: string
  account: AccountId
  amountHao: number
  objectId: string
  now: Date
}

/**
 * Four-eyes limit: whether one member of staff may move a sum alone, and if so records it. The limit applies to the
 * sum, to everything moved alone for the customer on that day in China, and the daily limit to everything that person
 * moved.
 */
export async function mayMoveAlone(tx: Tx, { kind, staffId, account, amountHao, objectId, now }: Movement): Promise<boolean> {
  if (amountHao > limits.fourEyesHao) return false
  // Serialized: concurrent calls would each see the sum without the other.
  await sql`select pg_advisory_xact_lock(hashtextextended('staff_money', 0))`.execute(tx)
  const since = chinaDayStart(now, 0)
  const { rows } = await sql<{ ofAccountHao: number; ofStaffHao: number }>`
    select coalesce(sum(amount_hao) filter (where account_id = ${account}), 0)::bigint as "ofAccountHao",
      coalesce(sum(amount_hao) filter (where staff_id = ${staffId}), 0)::bigint as "ofStaffHao"
    from staff_money -- across accounts: what one person moved for all of them
    where at >= ${since} and (account_id = ${account} or staff_id = ${staffId})`.execute(tx)
  const { ofAccountHao, ofStaffHao } = firstOrThrow(rows)
  if (ofAccountHao + amountHao > limits.fourEyesHao || ofStaffHao + amountHao > limits.fourEyesDayHao) return false
  await tx
    .insertInto('staffMoney')
    .values({ staffMoneyId: newId(now.getTime()), staffId, accountId: account, amountHao, kind, objectId, at: now })
    .execute()
  return true
}
