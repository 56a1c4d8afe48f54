import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call, ErrorBody } from '#contract/call.ts'
import { customerCalls } from '#contract/calls.ts'
import { plainLink } from '#contract/link.ts'
import type { UploadShape } from '#contract/upload.ts'
import { asAccount } from '#db/connect.ts'
import { createKey } from '#domain/app/key.ts'
import { Files } from '#domain/files.ts'
import { purchasePackage } from '#domain/finance/purchase.ts'
import { holdCharge } from '#domain/ledger/charge.ts'
import { recharge as addCredit, grantSegments } from '#domain/ledger/credit.ts'
import { addWebhook } from '#domain/push/webhook.ts'
import { acceptMessages } from '#domain/sms/accept.ts'
import { createChannel, prepareUpload } from '#test/support/broadcast.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createSessionCookie } from '#test/support/session.ts'
import { tenantTables } from '#test/tidy/statement.ts'
import { chinaDay } from '#values/china-time.ts'
import { type AccountId, encodeId, type IdNoun, newId } from '#values/id.ts'
import type { App } from './app.ts'
import { createCustomerApp } from './customer.ts'

const now = new Date()
/** Stands in every text of the other account that could be seen. */
const canary = '石榴籽'
const canaryPhone = '18812340099'

const shape: UploadShape = {
  format: 'text',
  encoding: 'utf-8',
  delimiter: ',',
  hasHeader: false,
  columns: ['第1列'],
  sample: [],
  phoneColumn: 0,
}

type Ids = Record<string, string>
let database: TestDatabase
let app: App
let base: string
let cookie: string
let mine: Ids
let foreign: Ids
let foreignAccount: string

beforeAll(async () => {
  database = await createTestDatabase()
  await createChannel(database.platformDb)
  app = await createCustomerApp({ db: database.db, secret: 'x'.repeat(32), now: () => now, files: new Files('/dev/null/files') })
  base = await app.listen({ host: '127.0.0.1', port: 0 })
  const receiving = { holder: '鸿雁', account_number: '62220212', bank: '示例银行', bank_code: '1'.repeat(12) }
  await database.platformDb
    .insertInto('receiving_account')
    .values({ ...receiving, receiving_account_id: newId() })
    .execute()
  const coupon = {
    name: '套餐九折',
    kind: 'percent',
    off: 10,
    minimum_hao: 10_000,
    starts_at: new Date(0),
    ends_at: new Date('2099-01-01T00:00:00Z'),
  }
  await database.platformDb
    .insertInto('coupon')
    .values({ ...coupon, coupon_id: newId(), code: 'TENTH', created_at: now })
    .execute()
  const [me, other] = [await createFull(), await createFull()]
  mine = me.ids
  foreign = other.ids
  foreignAccount = other.account
  cookie = await createSessionCookie(database.db, me.account, me.memberId)
})
afterAll(async () => {
  await app?.close()
  await database?.close()
})

