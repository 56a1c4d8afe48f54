import { sql } from 'kysely'
import type { Executor } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'

export type GrantKind = 'industry' | 'marketing' | 'general'

/** A package's remains, in segments. */
export interface GrantBalance {
  grantId: string
  kind: GrantKind
  name: string
  source: 'gift' | 'purchase'
  segmentCount: number
  availableCount: number
  heldCount: number
  spentCount: number
  startsAt: Date
  expiresAt: Date
}

export interface Balances {
  /** 毫 that can be spent. */
  availableHao: number
  /** 毫 set aside for messages on their way. */
  heldHao: number
  spentHao: number
  /** In the order in which they are used: first to expire, then first bought. */
  grants: GrantBalance[]
}

/** What an account has: its balance in 毫 and every package grant, expired and empty ones included. */
export async function balancesOf(executor: Executor, account: AccountId): Promise<Balances> {
  const balance = sql<number>`(pocket.credits - pocket.debits)`
  const rows = await executor
    .selectFrom('ledger_account as pocket')
    .leftJoin('credit_grant as grant', join =>
      join.onRef('grant.account_id', '=', 'pocket.account_id').onRef('grant.grant_id', '=', 'pocket.grant_id'),
    )
    .select([
      'pocket.purpose',
      'grant.grant_id',
      'grant.kind',
      'grant.name',
      'grant.source',
      'grant.segment_count',
      'grant.starts_at',
      'grant.expires_at',
    ])
    .select(balance.as('balance'))
    .where('pocket.account_id', '=', account)
    .where('pocket.purpose', '<>', 'outside')
    .orderBy('grant.expires_at')
    .orderBy('grant.grant_id')
    .execute()
  const money = { available: 0, held: 0, spent: 0 }
  const grants = new Map<string, GrantBalance>()
  for (const row of rows) {
    const purpose = row.purpose as keyof typeof money
    if (row.grant_id === null) {
      money[purpose] = row.balance
      continue
    }
    const grant = grants.get(row.grant_id) ?? {
      grantId: row.grant_id,
      kind: row.kind as GrantKind,
      name: row.name!,
      source: row.source as GrantBalance['source'],
      segmentCount: row.segment_count!,
      availableCount: 0,
      heldCount: 0,
      spentCount: 0,
      startsAt: row.starts_at!,
      expiresAt: row.expires_at!,
    }
    grant[`${purpose}Count`] = row.balance
    grants.set(row.grant_id, grant)
  }
  return { availableHao: money.available, heldHao: money.held, spentHao: money.spent, grants: [...grants.values()] }
}
