import { asAccount } from '#db/connect.ts'
import { type AccountId, newId } from '#values/id.ts'
import type { TestDatabase } from './database.ts'

/** A title with a request of each amount that waits for staff. Returns the title's id. */
export async function addInvoices(
  database: TestDatabase,
  account: AccountId,
  { name, grossHaos, now }: { name: string; grossHaos: number[]; now: Date },
): Promise<string> {
  const titleId = newId()
  const made = { accountId: account, titleId, versionId: titleId, createdAt: now }
  await asAccount(database.db, account, async tx => {
    await tx.insertInto('invoiceTitle').values(made).execute()
    await tx
      .insertInto('invoiceTitleVersion')
      .values({ ...made, kind: 'person', name, specialState: 'none', versionNumber: 1 })
      .execute()
    for (const grossHao of grossHaos) {
      const requestId = newId()
      await tx
        .insertInto('invoiceRequest')
        .values({
          ...{ accountId: account, requestId, batchId: requestId, requestNumber: `F${name}${grossHao}` },
          ...{ titleVersionId: titleId, rateBp: 0, grossHao, netHao: grossHao, taxHao: 0, basis: 'amount' },
          ...{ kind: 'ordinary', medium: 'electronic', state: 'reviewing', askedAt: now, changedAt: now },
        })
        .execute()
    }
  })
  return titleId
}
