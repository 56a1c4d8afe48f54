import { createHash } from 'node:crypto'
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { merchantSettings } from '#payment-sim/contract.ts'
import { alipayStatement, wechatStatement } from '#payment-sim/statement.ts'
import { type Payments, startPayments } from '#test/support/payments.ts'
import { chinaDay } from '#values/china-time.ts'
import { getOrThrow } from '#values/or-throw.ts'
import { createAlipay } from './alipay.ts'
import { readAlipayStatement } from './alipay-statement.ts'
import {
  fenOfYuan,
  GatewayFailed,
  type GatewayName,
  GatewayRefused,
  type PaymentGateway,
  type RawWebhook,
  type RefundFacts,
  WebhookForged,
  yuanOfFen,
} from './gateway.ts'
import { createWechat } from './wechat.ts'
import { readWechatStatement } from './wechat-statement.ts'

let started: Payments
let gateways: Record<GatewayName, PaymentGateway>
beforeAll(async () => {
  started = await startPayments()
  gateways = { alipay: getOrThrow(started.gateways, 'alipay'), wechat: getOrThrow(started.gateways, 'wechat') }
})
afterAll(() => started.close())

const from = { webhookUrl: 'http://127.0.0.1:1/webhook', returnUrl: 'http://127.0.0.1:1/back' }
let count = 0
const trade = (amountFen = 12_345) => {
  count += 1
  return { tradeNumber: `R20261121${count}`, amountFen, subject: '账户充值 & more', expiresAt: new Date(Date.now() + 900_000) }
}

/** Opens a trade as the payer does, and returns the webhook that the gateway would send when it is paid. */
async function openTrade(name: GatewayName, amountFen?: number) {
  const asked = trade(amountFen)
  const way = await gateways[name].pay(asked, from)
  if (way.kind === 'page') expect((await fetch(way.url)).status).toBe(200)
  const pay = (): RawWebhook => {
    started.sim.webhookMode = 'none'
    expect(started.sim.pay(name, asked.tradeNumber)).toBe(true)
    const { headers, body } = started.sim.webhookOf(started.sim.find(name, asked.tradeNumber)!, 'n1')
    return { headers, body }
  }
  return { ...asked, way, pay }
}

test.each(['alipay', 'wechat'] as const)('%s: a trade is opened, paid, reported and queried with the same facts', async name => {
  const gateway = gateways[name]
  const opened = await openTrade(name)
  expect(opened.way.kind).toBe(name === 'alipay' ? 'page' : 'code')
  expect(await gateway.query(opened.tradeNumber)).toMatchObject({ state: name === 'alipay' ? 'paying' : 'waiting', payment: null })
  const webhook = await gateway.readWebhook(opened.pay())
  expect(webhook).toMatchObject({
    webhookId: 'n1',
    trade: { tradeNumber: opened.tradeNumber, state: 'paid', payment: { amountFen: 12_345 } },
  })
  expect(await gateway.query(opened.tradeNumber)).toEqual(webhook.trade)
  expect(Math.abs(webhook.trade!.payment!.paidAt.getTime() - Date.now())).toBeLessThan(60_000)
})

test.each(['alipay', 'wechat'] as const)('%s: a closed trade accepts no payment; an unknown trade is null', async name => {
  const { tradeNumber } = await openTrade(name)
  await gateways[name].close(tradeNumber)
  expect(started.sim.pay(name, tradeNumber)).toBe(false)
  expect(await gateways[name].query(tradeNumber)).toMatchObject({ state: 'closed', payment: null })
  expect(await gateways[name].query('R0')).toBeNull()
  await expect(gateways[name].close('R0')).resolves.toBeUndefined()
})

test.each(['alipay', 'wechat'] as const)('%s: a paid trade cannot be closed', async name => {
  const opened = await openTrade(name)
  opened.pay()
  await expect(gateways[name].close(opened.tradeNumber)).rejects.toThrow(GatewayFailed)
  expect(await gateways[name].query(opened.tradeNumber)).toMatchObject({ state: 'paid' })
})

test.each(['alipay', 'wechat'] as const)('%s: a refund is made once for each refund number, and never beyond the payment', async name => {
  const opened = await openTrade(name)
  opened.pay()
  const refund = {
    tradeNumber: opened.tradeNumber,
    refundNumber: `${opened.tradeNumber}F1`,
    amountFen: 10_000,
    tradeFen: 12_345,
    reason: '退款',
  }
  expect(await gateways[name].queryRefund(refund)).toBeNull()
  await gateways[name].refund(refund)
  expect(await gateways[name].refund(refund)).toMatchObject({ state: 'done', trouble: null })
  const { doneAt } = (await gateways[name].queryRefund(refund))!
  assert.exists(doneAt)
  expect(Math.abs(doneAt.getTime() - Date.now())).toBeLessThan(60_000)
  await expect(gateways[name].refund({ ...refund, refundNumber: 'F2', amountFen: 2_346 })).rejects.toThrow(GatewayRefused)
  expect(started.sim.find(name, opened.tradeNumber)?.refunds).toHaveLength(1)
})

