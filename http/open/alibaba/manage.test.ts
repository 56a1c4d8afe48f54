import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { asAccount } from '#db/connect.ts'
import { settleMessages } from '#domain/delivery/settle.ts'
import { addProgram, type Program } from '#test/support/open.ts'
import { alibabaClient, alibabaModels as models, rpcClient, startVendorServer, type VendorServer } from '#test/support/vendor.ts'
import { chinaDay } from '#values/china-time.ts'
import { firstOrThrow } from '#values/or-throw.ts'

let server: VendorServer
beforeAll(async () => {
  server = await startVendorServer()
})
afterAll(() => server?.close())

const order = { phoneNumbers: '13900000001', signName: '云栈', templateCode: 'SMS_2', templateParam: '{"no":"A1"}' }
const send = async (sender: Program, change: object = {}) =>
  (await alibabaClient(server.url, sender).sendSms(new models.SendSmsRequest({ ...order, ...change }))).body!

test('results of messages are queried by number and day, of the app itself alone', async () => {
  const sender = await server.program()
  await send(sender, { phoneNumbers: '13900000001', outId: 'first' })
  const { bizId } = await send(sender, { phoneNumbers: '13900000001', templateParam: '{"no":"A2"}' })
  const row = firstOrThrow(await server.rowsOf(sender))
  await asAccount(server.db, sender.account, tx =>
    settleMessages(tx, sender.account, [{ messageId: row.messageId, state: 'delivered', reason: 'DELIVRD', at: new Date() }]),
  )
  const ask = async (by: Program, change: object = {}) => {
    const request = {
      phoneNumber: '13900000001',
      sendDate: chinaDay(new Date()).replaceAll('-', ''),
      pageSize: 10,
      currentPage: 1,
      ...change,
    }
    return (await alibabaClient(server.url, by).querySendDetails(new models.QuerySendDetailsRequest(request))).body!
  }
  const body = await ask(sender)
  expect([body.code, body.totalCount]).toEqual(['OK', '2'])
  const [second, first] = body.smsSendDetailDTOs!.smsSendDetailDTO!
  expect(second).toMatchObject({ sendStatus: 1, content: '【云栈】您的订单A2已发货', templateCode: 'SMS_2', phoneNum: '13900000001' })
  expect(first).toMatchObject({
    sendStatus: 3,
    errCode: 'DELIVERED',
    outId: 'first',
    receiveDate: expect.stringMatching(/^\d{4}-\d\d-\d\d /),
  })
  expect((await ask(sender, { bizId })).totalCount).toBe('1')
  expect((await ask(sender, { currentPage: 2, pageSize: 1 })).smsSendDetailDTOs?.smsSendDetailDTO?.map(one => one.outId)).toEqual(['first'])
  expect(await ask(sender, { sendDate: '20200101' })).toMatchObject({ code: 'isv.INVALID_PARAMETERS' })
  const other = { ...sender, ...(await addProgram(server.db, sender, { now: new Date() })) }
  expect((await ask(other)).totalCount).toBe('0')
  const day = chinaDay(new Date()).replaceAll('-', '')
  const { body: figures } = await alibabaClient(server.url, sender).querySendStatistics(
    new models.QuerySendStatisticsRequest({
      isGlobe: 1,
      startDate: day,
      endDate: day,
      pageIndex: 1,
      pageSize: 10,
      templateType: 1,
      signName: '云栈',
    }),
  )
  assert.exists(figures)
  expect(figures.data?.targetList).toMatchObject([{ sendDate: day, totalCount: 2, respondedSuccessCount: 1, noRespondedCount: 1 }])
})

test('a template is submitted once under an idempotency key', async () => {
  const sender = await server.program()
  const written = { TemplateName: '发货通知', TemplateContent: '您的订单${no}已发货。', TemplateType: 1, Remark: '订单' }
  const headers = { 'x-idempotency-key': 'k1' }
  const add = () => rpcClient(server.url, sender).request<{ TemplateCode: string }>('AddSmsTemplate', written, { headers })
  const [first, second] = [await add(), await add()]
  expect(second.TemplateCode).toBe(first.TemplateCode)
  const { body } = await alibabaClient(server.url, sender).querySmsTemplateList(new models.QuerySmsTemplateListRequest({}))
  assert.exists(body)
  expect(body.totalCount).toBe(5)
})