/** An account with one of everything that calls name by an id. */
async function createFull() {
  const inboundId = newId()
  const { account, memberId, signatureId, templateId, uploadId } = await prepareUpload(database.db, now, 3)
  const [tagId, taskId] = [newId(), newId()]
  const [draftId, broadcastId, messageId, blacklistId, groupId, contactId, grantId] = [
    newId(),
    newId(),
    newId(),
    newId(),
    newId(),
    newId(),
    newId(),
  ]
  await asAccount(database.db, account, async tx => {
    await tx.updateTable('template').set({ name: canary, text: canary, variables: '[]' }).where('account_id', '=', account).execute()
    await tx
      .updateTable('upload')
      .set({ file_name: `${canary}.csv`, shape: JSON.stringify(shape) })
      .where('account_id', '=', account)
      .execute()
    await tx
      .insertInto('broadcast')
      .values({
        account_id: account,
        broadcast_id: broadcastId,
        name: canary,
        kind: 'notice',
        signature_id: signatureId,
        template_id: templateId,
        signature_text: canary,
        template_text: canary,
        variables: '[]',
        // Of another upload, since one that was sent takes no new mapping.
        upload_id: newId(),
        state: 'scheduled',
        recipient_count: 1,
        segment_count: 1,
        scheduled_at: new Date(now.getTime() + 3_600_000),
      })
      .execute()
    const [hold] = await holdCharge(tx, account, 'notice', new Map([[1, 1]]), { now, broadcastId })
    await acceptMessages(
      tx,
      account,
      [
        {
          messageId,
          kind: 'notice',
          signatureId,
          templateId,
          phone: canaryPhone,
          operator: 'mobile',
          content: canary,
          segmentCount: 1,
          holdId: hold!.holdId,
          broadcastId,
        },
      ],
      { now },
    )
    await tx
      .insertInto('broadcast_draft')
      .values({
        account_id: account,
        draft_id: draftId,
        member_id: memberId,
        name: canary,
        content: JSON.stringify({ ...draftContent, name: canary }),
        version: 1,
        created_at: now,
        changed_at: now,
      })
      .execute()
    await tx
      .insertInto('blacklist')
      .values({ account_id: account, blacklist_id: blacklistId, phone: canaryPhone, level: 'account', source: 'manual', reason: canary })
      .execute()
    await tx
      .insertInto('inbound')
      .values({
        account_id: account,
        inbound_id: inboundId,
        phone: canaryPhone,
        sender_number: '1069',
        text: canary,
        signature_id: signatureId,
        message_id: messageId,
      })
      .execute()
    const times = { startsAt: now, expiresAt: new Date(now.getTime() + 86_400_000) }
    await grantSegments(tx, account, { grantId, kind: 'general', name: canary, segmentCount: 7, source: 'gift', ...times })
    await tx.insertInto('contact_group').values({ account_id: account, group_id: groupId, name: canary, contact_count: 1 }).execute()
    await tx.insertInto('contact_tag').values({ account_id: account, tag_id: tagId, name: canary }).execute()
    await tx.insertInto('contact_field').values({ account_id: account, field_key: 1, name: canary }).execute()
    await tx
      .insertInto('contact_task')
      .values({ account_id: account, task_id: taskId, kind: 'delete', state: 'waiting', input: JSON.stringify({ subject: canary }) })
      .execute()
    await tx
      .insertInto('contact')
      .values({ account_id: account, contact_id: contactId, group_id: groupId, phone: canaryPhone, name: canary })
      .execute()
  })
  const [linkId, linkGroupId, linkBatchId] = [newId(), newId(), newId()]
  await asAccount(database.db, account, async tx => {
    const batch = { state: 'canceled', input: JSON.stringify({ way: 'targets', fileName: canary }) }
    await tx
      .insertInto('link_batch')
      .values({ account_id: account, batch_id: linkBatchId, ...batch })
      .execute()
    await tx.insertInto('link_group').values({ account_id: account, group_id: linkGroupId, name: canary }).execute()
    await tx
      .insertInto('link_task')
      .values({ account_id: account, task_id: taskId, act: '{"kind":"disable"}', filter: '{}', state: 'waiting', total_count: 1 })
      .execute()
    await tx
      .insertInto('link')
      .values({
        account_id: account,
        link_id: linkId,
        group_id: linkGroupId,
        broadcast_id: broadcastId,
        code: `t${linkId.slice(-10)}`,
        title: canary,
        target: 'https://example.com/',
        state: 'active',
      })
      .execute()
    await tx
      .insertInto('visit')
      .values({
        account_id: account,
        visit_id: newId(),
        link_id: linkId,
        message_id: messageId,
        visitor_kind: 'person',
        visitor_hash: Buffer.alloc(12),
        address: '113.87.160.9',
        city: canary,
      })
      .execute()
  })
  const rechargeId = newId()
  await asAccount(database.db, account, tx =>
    tx
      .insertInto('recharge')
      .values({
        account_id: account,
        recharge_id: rechargeId,
        trade_number: `R${rechargeId}`,
        channel: 'alipay',
        amount_hao: 100,
        state: 'closed',
        payer: canary,
        expires_at: now,
      })
      .execute(),
  )
  await asAccount(database.db, account, tx => addCredit(tx, account, { transferId: newId(), amountHao: 2_400_000, at: now }))
  const { orderId } = await asAccount(database.db, account, tx => purchasePackage(tx, account, { packageId: '3001', quantity: 1, now }))
  const [titleId, addressId, emailId, fileId] = [newId(), newId(), newId(), newId()]
  await asAccount(database.db, account, async tx => {
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
  })
  const [claimId, slipId, withdrawalId] = [newId(), newId(), newId()]
  await asAccount(database.db, account, async tx => {
    const slip = { purpose: 'bank-slip', kind: 'pdf', file_name: canary, byte_count: 1, sha256: '', created_at: now }
    await tx
      .insertInto('private_file')
      .values({ ...slip, account_id: account, file_id: slipId })
      .execute()
    const claimed = {
      payer_name: canary,
      payer_account: '62220212',
      amount_hao: 100,
      paid_on: '2026-01-01',
      slip_file_id: slipId,
      remark: canary,
    }
    await tx
      .insertInto('bank_claim')
      .values({ ...claimed, account_id: account, claim_id: claimId, claim_number: canary, state: 'more', member_id: memberId })
      .execute()
    await tx
      .insertInto('withdrawal')
      .values({
        account_id: account,
        withdrawal_id: withdrawalId,
        withdrawal_number: canary,
        amount_hao: 100,
        remark: canary,
        state: 'abnormal',
        member_id: memberId,
      })
      .execute()
    await tx.insertInto('payer_name').values({ account_id: account, name: canary }).execute()
  })
  const [sessionId, invitationId, closingId, changeId] = [newId(), newId(), newId(), newId()]
  await database.db
    .insertInto('session')
    .values({
      token_hash: Buffer.from(sessionId),
      session_id: sessionId,
      account_id: account,
      member_id: memberId,
      expires_at: new Date(now.getTime() + 3_600_000),
      address: '127.0.0.1',
      agent: canary,
    })
    .execute()
  await asAccount(database.db, account, async tx => {
    const invited = { role: 'viewer', state: 'waiting', token_hash: Buffer.from(invitationId), invited_by: memberId, invited_at: now }
    await tx
      .insertInto('invitation')
      .values({
        account_id: account,
        invitation_id: invitationId,
        phone: canaryPhone,
        name: canary,
        expires_at: new Date(soon),
        ...invited,
      })
      .execute()
    await tx
      .insertInto('account_closing')
      .values({
        account_id: account,
        closing_id: closingId,
        member_id: memberId,
        reason: canary,
        state: 'waiting',
        asked_at: now,
        due_at: now,
      })
      .execute()
    const phones = { old_phone: canaryPhone, new_phone: canaryPhone }
    await tx
      .insertInto('phone_change')
      .values({
        account_id: account,
        change_id: changeId,
        member_id: memberId,
        ...phones,
        reason: canary,
        file_ids: [],
        state: 'waiting',
        asked_at: now,
      })
      .execute()
  })
  const contactPersonId = newId()
  await asAccount(database.db, account, tx =>
    tx
      .insertInto('account_contact')
      .values({ account_id: account, contact_id: contactPersonId, role: 'finance', name: canary, phone: canaryPhone })
      .execute(),
  )
  const requestId = newId()
  const ofInvoice = { account_id: account, request_id: requestId, batch_id: requestId, request_number: 'F1', title_version_id: titleId }
  const sums = { rate_bp: 900, gross_hao: 10_900, net_hao: 10_000, tax_hao: 900 }
  await asAccount(database.db, account, tx =>
    tx
      .insertInto('invoice_request')
      .values({
        ...{ ...ofInvoice, ...sums, basis: 'amount', kind: 'ordinary', medium: 'electronic', remark: canary, state: 'reviewing' },
        ...{ asked_at: now, changed_at: now },
      })
      .execute(),
  )
  const [activityId, tellingId] = [newId(), newId()]
  await asAccount(database.db, account, async tx => {
    await tx.insertInto('activity').values({ account_id: account, activity_id: activityId, action: canary, object: canary }).execute()
    await tx
      .insertInto('account_message')
      .values({ account_id: account, message_id: tellingId, kind: 'account', title: canary, body: canary, told_at: now })
      .execute()
  })
  const [exportId, appId] = [newId(), newId()]
  await asAccount(database.db, account, tx => tx.insertInto('app').values({ account_id: account, app_id: appId, name: canary }).execute())
  const { accessKeyId } = await asAccount(database.db, account, tx =>
    createKey(tx, account, { appId, scopes: ['query'], note: canary, master: 'x'.repeat(32), memberId, now }),
  )
  const alertIds = await createAlert(account, now)
  const attemptId = newId()
  const webhookId = await asAccount(database.db, account, async tx => {
    const choice = { url: `https://example.com/${encodeURIComponent(canary)}`, format: 'hongyan', kinds: ['report'] } as const
    const { webhookId } = await addWebhook(tx, account, 'x'.repeat(32), { appId, choice, now })
    const attempt = { attempt_id: attemptId, webhook_id: webhookId, app_id: appId, event_ids: [], outcome: 'delivered', elapsed_ms: 1 }
    await tx
      .insertInto('push_attempt')
      .values({ account_id: account, ...attempt })
      .execute()
    return webhookId
  })
  await asAccount(database.db, account, tx =>
    tx
      .insertInto('export_job')
      .values({
        account_id: account,
        export_id: exportId,
        source: 'message',
        filter: '{}',
        facts: JSON.stringify([['手机号', canary]]),
        columns: ['phone'],
        format: 'csv',
        is_full: false,
        state: 'done',
        files: JSON.stringify([{ fileId: newId(), rowCount: 1, byteCount: 1, crc: 0 }]),
        member_id: memberId,
        requested_at: now,
        expires_at: new Date(now.getTime() + 3_600_000),
      })
      .execute(),
  )
  return {
    account,
    memberId,
    ids: {
      inboundId,
      exportId,
      signatureId,
      templateId,
      uploadId,
      broadcastId,
      messageId,
      blacklistId,
      groupId,
      contactId,
      grantId,
      memberId,
      draftId,
      appId,
      webhookId,
      attemptId,
      accessKeyId,
      ...alertIds,
      defaultSignatureId: signatureId,
      parentId: groupId,
      tagId,
      taskId,
      linkId,
      linkGroupId,
      linkBatchId,
      rechargeId,
      claimId,
      slipId,
      withdrawalId,
      titleId,
      addressId,
      emailId,
      fileId,
      orderId,
      sessionId,
      invitationId,
      closingId,
      changeId,
      requestId,
      activityId,
      tellingId,
      contactPersonId,
    },
  }
}

