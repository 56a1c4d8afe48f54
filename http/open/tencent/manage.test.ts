import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { settleMessages } from '#domain/delivery/settle.ts'
import { recordInbound } from '#domain/events/event.ts'
import { recharge } from '#domain/ledger/credit.ts'
import { purchasePackage } from '#domain/orders/purchase.ts'
import type { Program } from '#test/support/open.ts'
import { startVendorServer, tencentClient, type VendorServer } from '#test/support/vendor.ts'
import { chinaDay } from '#values/china-time.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow, itemOrThrow, takeOrThrow } from '#values/or-throw.ts'

let server: VendorServer
beforeAll(async () => {
  server = await startVendorServer()
})
afterAll(() => server?.close())

async function program(): Promise<Program & { SmsSdkAppId: string }> {
  const sender = await server.program()
  const { number } = await asAccount(server.db, sender.account, tx =>
    tx.selectFrom('app').select('number').where('accountId', '=', sender.account).executeTakeFirstOrThrow(),
  )
  // The number of the signature, for programs that name signatures by number.
  await asAccount(server.db, sender.account, tx =>
    tx.updateTable('signature').set({ extension: '731904' }).where('accountId', '=', sender.account).execute(),
  )
  return { ...sender, SmsSdkAppId: number }
}
const nowSeconds = () => Math.floor(Date.now() / 1000)

test('reports and inbound messages are pulled once, or queried by number', async () => {
  const sender = await program()
  const { account, appId, SmsSdkAppId } = sender
  const client = tencentClient(server.url, sender)
  const BeginTime = nowSeconds() - 60
  const { SendStatusSet } = await client.SendSms({
    PhoneNumberSet: ['+8613900000001', '+8613900000002'],
    SignName: '云栈',
    TemplateId: '2',
    TemplateParamSet: ['A1'],
    SmsSdkAppId,
    SessionContext: 'ctx',
  })
  assert.exists(SendStatusSet)
  const [first, second] = takeOrThrow(await server.rowsOf(sender), 2)
  const at = new Date()
  await asAccount(server.db, account, async tx => {
    await settleMessages(tx, account, [
      { messageId: first.messageId, state: 'delivered', reason: 'DELIVRD', at },
      { messageId: second.messageId, state: 'undelivered', reason: 'MK:0001', at },
    ])
    const inbound = { inboundId: newId(), phone: '13900000001', text: '收到', receivedAt: at, messageId: first.messageId }
    await tx
      .insertInto('inbound')
      .values({
        accountId: account,
        inboundId: inbound.inboundId,
        phone: inbound.phone,
        text: inbound.text,
        receivedAt: at,
        signatureId: sender.signatureId,
        messageId: inbound.messageId,
        senderNumber: '1069000073190455',
      })
      .execute()
    const facts = { senderNumber: '1069000073190455', extension: '55', signature: '云栈', customId: null, isOptOut: false }
    await recordInbound(tx, account, { ...inbound, ...facts }, { appId, now: at })
  })
  const reports = (await client.PullSmsSendStatus({ Limit: 10, SmsSdkAppId })).PullSmsSendStatusSet!
  const delivered = {
    SerialNo: firstOrThrow(SendStatusSet).SerialNo,
    ReportStatus: 'SUCCESS',
    PhoneNumber: '+8613900000001',
    SessionContext: 'ctx',
  }
  const failed = { SubscriberNumber: '13900000002', ReportStatus: 'FAIL', Description: expect.stringContaining('空号') }
  expect(reports.toSorted((a, b) => (a.PhoneNumber! < b.PhoneNumber! ? -1 : 1))).toMatchObject([delivered, failed])
  expect((await client.PullSmsSendStatus({ Limit: 10, SmsSdkAppId })).PullSmsSendStatusSet).toEqual([])
  const replies = (await client.PullSmsReplyStatus({ Limit: 10, SmsSdkAppId })).PullSmsReplyStatusSet
  const reply = { ReplyContent: '收到', ExtendCode: '55', SignName: '云栈', SubscriberNumber: '13900000001', CountryCode: '86' }
  expect(replies).toMatchObject([reply])
  const range = { BeginTime, EndTime: nowSeconds() + 60, Offset: 0, Limit: 10, SmsSdkAppId }
  const ofNumber = await client.PullSmsSendStatusByPhoneNumber({ ...range, PhoneNumber: '+8613900000001' })
  expect(ofNumber.PullSmsSendStatusSet).toMatchObject([delivered])
  const repliesOf = await client.PullSmsReplyStatusByPhoneNumber({ ...range, PhoneNumber: '+8613900000001' })
  expect(repliesOf.PullSmsReplyStatusSet).toMatchObject([reply])
  const stranger = tencentClient(server.url, await program())
  await expect(stranger.PullSmsSendStatus({ Limit: 10, SmsSdkAppId })).rejects.toMatchObject({
    code: 'UnauthorizedOperation.SmsSdkAppIdVerifyFail',
  })
  const hours = { BeginTime: `${chinaDay(at).replaceAll('-', '')}00`, EndTime: `${chinaDay(at).replaceAll('-', '')}23`, SmsSdkAppId }
  const { SendStatusStatistics } = await client.SendStatusStatistics({ ...hours, Limit: 0, Offset: 0 })
  expect(SendStatusStatistics).toEqual({ FeeCount: 2, RequestCount: 2, RequestSuccessCount: 2 })
  const { CallbackStatusStatistics } = await client.CallbackStatusStatistics({ ...hours, Limit: 0, Offset: 0 })
  expect(CallbackStatusStatistics).toMatchObject({
    CallbackCount: 2,
    CallbackSuccessCount: 1,
    CallbackFailCount: 1,
    InvalidNumberCount: 1,
    BlackListCount: 0,
  })
})

