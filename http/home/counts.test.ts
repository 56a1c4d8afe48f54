import { rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { adminAttestationCalls } from '#contract/account/admin-attestation.ts'
import { adminCustomerCalls } from '#contract/account/admin-customer.ts'
import { adminPersonCalls } from '#contract/account/admin-person.ts'
import { blacklistCalls } from '#contract/blacklist/blacklist.ts'
import { broadcastCalls } from '#contract/broadcast/broadcast.ts'
import { broadcastDraftCalls } from '#contract/broadcast/broadcast-draft.ts'
import type { Call } from '#contract/call.ts'
import { adminReviewCalls } from '#contract/content/admin-review.ts'
import { signatureCalls } from '#contract/content/signature.ts'
import { templateCalls } from '#contract/content/template.ts'
import { exportCalls } from '#contract/export/export.ts'
import { adminHomeCalls } from '#contract/home/admin-home.ts'
import { homeCalls } from '#contract/home/home.ts'
import { adminInvoiceCalls } from '#contract/invoicing/admin-invoice.ts'
import { adminTitleCalls } from '#contract/invoicing/admin-invoice-title.ts'
import { invoiceCalls } from '#contract/invoicing/invoice.ts'
import { linkReviewCalls } from '#contract/links/admin-link.ts'
import { linkReportCalls } from '#contract/links/admin-link-report.ts'
import { linkListCalls } from '#contract/links/link-list.ts'
import { linkPackageCalls } from '#contract/links/link-package.ts'
import { announcementCalls, notificationCalls } from '#contract/notification/announcement.ts'
import { adminRefundCalls } from '#contract/orders/admin-order.ts'
import { orderCalls } from '#contract/orders/order.ts'
import { packageCalls } from '#contract/orders/package.ts'
import { adminBankCalls } from '#contract/payments/admin-bank.ts'
import { adminRechargeCalls } from '#contract/payments/admin-recharge.ts'
import { adminWithdrawalCalls } from '#contract/payments/admin-withdrawal.ts'
import { adminSenderRegistrationCalls } from '#contract/sender-registration/admin-sender-registration.ts'
import { adminApprovalCalls } from '#contract/staff/admin-approval.ts'
import { asAccount } from '#db/connect.ts'
import { seedDemo } from '#db/seed/demo.ts'
import { seedReference } from '#db/seed/reference.ts'
import { requestExport } from '#domain/export/request.ts'
import { Files } from '#domain/platform/files.ts'
import { createCustomerApp } from '#http/server/customer.ts'
import { parseAnswer } from '#test/support/answer.ts'
import { type BackOffice, backOfficeSecret as secret, startBackOffice } from '#test/support/back-office.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createSessionCookie } from '#test/support/session.ts'
import type { AccountId } from '#values/id.ts'

const now = new Date('2026-11-20T10:00:00Z')
const folder = path.join(os.tmpdir(), `hongyan-counts-${process.pid}`)
type Input = Record<string, string>
type Get = (call: Call, input: Input) => Promise<unknown>
let database: TestDatabase
let office: BackOffice
let asMember: Get
let close: () => Promise<void>

beforeAll(async () => {
  database = await createTestDatabase()
  const shortLinkUrl = 'https://hy.example'
  await seedReference(database.url, { secret, upstream: { host: '127.0.0.1', port: 2775 }, now })
  const demo = await seedDemo(database.url, { secret, shortLinkUrl, files: new Files(folder, secret), now })
  const app = await createCustomerApp({ db: database.db, secret, shortLinkUrl, now: () => now })
  const name = await database.platformDb
    .selectFrom('loginName')
    .selectAll()
    .where('login', '=', demo?.customer.login ?? '')
    .executeTakeFirstOrThrow()
  await addStates(name.accountId, name.memberId)
  const cookie = await createSessionCookie(database.db, name.accountId, name.memberId)
  asMember = async (call, input) => {
    const answer = await app.inject({ url: `${call.path}?${new URLSearchParams(input)}`, headers: { cookie } })
    return parseAnswer(call, answer.json())
  }
  // The back office of the tests has people of these names too.
  await database.platformPool.query(`update staff set login = 'demo-' || login`)
  office = await startBackOffice(database, () => now)
  close = () => app.close()
})
afterAll(async () => {
  await close?.()
  await office?.close()
  await database?.close()
  await rm(folder, { recursive: true, force: true })
})

/** What the demo has none of. */
async function addStates(account: AccountId, memberId: string): Promise<void> {
  const requester = { memberId, role: 'owner', address: '127.0.0.1', agent: 'test', now } as const
  const request = { source: 'message', filter: {}, format: 'csv', isFull: false } as const
  await asAccount(database.db, account, async tx => {
    await requestExport(tx, account, new Files(folder, secret), { ...request, columns: ['content'] }, requester, 0)
    await sql`update broadcast set state = 'paused', finished_at = null where account_id = ${account} and name = (
      select max(name) from broadcast where account_id = ${account})`.execute(tx)
    await sql`update withdrawal set state = 'approving' where account_id = ${account} and state = 'reviewing'`.execute(tx)
  })
}

const pageSchema = z.looseObject({ rows: z.array(z.unknown()), nextCursor: z.string().nullish() })
/** The rows of a list over all its pages. */
async function rowCountOf(get: Get, call: Call, input: Input): Promise<number> {
  const sizes: Input = 'pageSize' in call.input.shape ? { pageSize: '100' } : {}
  let count = 0
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = pageSchema.parse(await get(call, { ...input, ...sizes, ...(cursor ? { cursor } : {}) }))
    count += page.rows.length
    cursor = page.nextCursor ?? null
  }
  return count
}