test('templates are submitted, listed in both of Alibaba’s numberings, changed and deleted', async () => {
  const sender = await server.program()
  const client = alibabaClient(server.url, sender)
  const written = { templateName: '登录验证码', templateContent: '您的验证码为${code}，5分钟内有效。', templateType: 0, remark: '登录' }
  const { body: made } = await client.createSmsTemplate(
    new models.CreateSmsTemplateRequest({
      ...written,
      relatedSignName: '云栈',
      applySceneContent: 'https://shop.example.com/',
      trafficDriving: '[{"trafficDrivingType":"DOMAIN"}]',
      templateRule: '{"code":"numberCaptcha"}',
    }),
  )
  assert.exists(made)
  expect(made).toMatchObject({ code: 'OK', templateCode: expect.stringMatching(/^SMS_\d+$/), templateName: '登录验证码' })
  const { templateCode } = made
  assert.exists(templateCode)
  expect((await client.querySmsTemplate(new models.QuerySmsTemplateRequest({ templateCode }))).body).toMatchObject({
    code: 'OK',
    templateStatus: 0,
    templateType: 0,
    templateContent: written.templateContent,
  })
  expect((await client.getSmsTemplate(new models.GetSmsTemplateRequest({ templateCode }))).body).toMatchObject({
    templateStatus: '0',
    templateTag: 2,
    remark: '登录',
    relatedSignName: '云栈',
    applyScene: 'https://shop.example.com/',
    variableAttribute: '{"code":"numberCaptcha"}',
  })
  // Reviewers read the extra facts that the program sent.
  const { remark } = await asAccount(server.db, sender.account, tx =>
    tx
      .selectFrom('template')
      .select('remark')
      .where('accountId', '=', sender.account)
      .where('code', '=', templateCode)
      .executeTakeFirstOrThrow(),
  )
  expect(remark).toBe('登录\n关联签名：云栈\n业务场景：https://shop.example.com/\n引流信息：[{"trafficDrivingType":"DOMAIN"}]')
  const { body: list } = await client.querySmsTemplateList(new models.QuerySmsTemplateListRequest({ pageIndex: 1, pageSize: 2 }))
  assert.exists(list)
  expect(list).toMatchObject({ totalCount: 5, currentPage: 1, pageSize: 2 })
  expect(list.smsTemplateList![0]).toMatchObject({
    ...{ templateCode, auditStatus: 'AUDIT_STATE_INIT', templateType: 2, outerTemplateType: 0 },
    ...{ signatureName: '云栈', reason: { rejectInfo: '无审批备注' } },
  })
  const arrival = { ...written, templateName: '到店', templateType: 1, templateContent: '${plate}于${at}到店，电话${phone}，单号${no}' }
  const rule = { plate: 'license_plate_number', at: 'time', phone: 'phone_number2', no: 'other_number2' }
  const { body: notice } = await client.createSmsTemplate(
    new models.CreateSmsTemplateRequest({ ...arrival, templateRule: JSON.stringify(rule) }),
  )
  assert.exists(notice)
  const { body: template } = await client.getSmsTemplate(new models.GetSmsTemplateRequest({ templateCode: notice.templateCode }))
  assert.exists(template)
  expect(JSON.parse(template.variableAttribute!)).toEqual({ plate: 'others', at: 'time', phone: 'others', no: 'other_number2' })
  const reviewing = client.modifySmsTemplate(new models.ModifySmsTemplateRequest({ ...written, templateCode }))
  expect((await reviewing).body).toMatchObject({ code: 'isv.FORBIDDEN_ACTION' })
  const wrong = await client.addSmsTemplate(new models.AddSmsTemplateRequest({ ...written, templateContent: '点击www.example.com领奖' }))
  expect(wrong.body?.code).toMatch(/^isv\./)
  const deleted = await client.deleteSmsTemplate(new models.DeleteSmsTemplateRequest({ templateCode: 'SMS_3' }))
  expect(deleted.body).toMatchObject({ code: 'OK', templateCode: 'SMS_3' })
  const gone = await client.querySmsTemplate(new models.QuerySmsTemplateRequest({ templateCode: 'SMS_3' }))
  expect(gone.body).toMatchObject({ code: 'isv.SMS_TEMPLATE_ILLEGAL' })
})

