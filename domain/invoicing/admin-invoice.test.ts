import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asAccount, asPlatform, type Tx } from '#db/connect.ts'
import { storePrivateFile } from '#domain/documents/private-file.ts'
import { recharge } from '#domain/ledger/credit.ts'
import { bookTransfers } from '#domain/ledger/transfer.ts'
import { Files } from '#domain/platform/files.ts'
import { createAccount, type TestAccount } from '#test/support/account.ts'
import { prepareTestDatabase } from '#test/support/database.ts'
import { invoiceXml } from '#test/support/invoice-file.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow, itemOrThrow, matchOrThrow } from '#values/or-throw.ts'
import { createAddress, deleteAddress } from './address.ts'
import { checkDocument, confirmInvoiceReceipt, issueWithFiles, shipInvoice } from './admin-invoice-act.ts'
import { readInvoiceForStaff } from './admin-invoice-detail.ts'
import { invoiceQueues, listInvoicesForStaff } from './admin-invoice-queue.ts'
import { addTaxRule, listTaxRules, taxEffect } from './admin-invoice-setting.ts'
import { decideTitle } from './admin-invoice-title.ts'
import { addEmail, confirmEmail, deleteEmail, readEmailLink, resendLink } from './email.ts'
import { setPause } from './pause.ts'
import { writeInvoicePreview } from './preview.ts'
import { requestInvoices } from './request.ts'
import { expireReversal, requestReversal, reversalsToExpire, startReversal } from './reversal.ts'
import { setSeller } from './seller.ts'
import { startIssuing } from './step.ts'
import { createTitle } from './title.ts'

const database = prepareTestDatabase()
let folder: string
let files: Files
const now = new Date('2026-11-20T02:00:00Z')
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
const staffId = newId()
const seller = {
  name: '鸿雁云通信有限公司',
  taxNumber: '91330108MA2B1K8T28',
  address: '',
  phone: '',
  bankName: '',
  bankAccount: '',
  issuer: '陈会计',
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'invoice-'))
  files = new Files(folder, 'x'.repeat(32))
  await asPlatform(database.platformDb, tx => setSeller(tx, { ...seller, limitHao: 10_000_000_000, offersPrint: true }, { staffId, now }))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
})

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  )
const asStaff = <T>(work: (tx: Tx) => Promise<T>) => asPlatform(database.platformDb, work)

interface Customer extends TestAccount {
  titleId: string
  emailId: string
  addressId: string
}

/** An attested company that spent 1,000 yuan, with an approved title, a verified mailbox and an address. */
async function createCustomer(): Promise<Customer> {
  const owner = await createAccount(database.db)
  const { account, memberId } = owner
  const row = await asStaff(tx => tx.selectFrom('account').select('name').where('accountId', '=', account).executeTakeFirstOrThrow())
  const bank = { address: '杭州市文三路1号', phone: '0571-88880000', bankName: '招商银行', bankAccount: '571900000010101' }
  const content = { kind: 'company' as const, name: row.name, taxNumber: '91330106MA2CFLDG4R', wantsSpecial: true, ...bank }
  const made = await asAccount(database.db, account, async tx => {
    const { titleId, versionId } = await createTitle(tx, account, { ...content, fileId: null, isDefault: true, memberId, now })
    const place = { province: '浙江省', city: '杭州市', district: '西湖区', street: '', detail: '文三路1号楼', postcode: '' }
    const { addressId } = await createAddress(tx, account, { ...place, recipient: '王小满', phone: '13800138000', isDefault: true, now })
    const { emailId } = await addEmail(tx, account, { address: 'a@example.com', remark: '', base: 'http://console', now })
    await tx.updateTable('invoiceEmail').set({ verifiedAt: now }).where('accountId', '=', account).execute()
    await recharge(tx, account, { transferId: newId(), amountHao: 10_000_000, at: now })
    const [from, to] = [{ purpose: 'available', grantId: null } as const, { purpose: 'spent', grantId: null } as const]
    await bookTransfers(tx, account, [{ transferId: newId(), from, to, amount: 10_000_000, kind: 'post', product: 'sms', at: now }])
    return { titleId, versionId, addressId, emailId }
  })
  await asStaff(tx => decideTitle(tx, account, { versionId: made.versionId, staffId, reason: null, now }))
  return { ...owner, ...made }
}

