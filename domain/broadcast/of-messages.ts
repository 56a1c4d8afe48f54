import type { DeliveryFilter } from '#contract/messages/delivery.ts'
import { refuse } from '#contract/refusals.ts'
import { asAccount, type Db, type Tx } from '#db/connect.ts'
import { hasDeliveries, recipientsOf } from '#domain/message-records/index.ts'
import type { Files } from '#domain/platform/index.ts'
import { generateUpload } from '#domain/recipients/index.ts'
import { type AccountId, newId } from '#values/id.ts'
import { saveDraft } from './draft.ts'
import { blankTiming } from './resend.ts'
import { countUploads } from './upload-count.ts'

const name = '发送记录中的号码'

/**
 * Copies the numbers of all messages that match a filter, each once, to a new upload. Refuses `not_found`
 * where there are none, `file_too_many_rows`, `too_many_requests`.
 */
export async function copyRecipients(
  db: Db,
  account: AccountId,
  files: Files,
  { filter, memberId, now }: { filter: DeliveryFilter; memberId: string; now: Date },
): Promise<{ uploadId: string; rowCount: number }> {
  await asAccount(db, account, async tx => {
    if (!(await hasDeliveries(tx, account, filter, now))) refuse('not_found')
    await countUploads(tx, account, now)
  })
  const rows = distinctRows(recipientsOf(db, account, filter, now))
  return generateUpload(db, account, files, { origin: 'broadcast', fileName: name, columns: ['手机号'], rows, memberId, now })
}

async function* distinctRows(phones: AsyncIterable<string>): AsyncGenerator<string[]> {
  const known = new Set<string>()
  for await (const phone of phones) {
    if (known.has(phone)) continue
    known.add(phone)
    yield [phone]
  }
}

/** A draft with the numbers of `copyRecipients`, still without a text. Refuses `too_many` drafts. */
export async function draftOfRecipients(
  tx: Tx,
  account: AccountId,
  { uploadId, rowCount, memberId, now }: { uploadId: string; rowCount: number; memberId: string; now: Date },
): Promise<{ draftId: string; recipientCount: number }> {
  const draftId = newId()
  const content = { ...blankTiming, signatureId: null, templateId: null, ownText: null, name: '', uploadId, atNight: 'postpone' as const }
  await saveDraft(tx, account, { draftId, version: 0, content, memberId, now })
  return { draftId, recipientCount: rowCount }
}
