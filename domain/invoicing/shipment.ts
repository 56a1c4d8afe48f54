import type { Executor } from '#db/connect.ts'
import type { AccountId } from '#values/id.ts'
import { limits } from '#values/limits.ts'
import { pick } from '#values/pick.ts'

/** A paper invoice and the state of its shipment. */
export interface Shipment {
  requestId: string
  requestNumber: string
  invoiceNumber: string
  titleName: string
  grossHao: number
  courier: string | null
  trackingNumber: string | null
  shippedTo: string | null
  shippedAt: Date | null
  signedAt: Date | null
}

/** Issued paper invoices, the newest first. */
export async function listShipments(executor: Executor, account: AccountId): Promise<Shipment[]> {
  const rows = await executor
    .selectFrom('invoiceRequest as request')
    .innerJoin('invoiceTitleVersion as title', join =>
      join.onRef('title.accountId', '=', 'request.accountId').onRef('title.versionId', '=', 'request.titleVersionId'),
    )
    .selectAll('request')
    .select('title.name')
    .where('request.accountId', '=', account)
    .where('request.medium', '=', 'paper')
    .where('request.issuedAt', 'is not', null)
    .orderBy('request.issuedAt', 'desc')
    .limit(limits.pageRows)
    .execute()
  return rows.flatMap(({ invoiceNumber, ...row }) => {
    if (!invoiceNumber) return []
    const facts = pick(row, 'requestId', 'requestNumber', 'grossHao', 'courier', 'trackingNumber', 'shippedTo', 'shippedAt', 'signedAt')
    return [{ ...facts, invoiceNumber, titleName: row.name }]
  })
}
