import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { settleMessages } from '#domain/delivery/settle.ts'
import { recordInbound } from '#domain/events/event.ts'
import type { Program } from '#test/support/open.ts'
import { startVendorServer, tencentClient2019, type VendorServer } from '#test/support/vendor.ts'
import { chinaDay, formatChinaTime } from '#values/china-time.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { translations } from './v2019.ts'

let server: VendorServer
beforeAll(async () => {
  server = await startVendorServer()
})
afterAll(() => server?.close())

async function program(): Promise<Program & { SmsSdkAppid: string }> {
  const sender = await server.program()
  const { number } = await asAccount(server.db, sender.account, tx =>
    tx.selectFrom('app').select('number').where('accountId', '=', sender.account).executeTakeFirstOrThrow(),
  )
  return { ...sender, SmsSdkAppid: number }
}
const order = { PhoneNumberSet: ['+8613900000001'], Sign: '云栈', TemplateID: '2', TemplateParamSet: ['A1'] }
const seconds = (at: Date) => Math.floor(at.getTime() / 1000)

test('every action of the SDK is supported', async () => {
  const client = tencentClient2019(server.url, await program())
  const own = Object.getOwnPropertyNames(Object.getPrototypeOf(client)).filter(name => name !== 'constructor')
  expect(own.toSorted()).toEqual(Object.keys(translations).toSorted())
})

test.each([{ reqMethod: 'POST' }, { reqMethod: 'GET' }, { signMethod: 'HmacSHA256' }] as const)('a program sends by %j', async options => {
  const sender = await program()
  const client = tencentClient2019(server.url, sender, options)
  const PhoneNumberSet = ['+8613900000001', '12345']
  const { SendStatusSet } = await client.SendSms({ ...order, PhoneNumberSet, SmsSdkAppid: sender.SmsSdkAppid, SessionContext: 'ctx' })
  const message = { SerialNo: expect.stringMatching(/^[\da-f]{32}$/), PhoneNumber: '+8613900000001', SessionContext: 'ctx', IsoCode: 'CN' }
  const refused = { SerialNo: '', PhoneNumber: '12345', SessionContext: 'ctx', IsoCode: '' }
  expect(SendStatusSet).toEqual([
    { ...message, Fee: 1, Code: 'Ok', Message: 'send success' },
    { ...refused, Fee: 0, Code: 'InvalidParameterValue.IncorrectPhoneNumber', Message: expect.any(String) },
  ])
  expect((await server.rowsOf(sender)).map(row => row.content)).toEqual(['【云栈】您的订单A1已发货'])
})

test('errors name the parameters of 2019', async () => {
  const { SmsSdkAppid, ...key } = await program()
  const client = tencentClient2019(server.url, key)
  await expect(client.SendSms({ ...order, SmsSdkAppid: '1400006666' })).rejects.toMatchObject({
    code: 'UnauthorizedOperation.SmsSdkAppIdVerifyFail',
  })
  const missing = { code: 'MissingParameter' }
  await expect(client.SendSms({ ...order, TemplateID: undefined as never, SmsSdkAppid })).rejects.toMatchObject({
    ...missing,
    message: '缺少参数TemplateID',
  })
  const range = { SmsSdkAppid, Offset: 0, Limit: 10, PhoneNumber: '+8613900000001' }
  await expect(client.PullSmsSendStatusByPhoneNumber({ ...range, SendDateTime: 2_000_000, EndDateTime: 1_000_000 })).rejects.toMatchObject({
    code: 'InvalidParameterValue',
    message: '参数EndDateTime：须晚于SendDateTime',
  })
  await expect(
    client.SendStatusStatistics({ SmsSdkAppid, StartDateTime: 2026112113, EndDataTime: 2026112012, Limit: 0, Offset: 0 }),
  ).rejects.toMatchObject({ message: '参数EndDataTime：不能早于StartDateTime' })
})