const ask = ({ account, titleId, emailId, addressId, memberId }: Customer, medium: 'electronic' | 'paper' = 'electronic') =>
  asAccount(database.db, account, async tx => {
    const request = { kind: 'special' as const, medium, titleId, memberId, remark: '', now }
    const requestId = firstOrThrow(
      await requestInvoices(tx, account, {
        ...{ ...request, choice: { basis: 'amount', amountHao: 4_700_000 }, expected: { totalHao: 4_700_000, invoiceCount: 1 } },
        ...(medium === 'paper' ? { emailIds: [], addressId } : { emailIds: [emailId], addressId: null }),
      }),
    )
    return requestId
  })

let numbers = 0
const nextNumber = () => {
  numbers += 1
  return `2633200000001${String(numbers).padStart(7, '0')}`
}

/** Uploads an invoice's XML as staff do. */
async function upload({ account }: Customer, requestId: string, change: object = {}): Promise<{ fileId: string; invoiceNumber: string }> {
  const { title, netHao, taxHao } = await readInvoiceForStaff(database.platformDb, account, requestId)
  const invoiceNumber = nextNumber()
  const facts = {
    ...{ invoiceNumber, issuedOn: '2026-11-20', buyerName: title.name, buyerTaxNumber: title.taxNumber },
    ...{ sellerTaxNumber: seller.taxNumber, netHao, taxHao, isSpecial: true, ...change },
  }
  const input = { purpose: 'invoice', name: '发票.xml', memberId: null, now, bytes: Buffer.from(invoiceXml(facts)) } as const
  return { invoiceNumber, fileId: (await asStaff(tx => storePrivateFile(tx, files, account, input))).fileId }
}

test('issuing: values come from the file, which is mailed; a wrong file is refused with the differences', async () => {
  const customer = await createCustomer()
  const { account } = customer
  const requestId = await ask(customer)
  const by = { staffId, now: later(1) }
  await asStaff(tx => startIssuing(tx, account, requestId, by))
  const wrong = await upload(customer, requestId, { netHao: 5_311_900 })
  const typed = { requestId, invoiceNumber: wrong.invoiceNumber, issuedOn: '2026-11-20' }
  const check = await checkDocument(database.platformDb, files, account, { ...typed, fileId: wrong.fileId, isCreditNote: false })
  expect(check.differences).toEqual([{ field: 'grossHao', name: '价税合计', expected: '¥470.00', found: '¥570.00', isFatal: true }])
  const issue = (fileIds: string[], more: object = {}) =>
    asStaff(tx => issueWithFiles(tx, files, account, { ...typed, fileIds, ...more }, by))
  expect(await codeOf(issue([wrong.fileId]))).toBe('invoice_file_differs')
  const right = await upload(customer, requestId)
  const entered = { invoiceNumber: right.invoiceNumber }
  expect(await codeOf(issue([right.fileId], { ...entered, issuedOn: '2026-11-19' }))).toBe('invoice_date_past')
  expect(await codeOf(issue([right.fileId], { ...entered, issuedOn: '2026-11-21' }))).toBe('invoice_date_past')
  await issue([right.fileId], entered)
  const one = await readInvoiceForStaff(database.platformDb, account, requestId)
  expect(one).toMatchObject({ state: 'issued', invoiceNumber: right.invoiceNumber, files: [{ kind: 'xml', isCreditNote: false }] })
  expect(one.events.map(event => event.step)).toEqual(['asked', 'taken', 'issued', 'sent'])
  const mails = await database.platformDb
    .selectFrom('mail')
    .innerJoin('mailAttachment', join =>
      join.onRef('mailAttachment.mailId', '=', 'mail.mailId').onRef('mailAttachment.accountId', '=', 'mail.accountId'),
    )
    .select(['mail.toAddress', 'mailAttachment.fileName'])
    .where('mail.accountId', '=', account)
    .execute()
  expect(mails).toEqual([{ toAddress: 'a@example.com', fileName: `${right.invoiceNumber}.xml` }])
  expect(await codeOf(issue([right.fileId], entered))).toBe('state_forbids')
})

