import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { serialNoOf } from '#contract/open/vendor-id.ts'
import { type EventKind, type PushEvent, pushEvent, type WebhookFormat, webhookFormatNames, webhookFormats } from '#contract/push/push.ts'
import { newId } from '#values/id.ts'
import { firstOrThrow } from '#values/or-throw.ts'
import { bodyOf, isAccepted } from './format.ts'
import { sampleEvent } from './sample.ts'

const now = new Date('2026-11-21T04:05:06Z')
const appId = newId()
const nonce = '0123456789abcdef0123456789abcdef'
const write = (format: WebhookFormat, ...events: PushEvent[]) => bodyOf({ format, appNumber: '1400200001', secret: 'key' }, events, nonce)
const sample = (kind: EventKind) => sampleEvent(kind, { appId, now })
const report = (data: object = {}) => {
  const event = sample('report')
  return { ...event, data: { ...event.data, ...data } } as Extract<PushEvent, { kind: 'report' }>
}

test.each(webhookFormatNames.flatMap(format => webhookFormats[format].kinds.map(kind => [format, kind] as const)))(
  '%s has words for %s',
  (format, kind) => expect(write(format, sample(kind)).body.length).toBeGreaterThan(20),
)

test('our format is an array that our own contract parses', () => {
  const events = (['report', 'inbound', 'alert'] as const).map(sample)
  const { body, contentType } = write('hongyan', ...events)
  expect(contentType).toBe('application/json; charset=utf-8')
  expect(
    z
      .array(z.unknown())
      .parse(JSON.parse(body))
      .map(one => pushEvent.parse(one)),
  ).toEqual(events)
})

test("a report in Alibaba's format", () => {
  const batchId = newId()
  const failed = report({ state: 'undelivered', code: 'MK:0001', description: '空号', segmentCount: 2, batchId, outId: 'order-7' })
  expect(JSON.parse(write('alibaba', report(), failed).body)).toEqual([
    {
      phone_number: '19900000001',
      send_time: '2026-11-21 12:05:06',
      report_time: '2026-11-21 12:05:06',
      success: true,
      err_code: 'DELIVERED',
      err_msg: '用户接收成功',
      sms_size: '1',
      biz_id: '',
      out_id: 'test',
    },
    expect.objectContaining({
      success: false,
      err_code: 'MK:0001',
      err_msg: '空号',
      sms_size: '2',
      biz_id: `${batchId.replaceAll('-', '')}^0`,
      out_id: 'order-7',
    }),
  ])
})

test("reviews in Alibaba's format, under the order id that its actions returned", () => {
  const template = firstOrThrow(z.array(z.record(z.string(), z.any())).parse(JSON.parse(write('alibaba', sample('template_review')).body)))
  expect(Object.keys(template).sort()).toEqual(
    'create_date orderId reason remark template_code template_content template_name template_status template_type'.split(' '),
  )
  expect(template.template_type).toMatch(/^(验证码|短信通知|推广短信)$/)
  const event = sample('signature_review') as Extract<PushEvent, { kind: 'signature_review' }>
  const [signature] = z.array(z.record(z.string(), z.any())).parse(JSON.parse(write('alibaba', event).body))
  expect(signature).toMatchObject({ sign_name: event.data.signature, sign_status: event.data.state, orderId: event.data.signatureId })
})

test("a report and an inbound message in Tencent's format", () => {
  const event = report()
  expect(JSON.parse(write('tencent', event).body)).toEqual([
    expect.objectContaining({
      user_receive_time: '2026-11-21 12:05:06',
      nationcode: '86',
      mobile: '19900000001',
      report_status: 'SUCCESS',
      errmsg: 'DELIVRD',
      sid: serialNoOf(event.data.messageId),
    }),
  ])
  expect(JSON.parse(write('tencent', sample('inbound')).body)).toEqual({
    extend: '',
    mobile: '19900000001',
    nationcode: '86',
    sign: '测试',
    text: '测试推送',
    time: 1_795_233_906,
  })
})

test("an event in SUBMAIL's format, signed by itself", () => {
  const { body, contentType } = write('submail', report({ state: 'rejected', code: 'REJECTD' }))
  expect(contentType).toContain('application/x-www-form-urlencoded')
  expect(Object.fromEntries(new URLSearchParams(body))).toMatchObject({
    events: 'dropped',
    report: 'REJECTD',
    address: '19900000001',
    app: '1400200001',
    timestamp: '1795233906',
    token: nonce,
    signature: createHash('md5').update(`${nonce}key`).digest('hex'),
  })
})

test.each([
  ['alibaba', '{"code":0,"msg":"接收成功"}', true],
  ['alibaba', '{"code":200,"msg":"成功"}', true],
  ['alibaba', 'OK', true],
  ['tencent', '{"result":0,"errmsg":"OK"}', true],
  ['tencent', '{"result":1}', false],
  ['tencent', 'null', true],
  ['hongyan', '{"code":500}', true],
] as const)('%s: an answer %s', (format, body, accepted) => expect(isAccepted(format, body)).toBe(accepted))