// A picture of one pixel.
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('signatures are submitted with their proofs, listed and deleted', async () => {
  const sender = await server.program()
  const client = alibabaClient(server.recorder.url, sender)
  const { body: made } = await client.createSmsSign(
    new models.CreateSmsSignRequest({
      signName: '云栈集市',
      signSource: 0,
      signType: 1,
      remark: '电商',
      applySceneContent: 'shop.example.com',
    }),
  )
  expect(made).toMatchObject({ code: 'OK', signName: '云栈集市', orderId: expect.any(String) })
  const files = [new models.AddSmsSignRequestSignFileList({ fileContents: png, fileSuffix: 'png' })]
  const trademark = { signName: '云栈商标', signSource: 5, remark: '商标' }
  const { body: proven } = await client.addSmsSign(new models.AddSmsSignRequest({ ...trademark, signFileList: files }))
  expect(proven).toMatchObject({ code: 'OK', signName: '云栈商标' })
  const bare = await client.addSmsSign(new models.AddSmsSignRequest({ ...trademark, signName: '云栈二号', signFileList: [] }))
  expect(bare.body).toMatchObject({ code: 'isv.SIGN_FILE_LIMIT', message: expect.stringContaining('商标注册证') })
  expect((await client.createSmsSign(new models.CreateSmsSignRequest({ signName: '云栈集市', signSource: 0 }))).body).toMatchObject({
    code: 'isv.SIGN_NAME_ILLEGAL',
  })
  expect((await client.querySmsSign(new models.QuerySmsSignRequest({ signName: '云栈' }))).body).toMatchObject({ signStatus: 1 })
  const { body: one } = await client.getSmsSign(new models.GetSmsSignRequest({ signName: '云栈集市' }))
  assert.exists(one)
  expect(one).toMatchObject({
    ...{ signStatus: 0, registerResult: -1, thirdParty: false, signUsage: '企业、事业单位的全称或简称，或个人姓名', signTag: '2' },
    ...{ remark: '电商', applyScene: 'shop.example.com' },
  })
  const unregistered = { registerStatus: -2, registerStatusReasons: [{ reasonCode: 'NON_REGISTER' }] }
  expect(one.signIspRegisterDetailList).toMatchObject(
    ['mobile', 'unicom', 'telecom', 'broadnet'].map(operatorCode => ({ operatorCode, ...unregistered })),
  )
  const { body: list } = await client.querySmsSignList(new models.QuerySmsSignListRequest({ pageIndex: 1, pageSize: 10 }))
  assert.exists(list)
  expect(list.smsSignList?.map(({ signName, auditStatus }) => [signName, auditStatus])).toEqual([
    ['云栈商标', 'AUDIT_STATE_INIT'],
    ['云栈集市', 'AUDIT_STATE_INIT'],
    ['云栈', 'AUDIT_STATE_PASS'],
  ])
  expect((await client.deleteSmsSign(new models.DeleteSmsSignRequest({ signName: '云栈' }))).body).toMatchObject({ code: 'OK' })
  expect((await client.querySmsSign(new models.QuerySmsSignRequest({ signName: '云栈' }))).body).toMatchObject({
    code: 'isv.SMS_SIGNATURE_ILLEGAL',
  })
})

test('short links are created, queried and deleted by their target', async () => {
  const sender = await server.program({ linkUnits: 10 })
  const client = alibabaClient(server.url, sender)
  const sourceUrl = 'https://shop.example.com/a?b=1'
  const { body: made } = await client.addShortUrl(new models.AddShortUrlRequest({ sourceUrl, shortUrlName: '店铺', effectiveDays: '30' }))
  assert.exists(made)
  expect(made).toMatchObject({ code: 'OK', data: { sourceUrl, shortUrl: expect.stringMatching(/^https:\/\/hy\.example\/\w+$/) } })
  const { shortUrl } = made.data!
  const { body: asked } = await client.queryShortUrl(new models.QueryShortUrlRequest({ shortUrl }))
  assert.exists(asked)
  expect(asked.data).toMatchObject({ shortUrl, sourceUrl, shortUrlName: '店铺', pageViewCount: '0', uniqueVisitorCount: '0' })
  const statuses = { reviewing: 'audit', rejected: 'reject', disabled: 'expired', blocked: 'expired', active: 'effective' } as const
  for (const [state, shortUrlStatus] of Object.entries(statuses)) {
    await asAccount(server.db, sender.account, tx =>
      tx.updateTable('link').set({ state }).where('accountId', '=', sender.account).execute(),
    )
    expect((await client.queryShortUrl(new models.QueryShortUrlRequest({ shortUrl }))).body?.data).toMatchObject({ shortUrlStatus })
  }
  const stranger = alibabaClient(server.url, await server.program())
  expect((await stranger.queryShortUrl(new models.QueryShortUrlRequest({ shortUrl }))).body).toMatchObject({
    code: 'isv.INVALID_PARAMETERS',
  })
  expect((await client.deleteShortUrl(new models.DeleteShortUrlRequest({ sourceUrl }))).body).toMatchObject({ code: 'OK' })
  expect((await client.queryShortUrl(new models.QueryShortUrlRequest({ shortUrl }))).body).toMatchObject({ code: 'isv.INVALID_PARAMETERS' })
})