/** A rule with an alert, and somebody and a robot that it tells. */
async function createAlert(account: AccountId, now: Date): Promise<Ids> {
  const [ruleId, alertId, alertContactId, robotId] = [newId(), newId(), newId(), newId()]
  await asAccount(database.db, account, async tx => {
    const told = { channels: ['sms', 'robot'], contact_ids: [alertContactId], robot_ids: [robotId] }
    const parameters = JSON.stringify({ percent: 80, leastCount: 10, messageKind: 'all' })
    const rule = { ...told, parameters, repeat_minutes: 60, is_on: true, created_at: now, changed_at: now }
    await tx
      .insertInto('alert_rule')
      .values({ account_id: account, rule_id: ruleId, kind: 'success_low', ...rule })
      .execute()
    const words = {
      title: canary,
      body: canary,
      advice: canary,
      link: '/sms/delivery',
      value_text: '1%',
      last_value_text: '1%',
      threshold_text: '80%',
    }
    const facts = { kind: 'success_low', subject: '', severity: 'warning', action: 'brake', state: 'open', fired_at: now }
    await tx
      .insertInto('alert')
      .values({ account_id: account, alert_id: alertId, rule_id: ruleId, ...words, ...facts })
      .execute()
    const contact = { name: canary, phone: canaryPhone, created_at: now }
    await tx
      .insertInto('alert_contact')
      .values({ account_id: account, contact_id: alertContactId, ...contact })
      .execute()
    const robot = { name: canary, kind: 'wecom', sealed_url: Buffer.from(canary), url_tail: canary, created_at: now }
    await tx
      .insertInto('alert_robot')
      .values({ account_id: account, robot_id: robotId, ...robot })
      .execute()
  })
  return { ruleId, alertId, alertContactId, robotId }
}

