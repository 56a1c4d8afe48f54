import { sql } from 'kysely'
import type { Executor } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { readLinkStop } from './stop.ts'

/** An account's short links that the platform has blocked. */
export interface LinkAttention {
  rejectedCount: number
  blockedCount: number
  /** Why all of them are stopped; null: they aren't. */
  stopReason: string | null
}

/** Reads only rejected and blocked links, of which there are few. */
export async function readLinkAttention(executor: Executor, account: AccountId): Promise<LinkAttention> {
  const { rows } = await sql<{ rejectedCount: number; blockedCount: number }>`
    select count(*) filter (where state = 'rejected') as "rejectedCount", count(*) filter (where state = 'blocked') as "blockedCount"
    from link where account_id = ${account} and state in ('rejected', 'blocked') and deleted_at is null`.execute(executor)
  const stop = await readLinkStop(executor, account)
  return { ...firstOrThrow(rows), stopReason: stop?.reason ?? null }
}
