import type { Tx } from '#db/connect.ts'
import { newId } from '#values/id.ts'
import { canary, canaryPhone, type Owner } from './owner.ts'

/** A title with its document, an address, a mailbox, and a request under review. */
export async function addInvoices(tx: Tx, { account, now }: Owner) {
  const [titleId, addressId, emailId, fileId, requestId] = [newId(), newId(), newId(), newId(), newId()]
  const made = { accountId: account, createdAt: now }
  const version = { kind: 'person', name: canary, specialState: 'none', versionNumber: 1 }
  await tx
    .insertInto('invoiceTitle')
    .values({ ...made, titleId, versionId: titleId })
    .execute()
  await tx
    .insertInto('invoiceTitleVersion')
    .values({ ...made, ...version, titleId, versionId: titleId })
    .execute()
  const place = { divisionCode: '330106', province: '浙江省', city: '杭州市', district: '西湖区', detail: canary }
  await tx
    .insertInto('invoiceAddress')
    .values({ ...made, ...place, addressId, recipient: canary, phone: canaryPhone, changedAt: now })
    .execute()
  await tx
    .insertInto('invoiceEmail')
    .values({ ...made, emailId, address: `${canary}@example.com` })
    .execute()
  await tx
    .insertInto('privateFile')
    .values({ ...made, fileId, purpose: 'invoice-title', kind: 'pdf', fileName: canary, byteCount: 1, sha256: '' })
    .execute()
  const sums = { rateBp: 900, grossHao: 10_900, netHao: 10_000, taxHao: 900 }
  await tx
    .insertInto('invoiceRequest')
    .values({
      ...{ accountId: account, requestId, batchId: requestId, requestNumber: 'F1', titleVersionId: titleId },
      ...{ ...sums, basis: 'amount', kind: 'ordinary', medium: 'electronic', remark: canary, state: 'reviewing' },
      ...{ askedAt: now, changedAt: now },
    })
    .execute()
  return { titleId, addressId, emailId, fileId, requestId }
}
