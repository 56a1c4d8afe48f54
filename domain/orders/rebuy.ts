import { sql } from 'kysely'
import { saleUnit } from '#contract/orders/package.ts'
import { Refusal, refuse } from '#contract/refusals.ts'
import { asAccount, type Db, type Executor, type Tx } from '#db/connect.ts'
import { balancesOf, type GrantKind, isUsable, linkGrantsOf } from '#domain/ledger/index.ts'
import { notifyAccount } from '#domain/notification/index.ts'
import { monthSpan } from '#values/china-month.ts'
import { chinaMonth } from '#values/china-time.ts'
import type { AccountId } from '#values/id.ts'
import { formatYuan } from '#values/money.ts'
import { firstOrThrow, getOrThrow } from '#values/or-throw.ts'
import { pick } from '#values/pick.ts'
import { packagesAt, sizedOffersAt } from './offer.ts'
import { lockAccount, type PaidOrder } from './order.ts'
import { purchasePackage } from './purchase.ts'

/** Delay before a failed renewal is retried. */
const againMs = 10 * 60_000
/** Minimum time between two notifications of the same problem. */
const notifyEveryMs = 24 * 3_600_000

export interface NewRebuy {
  packageId: string
  /** Price in hao that was shown. */
  expectedHao: number
  thresholdCount: number
  monthCapHao: number
  memberId: string
  now: Date
}

/** Saves a rule of automatic renewal; there is one per kind. Refuses `package_unavailable` and `price_changed`. */
export async function saveAutoRenewal(
  tx: Tx,
  account: AccountId,
  { packageId, expectedHao, now, ...wanted }: NewRebuy,
): Promise<GrantKind> {
  const offer = (await sizedOffersAt(tx, now)).find(one => one.packageId === packageId) ?? refuse('package_unavailable')
  if (offer.priceHao !== expectedHao) refuse('price_changed')
  const row = {
    ...wanted,
    packageId: Number(packageId),
    priceHao: offer.priceHao,
    changedAt: now,
    lookAt: now,
    problem: null,
    notifiedAt: null,
  }
  await tx
    .insertInto('autoRenewalRule')
    .values({ accountId: account, kind: offer.kind, ...row })
    .onConflict(conflict => conflict.columns(['accountId', 'kind']).doUpdateSet(row))
    .execute()
  return offer.kind
}

/** Deletes a rule. Refuses `not_found`. */
export async function deleteAutoRenewal(tx: Tx, account: AccountId, kind: GrantKind): Promise<void> {
  const gone = await tx.deleteFrom('autoRenewalRule').where('accountId', '=', account).where('kind', '=', kind).returning('kind').execute()
  if (gone.length === 0) refuse('not_found')
}

/** An account's rules with the cost of each this month, and the packages on sale to choose from. */
export async function listRebuys(executor: Executor, account: AccountId, now: Date) {
  const rows = await executor.selectFrom('autoRenewalRule').selectAll().where('accountId', '=', account).orderBy('kind').execute()
  const packages = new Map((await packagesAt(executor, now)).map(one => [one.packageId, one]))
  const rules = []
  for (const row of rows) {
    const { name, segmentCount } = getOrThrow(packages, String(row.packageId))
    rules.push({
      ...pick(row, 'kind', 'priceHao', 'thresholdCount', 'monthCapHao', 'problem'),
      packageId: String(row.packageId),
      name,
      segmentCount,
      spentHao: await spentBy(executor, account, row.kind, now),
    })
  }
  return { rules, offers: await sizedOffersAt(executor, now) }
}

/** Sum in hao that a kind's rule has spent in the calendar month in China, refunded or not. */
async function spentBy(executor: Executor, account: AccountId, kind: GrantKind, now: Date): Promise<number> {
  const { rows } = await sql<{ hao: number }>`
    select coalesce(sum(amount_hao), 0)::bigint as hao from package_order
    where account_id = ${account} and is_auto_renewal and kind = ${kind} and paid_at >= ${monthSpan(chinaMonth(now)).start}`.execute(
    executor,
  )
  return firstOrThrow(rows).hao
}

async function leftOf(executor: Executor, account: AccountId, kind: GrantKind, now: Date): Promise<number> {
  const grants = kind === 'link' ? await linkGrantsOf(executor, account) : (await balancesOf(executor, account)).grants
  return grants.filter(grant => grant.kind === kind && isUsable(grant, now)).reduce((sum, grant) => sum + grant.availableCount, 0)
}