test('packages of the account are listed by the hours of their creation, with what was charged to them', async () => {
  const sender = await program()
  const { account, SmsSdkAppId } = sender
  const client = tencentClient(server.url, sender)
  await client.SendSms({ PhoneNumberSet: ['+8613900000001'], SignName: '云栈', TemplateId: '2', TemplateParamSet: ['A1'], SmsSdkAppId })
  const message = firstOrThrow(await server.rowsOf(sender))
  const refundedAt = new Date('2026-03-06T02:00:00Z')
  const [gift, bought, given] = takeOrThrow(
    await asAccount(server.db, account, async tx => {
      await settleMessages(tx, account, [{ messageId: message.messageId, state: 'delivered', reason: 'DELIVRD', at: new Date() }])
      await recharge(tx, account, { transferId: newId(), amountHao: 10_000_000 })
      const buy = () => purchasePackage(tx, account, { packageId: '3001', quantity: 1, now: new Date(), expectedHao: undefined })
      await buy()
      await buy()
      const grants = await tx.selectFrom('creditGrant').selectAll().where('accountId', '=', account).orderBy('grantId').execute()
      const createdAt = ['2026-03-05T03:00:00Z', '2026-03-05T05:59:59Z', '2026-03-05T06:00:00Z']
      for (const [index, at] of createdAt.entries())
        await tx
          .updateTable('creditGrant')
          .set({ createdAt: new Date(at), refundedAt: index === 2 ? refundedAt : null })
          .where('accountId', '=', account)
          .where('grantId', '=', itemOrThrow(grants, index).grantId)
          .execute()
      return grants.map((one, index) => ({ ...one, createdSecond: Date.parse(itemOrThrow(createdAt, index)) / 1000 }))
    }),
    3,
  )
  const shown = (one: NonNullable<typeof gift>) => ({
    PackageCreateTime: one.createdSecond,
    PackageEffectiveTime: Math.floor(one.startsAt.getTime() / 1000),
    PackageExpiredTime: Math.floor(one.expiresAt.getTime() / 1000),
    PackageAmount: one.segmentCount,
    PackageType: 1,
    PackageId: Number(`0x${one.grantId.slice(24)}`),
    CurrentUsage: 0,
  })
  const hours = { SmsSdkAppId, BeginTime: '2026030511', EndTime: '2026030514', Limit: 500, Offset: 0 }
  const list = async (asked: Partial<typeof hours> = {}) =>
    (await client.SmsPackagesStatistics({ ...hours, ...asked })).SmsPackagesStatisticsSet
  const all = [
    { ...shown(gift), PackageType: 0, PackageAmount: 100, CurrentUsage: 1 },
    shown(bought),
    { ...shown(given), PackageExpiredTime: refundedAt.getTime() / 1000 },
  ]
  expect(await list()).toEqual(all)
  expect(await list({ EndTime: '2026030513' })).toEqual(all.slice(0, 2))
  expect(await list({ BeginTime: '2026030512' })).toEqual(all.slice(1))
  expect(await list({ Limit: 1, Offset: 1 })).toEqual([all[1]])
  expect(await list({ BeginTime: '2026030515', EndTime: '2026030516' })).toEqual([])
  const invalid = { code: 'InvalidParameterValue' }
  await expect(list({ EndTime: '2026030511' })).rejects.toMatchObject({ ...invalid, message: expect.stringContaining('须晚于BeginTime') })
  await expect(list({ EndTime: '2026030524' })).rejects.toMatchObject({ ...invalid, message: expect.stringContaining('EndTime') })
  await expect(list({ Limit: 501 })).rejects.toMatchObject({ ...invalid, message: expect.stringContaining('最大500') })
  await expect(list({ SmsSdkAppId: '1400006666' })).rejects.toMatchObject({ code: 'UnauthorizedOperation.SmsSdkAppIdVerifyFail' })
})

