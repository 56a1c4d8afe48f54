import type { OptOutPageAct } from '#contract/unsubscribe/opt-out-page.ts'
import type { Executor } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { pageOf } from '#values/page.ts'
import { pick } from '#values/pick.ts'

export interface OptOutRecordFilter {
  phone?: string | undefined
  act?: OptOutPageAct | undefined
  cursor?: string | undefined
  pageSize: number
}

/** Requests on the opt-out page, newest first, with whole numbers. */
export async function listOptOutRecords(executor: Executor, account: AccountId, input: OptOutRecordFilter) {
  let query = executor
    .selectFrom('optOutRecord as record')
    .leftJoin('signature', join =>
      join.onRef('signature.accountId', '=', 'record.accountId').onRef('signature.signatureId', '=', 'record.signatureId'),
    )
    .selectAll('record')
    .select('signature.text as signatureText')
    .where('record.accountId', '=', account)
    .orderBy('record.recordId', 'desc')
    .limit(input.pageSize + 1)
  if (input.phone) query = query.where(input.phone.length === 4 ? 'record.phoneEnd' : 'record.phone', '=', input.phone)
  if (input.act) query = query.where('record.act', '=', input.act)
  if (input.cursor) query = query.where('record.recordId', '<', input.cursor)
  const { rows, nextCursor } = pageOf(await query.execute(), input.pageSize, row => row.recordId)
  return {
    rows: rows.map(row =>
      pick(row, 'recordId', 'at', 'phone', 'act', 'signatureText', 'words', 'address', 'agent', 'messageId', 'contentHash'),
    ),
    nextCursor,
  }
}