const object = z.looseObject({})
/** What an answer has at a place, by the names that lead to it. */
const partAt = (answer: unknown, place: string): unknown => place.split('.').reduce((part, name) => object.parse(part)[name], answer)
const numberAt = (answer: unknown, place: string) => z.number().parse(partAt(answer, place))

/** Tabs with counts: the list, where it has them, the field that a tab sets, and what else is set. */
const tabs: [call: Call, place: string, field: string, more?: Input][] = [
  [signatureCalls.list, 'counts', 'state'],
  [templateCalls.list, 'counts', 'state'],
  [packageCalls.list, 'counts', 'state'],
  [linkPackageCalls.list, 'counts', 'state'],
  [exportCalls.list, 'counts', 'state'],
  [broadcastCalls.list, 'stateCounts', 'state', { part: 'open' }],
  [broadcastCalls.list, 'stateCounts', 'state', { part: 'finished' }],
]
const staffTabs: typeof tabs = [
  [adminSenderRegistrationCalls.list, 'counts', 'state'],
  [adminAttestationCalls.queue, 'counts', 'subject'],
  [adminReviewCalls.queue, 'counts', 'object'],
]
async function compareTabs(get: Get, [call, place, field, more = {}]: (typeof tabs)[number]): Promise<number> {
  const counts = z.record(z.string(), z.number()).parse(partAt(await get(call, more), place))
  const rows: Record<string, number> = {}
  for (const key of Object.keys(counts)) rows[key] = await rowCountOf(get, call, { ...more, [field]: key })
  expect(rows).toEqual(counts)
  const whole = await rowCountOf(get, call, more)
  const sum = Object.values(counts).reduce((one, other) => one + other, 0)
  // A signature has a state with each carrier.
  if (call !== adminSenderRegistrationCalls.list) expect(whole).toBe(sum)
  return sum
}

test.each(tabs.map(one => [one[0].path, one[3]?.part ?? '', one] as const))(
  'tabs of %s %s have the counts of their lists',
  async (_, __, one) => {
    expect(await compareTabs(asMember, one)).toBeGreaterThan(0)
  },
)
test.each(staffTabs.map(one => [one[0].path, one] as const))('tabs of %s have the counts of their lists', async (_, one) => {
  expect(await compareTabs(office.get, one)).toBeGreaterThan(0)
})

