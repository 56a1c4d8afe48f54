import { sql } from 'kysely'
import type { Executor } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'

/** The member recorded as the actor of a program's requests: who created its key, else the account's owner. */
export async function actorOf(executor: Executor, account: AccountId, accessKeyId: string | null): Promise<string> {
  const { rows } = await sql<{ memberId: string }>`
    select member.member_id from member
    left join access_key as key on key.account_id = member.account_id and key.access_key_id = ${accessKeyId} and key.member_id = member.member_id
    where member.account_id = ${account} and (key.member_id is not null or member.role = 'owner')
    order by key.member_id is null limit 1`.execute(executor)
  const [row] = rows
  if (!row) throw new Error('an account without an owner')
  return row.memberId
}
