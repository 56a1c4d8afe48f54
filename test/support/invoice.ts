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
  const made = { account_id: account, title_id: titleId, version_id: titleId, created_at: now }
  await asAccount(database.db, account, async tx => {
    await tx.insertInto('invoice_title').values(made).execute()
    await tx
      .insertInto('invoice_title_version')
      .values({ ...made, kind: 'person', name, special_state: 'none', version_number: 1 })
      .execute()
    for (const grossHao of grossHaos) {
      const requestId = newId()
      await tx
        .insertInto('invoice_request')
        .values({
          ...{ account_id: account, request_id: requestId, batch_id: requestId, request_number: `F${name}${grossHao}` },
          ...{ title_version_id: titleId, rate_bp: 0, gross_hao: grossHao, net_hao: grossHao, tax_hao: 0, basis: 'amount' },
          ...{ kind: 'ordinary', medium: 'electronic', state: 'reviewing', asked_at: now, changed_at: now },
        })
        .execute()
    }
  })
  return titleId
}