test('invoice number of another invoice: refused', async () => {
  const customer = await createCustomer()
  const other = await createCustomer()
  const by = { staffId, now: later(1) }
  const entered = async (one: Customer, invoiceNumber: string) => {
    const requestId = await ask(one)
    await asStaff(tx => startIssuing(tx, one.account, requestId, by))
    const { fileId } = await upload(one, requestId, { invoiceNumber })
    const issue = { requestId, invoiceNumber, issuedOn: '2026-11-20', fileIds: [fileId] }
    return codeOf(asStaff(tx => issueWithFiles(tx, files, one.account, issue, by)))
  }
  const number = nextNumber()
  expect(await entered(customer, number)).toBe('done')
  expect(await entered(other, number)).toBe('invoice_number_taken')
})

test('shipment: keeps the address used; queues count what waits', async () => {
  const customer = await createCustomer()
  const { account, addressId } = customer
  const before = await invoiceQueues(database.platformDb)
  const requestId = await ask(customer, 'paper')
  expect((await invoiceQueues(database.platformDb)).reviewing.count).toBe(before.reviewing.count + 1)
  expect((await listInvoicesForStaff(database.platformDb, { view: 'reviewing', pageSize: 50 })).rows.map(row => row.requestId)).toContain(
    requestId,
  )
  const remove = () => codeOf(asAccount(database.db, account, tx => deleteAddress(tx, account, { addressId, now })))
  expect(await remove()).toBe('in_use')
  const by = { staffId, now: later(1) }
  await asStaff(tx => startIssuing(tx, account, requestId, by))
  const { fileId, invoiceNumber } = await upload(customer, requestId)
  const issue = { requestId, invoiceNumber, issuedOn: '2026-11-20', fileIds: [fileId] }
  await asStaff(tx => issueWithFiles(tx, files, account, issue, by))
  expect((await invoiceQueues(database.platformDb)).unsent.count).toBe(before.unsent.count + 1)
  expect(await remove()).toBe('in_use')
  const sign = () => codeOf(asStaff(tx => confirmInvoiceReceipt(tx, account, requestId, by)))
  expect(await sign()).toBe('state_forbids')
  const envelope = { requestId, courier: '顺丰速运', trackingNumber: 'SF1234567890' }
  const ship = () => codeOf(asStaff(tx => shipInvoice(tx, account, envelope, by)))
  expect([await ship(), await ship()]).toEqual(['done', 'state_forbids'])
  expect(await remove()).toBe('done')
  expect((await readInvoiceForStaff(database.platformDb, account, requestId)).shipment?.shippedTo).toBe(
    '王小满 浙江省杭州市西湖区文三路1号楼',
  )
  expect([await sign(), await sign()]).toEqual(['done', 'state_forbids'])
})

test('mailbox: can’t be deleted with an open request; its link verifies once; verification mails are limited', async () => {
  const customer = await createCustomer()
  const { account, emailId } = customer
  await ask(customer)
  const within = <T>(work: (tx: Tx) => Promise<T>) => asAccount(database.db, account, work)
  expect(await codeOf(within(tx => deleteEmail(tx, account, { emailId, now })))).toBe('in_use')
  const added = await within(tx => addEmail(tx, account, { address: 'b@example.com', remark: '', base: 'http://console', now }))
  const again = (at: Date) => codeOf(within(tx => resendLink(tx, account, { emailId: added.emailId, base: 'http://console', now: at })))
  expect(await again(later(0.01))).toBe('invoice_email_limited')
  const letter = async () => {
    const rows = await database.platformDb
      .selectFrom('mail')
      .select('body')
      .where('accountId', '=', account)
      .orderBy('mailId', 'desc')
      .execute()
    return itemOrThrow(matchOrThrow(/token=(\S+)/, firstOrThrow(rows).body), 1)
  }
  const first = await letter()
  expect(await again(later(1))).toBe('done')
  const token = await letter()
  expect(await codeOf(readEmailLink(database.db, first, later(2)))).toBe('invoice_email_link_invalid')
  expect(await codeOf(readEmailLink(database.db, token, later(26)))).toBe('invoice_email_link_invalid')
  expect((await readEmailLink(database.db, token, later(2))).address).toBe('b@example.com')
  expect(await confirmEmail(database.db, token, later(2))).toEqual({ address: 'b@example.com' })
  expect(await codeOf(confirmEmail(database.db, token, later(2)))).toBe('invoice_email_link_invalid')
  expect(await codeOf(confirmEmail(database.db, '', now))).toBe('invoice_email_link_invalid')
})

