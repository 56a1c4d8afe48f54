import { type ClaimState, claimMay, claimStates, plainName } from '#contract/payments/bank.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { claimPrivateFiles, readPrivateFile, releasePrivateFiles } from '#domain/documents/index.ts'
import { chinaDay } from '#values/china-time.ts'
import { type AccountId, newId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { pageOf } from '#values/page.ts'
import { pick } from '#values/pick.ts'
import { readReceivingAccount } from './bank-account.ts'
import { documentNumber } from './document-number.ts'

/** What a customer claims about a bank transfer. */
export interface Claimed {
  payerName: string
  payerAccount: string
  amountHao: number
  /** A day in China. */
  paidOn: string
  slipId: string
  remark: string
}

const dayMs = 86_400_000

function requireDay(paidOn: string, now: Date): void {
  const isDay = !Number.isNaN(Date.parse(paidOn)) && new Date(paidOn).toISOString().startsWith(paidOn)
  if (!isDay || paidOn > chinaDay(now) || paidOn < chinaDay(now.getTime() - limits.claimDays * dayMs))
    refuse('paid_on_wrong', { days: limits.claimDays }, { paidOn: `汇款日期须在最近${limits.claimDays}天内，不能晚于今天` })
}

/**
 * Attaches a slip, which counts for one open or credited claim among all accounts. Refuses `not_found` and `slip_used`.
 */
async function attachSlip(tx: Tx, account: AccountId, claimId: string, slipId: string, now: Date): Promise<void> {
  await claimPrivateFiles(tx, account, { purpose: 'bank-slip', fileIds: [slipId], now })
  const { sha256 } = await tx
    .selectFrom('privateFile')
    .select('sha256')
    .where('accountId', '=', account)
    .where('fileId', '=', slipId)
    .executeTakeFirstOrThrow()
  const taken = await tx
    .insertInto('bankSlip')
    .values({ slipHash: sha256, accountId: account, claimId })
    .onConflict(conflict => conflict.doNothing())
    .returning('slipHash')
    .executeTakeFirst()
  if (!taken) refuse('slip_used', {}, { slipId: '这张回单已经提交过' })
}

const dropSlip = (tx: Tx, account: AccountId, claimId: string) =>
  tx.deleteFrom('bankSlip').where('accountId', '=', account).where('claimId', '=', claimId).execute()

const columns = (claimed: Claimed) => ({
  payerName: plainName(claimed.payerName),
  ...pick(claimed, 'payerAccount', 'amountHao', 'paidOn', 'remark'),
  slipFileId: claimed.slipId,
})

/**
 * Records a customer's claim of a bank transfer, with its slip, without crediting anything. Refuses
 * `payment_method_closed`, `paid_on_wrong`, `too_many`, `slip_used`, and `not_found` for an unknown file.
 */
export async function createClaim(tx: Tx, account: AccountId, claimed: Claimed & { memberId: string; now: Date }): Promise<string> {
  const { memberId, now } = claimed
  if (!(await readReceivingAccount(tx))) refuse('payment_method_closed')
  requireDay(claimed.paidOn, now)
  await tx.selectFrom('account').select('accountId').where('accountId', '=', account).forNoKeyUpdate().execute()
  const { count } = await tx
    .selectFrom('bankClaim')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('accountId', '=', account)
    .where('state', 'in', ['waiting', 'more', 'approving'])
    .executeTakeFirstOrThrow()
  if (count >= limits.openClaims) refuse('too_many', { limit: limits.openClaims, noun: '未处理的汇款认领' })
  const claimId = newId(now.getTime())
  await attachSlip(tx, account, claimId, claimed.slipId, now)
  await tx
    .insertInto('bankClaim')
    .values({
      accountId: account,
      claimId,
      claimNumber: documentNumber('H', now),
      ...columns(claimed),
      state: 'waiting',
      memberId,
      createdAt: now,
    })
    .execute()
  return claimId
}

/** A claim, locked. Refuses `not_found`. */
export async function lockClaim(tx: Tx, account: AccountId, claimId: string) {
  const row = await tx
    .selectFrom('bankClaim')
    .selectAll()
    .where('accountId', '=', account)
    .where('claimId', '=', claimId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) refuse('not_found')
  return { ...row, state: row.state }
}

async function lockOwn(tx: Tx, account: AccountId, claimId: string, act: 'resubmit' | 'cancel') {
  const row = await lockClaim(tx, account, claimId)
  if (!claimMay(row.state, act)) refuse('state_forbids', { state: claimStates[row.state].name, action: act === 'cancel' ? '撤销' : '补充' })
  return row
}

/** Resubmits a claim that staff asked about. Refuses as `createClaim`, and `state_forbids`. */
export async function resubmitClaim(tx: Tx, account: AccountId, claimId: string, claimed: Claimed, now: Date): Promise<void> {
  const row = await lockOwn(tx, account, claimId, 'resubmit')
  requireDay(claimed.paidOn, now)
  if (row.slipFileId !== claimed.slipId) {
    await dropSlip(tx, account, claimId)
    await attachSlip(tx, account, claimId, claimed.slipId, now)
    await releasePrivateFiles(tx, account, [row.slipFileId])
  }
  await tx
    .updateTable('bankClaim')
    .set({ ...columns(claimed), state: 'waiting', reason: null, decidedAt: null })
    .where('accountId', '=', account)
    .where('claimId', '=', claimId)
    .execute()
}

/** Ends a claim, or asks for what is missing. A slip of a rejected claim may be sent again. */
export async function updateClaimState(
  tx: Tx,
  account: AccountId,
  claimId: string,
  { state, reason, now }: { state: ClaimState; reason: string | null; now: Date },
): Promise<void> {
  if (state === 'rejected' || state === 'cancelled') await dropSlip(tx, account, claimId)
  await tx
    .updateTable('bankClaim')
    .set({ state, reason, decidedAt: now })
    .where('accountId', '=', account)
    .where('claimId', '=', claimId)
    .execute()
}

/** Refuses `not_found` and `state_forbids`. */
export async function cancelClaim(tx: Tx, account: AccountId, claimId: string, now: Date): Promise<string> {
  const row = await lockOwn(tx, account, claimId, 'cancel')
  await updateClaimState(tx, account, claimId, { state: 'cancelled', reason: null, now })
  return row.claimNumber
}

const rowsOf = (executor: Executor, account: AccountId) =>
  executor
    .selectFrom('bankClaim')
    .leftJoin('member', join =>
      join.onRef('member.accountId', '=', 'bankClaim.accountId').onRef('member.memberId', '=', 'bankClaim.memberId'),
    )
    .selectAll('bankClaim')
    .select('member.name as memberName')
    .where('bankClaim.accountId', '=', account)

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]

