import { sql } from 'kysely'
import type { PaymentMethod } from '#contract/payments/recharge.ts'
import { type WithdrawalState, withdrawalStates } from '#contract/payments/withdrawal.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { balancesOf, bookTransfers } from '#domain/ledger/index.ts'
import { lockAccount } from '#domain/orders/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { formatYuan, haoPerFen } from '#values/money.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { pageOf } from '#values/page.ts'
import { pick } from '#values/pick.ts'
import { attestedNameOf } from './bank-account.ts'
import { documentNumber } from './document-number.ts'

const dayMs = 86_400_000
const wholeFen = (hao: number) => Math.max(0, hao - (hao % haoPerFen))

/** Part of a withdrawal: the amount refunded to one recharge. */
export interface Piece {
  rechargeId: string
  tradeNumber: string
  paymentMethod: PaymentMethod
  paidAt: Date
  amountHao: number
}

/** Sum in hao that was invoiced and then refunded (欠票), over all tax rates. */
export async function owedInvoices(executor: Executor, account: AccountId): Promise<number> {
  const { rows } = await sql<{ owed: number }>`
    select coalesce(sum(greatest(debits - credits, 0)), 0)::bigint as owed from ledger_account
    where account_id = ${account} and asset = 'invoice' and purpose = 'available'`.execute(executor)
  return firstOrThrow(rows).owed
}

/** Refundable rest of the recharges of the last year, newest first. */
async function refundable(executor: Executor, account: AccountId, now: Date): Promise<Piece[]> {
  const { rows } = await sql<Piece>`
    select recharge_id, trade_number, payment_method, paid_at,
      coalesce(paid_hao, amount_hao) - refunded_hao as "amountHao"
    from recharge
    where account_id = ${account} and state = 'paid' and paid_at > ${new Date(now.getTime() - limits.rechargeBackDays * dayMs)}
      and coalesce(paid_hao, amount_hao) > refunded_hao
    order by paid_at desc, recharge_id desc`.execute(executor)
  return rows
}

/** The pieces that make up the amount, the last one in part. */
function piecesFor(all: readonly Piece[], amountHao: number): Piece[] {
  const pieces: Piece[] = []
  let left = amountHao
  for (const piece of all) {
    if (left === 0) break
    const taken = Math.min(left, piece.amountHao)
    pieces.push({ ...piece, amountHao: taken })
    left -= taken
  }
  return pieces
}

/**
 * Quote of a withdrawal: at most the available balance less what is owed an invoice, and at most what the recharges of
 * the last year can take back, newest first.
 */
export async function quoteWithdrawal(executor: Executor, account: AccountId, amountHao: number | null, now: Date) {
  const { availableHao } = await balancesOf(executor, account)
  const owedHao = await owedInvoices(executor, account)
  const all = await refundable(executor, account, now)
  const refundableHao = all.reduce((sum, piece) => sum + piece.amountHao, 0)
  const withdrawableHao = wholeFen(Math.min(availableHao - owedHao, refundableHao))
  const pieces = piecesFor(all, Math.min(amountHao ?? withdrawableHao, withdrawableHao))
  return { availableHao, owedHao, refundableHao, withdrawableHao, pieces }
}

/**
 * Requests a withdrawal: holds its sum, and reserves its pieces at their recharges. Refuses `withdrawal_exceeds`,
 * `withdrawal_pieces` and `too_many`.
 */
export async function createWithdrawal(
  tx: Tx,
  account: AccountId,
  { amountHao, remark, memberId, now }: { amountHao: number; remark: string; memberId: string; now: Date },
): Promise<string> {
  await lockAccount(tx, account)
  const { count } = await tx
    .selectFrom('withdrawal')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('accountId', '=', account)
    .where('endedAt', 'is', null)
    .executeTakeFirstOrThrow()
  if (count >= limits.openWithdrawals) refuse('too_many', { limit: limits.openWithdrawals, noun: '进行中的提现' })
  const { withdrawableHao, pieces } = await quoteWithdrawal(tx, account, amountHao, now)
  if (amountHao > withdrawableHao) refuse('withdrawal_exceeds', { amount: formatYuan(withdrawableHao) })
  if (pieces.length > limits.withdrawalRefunds) refuse('withdrawal_pieces', { count: limits.withdrawalRefunds })
  const withdrawalId = newId(now.getTime())
  await tx
    .insertInto('withdrawal')
    .values({
      accountId: account,
      withdrawalId,
      withdrawalNumber: documentNumber('W', now),
      amountHao,
      remark,
      state: 'reviewing',
      memberId,
      createdAt: now,
    })
    .execute()
  for (const piece of pieces) await planRefund(tx, account, { ...piece, withdrawalId, state: 'planned', now })
  await bookTransfers(tx, account, [
    {
      transferId: newId(now.getTime()),
      from: { purpose: 'available', grantId: null },
      to: { purpose: 'held', grantId: null },
      amount: amountHao,
      kind: 'hold',
      referenceId: withdrawalId,
      remark: '提现',
      at: now,
    },
  ])
  return withdrawalId
}

