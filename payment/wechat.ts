import { Aes, Formatter, Rsa, Wechatpay } from 'wechatpay-axios-plugin'
import { z } from 'zod'
import { toError } from '#values/error.ts'
import {
  GatewayFailed,
  GatewayRefused,
  type PaymentGateway,
  type RawWebhook,
  type RefundFacts,
  type TradeFacts,
  type Webhook,
  WebhookForged,
} from './gateway.ts'
import type { PaymentSettings } from './settings.ts'
import { readWechatStatement } from './wechat-statement.ts'

type Settings = NonNullable<PaymentSettings['wechat']>

/** Older webhooks may be replays. */
const webhookAgeMs = 300_000

const states: Record<string, TradeFacts['state']> = {
  SUCCESS: 'paid',
  REFUND: 'paid',
  NOTPAY: 'waiting',
  USERPAYING: 'paying',
  CLOSED: 'closed',
  REVOKED: 'closed',
  PAYERROR: 'closed',
}
const refundStates: Record<string, RefundFacts['state']> = { SUCCESS: 'done', PROCESSING: 'pending', ABNORMAL: 'failed', CLOSED: 'failed' }

/** Retryable refusals: temporary, or until the merchant's account has money. */
const passing = new Set(['SYSTEM_ERROR', 'FREQUENCY_LIMITED', 'FREQUENCY_LIMIT_EXCEED', 'RATELIMIT_EXCEEDED', 'NOT_ENOUGH', 'SIGN_ERROR'])

const tradeShape = z.object({
  appid: z.string().optional(),
  mchid: z.string(),
  out_trade_no: z.string(),
  trade_state: z.string(),
  transaction_id: z.string().optional(),
  success_time: z.iso.datetime({ offset: true }).optional(),
  payer: z.object({ openid: z.string() }).partial().optional(),
  amount: z.object({ total: z.number().int().positive(), currency: z.string().default('CNY') }).optional(),
})
const refundShape = z.object({ status: z.string(), success_time: z.iso.datetime({ offset: true }).optional() })
const billShape = z.object({ download_url: z.url(), hash_value: z.string() })
const webhookShape = z.object({
  id: z.string().min(1),
  event_type: z.string(),
  resource: z.object({
    algorithm: z.literal('AEAD_AES_256_GCM'),
    ciphertext: z.string(),
    nonce: z.string(),
    associated_data: z.string().default(''),
  }),
})

