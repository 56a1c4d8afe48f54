import { sql } from 'kysely'
import { asAccount, type Db } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { cancelRest } from './cancel.ts'
import { beginSending } from './start.ts'

interface Reviewed {
  accountId: AccountId
  broadcastId: string
}

/**
 * Starts broadcasts whose text was approved: at once, or at their scheduled time. Those whose text was rejected,
 * withdrawn or changed meanwhile are canceled and refunded. It reads the rows, so no decision can be missed.
 */
export async function releaseReviewed(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<Reviewed>`
    select broadcast.account_id, broadcast_id from broadcast -- across accounts: broadcasts whose text was decided
    join template on template.account_id = broadcast.account_id and template.template_id = broadcast.template_id
    where broadcast.state = 'reviewing' and template.state <> 'reviewing' limit 200`.execute(db)
  for (const { accountId, broadcastId } of rows) await release(db, accountId, broadcastId, now)
  return rows.length
}

const release = (db: Db, account: AccountId, broadcastId: string, now: Date): Promise<void> =>
  asAccount(db, account, async tx => {
    const { rows } = await sql<{ scheduledAt: Date | null; decision: string; sameText: boolean }>`
      select broadcast.scheduled_at, template.state as decision, template.text = broadcast.template_text as same_text
      from broadcast join template on template.account_id = ${account} and template.template_id = broadcast.template_id
      where broadcast.account_id = ${account} and broadcast_id = ${broadcastId} and broadcast.state = 'reviewing'
      for no key update of broadcast`.execute(tx)
    const one = rows[0]
    if (!one || one.decision === 'reviewing') return
    if (one.decision !== 'approved' || !one.sameText) {
      await cancelRest(tx, account, broadcastId, { now, reason: 'text_rejected' })
      return
    }
    if (one.scheduledAt === null || one.scheduledAt <= now) return beginSending(tx, account, broadcastId, now)
    await tx
      .updateTable('broadcast')
      .set({ state: 'scheduled' })
      .where('accountId', '=', account)
      .where('broadcastId', '=', broadcastId)
      .execute()
  })
