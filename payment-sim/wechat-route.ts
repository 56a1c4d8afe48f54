import { createHash, randomUUID } from 'node:crypto'
import { formatChinaTime } from '#values/china-time.ts'
import type { SimRefund } from './book.ts'
import { isSigned, sign, wechatText } from './signing.ts'
import type { PaymentSim } from './sim.ts'
import { linesOf, wechatStatement } from './statement.ts'
import { wechatTrade } from './webhooks.ts'

export interface WechatAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/**
 * `/v3/…`: the part of APIv3 that our merchant uses. Requests must have the merchant's signature, answers have the
 * gateway's.
 */
export function answerWechat(
  sim: PaymentSim,
  request: { method: string; path: string; authorization: string; body: string; url: string },
): WechatAnswer {
  const { pathname, searchParams } = new URL(request.path, 'http://sim')
  // The file itself is not signed.
  if (pathname === '/v3/billdownload/file' && isFromMerchant(sim, request))
    return {
      status: 200,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: wechatStatement(sim, searchParams.get('token') ?? ''),
    }
  const { status, content } = isFromMerchant(sim, request)
    ? act(sim, request)
    : { status: 401, content: { code: 'SIGN_ERROR', message: '签名错误，请检查后再试' } }
  const body = content === null ? '' : JSON.stringify(content)
  const timestamp = Math.floor(Date.now() / 1000)
  const nonce = randomUUID().replaceAll('-', '')
  return {
    status,
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'wechatpay-serial': sim.contract.platformSerial,
      'wechatpay-timestamp': String(timestamp),
      'wechatpay-nonce': nonce,
      'wechatpay-signature': sign(wechatText(timestamp, nonce, body), sim.contract.wechat.privateKey),
    },
  }
}

function isFromMerchant({ contract }: PaymentSim, request: { method: string; path: string; authorization: string; body: string }): boolean {
  const given = Object.fromEntries([...request.authorization.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]))
  if (given.mchid !== contract.merchantId || given.serial_no !== contract.merchantSerial) return false
  const text = wechatText(request.method, request.path, given.timestamp ?? '', given.nonce_str ?? '', request.body)
  return isSigned(text, given.signature ?? '', contract.wechatMerchant.publicKey)
}

type Answered = { status: number; content: unknown }
const missing = (code: string): Answered => ({ status: 404, content: { code, message: '不存在' } })
const tradePath = /^\/v3\/pay\/transactions\/out-trade-no\/([\w-]+)(\/close)?$/
const refundPath = /^\/v3\/refund\/domestic\/refunds(?:\/([\w-]+))?$/

function act(sim: PaymentSim, { method, path, body, url }: { method: string; path: string; body: string; url: string }): Answered {
  const { pathname, searchParams } = new URL(path, 'http://sim')
  if (pathname === '/v3/bill/tradebill') return answerBill(sim, searchParams.get('bill_date') ?? '', url)
  const content = body === '' ? {} : (JSON.parse(body) as unknown)
  if (method === 'POST' && pathname === '/v3/pay/transactions/native') return open(sim, content)
  const [, tradeNumber, close] = tradePath.exec(pathname) ?? []
  if (tradeNumber && method === 'GET') {
    const trade = sim.find('wechat', tradeNumber)
    return trade ? { status: 200, content: wechatTrade(sim.contract, trade) } : missing('ORDER_NOT_EXIST')
  }
  if (tradeNumber && close && method === 'POST') {
    const ended = sim.close('wechat', tradeNumber)
    return ended === 'paid' ? { status: 400, content: { code: 'ORDERPAID', message: '订单已支付' } } : { status: 204, content: null }
  }
  const refund = refundPath.exec(pathname)
  if (refund) return method === 'POST' ? giveBack(sim, content) : readRefund(sim, refund[1] ?? '')
  return missing('RESOURCE_NOT_EXISTS')
}

function open(sim: PaymentSim, content: unknown): Answered {
  const { out_trade_no, description, time_expire, notify_url, amount, appid, mchid } = content as Record<string, string> & {
    amount: { total: number }
  }
  if (appid !== sim.contract.appId || mchid !== sim.contract.merchantId || !out_trade_no || !Number.isInteger(amount?.total))
    return { status: 400, content: { code: 'PARAM_ERROR', message: '参数错误' } }
  const trade = sim.open('wechat', {
    tradeNumber: out_trade_no,
    amountFen: amount.total,
    subject: description ?? '',
    webhookUrl: notify_url ?? '',
    returnUrl: '',
    expiresAtMs: time_expire ? Date.parse(time_expire) : Date.now() + 900_000,
  })
  if (trade?.state !== 'waiting') return { status: 400, content: { code: 'OUT_TRADE_NO_USED', message: '商户订单号重复' } }
  return { status: 200, content: { code_url: trade.code } }
}

function giveBack(sim: PaymentSim, content: unknown): Answered {
  const { out_trade_no = '', out_refund_no = '', amount } = content as Record<string, string> & { amount: { refund: number } }
  const done = sim.refund('wechat', out_trade_no, out_refund_no, amount.refund)
  if (!done) return { status: 400, content: { code: 'INVALID_REQUEST', message: '订单已全额退款或可退金额不足' } }
  if (done.isNew && sim.refundMode === 'lost') throw new Error('the answer is lost')
  // Accepted, not done: as at the real gateway the merchant has to query the outcome.
  if (done.isNew && done.refund.state === 'done') return { status: 200, content: { out_refund_no, status: 'PROCESSING' } }
  return { status: 200, content: refundContent(done.refund) }
}

function readRefund(sim: PaymentSim, refundNumber: string): Answered {
  const known = sim.findRefund('wechat', '', refundNumber)
  return known ? { status: 200, content: refundContent(known) } : missing('RESOURCE_NOT_EXISTS')
}

const refundStatuses = { pending: 'PROCESSING', done: 'SUCCESS', failed: 'ABNORMAL' }
const refundContent = ({ refundNumber, state, atMs }: SimRefund) => ({
  out_refund_no: refundNumber,
  status: refundStatuses[state],
  ...(state === 'done' ? { success_time: `${formatChinaTime(atMs).replace(' ', 'T')}+08:00` } : {}),
})

function answerBill(sim: PaymentSim, day: string, url: string): Answered {
  if (linesOf(sim, 'wechat', day).length === 0) return { status: 400, content: { code: 'NO_STATEMENT_EXIST', message: '账单文件不存在' } }
  const sha1 = createHash('sha1').update(wechatStatement(sim, day)).digest('hex')
  return { status: 200, content: { hash_type: 'SHA1', hash_value: sha1, download_url: `${url}/v3/billdownload/file?token=${day}` } }
}