const nouns: Record<string, IdNoun> = {
  ruleId: 'alertRule',
  alertId: 'alert',
  alertContactId: 'alertContact',
  robotId: 'alertRobot',
  claimId: 'claim',
  slipId: 'file',
  withdrawalId: 'withdrawal',
  signatureId: 'signature',
  templateId: 'template',
  uploadId: 'upload',
  broadcastId: 'broadcast',
  messageId: 'message',
  inboundId: 'inbound',
  blacklistId: 'blacklist',
  groupId: 'group',
  contactId: 'contact',
  exportId: 'export',
  grantId: 'grant',
  memberId: 'member',
  draftId: 'draft',
  appId: 'app',
  webhookId: 'webhook',
  attemptId: 'pushAttempt',
  defaultSignatureId: 'signature',
  parentId: 'group',
  tagId: 'tag',
  taskId: 'task',
  linkId: 'link',
  linkGroupId: 'linkGroup',
  linkBatchId: 'linkBatch',
  rechargeId: 'recharge',
  titleId: 'invoiceTitle',
  addressId: 'invoiceAddress',
  emailId: 'invoiceEmail',
  fileId: 'file',
  orderId: 'order',
  sessionId: 'session',
  invitationId: 'invitation',
  closingId: 'closing',
  changeId: 'phoneChange',
  requestId: 'invoice',
  activityId: 'activity',
  tellingId: 'telling',
  contactPersonId: 'accountContact',
}
/** Ids that have no prefix: they are told to programs as they are kept. */
const plainIds = ['accessKeyId']
/** An id of an account as it is sent. */
const sentId = (field: string, ids: Ids) => (plainIds.includes(field) ? ids[field]! : encodeId(nouns[field]!, ids[field]!))
/** Names that end like ids and are none of a tenant's rows. */
const notOurs = new Set(['packageId', 'noticeId', 'customId'])