/** A count on a page: the call, the place in its answer, and the list to which it leads. */
type Count = [call: Call, place: string, list: Call, input: Input, of?: Input]
const counts: Count[] = [
  [broadcastCalls.list, 'draftCount', broadcastDraftCalls.list, {}, { part: 'open' }],
  [announcementCalls.list, 'unreadCount', announcementCalls.list, { isUnread: 'true' }],
  [notificationCalls.list, 'unreadCount', notificationCalls.list, { isUnread: 'true' }],
  [homeCalls.frame, 'news.announcementCount', announcementCalls.list, { isUnread: 'true' }],
  [homeCalls.frame, 'news.messageCount', notificationCalls.list, { isUnread: 'true' }],
  [homeCalls.overview, 'waiting.rejectedSignatures', signatureCalls.list, { state: 'rejected' }],
  [homeCalls.overview, 'waiting.rejectedTemplates', templateCalls.list, { state: 'rejected' }],
  [homeCalls.overview, 'waiting.pausedBroadcasts', broadcastCalls.list, { part: 'open', state: 'paused' }],
  [homeCalls.overview, 'waiting.heldBroadcasts', broadcastCalls.list, { part: 'open', state: 'held' }],
  [homeCalls.overview, 'links.rejectedCount', linkListCalls.list, { state: 'rejected' }],
  [homeCalls.overview, 'links.blockedCount', linkListCalls.list, { state: 'blocked' }],
  [homeCalls.tasks, 'orders.waitingCount', orderCalls.list, { state: 'waiting' }],
  [homeCalls.tasks, 'orders.refundingCount', orderCalls.list, { state: 'refunding' }],
  [homeCalls.tasks, 'invoices.failedCount', invoiceCalls.list, { state: 'failed' }],
  [homeCalls.tasks, 'invoices.reversingCount', invoiceCalls.list, { state: 'reversing' }],
  [homeCalls.frame, 'marks.rejectedSignatures', signatureCalls.list, { state: 'rejected' }],
  [homeCalls.frame, 'marks.rejectedTemplates', templateCalls.list, { state: 'rejected' }],
  [homeCalls.frame, 'marks.sendingBroadcasts', broadcastCalls.list, { part: 'open', state: 'sending' }],
  [homeCalls.frame, 'marks.waitingOrders', orderCalls.list, { state: 'waiting' }],
  [homeCalls.frame, 'marks.unfinishedExports', exportCalls.list, { state: 'queued' }],
  [linkListCalls.figures, 'linkCount', linkListCalls.list, {}],
  [linkListCalls.figures, 'activeCount', linkListCalls.list, { state: 'active' }],
  [linkListCalls.figures, 'reviewingCount', linkListCalls.list, { state: 'reviewing' }],
  [blacklistCalls.figures, 'activeCount', blacklistCalls.list, {}],
]
const view = (name: string): Input => ({ view: name })
const staffCounts: Count[] = [
  [adminHomeCalls.overview, 'reviews.signature.count', adminReviewCalls.queue, { object: 'signature' }],
  [adminHomeCalls.overview, 'reviews.template.count', adminReviewCalls.queue, { object: 'template' }],
  [adminHomeCalls.overview, 'attestations.count', adminAttestationCalls.queue, {}],
  [adminHomeCalls.overview, 'links.hostCount', linkReviewCalls.queue, {}],
  [adminHomeCalls.overview, 'links.reportedCount', linkReportCalls.list, {}],
  [adminHomeCalls.overview, 'customers.count', adminCustomerCalls.list, {}],
  [adminHomeCalls.overview, 'customers.unattestedCount', adminCustomerCalls.list, { attested: 'no' }],
  [adminHomeCalls.overview, 'customers.frozenCount', adminCustomerCalls.list, { state: 'frozen' }],
  [adminHomeCalls.overview, 'finance.refunds.count', adminRefundCalls.list, { state: 'waiting' }],
  [adminHomeCalls.overview, 'finance.approvals.count', adminApprovalCalls.list, { state: 'waiting' }],
  [adminHomeCalls.overview, 'finance.claims.count', adminBankCalls.claims, {}],
  [adminHomeCalls.overview, 'finance.withdrawals.count', adminWithdrawalCalls.list, {}],
  [adminHomeCalls.overview, 'finance.receiptCount', adminBankCalls.receipts, { state: 'waiting' }],
  [adminHomeCalls.overview, 'finance.abnormalCount', adminWithdrawalCalls.list, view('abnormal')],
  [adminHomeCalls.overview, 'finance.failedRechargeCount', adminRechargeCalls.list, {}],
  [adminHomeCalls.overview, 'invoices.reviewing.count', adminInvoiceCalls.queue, {}],
  [adminHomeCalls.overview, 'invoices.titles.count', adminTitleCalls.queue, {}],
  [adminApprovalCalls.list, 'counts.waiting', adminApprovalCalls.list, { state: 'waiting' }],
  [adminPersonCalls.phoneChanges, 'waitingCount', adminPersonCalls.phoneChanges, { part: 'waiting' }],
  ...(['reviewing', 'issuing', 'failed', 'reversing', 'unsent', 'sent'] as const).map(
    (name): Count => [adminInvoiceCalls.queue, `counts.${name}.count`, adminInvoiceCalls.queue, view(name)],
  ),
]

const compare = async (get: Get, [call, place, list, input, of = {}]: Count) =>
  expect(numberAt(await get(call, of), place)).toBe(await rowCountOf(get, list, input))

test.each(counts.map(one => [one[1], one[2].path, one] as const))('%s is the number of rows of %s', (_, __, one) => compare(asMember, one))
test.each(staffCounts.map(one => [one[1], one[2].path, one] as const))('staff: %s is the number of rows of %s', (_, __, one) =>
  compare(office.get, one),
)
