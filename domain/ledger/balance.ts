import { sql } from 'kysely'
import type { Executor } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { pick } from '#values/pick.ts'
import type { Asset } from './ledger-account.ts'

const messageGrantKinds = ['industry', 'marketing', 'general'] as const
export type MessageGrantKind = (typeof messageGrantKinds)[number]
export type GrantKind = MessageGrantKind | 'link'

/** The rest of a grant: a package's in segments, a link package's in units, gift money's (赠送金) in 毫. */
export interface GrantBalance<Kind extends GrantKind | 'bonus' = MessageGrantKind> {
  grantId: string
  kind: Kind
  name: string
  source: 'gift' | 'purchase'
  segmentCount: number
  availableCount: number
  heldCount: number
  spentCount: number
  createdAt: Date
  startsAt: Date
  expiresAt: Date
  /** When it was refunded; null: it wasn't. */
  refundedAt: Date | null
}

export interface Balances {
  /** Spendable 毫; negative in arrears. */
  availableHao: number
  /** 毫 by which sending may overdraw the balance. */
  creditLimitHao: number
  /** 毫 held for messages not yet settled. */
  heldHao: number
  spentHao: number
  /** In the order of use: first to expire, then first bought. */
  grants: GrantBalance[]
  /** Grants of gift money in the same order, including expired and used up ones. */
  bonuses: GrantBalance<'bonus'>[]
}

const isOf = <Grant extends { kind: string }, Kind extends string>(grant: Grant, kinds: readonly Kind[]): grant is Grant & { kind: Kind } =>
  kinds.some(kind => kind === grant.kind)

/** Grants of packages, and of gift money, in their order. */
export const splitGrants = <Grant extends { kind: GrantKind | 'bonus' }>(grants: readonly Grant[]) => ({
  grants: grants.filter(grant => isOf(grant, messageGrantKinds)),
  bonuses: grants.filter(grant => isOf(grant, ['bonus'])),
})

/** Spendable gift money at a moment, in 毫. */
export const bonusLeft = (bonuses: readonly GrantBalance<'bonus'>[], now: Date): number =>
  bonuses.reduce((sum, bonus) => (isUsable(bonus, now) ? sum + bonus.availableCount : sum), 0)

export const isUsable = (grant: Pick<GrantBalance, 'availableCount' | 'startsAt' | 'expiresAt'>, now: Date): boolean =>
  grant.availableCount > 0 && grant.startsAt <= now && grant.expiresAt > now

/**
 * Balances of an account for messages: balance in 毫, gift money, and all package grants, including expired and used up
 * ones.
 */
export async function balancesOf(executor: Executor, account: AccountId): Promise<Balances> {
  const { money, grants } = await readLedgerAccounts(executor, account, ['cny', 'bonus', 'segment'])
  const { available, held, spent, creditLimit } = money
  return {
    availableHao: available,
    creditLimitHao: creditLimit,
    heldHao: held,
    spentHao: spent,
    ...splitGrants(grants),
  }
}

/** All grants of link units in the order of use, including expired and used up ones. */
export async function linkGrantsOf(executor: Executor, account: AccountId): Promise<GrantBalance<'link'>[]> {
  const { grants } = await readLedgerAccounts(executor, account, ['link'])
  return grants.filter(grant => isOf(grant, ['link']))
}

async function readLedgerAccounts(executor: Executor, account: AccountId, assets: readonly Asset[]) {
  const balance = sql<number>`(ledger_account.credits - ledger_account.debits)`
  const rows = await executor
    .selectFrom('ledgerAccount')
    .leftJoin('creditGrant as grant', join =>
      join.onRef('grant.accountId', '=', 'ledgerAccount.accountId').onRef('grant.grantId', '=', 'ledgerAccount.grantId'),
    )
    .select(['ledgerAccount.purpose', 'ledgerAccount.creditLimit', 'grant.grantId', 'grant.refundedAt'])
    // Read only where there is a grant.
    .select(({ ref }) => [
      ref('grant.kind').$notNull().as('kind'),
      ref('grant.source').$notNull().as('source'),
      ref('grant.name').$notNull().as('name'),
      ref('grant.segmentCount').$notNull().as('segmentCount'),
      ref('grant.createdAt').$notNull().as('createdAt'),
      ref('grant.startsAt').$notNull().as('startsAt'),
      ref('grant.expiresAt').$notNull().as('expiresAt'),
    ])
    .select(balance.as('balance'))
    .where('ledgerAccount.accountId', '=', account)
    .where('ledgerAccount.asset', 'in', assets)
    .where('ledgerAccount.purpose', '<>', 'outside')
    .orderBy('grant.expiresAt')
    .orderBy('grant.grantId')
    .execute()
  const money = { available: 0, held: 0, spent: 0, creditLimit: 0 }
  const grants = new Map<string, GrantBalance<GrantKind | 'bonus'>>()
  for (const row of rows) {
    const { purpose } = row
    if (purpose === 'outside') continue
    if (row.grantId === null) {
      money[purpose] = row.balance
      money.creditLimit += row.creditLimit
      continue
    }
    const grant = grants.get(row.grantId) ?? {
      ...pick(row, 'name', 'segmentCount', 'createdAt', 'startsAt', 'expiresAt', 'refundedAt'),
      grantId: row.grantId,
      kind: row.kind,
      source: row.source,
      availableCount: 0,
      heldCount: 0,
      spentCount: 0,
    }
    grant[`${purpose}Count`] = row.balance
    grants.set(row.grantId, grant)
  }
  return { money, grants: [...grants.values()] }
}
