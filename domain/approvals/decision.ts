import { sql } from 'kysely'
import { refuse } from '#contract/refusals.ts'
import type { ApprovalKind, ApprovalState } from '#contract/staff/admin-approval.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { shownAccountName } from '#domain/platform/index.ts'
import { type ApprovalContext, approvalHash, lockWaitingApproval } from '#domain/staff/index.ts'
import type { AccountId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { pageOf } from '#values/page.ts'
import { pick } from '#values/pick.ts'
import { approvalActs } from './acts.ts'

interface Decision {
  approvalId: string
  decision: 'approved' | 'rejected'
  /** Hash of the content that the checker saw. */
  payloadHash: string
  answer: string
  staffId: string
  now: Date
}

/**
 * Four-eyes approval: decides on a request of another member of staff. An approved act runs in this transaction with
 * the requested content; if it refuses, so does the decision. Returns the subject. Refuses `not_found`, `approval_own`,
 * `approval_decided`, `approval_changed`, `input_invalid` and what the act refuses.
 */
export async function decideApproval(tx: Tx, { approvalId, decision, payloadHash, answer, staffId, now }: Decision) {
  const row = await lockWaitingApproval(tx, approvalId)
  if (row.makerId === staffId) refuse('approval_own')
  const facts = { kind: row.kind, account: row.accountId, amountHao: row.amountHao }
  if (row.payloadHash !== payloadHash || approvalHash({ ...facts, payload: row.payload }) !== payloadHash) refuse('approval_changed')
  if (decision === 'rejected' && answer === '') refuse('input_invalid', {}, { answer: '请填写驳回原因' })
  await tx
    .updateTable('approval')
    .set({ state: decision, checkerId: staffId, answer: answer || null, decidedAt: now })
    .where('approvalId', '=', approvalId)
    .execute()
  await carryOut(tx, row, { decision, staffId, answer, now })
  return { ...facts, reason: row.reason }
}

/** The maker withdraws a request. Refuses `not_found` (also for requests of others) and `approval_decided`. */
export async function withdrawApproval(
  tx: Tx,
  { approvalId, reason, staffId, now }: { approvalId: string; reason: string; staffId: string; now: Date },
) {
  const row = await lockWaitingApproval(tx, approvalId)
  if (row.makerId !== staffId) refuse('not_found')
  await tx
    .updateTable('approval')
    .set({ state: 'withdrawn', answer: reason, decidedAt: now })
    .where('approvalId', '=', approvalId)
    .execute()
  await carryOut(tx, row, { decision: 'withdrawn', staffId, answer: reason, now })
  return { kind: row.kind, account: row.accountId }
}

async function carryOut(
  tx: Tx,
  row: Awaited<ReturnType<typeof lockWaitingApproval>>,
  { decision, staffId, answer, now }: { decision: ApprovalState; staffId: string; answer: string; now: Date },
): Promise<void> {
  const act = approvalActs[row.kind]
  const context: ApprovalContext = {
    ...pick(row, 'approvalId', 'amountHao', 'reason', 'makerId'),
    account: row.accountId,
    staffId,
    answer,
    now,
  }
  const payload = act.schema.parse(JSON.parse(row.payload))
  await (decision === 'approved' ? act.run(tx, payload, context) : act.declined?.(tx, payload, context))
}

export interface ApprovalFilter {
  state?: ApprovalState | undefined
  kind?: ApprovalKind | undefined
  cursor?: string | undefined
  pageSize: number
}

interface Row {
  approvalId: string
  kind: ApprovalKind
  state: ApprovalState
  accountId: AccountId | null
  accountName: string | null
  amountHao: number
  payload: string
  payloadHash: string
  reason: string
  makerId: string
  maker: string
  checker: string | null
  answer: string | null
  askedAt: Date
  decidedAt: Date | null
}

/** Waiting and decided approvals, newest first. */
export async function listApprovals(executor: Executor, filter: ApprovalFilter, staffId: string) {
  const { rows } = await sql<Row>`
    -- across accounts: acts on all customers
    select approval_id, approval.kind, approval.state, approval.account_id, ${shownAccountName} as "accountName",
      amount_hao, payload, payload_hash, reason, maker_id, maker.name as maker, checker.name as checker, answer, asked_at, decided_at
    from approval join staff as maker on maker.staff_id = maker_id left join staff as checker on checker.staff_id = checker_id
    left join account on account.account_id = approval.account_id
    where ${filter.state ? sql`approval.state = ${filter.state}` : sql`true`} and ${filter.kind ? sql`approval.kind = ${filter.kind}` : sql`true`}
      and ${filter.cursor ? sql`approval_id < ${filter.cursor}` : sql`true`}
    order by approval_id desc limit ${filter.pageSize + 1}`.execute(executor)
  const { count } = await executor
    .selectFrom('approval')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  const page = pageOf(rows, filter.pageSize, row => row.approvalId)
  return {
    rows: page.rows.map(({ payload, makerId, ...row }) => {
      return { ...row, isOwn: makerId === staffId, facts: factsOf(row.kind, payload) }
    }),
    nextCursor: page.nextCursor,
    counts: { waiting: count },
  }
}

/**
 * The facts shown to the checker. Content that its kind can't parse doesn't fail the list: it is shown as stored and
 * can't be approved.
 */
function factsOf(kind: ApprovalKind, payload: string): { name: string; text: string }[] {
  const act = approvalActs[kind]
  const known = act.schema.safeParse(JSON.parse(payload))
  return known.success ? act.facts(known.data) : [{ name: '内容', text: payload }]
}

/** The number of approvals that wait for somebody other than their maker, and since when. */
export async function approvalQueue(executor: Executor, staffId: string): Promise<{ count: number; oldestAt: Date | null }> {
  const { rows } = await sql<{ count: number; oldestAt: Date | null }>`
    -- across accounts: acts on all customers
    select count(*) as count, min(asked_at) as "oldestAt" from approval where state = 'waiting' and maker_id <> ${staffId}`.execute(
    executor,
  )
  return firstOrThrow(rows)
}
