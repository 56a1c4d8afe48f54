import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { WithdrawalView } from '#contract/payments/admin-withdrawal.ts'
import { type RefundState, refundStates, type WithdrawalState } from '#contract/payments/withdrawal.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { balancesOf } from '#domain/ledger/index.ts'
import { notifyAccount } from '#domain/notification/index.ts'
import { shownAccountName } from '#domain/platform/index.ts'
import { accountApprovalAct, requestApproval } from '#domain/staff/index.ts'
import type { AccountId } from '#values/id.ts'
import { formatYuan } from '#values/money.ts'
import { firstOrThrow, lastOrThrow } from '#values/or-throw.ts'
import { mayMoveAlone } from './admin-staff-money.ts'
import { abandonRefund, endIfOver, lockRefund, settleRefund } from './refund-settlement.ts'
import { lockWithdrawal, owedInvoices, readWithdrawal, refuseState, releaseWithdrawal } from './withdrawal.ts'

interface Deciding {
  account: AccountId
  withdrawalId: string
  reason: string
  staffId: string
  now: Date
}

/**
 * Approves a withdrawal; above the limits of one person it waits for a second member of staff. Refuses `not_found` and
 * `state_forbids`.
 */
export async function approveWithdrawal(tx: Tx, { account, withdrawalId, reason, staffId, now }: Deciding) {
  const row = await lockWithdrawal(tx, account, withdrawalId)
  if (row.state !== 'reviewing') refuseState(row.state, '同意')
  const moved = { kind: 'withdrawal', staffId, account, amountHao: row.amountHao, objectId: withdrawalId, now } as const
  if (await mayMoveAlone(tx, moved)) return start(tx, account, withdrawalId, { staffId, now })
  const { refunds } = await readWithdrawal(tx, account, withdrawalId)
  await requestApproval(tx, {
    kind: 'withdrawal',
    account,
    amountHao: -row.amountHao,
    payload: { withdrawalId, withdrawalNumber: row.withdrawalNumber, refundCount: refunds.length },
    reason,
    staffId,
    now,
  })
  await moveTo(tx, account, withdrawalId, { state: 'approving' })
  return 'approving' as const
}

const moveTo = (tx: Tx, account: AccountId, withdrawalId: string, to: { state: WithdrawalState; staffId?: string; decidedAt?: Date }) =>
  tx.updateTable('withdrawal').set(to).where('accountId', '=', account).where('withdrawalId', '=', withdrawalId).execute()

/** Starts the refunds at the gateways; bank payments go back by bank. */
async function start(tx: Tx, account: AccountId, withdrawalId: string, { staffId, now }: { staffId: string; now: Date }) {
  await sql`update refund set state = case when payment_method = 'bank' then 'by_hand' else 'asking' end, poll_at = case when payment_method = 'bank' then null else ${now}::timestamptz end
    where account_id = ${account} and withdrawal_id = ${withdrawalId} and state = 'planned'`.execute(tx)
  await moveTo(tx, account, withdrawalId, { state: 'refunding', staffId, decidedAt: now })
  return 'refunding' as const
}

const approvalPayload = z.object({ withdrawalId: z.uuid(), withdrawalNumber: z.string(), refundCount: z.number() })

/** Starts a large withdrawal once a second member of staff approves; if declined, it returns to the queue. */
export const withdrawalAct = accountApprovalAct<z.output<typeof approvalPayload>>({
  schema: approvalPayload,
  facts: ({ withdrawalNumber, refundCount }) => [
    { name: '提现单号', text: withdrawalNumber },
    { name: '退回笔数', text: String(refundCount) },
  ],
  run: async (tx, { withdrawalId }, { account, staffId, now }) => {
    const row = await lockWithdrawal(tx, account, withdrawalId)
    if (row.state !== 'approving') refuseState(row.state, '同意')
    await start(tx, account, withdrawalId, { staffId, now })
  },
  declined: async (tx, { withdrawalId }, { account }) => {
    const row = await lockWithdrawal(tx, account, withdrawalId)
    if (row.state === 'approving') await moveTo(tx, account, withdrawalId, { state: 'reviewing' })
  },
})

