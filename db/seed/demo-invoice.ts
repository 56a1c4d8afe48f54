import type { InvoiceKindName, InvoiceMedium } from '#contract/invoicing/invoice-state.ts'
import type { TitleContent } from '#contract/invoicing/invoice-title-rule.ts'
import type { Tx } from '#db/connect.ts'
import {
  createAddress,
  createTitle,
  decideTitle,
  issueInvoice,
  rejectInvoice,
  requestInvoices,
  requestReversal,
  setSeller,
  shipInvoice,
  startIssuing,
  startReversal,
} from '#domain/invoicing/index.ts'
import { chinaDay } from '#values/china-time.ts'
import { type AccountId, newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'

interface Facts {
  memberId: string
  financeId: string
  now: Date
}

const hourMs = 3_600_000
const plain: TitleContent = {
  ...{ kind: 'company', name: '云栈集市科技有限公司（演示）', taxNumber: '91330106MA2CFLDG4R', wantsSpecial: false },
  ...{ address: '', phone: '', bankName: '', bankAccount: '' },
}
const special: TitleContent = {
  ...plain,
  ...{ address: '浙江省杭州市西湖区文三路478号', phone: '0571-88996600', bankName: '招商银行杭州文三支行', bankAccount: '571907654310801' },
  wantsSpecial: true,
}

/** The invoice seller, recipients, and some invoices in the most frequent states. */
export async function seedInvoices(tx: Tx, account: AccountId, { memberId, financeId, now }: Facts): Promise<void> {
  const ago = (hours: number) => new Date(now.getTime() - hours * hourMs)
  await seedSeller(tx, ago(2_000))
  const title = await createTitle(tx, account, { ...special, fileId: null, isDefault: true, memberId, now: ago(700) })
  await decideTitle(tx, account, { versionId: title.versionId, staffId: financeId, reason: null, now: ago(690) })
  const person = { ...plain, kind: 'person' as const, name: '王小满', taxNumber: '' }
  await createTitle(tx, account, { ...person, fileId: null, isDefault: false, memberId, now: ago(600) })
  const place = { province: '浙江省', city: '杭州市', district: '西湖区', street: '北山街道', detail: '文三路478号华星时代广场A座1203室' }
  const address = { recipient: '王小满', phone: '19200002001', ...place, postcode: '310012', isDefault: true, now: ago(650) }
  const { addressId } = await createAddress(tx, account, address)
  const emailId = await seedMailboxes(tx, account, ago(640))

  const ask = async (amountHao: number, hours: number, more: { kind?: InvoiceKindName; medium?: InvoiceMedium } = {}) => {
    const { kind = 'ordinary', medium = 'electronic' } = more
    const requestId = firstOrThrow(
      await requestInvoices(tx, account, {
        ...{ choice: { basis: 'amount', amountHao }, kind, medium, titleId: title.titleId, memberId, remark: '', now: ago(hours) },
        ...{ emailIds: [emailId], addressId: medium === 'paper' ? addressId : null },
        expected: { totalHao: amountHao, invoiceCount: 1 },
      }),
    )
    return requestId
  }
  const issue = async (requestId: string, hours: number, place: number) => {
    const by = { staffId: financeId, now: ago(hours) }
    await startIssuing(tx, account, requestId, by)
    const invoiceNumber = `2633${chinaDay(by.now).replaceAll('-', '')}${String(place).padStart(8, '0')}`
    await issueInvoice(tx, account, requestId, { invoiceNumber, issuedAt: by.now, fileIds: [] }, { ...by, now: ago(hours - 1) })
  }
  await issue(await ask(1_200_000, 500), 480, 17_204_811)
  const paper = await ask(800_000, 260, { kind: 'special', medium: 'paper' })
  await issue(paper, 240, 17_391_026)
  const envelope = { requestId: paper, courier: '顺丰速运', trackingNumber: 'SF1408827365102' }
  await shipInvoice(tx, account, envelope, { staffId: financeId, now: ago(220) })
  const wrong = await ask(600_000, 120, { kind: 'special' })
  await issue(wrong, 100, 17_455_390)
  const by = { memberId, now: ago(30) }
  await requestReversal(tx, account, wrong, { reason: '01', note: '抬头的开户行已变更，需要重新开具', replace: null }, by)
  const confirmation = { confirmNumber: '33010626110000482915', confirmState: '02' as const }
  await startReversal(tx, account, wrong, confirmation, { staffId: financeId, now: ago(26) })
  const refused = await ask(300_000, 90)
  await rejectInvoice(tx, account, refused, '备注内容不能打印在发票上，请修改后重新申请。', { staffId: financeId, now: ago(80) })
  await ask(500_000, 5)
}

/** The demo's platform as seller, with a limit that splits nothing. */
const seedSeller = (tx: Tx, now: Date) =>
  setSeller(
    tx,
    {
      ...{
        name: '鸿雁云通信有限公司（演示）',
        taxNumber: '91330108MA2B1K8T28',
        address: '浙江省杭州市滨江区江南大道588号',
        phone: '0571-86008800',
      },
      ...{ bankName: '中国工商银行杭州滨江支行', bankAccount: '1202020209900123456', issuer: '陈会计' },
      ...{ limitHao: 10_000_000_000, offersPrint: true },
    },
    { staffId: null, now },
  )

/** One verified mailbox, and one whose link is still unused. */
async function seedMailboxes(tx: Tx, account: AccountId, now: Date): Promise<string> {
  const proven = newId()
  const rows = [
    { emailId: proven, address: 'finance@yunzhan.example', remark: '财务', isDefault: true, verifiedAt: now },
    { emailId: newId(), address: 'boss@yunzhan.example', remark: '老板', isDefault: false, verifiedAt: null },
  ]
  await tx
    .insertInto('invoiceEmail')
    .values(rows.map(row => ({ ...row, accountId: account, sentAt: now, createdAt: now })))
    .execute()
  return proven
}
