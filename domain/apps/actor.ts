import { sql } from 'kysely'
import type { Executor } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'

/** The member recorded as the actor of a program's requests: who created its key, else the account's owner. */
export async function actorOf(executor: Executor, account: AccountId, accessKeyId: string | null): Promise<string> {
  const key = await executor
    .selectFrom('accessKey')
    .select('memberId')
    .where('accountId', '=', account)
    .where('accessKeyId', '=', accessKeyId)
    .executeTakeFirst()
  const { rows } = await sql<{ memberId: string }>`
    select member_id from member where account_id = ${account} and (member_id = ${key?.memberId ?? null}::uuid or role = 'owner')
    order by member_id = ${key?.memberId ?? null}::uuid desc nulls last limit 1`.execute(executor)
  const [row] = rows
  if (!row) throw new Error('an account without an owner')
  return row.memberId
}