/**
 * Rejects a withdrawal: the sum is available again, and the customer reads why. Refuses `not_found` and
 * `state_forbids`.
 */
export async function rejectWithdrawal(tx: Tx, { account, withdrawalId, reason, staffId, now }: Deciding): Promise<void> {
  const row = await lockWithdrawal(tx, account, withdrawalId)
  if (row.state !== 'reviewing') refuseState(row.state, '驳回')
  await releaseWithdrawal(tx, account, withdrawalId, { state: 'rejected', reason, staffId, now })
  await notifyAccount(tx, account, {
    kind: 'finance',
    title: `提现被驳回，${formatYuan(row.amountHao)}已回到余额`,
    body: `${row.withdrawalNumber}：${reason}`,
    link: `/system/finance/recharge?tab=withdrawals&withdrawal=${withdrawalId}`,
    now,
  })
}

async function lockPiece(tx: Tx, account: AccountId, refundId: string, state: RefundState, action: string) {
  const row = await lockRefund(tx, account, refundId)
  if (!row?.withdrawalId) refuse('not_found')
  if (row.state !== state) refuse('state_forbids', { state: refundStates[row.state], action })
  return { ...row, withdrawalId: row.withdrawalId }
}

const movePiece = (tx: Tx, account: AccountId, refundId: string, to: { state: RefundState; pollAt?: Date; pollCount?: number }) =>
  tx.updateTable('refund').set(to).where('accountId', '=', account).where('refundId', '=', refundId).execute()

/** Retries a refund that the gateway refused, under the same number. Refuses `not_found` and `state_forbids`. */
export async function retryRefund(tx: Tx, account: AccountId, refundId: string, now: Date): Promise<void> {
  const { withdrawalId } = await lockPiece(tx, account, refundId, 'failed', '重试')
  await movePiece(tx, account, refundId, { state: 'asking', pollAt: now, pollCount: 0 })
  await endIfOver(tx, account, withdrawalId, now)
}

/**
 * Switches a refund that the gateway refused to payment by bank, to the account that the customer gave. Refuses
 * `not_found`, and `state_forbids` without one.
 */
export async function payByHand(tx: Tx, account: AccountId, refundId: string, now: Date): Promise<void> {
  const { withdrawalId } = await lockPiece(tx, account, refundId, 'failed', '改为银行付款')
  const { payout } = await readWithdrawal(tx, account, withdrawalId)
  if (!payout) refuse('state_forbids', { state: '客户还没有填写退款银行账户', action: '改为银行付款' })
  await movePiece(tx, account, refundId, { state: 'by_hand' })
  await endIfOver(tx, account, withdrawalId, now)
}

/** Records that a refund was paid by bank. Refuses `not_found` and `state_forbids`. Returns the sum in hao. */
export async function notePayment(
  tx: Tx,
  account: AccountId,
  refundId: string,
  { bankSerial, now }: { bankSerial: string; now: Date },
): Promise<number> {
  const { amountHao } = await lockPiece(tx, account, refundId, 'by_hand', '登记付款')
  await settleRefund(tx, account, refundId, { from: 'by_hand', settledAt: now, bankSerial, now })
  return amountHao
}

/**
 * Returns a refund that the gateway refused to the balance. Refuses `not_found` and `state_forbids`. Returns the sum in
 * hao.
 */
export async function abandon(tx: Tx, account: AccountId, refundId: string, now: Date): Promise<number> {
  const { amountHao } = await lockPiece(tx, account, refundId, 'failed', '退回余额')
  await abandonRefund(tx, account, refundId, now)
  return amountHao
}

const isPaidByHand = sql<boolean>`exists (select from refund
  where refund.account_id = withdrawal.account_id and refund.withdrawal_id = withdrawal.withdrawal_id and refund.state = 'by_hand')`

/** The conditions of the views, for their lists and counts. `abnormal`: a refund failed, or is to be paid by staff. */
const viewIs: Record<WithdrawalView, RawBuilder<boolean>> = {
  open: sql`withdrawal.state in ('reviewing', 'approving')`,
  running: sql`withdrawal.state = 'refunding' and not ${isPaidByHand}`,
  abnormal: sql`(withdrawal.state = 'abnormal' or withdrawal.state = 'refunding' and ${isPaidByHand})`,
  ended: sql`withdrawal.state in ('done', 'rejected', 'cancelled')`,
}

