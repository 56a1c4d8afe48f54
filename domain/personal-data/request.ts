import { sql } from 'kysely'
import { z } from 'zod'
import {
  type PersonalDataCounts,
  type PersonalDataRequestKind,
  type PersonalDataRequestState,
  personalDataKinds,
} from '#contract/personal-data/admin-personal-data.ts'
import { refuse } from '#contract/refusals.ts'
import type { Executor, Tx } from '#db/connect.ts'
import { hasArchive } from '#domain/message-archive/index.ts'
import { approvalAct, requestApproval } from '#domain/staff/index.ts'
import { newId } from '#values/id.ts'
import { keysOf } from '#values/keys.ts'
import { limits } from '#values/limits.ts'
import { pageOf } from '#values/page.ts'
import { maskPhone } from '#values/phone.ts'
import { copyOf, countPersonalData } from './find.ts'

interface Asked {
  phone: string
  reason: string
  staffId: string
  now: Date
}

/**
 * Records that a person asked for a copy of their data. Returns the request, with which the copy is read: at once, or
 * after the archive was read.
 */
export async function requestCopy(tx: Tx, asked: Asked): Promise<string> {
  const state = (await hasArchive(tx)) ? 'running' : 'done'
  return insertRequest(tx, asked, { kind: 'copy', state, counts: await countPersonalData(tx, asked.phone) })
}

/**
 * Requests approval by a second member of staff to erase what is stored about a number. Returns the approval. Refuses
 * `state_forbids` while another erasure of the number is open.
 */
export async function requestErasure(tx: Tx, asked: Asked): Promise<string> {
  await sql`select pg_advisory_xact_lock(hashtext('personal data'), hashtext(${asked.phone}))`.execute(tx)
  const open = await tx
    .selectFrom('personalDataRequest')
    .select('requestId')
    .where('phone', '=', asked.phone)
    .where('kind', '=', 'erasure')
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirst()
  if (open) refuse('state_forbids', { state: '已有未完成的删除请求', action: '再次申请' })
  const counts = await countPersonalData(tx, asked.phone)
  const requestId = await insertRequest(tx, asked, { kind: 'erasure', state: 'waiting', counts: {} })
  const { reason, staffId, now } = asked
  const payload = { requestId, phone: maskPhone(asked.phone), counts }
  return requestApproval(tx, { kind: 'personal-data', account: null, amountHao: 0, payload, reason, staffId, now })
}

async function insertRequest(
  tx: Tx,
  { phone, reason, staffId, now }: Asked,
  what: { kind: PersonalDataRequestKind; state: PersonalDataRequestState; counts: PersonalDataCounts },
): Promise<string> {
  const requestId = newId(now.getTime())
  await tx
    .insertInto('personalDataRequest')
    .values({
      ...what,
      counts: JSON.stringify(what.counts),
      requestId,
      phone,
      phoneShown: maskPhone(phone),
      reason,
      staffId,
      askedAt: now,
      doneAt: what.state === 'done' ? now : null,
    })
    .execute()
  return requestId
}

const erasurePayload = z.object({
  requestId: z.uuid(),
  phone: z.string(),
  counts: z.partialRecord(z.enum(keysOf(personalDataKinds)), z.number()),
})

/** The approved erasure is left to the job; a rejected one forgets the number. */
export const erasureAct = approvalAct<z.output<typeof erasurePayload>>({
  schema: erasurePayload,
  facts: ({ phone, counts }) => [
    { name: '号码', text: phone },
    ...keysOf(personalDataKinds).flatMap(kind => {
      const count = counts[kind]
      return count ? [{ name: `${personalDataKinds[kind].name}（${count}）`, text: personalDataKinds[kind].why }] : []
    }),
  ],
  run: async (tx, { requestId }) => {
    await tx.updateTable('personalDataRequest').set({ state: 'running' }).where('requestId', '=', requestId).execute()
  },
  declined: async (tx, { requestId }, { now }) => {
    await tx
      .updateTable('personalDataRequest')
      .set({ state: 'refused', phone: null, doneAt: now })
      .where('requestId', '=', requestId)
      .execute()
  },
})

const copyUntil = (now: Date) => new Date(now.getTime() - limits.personalCopyDays * 86_400_000)

/** The copy of a request, and its masked number. Refuses `not_found`, also when it is too old. */
export async function readCopy(executor: Executor, requestId: string, now: Date): Promise<{ file: string; phone: string }> {
  const request = await executor
    .selectFrom('personalDataRequest')
    .select(['phone', 'phoneShown', 'archivedMessages'])
    .where('requestId', '=', requestId)
    .where('kind', '=', 'copy')
    .where('state', '=', 'done')
    .where('askedAt', '>', copyUntil(now))
    .executeTakeFirst()
  if (!request?.phone) refuse('not_found')
  return { file: await copyOf(executor, request.phone, request.archivedMessages ?? []), phone: request.phoneShown }
}

/** Forgets the numbers of copies that are too old to be read again. */
export async function forgetCopies(executor: Executor, now: Date): Promise<void> {
  await executor
    .updateTable('personalDataRequest')
    .set({ phone: null, archivedMessages: null })
    .where('kind', '=', 'copy')
    .where('phone', 'is not', null)
    .where('askedAt', '<=', copyUntil(now))
    .execute()
}

/** Requests, newest first. */
export async function listRequests(executor: Executor, { cursor, pageSize }: { cursor?: string | undefined; pageSize: number }, now: Date) {
  const rows = await executor
    .selectFrom('personalDataRequest as request')
    .innerJoin('staff', 'staff.staffId', 'request.staffId')
    .select([
      'requestId',
      'kind',
      'request.state',
      'phone',
      'phoneShown',
      'reason',
      'counts',
      'staff.name as staffName',
      'askedAt',
      'dueAt',
      'doneAt',
    ])
    .$if(cursor !== undefined, query => query.where('requestId', '<', cursor ?? ''))
    .orderBy('requestId', 'desc')
    .limit(pageSize + 1)
    .execute()
  const page = pageOf(rows, pageSize, row => row.requestId)
  return {
    ...page,
    rows: page.rows.map(({ phone, phoneShown, ...row }) => ({
      ...row,
      phone: phoneShown,
      isReadable: row.kind === 'copy' && row.state === 'done' && phone !== null && row.askedAt > copyUntil(now),
    })),
  }
}