const alertRule = {
  setting: { kind: 'success_low', parameters: { percent: 80, leastCount: 10, messageKind: 'all' } },
  channels: [],
  contactIds: [],
  robotIds: [],
  repeatMinutes: 0,
  isOn: true,
}

const draftContent = {
  name: '草稿',
  signatureId: null,
  templateId: null,
  ownText: null,
  uploadId: null,
  isScheduled: false,
  scheduledAt: '',
  isSpread: false,
  perMinute: 0,
  fromMinute: 480,
  untilMinute: 1260,
  atNight: 'postpone',
}
const today = { from: chinaDay(now), to: chinaDay(now) }
const soon = new Date(now.getTime() + 3_600_000).toISOString()
const place = { province: '浙江省', city: '杭州市', district: '西湖区', detail: '文三路1号楼' }
const invoiceTitle = {
  kind: 'company',
  name: '别家公司',
  taxNumber: '1'.repeat(15),
  address: '文三路1号',
  phone: '0571-88880000',
  bankName: '招商银行',
  bankAccount: '571900000010101',
  wantsSpecial: true,
}
const claimed = { payerName: '别家公司', payerAccount: '62220212', amount: '1', paidOn: chinaDay(now) }
const texts = { text: '新签名', kind: 'company', purpose: 'own', remark: '', isSubmitted: false }
/** What each call needs beside its ids to get as far as looking for them. */
const others: Record<string, object> = {
  'GET /api/statistics': { ...today, by: 'day' },
  'GET /api/statistics/breakdown': { ...today, split: 'kind' },
  'GET /api/statistics/failures': today,
  'GET /api/statistics/hours': today,
  'GET /api/activity': { from: '2026-01-01T00:00:00Z', until: '2026-02-01T00:00:00Z' },
  'GET /api/transactions': { from: '2026-01-01T00:00:00Z', until: '2026-02-01T00:00:00Z' },
  'GET /api/transactions/totals': { from: '2026-01-01T00:00:00Z', until: '2026-02-01T00:00:00Z' },
  'GET /api/consumption': today,
  'GET /api/consumption/totals': today,
  'GET /api/consumption/messages': { day: today.from, item: 'code', unitPriceHao: 0, listPriceHao: 0 },
  'GET /api/consumption/explanation': { day: today.from, item: 'code', unitPriceHao: 0, listPriceHao: 0 },
  'GET /api/bills/lines': { month: today.from.slice(0, 7) },
  // The whole month's figures stand beside the filter's: a month to come has neither.
  'GET /api/bills/totals': { month: '2099-01' },
  'POST /api/account-profile/contacts/edit': { role: 'finance', name: '张三', phone: '13800138000', email: '' },
  'POST /api/recharge/create': { channel: 'alipay', amount: '1' },
  'POST /api/orders/create': { packageId: '3001', quantity: 1, expectedHao: 2_400_000, channel: 'alipay' },
  'POST /api/orders/pay': { payWay: 'balance' },
  'POST /api/bank/claims/create': claimed,
  'POST /api/bank/claims/resubmit': claimed,
  'POST /api/withdrawals/payout': { payoutNumber: '62220212', payoutBank: '示例银行' },
  'POST /api/orders/ask-refund': { reason: '不再需要', expectedHao: 0 },
  'GET /api/visits': today,
  'GET /api/visits/figures': today,
  'GET /api/visits/trend': { ...today, by: 'day' },
  'GET /api/visits/ranks': { ...today, split: 'city' },
  'GET /api/visits/heat': today,
  'POST /api/uploads/map': { phoneColumn: 0, hasHeader: false, variables: {} },
  'POST /api/signatures/edit': texts,
  'POST /api/templates/edit': { name: '改名', kind: 'notice', text: '改写', variables: [], remark: '', isSubmitted: false },
  'POST /api/templates/try-out': { values: [] },
  'POST /api/alert/rules/add': alertRule,
  'POST /api/alert/rules/change': alertRule,
  'POST /api/alert/rules/switch': { isOn: false },
  'POST /api/alert/limits/set': { dailyAlert: null, dailyLimit: 9, monthlyAlert: null, monthlyLimit: null },
  'POST /api/alert/contacts/save': { name: '张三', phone: '13800138000', phoneCode: null, email: null, emailCode: null },
  'POST /api/blacklist/add': { numbers: ['13800138000'], scope: 'marketing', reason: '', expiresAt: null },
  'POST /api/blacklist/import': { phoneColumn: 0, hasHeader: false, scope: 'marketing', reason: '', expiresAt: null },
  'POST /api/inbound/reply': { parameters: {} },
  'POST /api/blacklist/remove': { reason: '误加', consent: '' },
  'POST /api/contact-groups/create': { name: '新的' },
  'POST /api/contact-groups/edit': { name: '改名' },
  'POST /api/contact-groups/delete': { contactCount: 9 },
  'POST /api/contacts/add': { phone: '13800138000', name: '' },
  'POST /api/contacts/edit': { name: '改名' },
  'POST /api/contacts/move': { contactIds: [encodeId('contact', newId())] },
  'POST /api/contacts/paste': { text: '13800138000' },
  'POST /api/contacts/copy': { contactIds: [encodeId('contact', newId())] },
  'POST /api/contacts/tag': { contactIds: [encodeId('contact', newId())], isTagged: true },
  'POST /api/contact-tags/rename': { name: '改名' },
  'POST /api/contact-tasks/import': {
    hasHeader: false,
    phoneColumn: 0,
    nameColumn: null,
    remarkColumn: null,
    tagsColumn: null,
    fieldColumns: [],
    rule: 'skip',
    consent: null,
    tagIds: [],
  },
  'POST /api/link-groups/rename': { name: '改名' },
  'POST /api/links/create': { ...plainLink, target: 'https://example.com/', domain: '', ownCode: null, password: null },
  'POST /api/broadcasts/preview': { scheduledAt: null },
  'GET /api/broadcasts': { part: 'open' },
  'POST /api/broadcasts/test': { phones: ['13800138000'] },
  'POST /api/broadcasts/again': { numbers: 'none' },
  'POST /api/broadcast-links/create': { target: 'https://example.com/' },
  'POST /api/broadcast-drafts/save': { version: 1, content: draftContent },
  'POST /api/broadcasts/confirm': { code: '123456' },
  'POST /api/broadcasts/send': { name: '群发', scheduledAt: null, expected: { segmentCount: 1, amountHao: 0 } },
  'POST /api/broadcasts/reschedule': { scheduledAt: soon },
  'POST /api/apps/check-signature': { request: 'GET / HTTP/1.1' },
  'POST /api/apps/rename': { name: '改名', note: '' },
  'POST /api/apps/settings': { settings: { dailySegments: 1 } },
  'POST /api/apps/smpp/save': { windowSize: 5, ratePerSecond: 10, bindLimit: 1 },
  'POST /api/apps/smpp/door': { isOpen: true },
  'POST /api/apps/keys/create': { scopes: ['send'], note: '' },
  'POST /api/apps/keys/change': { scopes: ['send'], note: '' },
  'POST /api/webhooks/add': { url: 'https://example.com/', format: 'hongyan', kinds: ['inbound'] },
  'POST /api/webhooks/change': { url: 'https://example.com/', format: 'hongyan', kinds: ['report'] },
  'POST /api/webhooks/switch': { isEnabled: false },
  'POST /api/webhooks/secret': { isRenewed: true },
  'POST /api/webhooks/test': { kind: 'report' },
  'POST /api/webhooks/redeliver': { eventIds: null },
  'POST /api/members/role': { role: 'viewer' },
  'POST /api/invoices/create': {
    ...{ choice: { basis: 'amount', amount: '1' }, kind: 'ordinary', medium: 'paper', emailIds: [], remark: '' },
    expected: { totalHao: 10_000, invoiceCount: 1 },
  },
  'POST /api/invoices/ask-reversal': { reason: '01', note: '税号写错了', replace: null },
  'POST /api/invoice-titles/create': invoiceTitle,
  'POST /api/invoice-titles/edit': invoiceTitle,
  'POST /api/invoice-addresses/edit': { ...place, recipient: '王小明', phone: '13800138000' },
}