test('reports and inbound messages are pulled once or queried by number, statistics and packages summed', async () => {
  const sender = await program()
  const { account, appId, SmsSdkAppid } = sender
  const client = tencentClient2019(server.url, sender)
  const SendDateTime = seconds(new Date()) - 60
  const { SendStatusSet } = await client.SendSms({ ...order, SmsSdkAppid, SessionContext: 'ctx' })
  assert.exists(SendStatusSet)
  const message = firstOrThrow(await server.rowsOf(sender))
  const at = new Date()
  await asAccount(server.db, account, async tx => {
    await tx.updateTable('signature').set({ extension: '731904' }).where('accountId', '=', account).execute()
    await settleMessages(tx, account, [{ messageId: message.messageId, state: 'delivered', reason: 'DELIVRD', at }])
    const inbound = { inboundId: newId(), phone: '13900000001', text: '收到', receivedAt: at, messageId: message.messageId }
    const facts = { senderNumber: '1069000073190455', extension: '55', signature: '云栈', customId: null, isOptOut: false }
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
        senderNumber: facts.senderNumber,
      })
      .execute()
    await recordInbound(tx, account, { ...inbound, ...facts }, { appId, now: at })
  })
  const report = {
    UserReceiveTime: formatChinaTime(at),
    UserReceiveUnixTime: seconds(at),
    NationCode: '86',
    PurePhoneNumber: '+8613900000001',
    PhoneNumber: '13900000001',
    SerialNo: firstOrThrow(SendStatusSet).SerialNo,
    ReportStatus: 'SUCCESS',
    Description: '用户短信送达成功',
  }
  const reply = {
    ...{ ExtendCode: '55', NationCode: '86', PhoneNumber: '+8613900000001', Sign: '云栈', ReplyContent: '收到' },
    ...{ ReplyTime: formatChinaTime(at), ReplyUnixTime: seconds(at) },
  }
  expect((await client.PullSmsSendStatus({ Limit: 10, SmsSdkAppid })).PullSmsSendStatusSet).toEqual([report])
  expect((await client.PullSmsSendStatus({ Limit: 10, SmsSdkAppid })).PullSmsSendStatusSet).toEqual([])
  expect((await client.PullSmsReplyStatus({ Limit: 10, SmsSdkAppid })).PullSmsReplyStatusSet).toEqual([reply])
  const range = { SendDateTime, EndDateTime: seconds(at) + 60, Offset: 0, Limit: 10, SmsSdkAppid, PhoneNumber: '+8613900000001' }
  expect((await client.PullSmsSendStatusByPhoneNumber(range)).PullSmsSendStatusSet).toEqual([report])
  expect((await client.PullSmsReplyStatusByPhoneNumber(range)).PullSmsReplyStatusSet).toEqual([reply])
  const day = chinaDay(at).replaceAll('-', '')
  const hours = { SmsSdkAppid, StartDateTime: Number(`${day}00`), EndDataTime: Number(`${day}23`), Limit: 0, Offset: 0 }
  expect((await client.SendStatusStatistics(hours)).SendStatusStatistics).toEqual({ FeeCount: 1, RequestCount: 1, RequestSuccessCount: 1 })
  expect((await client.CallbackStatusStatistics(hours)).CallbackStatusStatistics).toMatchObject({ CallbackCount: 1, CallbackFailCount: 0 })
  const { SmsPackagesStatisticsSet } = await client.SmsPackagesStatistics({ SmsSdkAppid, Limit: 500, Offset: 0 })
  assert.exists(SmsPackagesStatisticsSet)
  const one = firstOrThrow(SmsPackagesStatisticsSet)
  expect(SmsPackagesStatisticsSet).toHaveLength(1)
  expect(one).toEqual({
    PackageCreateTime: formatChinaTime(one.PackageCreateUnixTime! * 1000),
    PackageCreateUnixTime: expect.any(Number),
    PackageEffectiveTime: formatChinaTime(one.PackageEffectiveUnixTime! * 1000),
    PackageEffectiveUnixTime: expect.any(Number),
    PackageExpiredTime: formatChinaTime(one.PackageExpiredUnixTime! * 1000),
    PackageExpiredUnixTime: expect.any(Number),
    AmountOfPackage: 100,
    TypeOfPackage: 0,
    PackageId: expect.any(Number),
    CurrentUsage: 1,
  })
})

test('signatures and templates are submitted, changed, listed and deleted', async () => {
  const sender = await program()
  const client = tencentClient2019(server.url, sender)
  const name = { SignType: 0, DocumentType: 0, International: 0, UsedMethod: 0, ProofImage: '' }
  const { AddSignStatus } = await client.AddSmsSign({ ...name, SignName: '云栈集市' })
  assert.exists(AddSignStatus)
  const SignId = AddSignStatus.SignId!
  const { DescribeSignListStatusSet } = await client.DescribeSmsSignList({ International: 0, SignIdSet: [SignId] })
  expect(DescribeSignListStatusSet).toMatchObject([{ SignId, SignName: '云栈集市', StatusCode: 1 }])
  await expect(client.AddSmsSign({ ...name, SignName: '云栈优选', UsedMethod: 7 })).rejects.toMatchObject({
    message: '参数UsedMethod：须为0或1',
  })
  const content = { TemplateName: '发货通知', TemplateContent: '您的订单{1}已由{2}发出。', SmsType: 2, International: 0, Remark: '订单' }
  const { AddTemplateStatus } = await client.AddSmsTemplate(content)
  assert.exists(AddTemplateStatus)
  const TemplateId = Number(AddTemplateStatus.TemplateId)
  const { DescribeTemplateStatusSet } = await client.DescribeSmsTemplateList({ International: 0, TemplateIdSet: [TemplateId] })
  expect(DescribeTemplateStatusSet).toEqual([
    { TemplateId, International: 0, StatusCode: 1, ReviewReply: '', TemplateName: '发货通知', CreateTime: expect.any(Number) },
  ])
  const rejected = { state: 'rejected' }
  await asAccount(server.db, sender.account, async tx => {
    await tx.updateTable('signature').set(rejected).where('accountId', '=', sender.account).where('text', '=', '云栈集市').execute()
    await tx.updateTable('template').set(rejected).where('accountId', '=', sender.account).where('name', '=', '发货通知').execute()
  })
  expect((await client.ModifySmsSign({ ...name, SignId, SignName: '云栈商城' })).ModifySignStatus).toEqual({ SignId })
  expect((await client.ModifySmsTemplate({ ...content, TemplateId })).ModifyTemplateStatus).toEqual({ TemplateId })
  await asAccount(server.db, sender.account, async tx => {
    await tx.updateTable('signature').set(rejected).where('accountId', '=', sender.account).where('text', '=', '云栈商城').execute()
    await tx.updateTable('template').set(rejected).where('accountId', '=', sender.account).where('name', '=', '发货通知').execute()
  })
  expect((await client.DeleteSmsSign({ SignId })).DeleteSignStatus).toMatchObject({ DeleteTime: expect.any(Number) })
  expect((await client.DeleteSmsTemplate({ TemplateId })).DeleteTemplateStatus).toMatchObject({ DeleteTime: expect.any(Number) })
})
