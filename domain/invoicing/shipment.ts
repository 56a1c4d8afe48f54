import type { Executor } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'

/** A paper invoice and the state of its shipment. */
export interface Shipment {
  requestId: string
  requestNumber: string
  invoiceNumber: string
  titleName: string
  grossHao: number
  issuedAt: Date
  courier: string | null
  trackingNumber: string | null
  shippedTo: string | null
  shippedAt: Date | null
  signedAt: Date | null
}

/** Issued paper invoices, the newest first. */
export async function listShipments(executor: Executor, account: AccountId): Promise<Shipment[]> {
  const rows = await executor
    .selectFrom('invoice_request as request')
    .innerJoin('invoice_title_version as title', join =>
      join.onRef('title.account_id', '=', 'request.account_id').onRef('title.version_id', '=', 'request.title_version_id'),
    )
    .selectAll('request')
    .select('title.name')
    .where('request.account_id', '=', account)
    .where('request.medium', '=', 'paper')
    .where('request.issued_at', 'is not', null)
    .orderBy('request.issued_at', 'desc')
    .limit(limits.pageRows)
    .execute()
  return rows.map(row => ({
    requestId: row.request_id,
    requestNumber: row.request_number,
    invoiceNumber: row.invoice_number!,
    titleName: row.name,
    grossHao: row.gross_hao,
    issuedAt: row.issued_at!,
    courier: row.courier,
    trackingNumber: row.tracking_number,
    shippedTo: row.shipped_to,
    shippedAt: row.shipped_at,
    signedAt: row.signed_at,
  }))
}
