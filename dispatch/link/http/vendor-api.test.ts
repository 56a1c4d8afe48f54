import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HttpSettings, UpstreamTemplate } from '#contract/messages/http-channel.ts'
import type { PushEvent } from '#contract/push/push.ts'
import { asAccount } from '#db/connect.ts'
import type { Channel } from '#dispatch/channel/channel.ts'
import type { PartOutcome } from '#dispatch/link/upstream-link.ts'
import { bodyOf } from '#domain/push/format.ts'
import type { Program } from '#test/support/open.ts'
import { startVendorServer, type VendorServer } from '#test/support/vendor.ts'
import { encodeId, idTime, newId } from '#values/id.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'
import { upstreamApiOf } from './apis.ts'
import { Requests } from './request.ts'
import type { ApiAnswer, ApiRequest, UpstreamApi } from './upstream-api.ts'

/** Another platform of this kind, with all the APIs that it serves. */
let server: VendorServer
beforeAll(async () => {
  server = await startVendorServer()
})
afterAll(() => server?.close())

const templates: UpstreamTemplate[] = [
  { code: 'SMS_1', text: '验证码${code}' },
  { code: 'SMS_2', text: '您的订单${no}已发货' },
]
const dialects = ['hongyan', 'alibaba', 'tencent'] as const
type Dialect = (typeof dialects)[number]

const settingsOf = async (dialect: Dialect, program: Program): Promise<HttpSettings> => {
  const api = dialect === 'tencent' ? { dialect, templates, sdkAppId: await appNumber(program) } : { dialect, templates }
  return { protocol: 'http', url: server.url, timeoutSeconds: 8, reports: 'both', api }
}
const appNumber = ({ account, appId }: Program) =>
  asAccount(server.db, account, async tx => {
    const row = await tx
      .selectFrom('app')
      .select('number')
      .where('accountId', '=', account)
      .where('appId', '=', appId)
      .executeTakeFirstOrThrow()
    return String(row.number)
  })

const channelOf = (settings: HttpSettings, { accessKeyId, secret }: Pick<Program, 'accessKeyId' | 'secret'>): Channel => ({
  channelId: newId(),
  host: '127.0.0.1',
  port: 1,
  systemId: accessKeyId,
  password: secret,
  senderNumber: '10690003',
  windowSize: 4,
  ratePerSecond: 100,
  bindCount: 1,
  upstreamIdForm: 'raw',
  settings,
})

async function ask(request: ApiRequest | PartOutcome | null): Promise<ApiAnswer> {
  if (request === null || 'kind' in request) throw new Error('no request')
  const reply = await new Requests().send(request, 30_000)
  if (reply.kind !== 'answered') throw new Error(reply.reason)
  return reply
}
const partOf = (text: string, extension = '07') => ({
  messageId: newId(),
  text,
  place: null,
  source: `10690003${extension}`,
  phone: '13900000001',
  kind: 'otp' as const,
})
const send = async (api: UpstreamApi, text: string, extension?: string) => api.outcomeOf(await ask(api.submit(partOf(text, extension))))