test('templates have numbers on the wire and names in the console', async () => {
  const sender = await program()
  const client = tencentClient(server.url, sender)
  const content = { TemplateName: '发货通知', TemplateContent: '您的订单{1}已由{2}发出。', SmsType: 2, International: 0, Remark: '订单' }
  const { AddTemplateStatus } = await client.AddSmsTemplate(content)
  assert.exists(AddTemplateStatus)
  const TemplateId = Number(AddTemplateStatus.TemplateId)
  const { DescribeTemplateStatusSet } = await client.DescribeSmsTemplateList({ International: 0, TemplateIdSet: [TemplateId] })
  expect(DescribeTemplateStatusSet).toMatchObject([
    { TemplateId, StatusCode: 1, TemplateContent: content.TemplateContent, International: 0 },
  ])
  const kept = await asAccount(server.db, sender.account, tx =>
    tx.selectFrom('template').select('text').where('accountId', '=', sender.account).where('code', '=', `SMS_${TemplateId}`).execute(),
  )
  expect(kept).toEqual([{ text: '您的订单${p1}已由${p2}发出。' }])
  const listed = await client.DescribeSmsTemplateList({ International: 0, Limit: 2, Offset: 1 })
  expect(listed.DescribeTemplateStatusSet?.map(one => one.TemplateId)).toEqual([4, 3])
  await expect(client.AddSmsTemplate({ ...content, International: 1 })).rejects.toMatchObject({ code: 'InvalidParameterValue' })
  const { DeleteTemplateStatus } = await client.DeleteSmsTemplate({ TemplateId: 3 })
  expect(DeleteTemplateStatus).toMatchObject({ DeleteStatus: expect.any(String), DeleteTime: expect.any(Number) })
  expect((await client.DescribeSmsTemplateList({ International: 0, TemplateIdSet: [3] })).DescribeTemplateStatusSet).toEqual([])
})

test('signatures are managed by their numbers', async () => {
  const sender = await program()
  const client = tencentClient(server.url, sender)
  const { AddSignStatus } = await client.AddSmsSign({
    SignName: '云栈集市',
    SignType: 0,
    DocumentType: 0,
    International: 0,
    SignPurpose: 0,
    ProofImage: '',
  })
  assert.exists(AddSignStatus)
  const { SignId } = AddSignStatus
  const { DescribeSignListStatusSet } = await client.DescribeSmsSignList({ International: 0, SignIdSet: [SignId, 731904] })
  assert.exists(DescribeSignListStatusSet)
  expect(DescribeSignListStatusSet.map(one => [one.SignId, one.SignName, one.StatusCode])).toEqual([
    [SignId, '云栈集市', 1],
    [731904, '云栈', 0],
  ])
  await expect(client.DeleteSmsSign({ SignId })).rejects.toMatchObject({ code: 'FailedOperation' })
  expect((await client.DeleteSmsSign({ SignId: 731904 })).DeleteSignStatus).toMatchObject({ DeleteTime: expect.any(Number) })
  await expect(client.DeleteSmsSign({ SignId: 731904 })).rejects.toMatchObject({ code: 'FailedOperation.SignatureIncorrectOrUnapproved' })
})
