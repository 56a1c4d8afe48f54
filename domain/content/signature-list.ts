import { sql } from 'kysely'
import { type ReviewState, shownStates } from '#contract/content/review-state.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { containing } from '#db/like.ts'
import { senderRegistrationHistory, senderRegistrationStates, senderRegistrationsOf } from '#domain/sender-registration/index.ts'
import type { AccountId } from '#values/id.ts'
import { tableOf } from '#values/keys.ts'
import { getOrThrow } from '#values/or-throw.ts'
import { pageOf } from '#values/page.ts'
import { pick } from '#values/pick.ts'
import { lastUsedOn } from './last-used.ts'
import { proofsOf } from './proof.ts'
import { reviewHistory } from './review-history.ts'
import { type ReviewedObject, usersOf } from './review-step.ts'

export interface ReviewedList {
  state?: (typeof shownStates)[number] | undefined
  search?: string | undefined
  cursor?: string | undefined
  pageSize: number
}

/** The number in each visible state. */
export async function countByState(executor: Executor, account: AccountId, object: ReviewedObject) {
  const { rows } = await sql<{ state: ReviewState; count: number }>`
    select state, count(*) as count from ${sql.table(object)} where account_id = ${account} group by state`.execute(executor)
  const counted = new Map(rows.map(row => [row.state, row.count]))
  return tableOf(shownStates, state => counted.get(state) ?? 0)
}

/** Signatures of an account, newest first. */
export async function listSignatures(executor: Executor, account: AccountId, input: ReviewedList) {
  let query = executor
    .selectFrom('signature')
    .selectAll()
    .where('accountId', '=', account)
    .where('state', '<>', 'deleted')
    .orderBy('signatureId', 'desc')
    .limit(input.pageSize + 1)
  if (input.state) query = query.where('state', '=', input.state)
  if (input.search) query = query.where('text', 'ilike', containing(input.search))
  if (input.cursor) query = query.where('signatureId', '<', input.cursor)
  const { rows, nextCursor } = pageOf(await query.execute(), input.pageSize, row => row.signatureId)
  const approved = rows.filter(row => row.state === 'approved').map(row => row.signatureId)
  const senderRegistrations = await senderRegistrationStates(executor, account, approved)
  const used = await lastUsedOn(
    executor,
    account,
    'signature',
    rows.map(row => row.signatureId),
  )
  return {
    rows: rows.map(row => ({
      ...present(row),
      lastUsedOn: used.get(row.signatureId) ?? null,
      senderRegistration: senderRegistrations.get(row.signatureId) ?? null,
    })),
    nextCursor,
    counts: await countByState(executor, account, 'signature'),
  }
}

type Row = NonNullable<Awaited<ReturnType<typeof rowOf>>>
const rowOf = (executor: Executor, account: AccountId, signatureId: string) =>
  executor
    .selectFrom('signature')
    .selectAll()
    .where('accountId', '=', account)
    .where('signatureId', '=', signatureId)
    .where('state', '<>', 'deleted')
    .executeTakeFirst()

const present = (row: Row) =>
  pick(
    row,
    'signatureId',
    'text',
    'kind',
    'purpose',
    'authorizedUntil',
    'isDefault',
    'remark',
    'state',
    'reason',
    'extension',
    'createdAt',
    'submittedAt',
    'reviewedAt',
    'expeditedAt',
  )

const attestedNameOf = async (executor: Executor, account: AccountId) =>
  (await executor.selectFrom('account').select('attestedName').where('accountId', '=', account).executeTakeFirstOrThrow()).attestedName

/** One signature with its history and the broadcasts that use it. Refuses `not_found`. */
export async function readSignature(tx: Tx, account: AccountId, signatureId: string) {
  const row = (await rowOf(tx, account, signatureId)) ?? refuse('not_found')
  const used = await lastUsedOn(tx, account, 'signature', [signatureId])
  return {
    ...present(row),
    lastUsedOn: used.get(signatureId) ?? null,
    proofs: await proofsOf(tx, account, signatureId),
    history: await reviewHistory(tx, account, signatureId),
    usedBy: await usersOf(tx, account, 'signature', signatureId),
    attestedName: await attestedNameOf(tx, account),
    senderRegistration:
      row.state === 'approved' ? getOrThrow(await senderRegistrationStates(tx, account, [signatureId]), signatureId) : null,
    senderRegistrations: await senderRegistrationsOf(tx, account, signatureId),
    senderRegistrationHistory: await senderRegistrationHistory(tx, account, signatureId),
  }
}
