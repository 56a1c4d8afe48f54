import type { InvoiceKindName } from '#contract/invoicing/invoice-state.ts'
import { Refusal } from '#contract/refusals.ts'
import type { Tx } from '#db/connect.ts'
import { notifyAccount } from '#domain/notification/index.ts'
import type { AccountId } from '#values/id.ts'
import { insertInvoices, lockInvoicing, previewInvoices } from './request.ts'
import type { StepBy } from './step.ts'
import { titleForInvoice } from './title.ts'

/**
 * Reissue (换开): after the credit note, requests the old invoice's sources again, less later refunds, for the title that
 * the customer chose. If that is impossible (title deleted, nothing left), the customer is notified to request it
 * themselves. Returns the new requests.
 */
export async function replaceInvoice(
  tx: Tx,
  account: AccountId,
  requestId: string,
  { titleId, kind }: { titleId: string; kind: InvoiceKindName },
  by: StepBy,
): Promise<string[]> {
  const old = await tx
    .selectFrom('invoiceRequest')
    .select(['medium', 'emails', 'addressId', 'remark', 'memberId', 'requestNumber'])
    .where('accountId', '=', account)
    .where('requestId', '=', requestId)
    .executeTakeFirstOrThrow()
  await lockInvoicing(tx, account)
  const items = await tx
    .selectFrom('invoiceItem')
    .select('ledgerAccountId')
    .where('accountId', '=', account)
    .where('requestId', '=', requestId)
    .execute()
  try {
    const title = await titleForInvoice(tx, account, { titleId, isSpecial: kind === 'special' })
    const invoices = await previewInvoices(tx, account, {
      basis: 'ledgerAccounts',
      ledgerAccountIds: items.map(item => item.ledgerAccountId),
    })
    return await insertInvoices(tx, account, invoices, {
      ...{ basis: 'orders', kind, titleVersionId: title.versionId, emails: old.emails, replacesId: requestId, remark: old.remark },
      ...{
        medium: kind === 'special' && old.medium === 'paper' ? 'paper' : 'electronic',
        addressId: old.addressId,
        memberId: old.memberId,
      },
      now: by.now,
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const body = `发票申请${old.requestNumber}已红冲，但没能自动换开：${error.message}。请在发票管理中重新申请`
    await notifyAccount(tx, account, {
      kind: 'finance',
      title: '发票换开需要您处理',
      body,
      link: '/system/finance/invoice/create',
      now: by.now,
    })
    return []
  }
}