interface WithdrawalRow {
  accountId: AccountId
  accountName: string
  withdrawalId: string
  withdrawalNumber: string
  amountHao: number
  refundedHao: number
  state: WithdrawalState
  remark: string
  reason: string | null
  createdAt: Date
  endedAt: Date | null
  memberName: string | null
}

/** Withdrawals of all accounts: open ones oldest first, ended ones newest first. */
export async function listAllWithdrawals(
  executor: Executor,
  {
    view,
    accountId,
    cursor,
    pageSize,
  }: { view: WithdrawalView; accountId?: string | undefined; cursor?: string | undefined; pageSize: number },
) {
  const isOver = view === 'ended'
  const { rows } = await sql<WithdrawalRow>`
    select withdrawal.account_id, ${shownAccountName} as "accountName", withdrawal_id, withdrawal_number,
      amount_hao, withdrawal.state, withdrawal.remark, reason, withdrawal.created_at, ended_at, member.name as "memberName",
      (select coalesce(sum(refund.amount_hao), 0)::bigint from refund where refund.account_id = withdrawal.account_id
        and refund.withdrawal_id = withdrawal.withdrawal_id and refund.state = 'done') as "refundedHao"
    from withdrawal -- across accounts: the queue of the back office
    join account on account.account_id = withdrawal.account_id
    left join member on member.account_id = withdrawal.account_id and member.member_id = withdrawal.member_id
    where ${viewIs[view]} ${accountId ? sql`and withdrawal.account_id = ${accountId}` : sql``}
      ${cursor ? (isOver ? sql`and withdrawal_id < ${cursor}` : sql`and withdrawal_id > ${cursor}`) : sql``}
    order by withdrawal_id ${isOver ? sql`desc` : sql`asc`} limit ${pageSize + 1}`.execute(executor)
  const shown = rows.slice(0, pageSize)
  return { rows: shown, nextCursor: rows.length > pageSize ? lastOrThrow(shown).withdrawalId : null }
}

const recentDays = 30

/** A withdrawal with the facts for its decision. Refuses `not_found`. */
export async function readWithdrawalForStaff(executor: Executor, account: AccountId, withdrawalId: string, now: Date) {
  const { staffId, ...withdrawal } = await readWithdrawal(executor, account, withdrawalId)
  const { availableHao } = await balancesOf(executor, account)
  const { rows } = await sql<{ accountName: string; staffName: string | null; recentCount: number; recentHao: number }>`
    select ${shownAccountName} as "accountName", (select name from staff where staff_id = ${staffId}) as "staffName", recent.count as "recentCount", recent.hao as "recentHao"
    from account cross join (select count(*) as count, coalesce(sum(amount_hao), 0)::bigint as hao from withdrawal
      where account_id = ${account} and withdrawal_id <> ${withdrawalId} and state not in ('rejected', 'cancelled')
        and created_at > ${new Date(now.getTime() - recentDays * 86_400_000)}) as recent
    where account.account_id = ${account}`.execute(executor)
  return { ...withdrawal, accountId: account, ...firstOrThrow(rows), availableHao, owedHao: await owedInvoices(executor, account) }
}

/** What waits, for the work list of the back office. */
export async function withdrawalQueue(executor: Executor): Promise<{ openCount: number; abnormalCount: number; oldestAt: Date | null }> {
  const { rows } = await sql<{ openCount: number; abnormalCount: number; oldestAt: Date | null }>`
    -- across accounts: the platform's own queue
    select count(*) filter (where ${viewIs.open}) as "openCount", count(*) filter (where ${viewIs.abnormal}) as "abnormalCount",
      min(created_at) filter (where ${viewIs.open}) as "oldestAt"
    from withdrawal where state in ('reviewing', 'approving', 'refunding', 'abnormal')`.execute(executor)
  return firstOrThrow(rows)
}
