import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { z } from 'zod'
import { wholeOf } from '#values/bytes.ts'
import { toError } from '#values/error.ts'
import { answerAlipay } from './alipay-route.ts'
import type { PaymentMethod, SimTrade } from './book.ts'
import { cashierPage, listPage, messagePage } from './pages.ts'
import type { PaymentSim } from './sim.ts'
import { alipayStatement } from './statement.ts'
import { answerWechat } from './wechat-route.ts'

const maxBodyBytes = 256 * 1024
const shownTrades = 50

/**
 * Both gateways and the payer's pages on one port: `/gateway.do` (Alipay), `/v3/…` (WeChat Pay), `/` and `/cashier` for
 * people; for tests `GET /api/trades`, `POST /api/pay {payment method, tradeNumber, amountFen?}`, `POST /api/paid` (a
 * past
 * trade), `POST /api/webhooks {mode}` and `POST /api/refunds {mode}`.
 */
export function createPaymentServer(sim: PaymentSim): Server {
  return createServer((request, response) => {
    answer(sim, request, response).catch((error: unknown) => {
      console.error(error)
      if (!response.headersSent) sendPage(response, 500, messagePage('支付模拟器出错', toError(error).message))
    })
  })
}

async function answer(sim: PaymentSim, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? '/'
  const url = new URL(path, 'http://sim')
  const body = await readBody(request)
  const own = `http://${request.headers.host ?? ''}`
  if (url.pathname === '/gateway.do') return answerGateway(sim, response, { url, body, own })
  if (url.pathname.startsWith('/v3/')) {
    const { authorization = '' } = request.headers
    const answered = answerWechat(sim, { method: request.method ?? 'GET', path, authorization, body, url: own })
    response.writeHead(answered.status, answered.headers).end(answered.body)
    return
  }
  if (url.pathname === '/bill/alipay') {
    response.writeHead(200, { 'content-type': 'application/zip' }).end(alipayStatement(sim, url.searchParams.get('day') ?? ''))
    return
  }
  if (url.pathname.startsWith('/api/')) return answerTest(sim, response, url.pathname, body)
  if (url.pathname === '/cashier' && request.method === 'POST') return answerPayer(sim, response, new URLSearchParams(body))
  if (url.pathname === '/') return sendPage(response, 200, listPage(newest(sim)))
  sendPage(response, 404, messagePage('没有这个页面', url.pathname))
}

function answerGateway(sim: PaymentSim, response: ServerResponse, { url, body, own }: { url: URL; body: string; own: string }): void {
  const fields = Object.fromEntries([...url.searchParams, ...new URLSearchParams(body)])
  const answered = answerAlipay(sim, fields, own)
  if (answered.kind === 'json') response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(answered.text)
  else if (answered.kind === 'cashier') sendPage(response, 200, cashierPage(answered.trade))
  else sendPage(response, 400, messagePage('无法付款', answered.reason))
}

function answerPayer(sim: PaymentSim, response: ServerResponse, form: URLSearchParams): void {
  const paymentMethod = form.get('paymentMethod') as PaymentMethod
  const tradeNumber = form.get('tradeNumber') ?? ''
  const trade = sim.find(paymentMethod, tradeNumber)
  if (!trade) {
    sendPage(response, 404, messagePage('没有这个订单', tradeNumber))
    return
  }
  if (form.get('act') === 'pay') sim.pay(paymentMethod, tradeNumber)
  if (trade.returnUrl === '') response.writeHead(303, { location: '/' }).end()
  else response.writeHead(303, { location: withTrade(trade) }).end()
}

const withTrade = (trade: SimTrade) => {
  const url = new URL(trade.returnUrl)
  url.searchParams.set('out_trade_no', trade.tradeNumber)
  return url.href
}

const payInput = z.strictObject({
  paymentMethod: z.enum(['alipay', 'wechat']),
  tradeNumber: z.string(),
  amountFen: z.number().int().positive().optional(),
})
const paidInput = z.strictObject({
  paymentMethod: z.enum(['alipay', 'wechat']),
  tradeNumber: z.string(),
  gatewayNumber: z.string(),
  amountFen: z.number().int().positive(),
  paidAtMs: z.number().int(),
})
const refundsInput = z.strictObject({ mode: z.enum(['normal', 'stuck', 'refused', 'lost']) })
const webhooksInput = z.strictObject({ mode: z.enum(['normal', 'none', 'double']) })

function answerTest(sim: PaymentSim, response: ServerResponse, path: string, body: string): void {
  const content: unknown = body === '' ? {} : JSON.parse(body)
  let done: unknown = null
  if (path === '/api/trades') done = newest(sim)
  else if (path === '/api/pay') {
    const { paymentMethod, tradeNumber, amountFen } = payInput.parse(content)
    done = { isPaid: sim.pay(paymentMethod, tradeNumber, amountFen) }
  } else if (path === '/api/webhooks') {
    sim.webhookMode = webhooksInput.parse(content).mode
    done = { mode: sim.webhookMode }
  } else if (path === '/api/refunds') {
    sim.refundMode = refundsInput.parse(content).mode
    done = { mode: sim.refundMode }
  } else if (path === '/api/paid') {
    const { paymentMethod, ...trade } = paidInput.parse(content)
    sim.addPaid(paymentMethod, trade)
    done = {}
  }
  response.writeHead(done === null ? 404 : 200, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(done))
}

const newest = (sim: PaymentSim) => {
  const trades = sim.book.all().slice(-shownTrades).reverse()
  // Queried one by one, so that expired ones are shown as closed.
  return trades.map(trade => sim.find(trade.paymentMethod, trade.tradeNumber) ?? trade)
}

function sendPage(response: ServerResponse, status: number, html: string): void {
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
    })
    .end(html)
}

async function readBody(request: IncomingMessage): Promise<string> {
  const body = await wholeOf(request, maxBodyBytes)
  if (!body) throw new Error('request body too large')
  return body.toString('utf8')
}
