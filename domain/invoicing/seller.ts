import type { Executor, Tx } from '#db/connect.ts'
import { newId } from '#values/id.ts'

/** Who makes out the invoices, as they print it, and what one may amount to. */
export interface Seller {
  name: string
  taxNumber: string
  address: string
  phone: string
  bankName: string
  bankAccount: string
  /** 开票人 */
  issuer: string
  /** 毫, whole fen: the most that one invoice may amount to. */
  limitHao: number
  offersPaper: boolean
}

/** The seller as staff last entered it; null: nobody has, and no invoice can be asked for. */
export async function readSeller(executor: Executor): Promise<Seller | null> {
  const row = await executor.selectFrom('invoice_seller').selectAll().orderBy('seller_id', 'desc').limit(1).executeTakeFirst()
  if (!row) return null
  return {
    ...{ name: row.name, taxNumber: row.tax_number, address: row.address, phone: row.phone, bankName: row.bank_name },
    ...{ bankAccount: row.bank_account, issuer: row.issuer, limitHao: row.limit_hao, offersPaper: row.offers_paper },
  }
}

/** Staff enter the seller; it counts from now on. In the platform's role. */
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
      offers_paper: seller.offersPaper,
      staff_id: staffId,
      created_at: now,
    })
    .execute()
}