test.each(['alipay', 'wechat'] as const)('%s: a refund with a lost answer, a stuck one and a failed one report their state', async name => {
  const gateway = gateways[name]
  const opened = await openTrade(name)
  opened.pay()
  const refund = (refundNumber: string) => ({ ...opened, refundNumber, amountFen: 100, tradeFen: 12_345, reason: '退款' })
  started.sim.refundMode = 'lost'
  await expect(gateway.refund(refund(`${opened.tradeNumber}L`))).rejects.toSatisfy(
    error => error instanceof GatewayFailed && !(error instanceof GatewayRefused),
  )
  expect(await gateway.refund(refund(`${opened.tradeNumber}L`))).toMatchObject({ state: 'done' })
  started.sim.refundMode = 'stuck'
  expect(await gateway.refund(refund(`${opened.tradeNumber}S`))).toMatchObject({ state: 'pending' })
  started.sim.refundMode = 'normal'
  expect(await gateway.queryRefund(refund(`${opened.tradeNumber}S`))).toMatchObject({ state: 'done' })
  started.sim.refundMode = 'refused'
  const refused = await gateway.refund(refund(`${opened.tradeNumber}R`)).catch((error: unknown) => error)
  expect(refused instanceof GatewayRefused ? 'failed' : (refused as RefundFacts).state).toBe('failed')
  started.sim.refundMode = 'normal'
  expect(started.sim.find(name, opened.tradeNumber)?.refunds.filter(one => one.state === 'done')).toHaveLength(2)
})

test.each(['alipay', 'wechat'] as const)('%s: a day’s statement has its payments and refunds, and none of another day', async name => {
  const gateway = gateways[name]
  const opened = await openTrade(name)
  opened.pay()
  const refundNumber = `${opened.tradeNumber}B`
  await gateway.refund({ ...opened, refundNumber, amountFen: 345, tradeFen: 12_345, reason: '退款' })
  started.sim.addPaid(name, {
    tradeNumber: `${opened.tradeNumber}Y`,
    gatewayNumber: `old${count}`,
    amountFen: 7,
    paidAtMs: Date.parse('2020-01-01T15:59:59Z'),
  })
  const today = (await gateway.statement(chinaDay(new Date()))).filter(line => line.tradeNumber.startsWith(opened.tradeNumber))
  const { gatewayNumber } = started.sim.find(name, opened.tradeNumber)!
  expect(today).toMatchObject([
    { kind: 'payment', tradeNumber: opened.tradeNumber, refundNumber: '', gatewayNumber, amountFen: 12_345 },
    { kind: 'refund', tradeNumber: opened.tradeNumber, refundNumber, amountFen: 345 },
  ])
  expect(await gateway.statement('2020-01-01')).toContainEqual({
    ...{ kind: 'payment', tradeNumber: `${opened.tradeNumber}Y`, refundNumber: '', gatewayNumber: `old${count}`, amountFen: 7 },
    at: new Date('2020-01-01T15:59:59Z'),
  })
  expect(await gateway.statement('2019-12-31')).toEqual([])
})

test('a statement that is truncated, altered or of unknown content is refused as a whole', async () => {
  started.sim.addPaid('wechat', { tradeNumber: 'RX', gatewayNumber: '42', amountFen: 7, paidAtMs: Date.parse('2020-02-01T01:00:00Z') })
  const text = wechatStatement(started.sim, '2020-02-01')
  const sha1 = (file: string) => createHash('sha1').update(file).digest('hex')
  expect(readWechatStatement(Buffer.from(text), sha1(text))).toHaveLength(1)
  expect(() => readWechatStatement(Buffer.from(text), sha1('x'))).toThrow(GatewayFailed)
  const cut = text.slice(0, text.indexOf('总交易单数'))
  expect(() => readWechatStatement(Buffer.from(cut), sha1(cut))).toThrow('no end')
  const odd = text.replace('SUCCESS', 'WONDER')
  expect(() => readWechatStatement(Buffer.from(odd), sha1(odd))).toThrow('not known')
  started.sim.addPaid('alipay', { tradeNumber: 'RY', gatewayNumber: '20', amountFen: 7, paidAtMs: Date.parse('2020-02-01T01:00:00Z') })
  const zip = alipayStatement(started.sim, '2020-02-01')
  expect(await readAlipayStatement(zip)).toHaveLength(1)
  await expect(readAlipayStatement(zip.subarray(0, -30))).rejects.toThrow(GatewayFailed)
  await expect(readAlipayStatement(Buffer.from('not a zip'))).rejects.toThrow(GatewayFailed)
})