const calls = Object.values(customerCalls).flatMap(group => Object.values(group))
const memberCalls = calls.filter(call => call.audience.kind === 'member')
const nameOf = (call: Call) => `${call.method} ${call.path}`
const idFields = (call: Call) => Object.keys(call.input.shape).filter(field => field.endsWith('Id') && !notOurs.has(field))

async function ask(call: Call, input: object, headers: Record<string, string>) {
  const isRead = call.method === 'GET'
  const query = isRead ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
  const answer = await fetch(`${base}${call.path}${query}`, {
    method: call.method,
    headers: {
      ...headers,
      ...(isRead ? {} : { 'content-type': 'application/json' }),
      ...(call.once ? { 'idempotency-key': newId() } : {}),
    },
    ...(isRead ? {} : { body: JSON.stringify(input) }),
  })
  return { status: answer.status, text: await answer.text() }
}

/** Every row of the other account, as one digest for each table. */
async function digests(): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  // Keys and SMPP accounts stand in tables that are no tenant's, by their own names.
  for (const table of [...tenantTables, 'access_key', 'smpp_account']) {
    const { rows } = await sql<{ digest: string }>`
      select md5(coalesce(string_agg(row::text, '|' order by row::text), '')) as digest
      from ${sql.table(table)} as row where row.account_id = ${foreignAccount}`.execute(database.platformDb)
    found[table] = rows[0]!.digest
  }
  return found
}