interface NewRefund {
  withdrawalId: string | null
  rechargeId: string
  paymentMethod: PaymentMethod
  amountHao: number
  state: 'planned' | 'asking'
  now: Date
}

/** Plans a refund to a recharge; a check constraint bounds the refunds by the recharge's sum. */
export async function planRefund(
  tx: Tx,
  account: AccountId,
  { withdrawalId, rechargeId, paymentMethod, amountHao, state, now }: NewRefund,
): Promise<void> {
  const refundId = newId(now.getTime())
  await tx
    .insertInto('refund')
    .values({
      accountId: account,
      refundId,
      withdrawalId,
      rechargeId,
      // The id itself: refund numbers must be unique at a gateway for all time.
      refundNumber: refundId.replaceAll('-', ''),
      paymentMethod,
      amountHao,
      state,
      pollAt: state === 'asking' ? now : null,
      createdAt: now,
    })
    .execute()
  await moveRefunded(tx, account, rechargeId, amountHao)
}

export const moveRefunded = (tx: Tx, account: AccountId, rechargeId: string, byHao: number) =>
  sql`update recharge set refunded_hao = refunded_hao + ${byHao} where account_id = ${account} and recharge_id = ${rechargeId}`.execute(tx)

/** Locks a withdrawal after its account. Refuses `not_found`. */
export async function lockWithdrawal(tx: Tx, account: AccountId, withdrawalId: string) {
  await lockAccount(tx, account)
  const row = await tx
    .selectFrom('withdrawal')
    .selectAll()
    .where('accountId', '=', account)
    .where('withdrawalId', '=', withdrawalId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) refuse('not_found')
  return { ...row, state: row.state }
}

export const refuseState = (state: WithdrawalState, action: string): never =>
  refuse('state_forbids', { state: withdrawalStates[state], action })

/** Ends a withdrawal without any refund: the whole sum is available again. */
export async function releaseWithdrawal(
  tx: Tx,
  account: AccountId,
  withdrawalId: string,
  end: { state: 'cancelled' | 'rejected'; reason: string | null; staffId: string | null; now: Date },
): Promise<void> {
  const refunds = await tx
    .updateTable('refund')
    .set({ state: 'void' })
    .where('accountId', '=', account)
    .where('withdrawalId', '=', withdrawalId)
    .where('state', '=', 'planned')
    .returning(['rechargeId', 'amountHao'])
    .execute()
  for (const refund of refunds) await moveRefunded(tx, account, refund.rechargeId, -refund.amountHao)
  await releaseToBalance(tx, account, { withdrawalId, amountHao: refunds.reduce((sum, refund) => sum + refund.amountHao, 0), now: end.now })
  await tx
    .updateTable('withdrawal')
    .set({ state: end.state, reason: end.reason, staffId: end.staffId, decidedAt: end.now, endedAt: end.now })
    .where('accountId', '=', account)
    .where('withdrawalId', '=', withdrawalId)
    .execute()
}

/** Releases what isn't refunded to the balance. */
export const releaseToBalance = (
  tx: Tx,
  account: AccountId,
  { withdrawalId, amountHao, now }: { withdrawalId: string; amountHao: number; now: Date },
) =>
  bookTransfers(tx, account, [
    {
      transferId: newId(now.getTime()),
      from: { purpose: 'held', grantId: null },
      to: { purpose: 'available', grantId: null },
      amount: amountHao,
      kind: 'void',
      referenceId: withdrawalId,
      remark: '提现取消',
      at: now,
    },
  ])

/** Refuses `not_found`, and `state_forbids` once staff have decided. Returns the number. */
export async function cancelWithdrawal(tx: Tx, account: AccountId, withdrawalId: string, now: Date): Promise<string> {
  const row = await lockWithdrawal(tx, account, withdrawalId)
  if (row.state !== 'reviewing') refuseState(row.state, '撤销')
  await releaseWithdrawal(tx, account, withdrawalId, { state: 'cancelled', reason: null, staffId: null, now })
  return row.withdrawalNumber
}