test('a forged, altered or misdirected webhook of Alipay is refused', async () => {
  const { pay } = await openTrade('alipay')
  const { body } = pay()
  const changed = (change: (fields: URLSearchParams) => void) => {
    const fields = new URLSearchParams(body)
    change(fields)
    return gateways.alipay.readWebhook({ headers: {}, body: fields.toString() })
  }
  await expect(changed(fields => fields.set('total_amount', '9999.00'))).rejects.toThrow(WebhookForged)
  await expect(changed(fields => fields.set('trade_status', 'TRADE_FINISHED'))).rejects.toThrow(WebhookForged)
  await expect(changed(fields => fields.delete('sign'))).rejects.toThrow(WebhookForged)
  await expect(changed(fields => fields.set('sign', 'bm90IGEgc2lnbmF0dXJl'))).rejects.toThrow(WebhookForged)
  await expect(changed(fields => fields.set('sign_type', 'RSA'))).rejects.toThrow(WebhookForged)
  await expect(gateways.alipay.readWebhook({ headers: {}, body: '' })).rejects.toThrow(WebhookForged)
  const { alipay } = merchantSettings(started.sim.contract, started.url)
  const other = createAlipay({ ...alipay, sellerId: '2088000000000000' })
  await expect(other.readWebhook({ headers: {}, body })).rejects.toThrow(WebhookForged)
})

test('a forged, altered, old or misdirected webhook of WeChat Pay is refused', async () => {
  const { pay } = await openTrade('wechat')
  const { headers, body } = pay()
  const { wechat } = gateways
  await expect(wechat.readWebhook({ headers, body: body.replace('SUCCESS', 'SUCCES5') })).rejects.toThrow(WebhookForged)
  await expect(wechat.readWebhook({ headers: { ...headers, 'wechatpay-serial': 'FF' }, body })).rejects.toThrow(WebhookForged)
  await expect(wechat.readWebhook({ headers: { ...headers, 'wechatpay-serial': '__proto__' }, body })).rejects.toThrow(WebhookForged)
  await expect(wechat.readWebhook({ headers: { ...headers, 'wechatpay-timestamp': '1' }, body })).rejects.toThrow(WebhookForged)
  await expect(wechat.readWebhook({ headers: {}, body })).rejects.toThrow(WebhookForged)
  const { wechat: settings } = merchantSettings(started.sim.contract, started.url)
  const late = createWechat(settings, () => new Date(Date.now() + 301_000))
  await expect(late.readWebhook({ headers, body })).rejects.toThrow('too old')
  const otherKey = createWechat({ ...settings, apiKey: 'x'.repeat(32) }, () => new Date())
  await expect(otherKey.readWebhook({ headers, body })).rejects.toThrow(WebhookForged)
  const otherMerchant = createWechat({ ...settings, merchantId: '1600000000' }, () => new Date())
  await expect(otherMerchant.readWebhook({ headers, body })).rejects.toThrow(WebhookForged)
})

test('an unsigned answer and an unavailable gateway reveal nothing about a trade', async () => {
  const { alipay, wechat } = merchantSettings(started.sim.contract, started.url)
  const { tradeNumber } = await openTrade('alipay')
  const stranger = createAlipay({ ...alipay, alipayPublicKey: started.sim.contract.wechat.publicKey })
  await expect(stranger.query(tradeNumber)).rejects.toThrow(GatewayFailed)
  const { tradeNumber: code } = await openTrade('wechat')
  const other = createWechat(
    { ...wechat, platformKeys: { [started.sim.contract.platformSerial]: started.sim.contract.alipay.publicKey } },
    () => new Date(),
  )
  await expect(other.query(code)).rejects.toThrow(GatewayFailed)
  await expect(createAlipay({ ...alipay, gateway: 'http://127.0.0.1:1/' }).query(tradeNumber)).rejects.toThrow(GatewayFailed)
  await expect(createWechat({ ...wechat, endpoint: 'http://127.0.0.1:1/' }, () => new Date()).query(code)).rejects.toThrow(GatewayFailed)
})

test('a merchant whose key the gateway does not know is refused', async () => {
  const { alipay, wechat } = merchantSettings(started.sim.contract, started.url)
  const forged = createAlipay({ ...alipay, privateKey: started.sim.contract.wechatMerchant.privateKey })
  const way = await forged.pay(trade(), from)
  expect(way.kind === 'page' && (await fetch(way.url)).status).toBe(400)
  const other = createWechat({ ...wechat, privateKey: started.sim.contract.alipayMerchant.privateKey }, () => new Date())
  await expect(other.pay(trade(), from)).rejects.toThrow(GatewayFailed)
})

test('amounts are exact in fen, and malformed text is refused', () => {
  for (const fen of [1, 10, 100, 115, 470_00, 999_999_900]) expect(fenOfYuan(yuanOfFen(fen))).toBe(fen)
  expect([fenOfYuan('0.1'), fenOfYuan('12'), fenOfYuan('1.15')]).toEqual([10, 1200, 115])
  for (const text of ['', '1.234', '01.00', '1e3', '-1', '１.00', ' 1']) expect(() => fenOfYuan(text)).toThrow(GatewayFailed)
})