const shown = (row: Row) =>
  pick(
    row,
    'claimId',
    'claimNumber',
    'payerName',
    'payerAccount',
    'amountHao',
    'paidOn',
    'remark',
    'state',
    'reason',
    'createdAt',
    'decidedAt',
    'memberName',
  )

/** Refuses `not_found`. */
export async function readClaim(executor: Executor, account: AccountId, claimId: string) {
  const row = await rowsOf(executor, account).where('claimId', '=', claimId).executeTakeFirst()
  if (!row) refuse('not_found')
  return { ...shown(row), slip: await readPrivateFile(executor, account, row.slipFileId) }
}

interface ClaimFilter {
  state?: ClaimState | undefined
  claimNumber?: string | undefined
  cursor?: string | undefined
  pageSize: number
}

/** An account's claims, newest first. */
export async function listClaims(executor: Executor, account: AccountId, { state, claimNumber, cursor, pageSize }: ClaimFilter) {
  let query = rowsOf(executor, account)
  if (state) query = query.where('bankClaim.state', '=', state)
  if (claimNumber) query = query.where('claimNumber', '=', claimNumber)
  if (cursor) query = query.where('claimId', '<', cursor)
  const rows = await query
    .orderBy('claimId', 'desc')
    .limit(pageSize + 1)
    .execute()
  const page = pageOf(rows, pageSize, row => row.claimId)
  return { rows: page.rows.map(shown), nextCursor: page.nextCursor }
}