/**
 * Sets the bank account, in the attested name, to which failed refunds are to be paid. Refuses `not_found`,
 * `account_not_attested`, and `state_forbids` while none has failed.
 */
export async function setPayout(
  tx: Tx,
  account: AccountId,
  withdrawalId: string,
  { payoutNumber, payoutBank }: { payoutNumber: string; payoutBank: string },
): Promise<void> {
  const row = await lockWithdrawal(tx, account, withdrawalId)
  if (row.state !== 'abnormal') refuseState(row.state, '填写银行账户')
  const holder = (await attestedNameOf(tx, account)) ?? refuse('account_not_attested')
  await tx
    .updateTable('withdrawal')
    .set({ payoutHolder: holder, payoutNumber, payoutBank })
    .where('accountId', '=', account)
    .where('withdrawalId', '=', withdrawalId)
    .execute()
}

const rowsOf = (executor: Executor, account: AccountId) =>
  executor
    .selectFrom('withdrawal')
    .leftJoin('member', join =>
      join.onRef('member.accountId', '=', 'withdrawal.accountId').onRef('member.memberId', '=', 'withdrawal.memberId'),
    )
    .selectAll('withdrawal')
    .select('member.name as memberName')
    .select(
      sql<number>`(select coalesce(sum(refund.amount_hao), 0)::bigint from refund where refund.account_id = ${account}
        and refund.withdrawal_id = withdrawal.withdrawal_id and refund.state = 'done')`.as('refunded'),
    )
    .where('withdrawal.accountId', '=', account)

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]

const shown = (row: Row) => ({
  ...pick(row, 'withdrawalId', 'withdrawalNumber', 'amountHao', 'state', 'remark', 'reason', 'createdAt', 'endedAt', 'memberName'),
  refundedHao: row.refunded,
})

/** The refunds of a withdrawal, in the order in which they are paid. */
async function refundsOf(executor: Executor, account: AccountId, withdrawalId: string) {
  const rows = await executor
    .selectFrom('refund')
    .innerJoin('recharge', join =>
      join.onRef('recharge.accountId', '=', 'refund.accountId').onRef('recharge.rechargeId', '=', 'refund.rechargeId'),
    )
    .selectAll('refund')
    .select(['recharge.tradeNumber', 'recharge.payer', 'recharge.gatewayNumber'])
    .select(sql<number>`coalesce(recharge.paid_hao, recharge.amount_hao)`.as('rechargeHao'))
    .select(({ ref }) => ref('recharge.paidAt').$notNull().as('paidAt'))
    .where('refund.accountId', '=', account)
    .where('refund.withdrawalId', '=', withdrawalId)
    .orderBy('refund.refundId')
    .execute()
  return rows.map(row =>
    pick(
      row,
      'refundId',
      'rechargeId',
      'tradeNumber',
      'paymentMethod',
      'amountHao',
      'state',
      'settledAt',
      'bankSerial',
      'refundNumber',
      'payer',
      'gatewayNumber',
      'rechargeHao',
      'trouble',
      'paidAt',
    ),
  )
}

/** Refuses `not_found`. */
export async function readWithdrawal(executor: Executor, account: AccountId, withdrawalId: string) {
  const row = await rowsOf(executor, account).where('withdrawalId', '=', withdrawalId).executeTakeFirst()
  if (!row) refuse('not_found')
  return {
    ...shown(row),
    refunds: await refundsOf(executor, account, withdrawalId),
    payout:
      row.payoutNumber && row.payoutHolder && row.payoutBank
        ? { holder: row.payoutHolder, number: row.payoutNumber, bank: row.payoutBank }
        : null,
    attestedName: await attestedNameOf(executor, account),
    staffId: row.staffId,
  }
}

/** An account's withdrawals, newest first. */
export async function listWithdrawals(
  executor: Executor,
  account: AccountId,
  { state, cursor, pageSize }: { state?: WithdrawalState | undefined; cursor?: string | undefined; pageSize: number },
) {
  let query = rowsOf(executor, account)
  if (state) query = query.where('withdrawal.state', '=', state)
  if (cursor) query = query.where('withdrawalId', '<', cursor)
  const rows = await query
    .orderBy('withdrawalId', 'desc')
    .limit(pageSize + 1)
    .execute()
  const page = pageOf(rows, pageSize, row => row.withdrawalId)
  return { rows: page.rows.map(shown), nextCursor: page.nextCursor }
}
