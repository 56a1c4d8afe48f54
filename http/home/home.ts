import { sql } from 'kysely'
import { homeCalls } from '#contract/home/home.ts'
import { type Permission, roles } from '#contract/identity/permission.ts'
import type { Tx } from '#db/connect.ts'
import { homeFinance } from '#domain/billing/index.ts'
import { latestBroadcasts } from '#domain/broadcast/index.ts'
import { balancesOf, bonusLeft, spentSince } from '#domain/ledger/index.ts'
import { readLinkAttention } from '#domain/links/index.ts'
import { failureCauses, readTotals, readTrend } from '#domain/message-records/index.ts'
import { readProgress } from '#domain/messages/index.ts'
import { visitFigures } from '#domain/visit-statistics/index.ts'
import { unitsOf } from '#domain/visits/index.ts'
import { memberMay } from '#http/server/member.ts'
import { handle } from '#http/server/serve.ts'
import { chinaDay, chinaDayStart } from '#values/china-time.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'
import { readTasks } from './home-tasks.ts'
import { readMarks } from './marks.ts'
import { readNews } from './news.ts'

const dayMs = 86_400_000
const trendDays = 14
const failureDays = 7
const shownBroadcasts = 5

export const homeHandlers = [
  handle(homeCalls.overview, async ({ tx, account, member, now }) => {
    const at = now()
    const may = (permission: Permission) => roles[member.role].may.some(one => one === permission)
    const { attestedAt, whenEmpty } = await tx
      .selectFrom('account')
      .select(['attestedAt', 'whenEmpty'])
      .where('accountId', '=', account)
      .executeTakeFirstOrThrow()
    const balances = await balancesOf(tx, account)
    const spent = await spentSince(tx, account, chinaDayStart(at))
    const { hasSignature, hasTemplate, hasSent, ...waiting } = await readProgress(tx, account)
    return {
      money: may('finance.read')
        ? {
            availableHao: balances.availableHao,
            bonusHao: bonusLeft(balances.bonuses, at),
            heldHao: balances.heldHao + balances.bonuses.reduce((sum, bonus) => sum + bonus.heldCount, 0),
            spentTodayHao: spent.amountHao + spent.bonusHao,
          }
        : null,
      whenEmpty,
      grants: balances.grants
        .filter(grant => grant.expiresAt > at && grant.availableCount + grant.heldCount > 0)
        .map(grant => ({ ...grant, daysLeft: Math.ceil((grant.expiresAt.getTime() - at.getTime()) / dayMs) })),
      today: { ...(await readTotals(tx, account, lastDays(at, 1))), packageSegments: spent.packageSegments },
      steps: { isAttested: attestedAt !== null, hasSignature, hasTemplate, hasSent, hasCredit: await hasPaid(tx, account) },
      waiting,
      links: may('link.read') ? await readLinks(tx, account, at) : null,
      broadcasts: may('broadcast.read') ? await newestBroadcasts(tx, account) : null,
    }
  }),
  handle(homeCalls.tasks, ({ tx, account, member, now }) =>
    readTasks(tx, account, {
      memberId: member.memberId,
      seesFinance: memberMay(member, 'finance.read'),
      seesInvoices: memberMay(member, 'invoice.read'),
      now: now(),
    }),
  ),
  handle(homeCalls.frame, async ({ tx, account, member, now }) => ({
    marks: await readMarks(tx, account, permission => memberMay(member, permission), now()),
    news: await readNews(tx, account, member, now()),
    linkUnits: memberMay(member, 'account.read') ? await unitsOf(tx, account, now()) : null,
  })),
  handle(homeCalls.money, ({ tx, account, now }) => homeFinance(tx, account, now())),
  handle(homeCalls.trend, async ({ tx, account, now }) => {
    const { buckets, series } = await readTrend(tx, account, lastDays(now(), trendDays), { by: 'day', split: 'kind', keys: kinds })
    const countOf = (kind: (typeof kinds)[number], day: number) =>
      itemOrThrow(itemOrThrow(series, kinds.indexOf(kind)).values, day).acceptedCount
    return {
      days: buckets.map((day, index) => ({
        day,
        otp: countOf('otp', index),
        transactional: countOf('transactional', index),
        marketing: countOf('marketing', index),
      })),
      failures: await failureCauses(tx, account, lastDays(now(), failureDays)),
    }
  }),
]

/** Whether the account has ever recharged or bought a package: gifts alone don't count. */
async function hasPaid(tx: Tx, account: AccountId): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from transfer where account_id = ${account} and kind in ('recharge', 'purchase')) as has`.execute(tx)
  return firstOrThrow(rows).has
}

const kinds = ['otp', 'transactional', 'marketing'] as const
const lastDays = (now: Date, dayCount: number) => ({ from: chinaDay(chinaDayStart(now, 1 - dayCount)), to: chinaDay(now) })

async function readLinks(tx: Tx, account: AccountId, now: Date) {
  const { pv, uv } = await visitFigures(tx, account, { kind: 'account' }, { from: chinaDayStart(now), until: now })
  return { pvToday: pv, uvToday: uv, ...(await readLinkAttention(tx, account)) }
}

async function newestBroadcasts(tx: Tx, account: AccountId) {
  const rows = await latestBroadcasts(tx, account, shownBroadcasts)
  return rows.map(({ broadcastId, name, state, phoneCount, counts, scheduledAt, startedAt, createdAt, recallUntil }) => ({
    broadcastId,
    name,
    state,
    phoneCount,
    deliveredCount: counts.delivered,
    failedCount: counts.failed,
    unknownCount: counts.unknown,
    at: startedAt ?? scheduledAt ?? createdAt,
    recallUntil,
  }))
}
