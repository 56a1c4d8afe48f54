import type { OptOutPageAct } from '#contract/unsubscribe/opt-out-page.ts'
import type { Executor } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { pageOf } from '#values/page.ts'

export interface OptOutRecordFilter {
  phone?: string | undefined
  act?: OptOutPageAct | undefined
  cursor?: string | undefined
  pageSize: number
}

/** Requests on the opt-out page, newest first, with whole numbers. */
export async function listOptOutRecords(executor: Executor, account: AccountId, input: OptOutRecordFilter) {
  let query = executor
    .selectFrom('opt_out_record as record')
    .leftJoin('signature', join =>
      join.onRef('signature.account_id', '=', 'record.account_id').onRef('signature.signature_id', '=', 'record.signature_id'),
    )
    .selectAll('record')
    .select('signature.text as signature_text')
    .where('record.account_id', '=', account)
    .orderBy('record.record_id', 'desc')
    .limit(input.pageSize + 1)
  if (input.phone) query = query.where(input.phone.length === 4 ? 'record.phone_end' : 'record.phone', '=', input.phone)
  if (input.act) query = query.where('record.act', '=', input.act)
  if (input.cursor) query = query.where('record.record_id', '<', input.cursor)
  const { rows, nextCursor } = pageOf(await query.execute(), input.pageSize, row => row.record_id)
  return {
    rows: rows.map(row => ({
      recordId: row.record_id,
      at: row.at,
      phone: row.phone,
      act: row.act,
      signatureText: row.signature_text,
      words: row.words,
      address: row.address,
      agent: row.agent,
      messageId: row.message_id,
      contentHash: row.content_hash,
    })),
    nextCursor,
  }
}
