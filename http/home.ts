import { homeCalls } from '#contract/home.ts'
import { type Permission, roles } from '#contract/permission.ts'
import type { Tx } from '#db/connect.ts'
import { balancesOf } from '#domain/ledger/balance.ts'
import { spentSince } from '#domain/ledger/spent.ts'
import { readProgress } from '#domain/sms/attention.ts'
import { latestBroadcasts } from '#domain/sms/broadcast/read.ts'
import { failureCauses } from '#domain/sms/statistics/cause.ts'
import { readTotals, readTrend } from '#domain/sms/statistics/read.ts'
import { chinaDay, chinaDayStart } from '#values/china-time.ts'
import type { AccountId } from '#values/id.ts'
import { handle } from './serve.ts'

const dayMs = 86_400_000
const trendDays = 14
const failureDays = 7
const shownBroadcasts = 5

export const homeHandlers = [
  handle(homeCalls.overview, async ({ tx, account, member, now }) => {
    const at = now()
    const may = (permission: Permission) => (roles[member.role].may as readonly Permission[]).includes(permission)
    const { attested_at, when_empty } = await tx
      .selectFrom('account')
      .select(['attested_at', 'when_empty'])
      .where('account_id', '=', account)
      .executeTakeFirstOrThrow()
    const balances = await balancesOf(tx, account)
    const spent = await spentSince(tx, account, chinaDayStart(at))
    const { hasSignature, hasTemplate, hasSent, ...waiting } = await readProgress(tx, account)
    return {
      money: may('finance.read')
        ? { availableHao: balances.availableHao, heldHao: balances.heldHao, spentTodayHao: spent.amountHao }
        : null,
      whenEmpty: when_empty as 'stop' | 'balance',
      grants: balances.grants
        .filter(grant => grant.expiresAt > at && grant.availableCount + grant.heldCount > 0)
        .map(grant => ({ ...grant, daysLeft: Math.ceil((grant.expiresAt.getTime() - at.getTime()) / dayMs) })),
      today: { ...(await readTotals(tx, account, lastDays(at, 1))), packageSegments: spent.packageSegments },
      steps: { isAttested: attested_at !== null, hasSignature, hasTemplate, hasSent },
      waiting,
      broadcasts: may('broadcast.read') ? await newestBroadcasts(tx, account) : null,
    }
  }),
  handle(homeCalls.trend, async ({ tx, account, now }) => {
    const { buckets, series } = await readTrend(tx, account, lastDays(now(), trendDays), { by: 'day', split: 'kind', keys: kinds })
    const countOf = (kind: (typeof kinds)[number], day: number) => series[kinds.indexOf(kind)]!.values[day]!.acceptedCount
    return {
      days: buckets.map((day, index) => ({
        day,
        code: countOf('code', index),
        notice: countOf('notice', index),
        marketing: countOf('marketing', index),
      })),
      failures: await failureCauses(tx, account, lastDays(now(), failureDays)),
    }
  }),
]

const kinds = ['code', 'notice', 'marketing'] as const
const lastDays = (now: Date, dayCount: number) => ({ from: chinaDay(chinaDayStart(now, 1 - dayCount)), to: chinaDay(now) })

async function newestBroadcasts(tx: Tx, account: AccountId) {
  const rows = await latestBroadcasts(tx, account, shownBroadcasts)
  return rows.map(({ broadcastId, name, state, recipientCount, counts, scheduledAt, startedAt, createdAt }) => ({
    broadcastId,
    name,
    state,
    recipientCount,
    deliveredCount: counts.delivered,
    failedCount: counts.failed,
    at: startedAt ?? scheduledAt ?? createdAt,
  }))
}