test('every id that a call takes is one that the test has of both accounts', () => {
  const unknown = memberCalls.flatMap(call =>
    idFields(call)
      .filter(field => !(field in nouns || plainIds.includes(field)))
      .map(field => `${nameOf(call)}: ${field}`),
  )
  expect(unknown).toEqual([])
  expect(memberCalls.filter(call => idFields(call).length > 0).length).toBeGreaterThan(20)
})

const cases = memberCalls.flatMap(call => idFields(call).map(field => [nameOf(call), field, call] as const))
test.each(cases)("%s with another account's %s finds nothing and changes nothing", async (name, field, call) => {
  const before = await digests()
  const ids = call.method === 'GET' ? [field] : idFields(call)
  const wire = Object.fromEntries(ids.map(one => [one, sentId(one, one === field ? foreign : mine)]))
  const { status, text } = await ask(call, { ...others[name], ...wire }, { cookie })
  expect(text).not.toContain(canary)
  expect(text).not.toContain(canaryPhone)
  // A filter finds nothing; everything else knows the id as little as one that was never given. An input that is refused earlier would prove nothing.
  if (status === 200) expect(JSON.parse(text)).toSatisfy(isEmptyList)
  else expect((JSON.parse(text) as ErrorBody).error.code).toMatch(/^(not_found|signature_not_approved|template_not_approved)$/)
  expect(await digests()).toEqual(before)
})