/** WeChat Pay's QR code (APIv3 Native). The client signs requests and verifies answers. */
export function createWechat(settings: Settings, now: () => Date): PaymentGateway {
  const { endpoint, appId, merchantId, merchantSerial, privateKey, platformKeys } = settings
  const client = new Wechatpay({
    mchid: merchantId,
    serial: merchantSerial,
    privateKey,
    certs: { ...platformKeys },
    baseURL: endpoint,
    timeout: 5_000,
  }).client

  /** Null: it does not exist. */
  const ask = async (method: 'get' | 'post', path: string, data?: Record<string, unknown>): Promise<unknown> => {
    try {
      const { data: answer } = await client.request(`v3/${path}`, method, data)
      return answer
    } catch (error) {
      const response = (error as { response?: { status?: number; data?: { code?: string; message?: string } } }).response
      if (response?.status === 404) return null
      const { status = 0, data } = response ?? {}
      const problem = `WeChat Pay refuses ${path}: ${data?.code ?? toError(error).message} ${data?.message ?? ''}`.trim()
      const isNo = status >= 400 && status < 500 && status !== 429 && !passing.has(data?.code ?? '')
      throw new (isNo ? GatewayRefused : GatewayFailed)(problem, { cause: error })
    }
  }

  /** The file itself is unsigned; its hash came in a signed answer. */
  const fetchBill = async (address: string): Promise<Buffer> => {
    try {
      // By its path alone, since the SDK recognizes by it the one answer without a signature.
      const { pathname, searchParams } = new URL(address)
      const { data } = await client.request<ArrayBuffer>(pathname, 'get', undefined, {
        params: Object.fromEntries(searchParams),
        responseType: 'arraybuffer',
        timeout: 60_000,
      })
      return Buffer.from(data)
    } catch (error) {
      throw new GatewayFailed('WeChat Pay did not give the statement', { cause: error })
    }
  }

  const factsOf = (answer: unknown): TradeFacts => {
    const parsed = tradeShape.safeParse(answer)
    const state = parsed.success ? states[parsed.data.trade_state] : undefined
    if (!parsed.success || !state) throw new GatewayFailed('WeChat Pay tells of a trade in words that are not known')
    const { mchid, appid, out_trade_no: tradeNumber, transaction_id: gatewayNumber, success_time: paidAt, payer, amount } = parsed.data
    if (mchid !== merchantId || (appid !== undefined && appid !== appId)) throw new GatewayFailed('WeChat Pay tells of another merchant')
    if (state !== 'paid') return { tradeNumber, state, payment: null }
    if (!gatewayNumber || !paidAt || amount?.currency !== 'CNY')
      throw new GatewayFailed('WeChat Pay tells of a payment without its number, time or sum')
    const payment = { gatewayNumber, amountFen: amount.total, payer: payer?.openid ?? '', paidAt: new Date(paidAt) }
    return { tradeNumber, state, payment }
  }

  return {
    name: 'wechat',
    received: { type: 'application/json', body: '{"code":"SUCCESS","message":"成功"}' },
    async pay(trade, { webhookUrl }) {
      const answer = await ask('post', 'pay/transactions/native', {
        appid: appId,
        mchid: merchantId,
        description: trade.subject,
        out_trade_no: trade.tradeNumber,
        time_expire: trade.expiresAt.toISOString().replace(/\.\d+Z$/, '+00:00'),
        notify_url: webhookUrl,
        amount: { total: trade.amountFen, currency: 'CNY' },
      })
      const text = (answer as { code_url?: unknown } | null)?.code_url
      if (typeof text !== 'string') throw new GatewayFailed('WeChat Pay gave no code')
      return { kind: 'code', text }
    },
    async query(tradeNumber) {
      const answer = await ask('get', `pay/transactions/out-trade-no/${tradeNumber}?mchid=${merchantId}`)
      return answer === null ? null : factsOf(answer)
    },
    async close(tradeNumber) {
      await ask('post', `pay/transactions/out-trade-no/${tradeNumber}/close`, { mchid: merchantId })
    },
    async refund({ tradeNumber, refundNumber, amountFen, tradeFen, reason }) {
      const answer = await ask('post', 'refund/domestic/refunds', {
        out_trade_no: tradeNumber,
        out_refund_no: refundNumber,
        reason,
        amount: { refund: amountFen, total: tradeFen, currency: 'CNY' },
      })
      if (answer === null) throw new GatewayRefused('WeChat Pay knows no such trade')
      return refundOf(answer)
    },
    async queryRefund({ refundNumber }) {
      const answer = await ask('get', `refund/domestic/refunds/${refundNumber}`)
      return answer === null ? null : refundOf(answer)
    },
    async statement(day) {
      let answer: unknown
      try {
        answer = await ask('get', `bill/tradebill?bill_date=${day}&bill_type=ALL`)
      } catch (error) {
        // A day without trades has no bill.
        if (error instanceof GatewayRefused && error.message.includes('NO_STATEMENT_EXIST')) return []
        throw error
      }
      const { download_url: address, hash_value: hash } = billShape.parse(answer)
      return readWechatStatement(await fetchBill(address), hash)
    },
    async readWebhook(raw) {
      const { id, event, content } = openWebhook(settings, raw, now())
      if ((content as { mchid?: unknown }).mchid !== merchantId) throw new WebhookForged('for another merchant')
      return { webhookId: id, trade: event.startsWith('TRANSACTION.') ? factsOf(content) : null } satisfies Webhook
    },
  }
}

/** An unknown state is not accepted as an answer. */
function refundOf(answer: unknown): RefundFacts {
  const parsed = refundShape.safeParse(answer)
  const state = parsed.success ? refundStates[parsed.data.status] : undefined
  if (!parsed.success || !state) throw new GatewayFailed('WeChat Pay tells of a refund in words that are not known')
  const { status, success_time: doneAt } = parsed.data
  return { state, doneAt: state === 'done' && doneAt ? new Date(doneAt) : null, trouble: state === 'failed' ? status : null }
}

/** Verifies and decrypts a webhook of WeChat: signature, age, and content with the merchant's key. */
function openWebhook(
  { platformKeys, apiKey }: Settings,
  { headers, body }: RawWebhook,
  now: Date,
): { id: string; event: string; content: unknown } {
  const {
    'wechatpay-timestamp': timestamp = '',
    'wechatpay-nonce': nonce = '',
    'wechatpay-signature': signature = '',
    'wechatpay-serial': serial = '',
  } = headers
  const key = Object.hasOwn(platformKeys, serial) ? platformKeys[serial] : undefined
  if (!key) throw new WebhookForged('signed with a key that is not known')
  if (Math.abs(now.getTime() - Number(timestamp) * 1000) > webhookAgeMs || !/^\d+$/.test(timestamp)) throw new WebhookForged('too old')
  try {
    if (!Rsa.verify(Formatter.response(timestamp, nonce, body), signature, key)) throw new WebhookForged('not signed by WeChat Pay')
    const { id, event_type: event, resource } = webhookShape.parse(JSON.parse(body))
    const text = Aes.AesGcm.decrypt(resource.ciphertext, apiKey, resource.nonce, resource.associated_data)
    return { id, event, content: JSON.parse(text) }
  } catch (error) {
    if (error instanceof WebhookForged) throw error
    throw new WebhookForged('a message that can not be opened', { cause: error })
  }
}