test.each(dialects)('%s: a text goes by its template, its report is asked for, and a wrong key is the channel’s fault', async dialect => {
  const program = await server.program()
  const settings = await settingsOf(dialect, program)
  const api = upstreamApiOf(channelOf(settings, program), settings, () => new Date())
  expect(api.outcomeOf(await ask(api.probe()))).not.toMatchObject({ kind: 'misconfigured' })
  const outcome = await send(api, '【云栈】您的订单A1已发货')
  expect(outcome).toMatchObject({ kind: 'taken' })
  const row = firstOrThrow(await server.rowsOf(program))
  expect(row).toMatchObject({ content: '【云栈】您的订单A1已发货', extension: '07', state: 'queued' })
  const upstreamId = outcome.kind === 'taken' ? outcome.upstreamId : ''
  if (dialect === 'hongyan') expect(upstreamId).toBe(encodeId('message', row.messageId))

  // A text that no template fits is refused without a request; one that the upstream refuses by its answer.
  expect(api.submit(partOf('【云栈】别的内容'))).toEqual({ kind: 'refused', code: 'HTTP:template' })
  const stranger = await send(api, '【没有】您的订单A1已发货')
  expect(stranger).toMatchObject({ kind: 'refused', code: expect.stringMatching(/^HTTP:/) })

  const waiting = { upstreamId, phone: '13900000001', submittedAt: idTime(row.messageId) }
  const reports = async () => {
    const [question] = api.ask([waiting])
    return question ? question.read(await ask(question.request)) : []
  }
  expect(await reports()).toEqual([])
  if (dialect !== 'tencent') {
    await asAccount(server.db, program.account, tx =>
      tx
        .updateTable('message')
        .set({ state: 'undelivered', reason: 'MK:0001', submittedAt: new Date(), finishedAt: new Date() })
        .where('accountId', '=', program.account)
        .where('messageId', '=', row.messageId)
        .execute(),
    )
    expect(await reports()).toMatchObject([
      { upstreamId, phone: '13900000001', code: 'MK:0001', state: expect.stringMatching(/^(?:UNDELIV|MK:0001)$/) },
    ])
  }

  const wrong = upstreamApiOf(channelOf(settings, { accessKeyId: program.accessKeyId, secret: 'x'.repeat(43) }), settings, () => new Date())
  expect(wrong.outcomeOf(await ask(wrong.probe()))).toMatchObject({ kind: 'misconfigured' })
  expect(await send(wrong, '【云栈】您的订单A1已发货')).toMatchObject({ kind: 'misconfigured' })
})

test.each(dialects)('%s: an account without money is the channel’s fault', async dialect => {
  const program = await server.program({ segmentCount: 0 })
  const settings = await settingsOf(dialect, program)
  const api = upstreamApiOf(channelOf(settings, program), settings, () => new Date())
  expect(await send(api, '【云栈】验证码204817')).toMatchObject({ kind: 'misconfigured' })
})

test('hongyan: a request that is repeated sends once', async () => {
  const program = await server.program()
  const settings = await settingsOf('hongyan', program)
  const api = upstreamApiOf(channelOf(settings, program), settings, () => new Date())
  const request = api.submit(partOf('【云栈】验证码204817'))
  const [first, second] = [api.outcomeOf(await ask(request)), api.outcomeOf(await ask(request))]
  expect(second).toEqual(first)
  expect(await server.rowsOf(program)).toHaveLength(1)
})

test.each(dialects)('%s: what its webhooks push is read', async dialect => {
  const program = await server.program()
  const settings = await settingsOf(dialect, program)
  const api = upstreamApiOf(channelOf(settings, program), settings, () => new Date())
  const at = new Date('2026-11-27T01:30:00Z')
  const event = { id: newId(), appId: program.appId, at }
  const report = (state: string, code: string) => ({
    messageId: newId(),
    batchId: newId(),
    customId: null,
    outId: null,
    phone: '13900000001',
    state,
    code,
    description: '',
    segmentCount: 1,
    signature: '云栈',
    templateCode: 'SMS_1',
    acceptedAt: at,
    submittedAt: at,
    finishedAt: at,
  })
  const inbound = {
    inboundId: newId(),
    phone: '13900000001',
    text: '退订',
    senderNumber: '1069000307',
    extension: '07',
    signature: '云栈',
    messageId: null,
    customId: null,
    isOptOut: true,
    receivedAt: at,
  }
  const told = (...events: PushEvent[]) =>
    api.readCallback({ query: '', body: bodyOf({ format: dialect, appNumber: '1', secret: 'key' }, events, 'a'.repeat(32)).body })
  const { reports } = told(
    { ...event, kind: 'report', data: report('delivered', 'DELIVRD') },
    { ...event, kind: 'report', data: report('undelivered', 'MK:0001') },
  )
  expect(reports.map(({ phone, code, doneAt }) => [phone, code, doneAt])).toEqual([
    ['13900000001', 'DELIVRD', at],
    ['13900000001', 'MK:0001', at],
  ])
  expect(itemOrThrow(reports, 0).state).toBe('DELIVRD')
  expect(told({ ...event, kind: 'inbound', data: inbound }).inbound).toEqual([
    { phone: '13900000001', text: '退订', senderNumber: '1069000307', place: null },
  ])
  expect(() => api.readCallback({ query: '', body: '<html>' })).toThrow()
})
