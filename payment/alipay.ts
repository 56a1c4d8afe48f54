import { AlipaySdk } from 'alipay-sdk'
import { formatChinaTime } from '#values/china-time.ts'
import { readAlipayStatement } from './alipay-statement.ts'
import { download } from './download.ts'
import {
  fenOfYuan,
  GatewayFailed,
  GatewayRefused,
  type PaymentGateway,
  type RefundFacts,
  type TradeFacts,
  WebhookForged,
  yuanOfFen,
} from './gateway.ts'
import type { PaymentSettings } from './settings.ts'

type Settings = NonNullable<PaymentSettings['alipay']>
type Answer = Record<string, string | undefined>

const states: Record<string, TradeFacts['state']> = {
  // The trade exists once a payer has opened its page.
  WAIT_BUYER_PAY: 'paying',
  TRADE_SUCCESS: 'paid',
  TRADE_FINISHED: 'paid',
  TRADE_CLOSED: 'closed',
}
/** Retryable refusals: temporary, or until the merchant's account has money. */
const passing = /SYSTEM_ERROR|BUSY|SELLER_BALANCE_NOT_ENOUGH|LIMIT/i
const timePattern = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/

/** Alipay's page for computers (alipay.trade.page.pay) through its own SDK, RSA2 signatures in both directions. */
export function createAlipay({ gateway, appId, sellerId, privateKey, alipayPublicKey }: Settings): PaymentGateway {
  const sdk = new AlipaySdk({ appId, gateway, privateKey, alipayPublicKey, keyType: 'PKCS8', signType: 'RSA2', timeout: 5_000 })

  /** Verifies answers with Alipay's key: the SDK does so only on request. Null: the trade does not exist. */
  const ask = async (method: string, content: Record<string, unknown>): Promise<Answer | null> => {
    let answer: Answer
    try {
      answer = (await sdk.exec(method, { bizContent: content }, { validateSign: true })) as unknown as Answer
    } catch (error) {
      throw new GatewayFailed('Alipay did not answer as it should', { cause: error })
    }
    if (answer.code === '10000') return answer
    if (answer.subCode === 'ACQ.TRADE_NOT_EXIST') return null
    const problem = `Alipay refuses ${method}: ${answer.code} ${answer.subCode ?? ''} ${answer.subMsg ?? ''}`.trim()
    throw answer.code === '40004' && !passing.test(answer.subCode ?? '') ? new GatewayRefused(problem) : new GatewayFailed(problem)
  }

  const queryRefund = async (tradeNumber: string, refundNumber: string): Promise<RefundFacts | null> => {
    const answer = await ask('alipay.trade.fastpay.refund.query', {
      out_trade_no: tradeNumber,
      out_request_no: refundNumber,
      query_options: ['gmt_refund_pay'],
    })
    return answer?.refundStatus === 'REFUND_SUCCESS' ? { state: 'done', doneAt: chinaTime(answer.gmtRefundPay), trouble: null } : null
  }

  return {
    name: 'alipay',
    received: { type: 'text/plain', body: 'success' },
    async pay(trade, { webhookUrl, returnUrl }) {
      const url = sdk.pageExecute('alipay.trade.page.pay', 'GET', {
        notifyUrl: webhookUrl,
        returnUrl,
        bizContent: {
          out_trade_no: trade.tradeNumber,
          total_amount: yuanOfFen(trade.amountFen),
          subject: trade.subject,
          product_code: 'FAST_INSTANT_TRADE_PAY',
          time_expire: formatChinaTime(trade.expiresAt),
        },
      })
      return { kind: 'page', url }
    },
    async query(tradeNumber) {
      const answer = await ask('alipay.trade.query', { out_trade_no: tradeNumber })
      return (
        answer &&
        factsOf({
          out_trade_no: answer.outTradeNo,
          trade_status: answer.tradeStatus,
          total_amount: answer.totalAmount,
          trade_no: answer.tradeNo,
          payer: answer.buyerLogonId,
          paid_at: answer.sendPayDate,
        })
      )
    },
    async close(tradeNumber) {
      await ask('alipay.trade.close', { out_trade_no: tradeNumber })
    },
    async refund({ tradeNumber, refundNumber, amountFen, reason }) {
      const answer = await ask('alipay.trade.refund', {
        out_trade_no: tradeNumber,
        out_request_no: refundNumber,
        refund_amount: yuanOfFen(amountFen),
        refund_reason: reason,
      })
      if (!answer) throw new GatewayRefused('Alipay knows no such trade')
      // Y: this very call moved the money. Otherwise only a query shows what the earlier one did.
      if (answer.fundChange === 'Y') return { state: 'done', doneAt: chinaTime(answer.gmtRefundPay), trouble: null }
      return (await queryRefund(tradeNumber, refundNumber)) ?? { state: 'pending', doneAt: null, trouble: null }
    },
    queryRefund: ({ tradeNumber, refundNumber }) => queryRefund(tradeNumber, refundNumber),
    async statement(day) {
      let answer: Answer | null
      try {
        answer = await ask('alipay.data.dataservice.bill.downloadurl.query', { bill_type: 'trade', bill_date: day })
      } catch (error) {
        // A day without trades has no bill.
        if (error instanceof GatewayRefused && /bill.not.exist/i.test(error.message)) return []
        throw error
      }
      if (!answer?.billDownloadUrl) throw new GatewayFailed('Alipay gave no address of the statement')
      return readAlipayStatement(await download(answer.billDownloadUrl))
    },
    async readWebhook({ body }) {
      const fields = Object.fromEntries(new URLSearchParams(body))
      // The message must not choose a weaker signature, which the SDK would allow.
      if (fields.sign_type !== 'RSA2' || !isSigned(sdk, fields)) throw new WebhookForged('not signed by Alipay')
      if (fields.app_id !== appId || fields.seller_id !== sellerId) throw new WebhookForged('for another merchant')
      if (!fields.notify_id) throw new WebhookForged('without a number')
      // Refunds arrive as messages about the trade too.
      const trade = fields.out_biz_no ? null : factsOf({ ...fields, payer: fields.buyer_logon_id, paid_at: fields.gmt_payment })
      return { webhookId: fields.notify_id, trade }
    },
  }
}

const chinaTime = (text: string | undefined) => (text && timePattern.test(text) ? new Date(`${text.replace(' ', 'T')}+08:00`) : null)

/** The SDK throws on a missing signature or one that is not base64. */
function isSigned(sdk: AlipaySdk, fields: Record<string, string>): boolean {
  try {
    return sdk.checkNotifySignV2(fields)
  } catch {
    return false
  }
}

function factsOf(answer: Answer): TradeFacts {
  const {
    out_trade_no: tradeNumber,
    trade_status: status = '',
    total_amount: amount = '',
    trade_no: gatewayNumber,
    payer,
    paid_at: paidAt,
  } = answer
  const state = states[status]
  if (!tradeNumber || !state) throw new GatewayFailed(`Alipay tells of a trade in no known state: ${status}`)
  if (state !== 'paid') return { tradeNumber, state, payment: null }
  if (!gatewayNumber || !paidAt || !timePattern.test(paidAt))
    throw new GatewayFailed('Alipay tells of a payment without its number or time')
  const payment = { gatewayNumber, amountFen: fenOfYuan(amount), payer: payer ?? '', paidAt: new Date(`${paidAt.replace(' ', 'T')}+08:00`) }
  return { tradeNumber, state, payment }
}
