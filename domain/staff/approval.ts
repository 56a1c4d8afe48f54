import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { refuse } from '#contract/refusals.ts'
import { type ApprovalKind, approvalStates } from '#contract/staff/admin-approval.ts'
import type { Tx } from '#db/connect.ts'
import { type AccountId, newId } from '#values/id.ts'

/** What an approved act gets besides its payload. */
export interface ApprovalContext {
  approvalId: string
  account: AccountId | null
  amountHao: number
  /** Reason of the request. */
  reason: string
  makerId: string
  /** The checker. */
  staffId: string
  /** The checker's remark. */
  answer: string
  now: Date
}

/**
 * Four-eyes approval of one kind of act: its payload, what the checker reads, and what happens on approval or
 * rejection.
 */
export interface ApprovalAct<Payload = never> {
  schema: z.ZodType<Payload>
  facts: (payload: Payload) => { name: string; text: string }[]
  run: (tx: Tx, payload: Payload, context: ApprovalContext) => Promise<void>
  /** Also called when the maker withdraws it. */
  declined?: (tx: Tx, payload: Payload, context: ApprovalContext) => Promise<void>
}

/** Pairs an act with the type of its payload. */
export const approvalAct = <Payload>(act: ApprovalAct<Payload>): ApprovalAct => act as unknown as ApprovalAct

type AccountContext = ApprovalContext & { account: AccountId }
type OfAccount<Payload> = (tx: Tx, payload: Payload, context: AccountContext) => Promise<void>

/** The same of an act that is about an account. */
export const accountApprovalAct = <Payload>({
  run,
  declined,
  ...act
}: Pick<ApprovalAct<Payload>, 'schema' | 'facts'> & { run: OfAccount<Payload>; declined?: OfAccount<Payload> }): ApprovalAct =>
  approvalAct<Payload>({
    ...act,
    run: (tx, payload, context) => run(tx, payload, ofAccount(context)),
    ...(declined ? { declined: (tx: Tx, payload: Payload, context: ApprovalContext) => declined(tx, payload, ofAccount(context)) } : {}),
  })

function ofAccount(context: ApprovalContext): AccountContext {
  const { account } = context
  if (account === null) throw new TypeError(`approval ${context.approvalId} names no account`)
  return { ...context, account }
}

export interface Asked {
  kind: ApprovalKind
  account: AccountId | null
  /** Hao that move, negative when they are taken; 0 for an act without money. */
  amountHao: number
  /** Plain JSON in the form that the kind's act reads. */
  payload: unknown
  reason: string
  staffId: string
  now: Date
}

/** SHA-256 of everything that will be done. */
export const approvalHash = (asked: Pick<Asked, 'kind' | 'account' | 'amountHao'> & { payload: string }): string =>
  createHash('sha256')
    .update(JSON.stringify([asked.kind, asked.account, asked.amountHao, asked.payload]))
    .digest('hex')

/**
 * Requests approval by a second member of staff; nothing is done yet, and the request can't be changed. Returns the
 * approval's id.
 */
export async function requestApproval(tx: Tx, { kind, account, amountHao, payload, reason, staffId, now }: Asked): Promise<string> {
  const approvalId = newId(now.getTime())
  const text = JSON.stringify(payload)
  await tx
    .insertInto('approval')
    .values({
      approvalId,
      kind,
      accountId: account,
      amountHao,
      payload: text,
      payloadHash: approvalHash({ kind, account, amountHao, payload: text }),
      reason,
      makerId: staffId,
      askedAt: now,
    })
    .execute()
  return approvalId
}

/** Locks a waiting approval. Refuses `not_found`, `approval_decided`. */
export async function lockWaitingApproval(tx: Tx, approvalId: string) {
  const row = await tx.selectFrom('approval').selectAll().where('approvalId', '=', approvalId).forUpdate().executeTakeFirst()
  if (!row) refuse('not_found')
  if (row.state !== 'waiting') refuse('approval_decided', { state: approvalStates[row.state].slice(1) })
  return row
}