/**
 * Automatic renewal: buys a kind's package once if too little of the kind is left, from the balance with bonus credit
 * first, as any purchase. Returns null when nothing is due. Refuses as `purchasePackage`, and `rebuy_capped`.
 * Concurrent calls buy once: the second sees the first's purchase.
 */
export async function rebuy(tx: Tx, account: AccountId, kind: GrantKind, now: Date): Promise<PaidOrder | null> {
  await lockAccount(tx, account)
  const rule = await tx
    .selectFrom('autoRenewalRule')
    .selectAll()
    .where('accountId', '=', account)
    .where('kind', '=', kind)
    .executeTakeFirst()
  if (!rule || (await leftOf(tx, account, kind, now)) >= rule.thresholdCount) return null
  if ((await spentBy(tx, account, kind, now)) + rule.priceHao > rule.monthCapHao)
    refuse('rebuy_capped', { cap: formatYuan(rule.monthCapHao) })
  const wanted = { packageId: String(rule.packageId), quantity: 1, expectedHao: rule.priceHao, memberId: rule.memberId, now }
  const bought = await purchasePackage(tx, account, wanted)
  await tx
    .updateTable('packageOrder')
    .set({ isAutoRenewal: true })
    .where('accountId', '=', account)
    .where('orderId', '=', bought.orderId)
    .execute()
  await tx
    .updateTable('autoRenewalRule')
    .set({ problem: null, notifiedAt: null, lookAt: now })
    .where('accountId', '=', account)
    .where('kind', '=', kind)
    .execute()
  await notifyAccount(tx, account, {
    kind: 'finance',
    title: `已自动续购“${bought.name}”`,
    body: `套餐余量低于${rule.thresholdCount.toLocaleString('en-US')}${saleUnit(kind)}，已从余额支付${formatYuan(bought.amountHao)}，购买后余额${formatYuan(bought.availableHao)}。`,
    link: `/system/finance/order?id=${bought.orderId}`,
    now,
  })
  return bought
}

/** Runs all rules that are due. Returns how many packages were bought. */
export async function renewAll(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ account: AccountId; kind: GrantKind }>`
    -- across accounts: rules of all customers below whose threshold the remains are
    select rule.account_id as account, rule.kind from auto_renewal_rule as rule
    join account on account.account_id = rule.account_id and account.state = 'active'
    where rule.look_at <= ${now} and rule.threshold_count > (
      select coalesce(sum(ledger_account.credits - ledger_account.debits), 0) from credit_grant as credit
      join ledger_account on ledger_account.account_id = credit.account_id and ledger_account.grant_id = credit.grant_id and ledger_account.purpose = 'available'
      where credit.account_id = rule.account_id and credit.kind = rule.kind and credit.starts_at <= ${now} and credit.expires_at > ${now})
    order by rule.look_at`.execute(db)
  let count = 0
  for (const { account, kind } of rows) {
    try {
      if (await asAccount(db, account, tx => rebuy(tx, account, kind, now))) count += 1
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await asAccount(db, account, tx => recordProblem(tx, account, kind, { problem: error.message, now }))
    }
  }
  return count
}

/** Records why nothing could be bought, for a while; the account is notified of the same reason once a day. */
async function recordProblem(tx: Tx, account: AccountId, kind: GrantKind, { problem, now }: { problem: string; now: Date }): Promise<void> {
  const one = tx.selectFrom('autoRenewalRule').where('accountId', '=', account).where('kind', '=', kind)
  const rule = await one.select(['problem', 'notifiedAt', 'packageId']).forUpdate().executeTakeFirst()
  if (!rule) return
  const isNotified = rule.problem === problem && rule.notifiedAt !== null && now.getTime() - rule.notifiedAt.getTime() < notifyEveryMs
  await tx
    .updateTable('autoRenewalRule')
    .set({ problem, lookAt: new Date(now.getTime() + againMs), ...(isNotified ? {} : { notifiedAt: now }) })
    .where('accountId', '=', account)
    .where('kind', '=', kind)
    .execute()
  if (isNotified) return
  const name = firstOrThrow((await packagesAt(tx, now)).filter(one => one.packageId === String(rule.packageId))).name
  await notifyAccount(tx, account, {
    kind: 'finance',
    title: `没能自动续购“${name}”`,
    body: `${problem}。套餐余量已低于您设置的数量，请尽快处理，或手动购买。`,
    link: kind === 'link' ? '/shorturl/combo' : '/sms/combo',
    now,
  })
}