test('unanswered confirmation: expires after 72 hours, and the invoice stays valid', async () => {
  const customer = await createCustomer()
  const { account } = customer
  const requestId = await ask(customer)
  const by = { staffId, now: later(1) }
  await asStaff(tx => startIssuing(tx, account, requestId, by))
  const { fileId, invoiceNumber } = await upload(customer, requestId)
  await asStaff(tx => issueWithFiles(tx, files, account, { requestId, invoiceNumber, issuedOn: '2026-11-20', fileIds: [fileId] }, by))
  await asStaff(tx => requestReversal(tx, account, requestId, { reason: '01', note: '抬头有误', replace: null }, by))
  await asStaff(tx => startReversal(tx, account, requestId, { confirmNumber: '33010626110000482915', confirmState: '02' }, by))
  expect(await reversalsToExpire(database.platformDb, later(72.9), 10)).toEqual([])
  expect(await reversalsToExpire(database.platformDb, later(73), 10)).toEqual([{ account, requestId }])
  await asStaff(tx => expireReversal(tx, account, requestId, '07', { now: later(73) }))
  expect(await readInvoiceForStaff(database.platformDb, account, requestId)).toMatchObject({
    state: 'issued',
    reversals: [{ state: 'lapsed', confirmState: '07' }],
  })
})

test('paused invoicing: no requests are possible', async () => {
  const customer = await createCustomer()
  const pause = (isPaused: boolean) => codeOf(asStaff(tx => setPause(tx, { isPaused, notice: '税率调整', staffId, now })))
  expect(await pause(false)).toBe('state_forbids')
  expect(await pause(true)).toBe('done')
  expect(await codeOf(ask(customer))).toBe('invoicing_paused')
  expect(await pause(false)).toBe('done')
  expect(await codeOf(ask(customer))).toBe('done')
})

test('tax rate: starts on a future date, once, and shows whom it affects', async () => {
  const customer = await createCustomer()
  const rule = {
    product: 'sms' as const,
    categoryName: '基础电信服务',
    itemName: '短信服务费',
    categoryCode: '',
    source: '测试公告第1号',
    staffId,
    now,
  }
  const add = (startsOn: string, rate: string) => codeOf(asStaff(tx => addTaxRule(tx, { ...rule, startsOn, rate })))
  expect(await add('2026-11-20', '5')).toBe('tax_rule_past')
  expect([await add('2026-12-01', '5.5'), await add('2026-12-01', '4')]).toEqual(['done', 'tax_rule_exists'])
  const rules = (await listTaxRules(database.platformDb, now)).filter(one => one.product === 'sms')
  expect(rules.map(({ rateBp, state }) => [rateBp, state])).toEqual([
    [550, 'coming'],
    [900, 'current'],
    [600, 'past'],
  ])
  const effect = await taxEffect(database.platformDb, 'sms', now)
  expect(effect.accounts).toContainEqual({
    accountId: customer.account,
    name: expect.any(String),
    spentHao: 10_000_000,
    openHao: 10_000_000,
  })
  expect((await taxEffect(database.platformDb, 'link', now)).accounts).toEqual([])
})

test('preview: a PDF with our font, marked as no invoice', async () => {
  const customer = await createCustomer()
  const invoice = await readInvoiceForStaff(database.platformDb, customer.account, await ask(customer))
  const bytes = await writeInvoicePreview({ ...invoice, buyer: invoice.title }, now)
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(bytes.toString('latin1')).toContain('NotoSansSC')
})
