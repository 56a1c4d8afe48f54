import type { PackageKind, PackageState } from '#contract/orders/package.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { balancesOf, bonusLeft, type GrantBalance, type GrantKind, linkGrantsOf, readCountryPrices } from '#domain/ledger/index.ts'
import type { AccountId } from '#values/id.ts'
import { lastOrThrow } from '#values/or-throw.ts'

const dayMs = 86_400_000

export interface PackageFilter {
  state?: PackageState | undefined
  kind?: PackageKind | undefined
  /** The grant after which the page starts. */
  cursor?: string | undefined
  pageSize: number
}

/** State of a package at a moment. Held segments may be released, so a package with held ones isn't used up. */
function packageState(grant: GrantBalance<GrantKind>, now: Date): PackageState {
  if (grant.refundedAt) return 'refunded'
  if (grant.expiresAt <= now) return 'expired'
  if (grant.startsAt > now) return 'pending'
  return grant.availableCount + grant.heldCount === 0 ? 'used' : 'usable'
}

const daysUntil = (at: Date, now: Date) => Math.ceil((at.getTime() - now.getTime()) / dayMs)
const rank: Record<PackageState, number> = { usable: 0, pending: 1, refunding: 2, used: 3, expired: 4, refunded: 5 }

/** An account's message packages. */
export const listPackages = async (executor: Executor, account: AccountId, filter: PackageFilter, now: Date) =>
  pageOfGrants(executor, account, { grants: (await balancesOf(executor, account)).grants, filter, now })

/** An account's link packages. */
export const listLinkPackages = async (executor: Executor, account: AccountId, filter: Omit<PackageFilter, 'kind'>, now: Date) =>
  pageOfGrants(executor, account, { grants: await linkGrantsOf(executor, account), filter, now })

/** Message packages that an account got in a period, oldest first: usable, ended and refunded ones. */
export async function packagesCreated(executor: Executor, account: AccountId, { from, until }: { from: Date; until: Date }) {
  const { grants } = await balancesOf(executor, account)
  return grants
    .filter(({ createdAt }) => createdAt >= from && createdAt < until)
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.grantId < b.grantId ? -1 : 1))
}

/**
 * Packages, bought and granted: usable ones first, by expiry; then ended ones, newest first. An account has some dozens
 * at most, and every charge reads them all, so pages are cut here and not in SQL.
 */
async function pageOfGrants<Kind extends GrantKind>(
  executor: Executor,
  account: AccountId,
  { grants, filter, now }: { grants: readonly GrantBalance<Kind>[]; filter: PackageFilter; now: Date },
) {
  const counts: Record<PackageState, number> = { usable: 0, pending: 0, refunding: 0, used: 0, expired: 0, refunded: 0 }
  const orders = await ordersOf(executor, account, grants)
  const all = grants.map(grant => {
    const bought = orders.get(grant.grantId)
    // Its rest is held for the refund.
    const state = bought?.isRefunding ? 'refunding' : packageState(grant, now)
    return { ...grant, state, daysLeft: daysUntil(grant.expiresAt, now), order: bought?.order ?? null }
  })
  for (const grant of all) counts[grant.state] += 1
  all.sort((a, b) => {
    const byState = rank[a.state] - rank[b.state]
    if (byState !== 0) return byState
    const byTime = a.state === 'usable' ? a.expiresAt.getTime() - b.expiresAt.getTime() : b.startsAt.getTime() - a.startsAt.getTime()
    return byTime || (a.grantId < b.grantId ? -1 : 1)
  })
  const known = all.findIndex(grant => grant.grantId === filter.cursor)
  const begin = filter.cursor === undefined ? 0 : known === -1 ? all.length : known + 1
  const fitting = all
    .slice(begin)
    .filter(grant => (!filter.state || grant.state === filter.state) && (!filter.kind || grant.kind === filter.kind))
  const page = fitting.slice(0, filter.pageSize)
  return {
    rows: page,
    nextCursor: fitting.length > page.length ? lastOrThrow(page).grantId : null,
    counts,
  }
}

interface PackageOrder {
  order: { orderId: string; quantity: number; amountHao: number }
  isRefunding: boolean
}

/** The orders of packages, by grant. */
async function ordersOf(executor: Executor, account: AccountId, grants: readonly GrantBalance<GrantKind>[]) {
  const bought = grants.filter(grant => grant.source === 'purchase').map(grant => grant.grantId)
  if (bought.length === 0) return new Map<string, PackageOrder>()
  const rows = await executor
    .selectFrom('creditGrant as grant')
    .innerJoin('packageOrder as bill', join =>
      join.onRef('bill.accountId', '=', 'grant.accountId').onRef('bill.orderId', '=', 'grant.orderId'),
    )
    .select(['grant.grantId', 'bill.orderId', 'bill.quantity', 'bill.amountHao', 'bill.state'])
    .where('grant.accountId', '=', account)
    .where('grant.grantId', 'in', bought)
    .execute()
  return new Map<string, PackageOrder>(
    rows.map(row => [
      row.grantId,
      {
        order: { orderId: row.orderId, quantity: row.quantity, amountHao: row.amountHao },
        isRefunding: row.state === 'refunding',
      },
    ]),
  )
}

const kinds: readonly PackageKind[] = ['industry', 'marketing', 'general']

/**
 * What an account can send with at a moment: segments by kind of package, its balance in hao, and what happens when no
 * package is left.
 */
export async function readRemaining(executor: Executor, account: AccountId, now: Date) {
  const { grants, availableHao, heldHao, bonuses } = await balancesOf(executor, account)
  const usable = grants.filter(grant => packageState(grant, now) === 'usable')
  const prices = await readCountryPrices(executor, account, now)
  const row = await executor.selectFrom('account').select('whenEmpty').where('accountId', '=', account).executeTakeFirstOrThrow()
  return {
    kinds: kinds.map(kind => {
      const own = usable.filter(grant => grant.kind === kind)
      // The balances come in the order of their expiry.
      const first = own.find(grant => grant.availableCount > 0)
      return {
        kind,
        availableCount: own.reduce((sum, grant) => sum + grant.availableCount, 0),
        firstExpiresAt: first?.expiresAt ?? null,
        daysLeft: first ? daysUntil(first.expiresAt, now) : null,
      }
    }),
    availableHao,
    heldHao,
    bonusHao: bonusLeft(bonuses, now),
    whenEmpty: row.whenEmpty,
    countryPrices: prices && [...prices].map(([country, unitPriceHao]) => ({ country, unitPriceHao })),
  }
}

/** 用尽停发 or 转余额, from the next message on. Accepted messages keep their payment. */
export async function setWhenEmpty(tx: Tx, account: AccountId, whenEmpty: 'stop' | 'balance'): Promise<void> {
  await tx.updateTable('account').set({ whenEmpty }).where('accountId', '=', account).execute()
}
