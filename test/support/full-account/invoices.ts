import type { Tx } from '#db/connect.ts'
import { newId } from '#values/id.ts'
import { canary, canaryPhone, type Owner } from './owner.ts'

/** A title with its document, an address, a mailbox, and a request under review. */
export async function addInvoices(tx: Tx, { account, now }: Owner) {
  const [titleId, addressId, emailId, fileId, requestId] = [newId(), newId(), newId(), newId(), newId()]
  const made = { account_id: account, created_at: now }
  const version = { kind: 'person', name: canary, special_state: 'none', version_number: 1 }
  await tx
    .insertInto('invoice_title')
    .values({ ...made, title_id: titleId, version_id: titleId })
    .execute()
  await tx
    .insertInto('invoice_title_version')
    .values({ ...made, ...version, title_id: titleId, version_id: titleId })
    .execute()
  const place = { division_code: '330106', province: '浙江省', city: '杭州市', district: '西湖区', detail: canary }
  await tx
    .insertInto('invoice_address')
    .values({ ...made, ...place, address_id: addressId, recipient: canary, phone: canaryPhone, changed_at: now })
    .execute()
  await tx
    .insertInto('invoice_email')
    .values({ ...made, email_id: emailId, address: `${canary}@example.com` })
    .execute()
  await tx
    .insertInto('private_file')
    .values({ ...made, file_id: fileId, purpose: 'invoice-title', kind: 'pdf', file_name: canary, byte_count: 1, sha256: '' })
    .execute()
  const sums = { rate_bp: 900, gross_hao: 10_900, net_hao: 10_000, tax_hao: 900 }
  await tx
    .insertInto('invoice_request')
    .values({
      ...{ account_id: account, request_id: requestId, batch_id: requestId, request_number: 'F1', title_version_id: titleId },
      ...{ ...sums, basis: 'amount', kind: 'ordinary', medium: 'electronic', remark: canary, state: 'reviewing' },
      ...{ asked_at: now, changed_at: now },
    })
    .execute()
  return { titleId, addressId, emailId, fileId, requestId }
}
