import type { Executor, Tx } from '#db/connect.ts'
import { newId } from '#values/id.ts'
import { pick } from '#values/pick.ts'

/** The seller printed on invoices, and the limit per invoice. */
export interface Seller {
  name: string
  taxNumber: string
  address: string
  phone: string
  bankName: string
  bankAccount: string
  /** 开票人 */
  issuer: string
  /** Limit per invoice in 毫, whole fen. */
  limitHao: number
  offersPrint: boolean
}

/** The current seller; null: staff have entered none, and invoices can't be requested. */
export async function readSeller(executor: Executor): Promise<Seller | null> {
  const row = await executor.selectFrom('invoiceSeller').selectAll().orderBy('sellerId', 'desc').limit(1).executeTakeFirst()
  if (!row) return null
  return {
    ...{ name: row.name, taxNumber: row.taxNumber, address: row.address, phone: row.phone, bankName: row.bankName },
    ...{ bankAccount: row.bankAccount, issuer: row.issuer, limitHao: row.limitHao, offersPrint: row.offersPrint },
  }
}

/** Sets the seller, effective at once. Runs in the platform's role. */
export async function setSeller(tx: Tx, seller: Seller, { staffId, now }: { staffId: string | null; now: Date }): Promise<void> {
  await tx
    .insertInto('invoiceSeller')
    .values({
      sellerId: newId(now.getTime()),
      ...pick(seller, 'name', 'taxNumber', 'address', 'phone', 'bankName', 'bankAccount', 'issuer', 'limitHao', 'offersPrint'),
      staffId,
      createdAt: now,
    })
    .execute()
}
