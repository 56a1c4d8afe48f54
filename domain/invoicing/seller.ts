import type { Executor, Tx } from '#db/connect.ts'
import { newId } from '#values/id.ts'

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
  const row = await executor.selectFrom('invoice_seller').selectAll().orderBy('seller_id', 'desc').limit(1).executeTakeFirst()
  if (!row) return null
  return {
    ...{ name: row.name, taxNumber: row.tax_number, address: row.address, phone: row.phone, bankName: row.bank_name },
    ...{ bankAccount: row.bank_account, issuer: row.issuer, limitHao: row.limit_hao, offersPrint: row.offers_print },
  }
}

/** Sets the seller, effective at once. Runs in the platform's role. */
export async function setSeller(tx: Tx, seller: Seller, { staffId, now }: { staffId: string | null; now: Date }): Promise<void> {
  await tx
    .insertInto('invoice_seller')
    .values({
      seller_id: newId(now.getTime()),
      name: seller.name,
      tax_number: seller.taxNumber,
      address: seller.address,
      phone: seller.phone,
      bank_name: seller.bankName,
      bank_account: seller.bankAccount,
      issuer: seller.issuer,
      limit_hao: seller.limitHao,
      offers_print: seller.offersPrint,
      staff_id: staffId,
      created_at: now,
    })
    .execute()
}