const isEmptyList = (answer: { rows?: unknown[]; total?: unknown; counts?: Record<string, number> }) => {
  // How many drafts the account itself has is told whatever the list is narrowed to.
  const numbers = JSON.stringify({ ...answer, draftCount: 0 }).match(/:(\d+)/g) ?? []
  return (answer.rows ?? []).length === 0 && numbers.every(number => number === ':0')
}

// The upload here is one that only the sending of broadcasts could read.
const reads = memberCalls.filter(call => call.method === 'GET' && call.path !== '/api/uploads/one')
const wholeReads: Record<string, object> = {
  'GET /api/notices/one': { noticeId: encodeId('notice', newId()) },
  'GET /api/coupons/check': { couponCode: 'tenth', packageId: '3001', quantity: '1' },
  'GET /api/blacklist/check': { phone: '13800138000' },
  'GET /api/exports/offer': { source: 'contact', filter: '{}' },
  'GET /api/bills/month': { month: '2026-10' },
  'GET /api/links/code': { domain: '', code: 'qiuji2026' },
}
test.each(reads.map(call => [nameOf(call), call] as const))('%s is answered to whose account it is', async (name, call) => {
  const wire = Object.fromEntries(idFields(call).map(one => [one, sentId(one, mine)]))
  const { status, text } = await ask(call, { ...others[name], ...wholeReads[name], ...wire }, { cookie })
  expect([200, 404], text).toContain(status)
})

test.each(memberCalls.map(call => [nameOf(call), call] as const))('%s without a session is refused', async (name, call) => {
  const wire = Object.fromEntries(idFields(call).map(one => [one, sentId(one, mine)]))
  const { status } = await ask(call, { ...others[name], ...wire }, {})
  // An input that lacks something is refused before anybody is asked who they are.
  expect([401, 422]).toContain(status)
})
