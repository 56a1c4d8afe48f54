import { randomUUID } from 'node:crypto'
import { formatChinaTime } from '#values/china-time.ts'
import type { SimTrade } from './book.ts'
import type { Contract } from './contract.ts'
import { alipayText, encryptResource, sign, wechatText } from './signing.ts'

/** A webhook to the merchant, ready to be sent. */
export interface SimWebhook {
  url: string
  headers: Record<string, string>
  body: string
  isTaken: (status: number, body: string) => boolean
}

const yuan = (fen: number) => (fen / 100).toFixed(2)

export function alipayWebhook(contract: Contract, trade: SimTrade, webhookId: string, atMs: number): SimWebhook {
  const fields: Record<string, string> = {
    notify_id: webhookId,
    notify_type: 'trade_status_sync',
    notify_time: formatChinaTime(atMs),
    app_id: contract.appId,
    seller_id: contract.sellerId,
    charset: 'utf-8',
    version: '1.0',
    out_trade_no: trade.tradeNumber,
    trade_no: trade.gatewayNumber,
    trade_status: 'TRADE_SUCCESS',
    total_amount: yuan(trade.amountFen),
    receipt_amount: yuan(trade.amountFen),
    buyer_logon_id: '138****8000',
    subject: trade.subject,
    gmt_payment: formatChinaTime(trade.paidAtMs ?? 0),
  }
  const signature = sign(alipayText(fields, []), contract.alipay.privateKey)
  return {
    url: trade.webhookUrl,
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
    body: new URLSearchParams({ ...fields, sign_type: 'RSA2', sign: signature }).toString(),
    isTaken: (status, body) => status === 200 && body.trim() === 'success',
  }
}

/** WeChat's facts of a trade, in webhooks and in answers to queries. */
export const wechatTrade = (contract: Contract, trade: SimTrade) => ({
  appid: contract.appId,
  mchid: contract.merchantId,
  out_trade_no: trade.tradeNumber,
  trade_type: 'NATIVE',
  trade_state: trade.state === 'waiting' ? 'NOTPAY' : trade.state === 'closed' ? 'CLOSED' : trade.refunds.length > 0 ? 'REFUND' : 'SUCCESS',
  trade_state_desc: trade.state,
  ...(trade.state === 'paid'
    ? {
        transaction_id: trade.gatewayNumber,
        success_time: `${formatChinaTime(trade.paidAtMs ?? 0).replace(' ', 'T')}+08:00`,
        payer: { openid: 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o' },
        amount: { total: trade.amountFen, payer_total: trade.amountFen, currency: 'CNY', payer_currency: 'CNY' },
      }
    : {}),
})

export function wechatWebhook(contract: Contract, trade: SimTrade, webhookId: string, atMs: number): SimWebhook {
  const body = JSON.stringify({
    id: webhookId,
    create_time: `${formatChinaTime(atMs).replace(' ', 'T')}+08:00`,
    event_type: 'TRANSACTION.SUCCESS',
    resource_type: 'encrypt-resource',
    summary: '支付成功',
    resource: { ...encryptResource(wechatTrade(contract, trade), contract.apiKey, 'transaction'), original_type: 'transaction' },
  })
  const timestamp = Math.floor(atMs / 1000)
  const nonce = randomUUID().replaceAll('-', '')
  return {
    url: trade.webhookUrl,
    headers: {
      'content-type': 'application/json',
      'wechatpay-serial': contract.platformSerial,
      'wechatpay-timestamp': String(timestamp),
      'wechatpay-nonce': nonce,
      'wechatpay-signature': sign(wechatText(timestamp, nonce, body), contract.wechat.privateKey),
    },
    body,
    isTaken: status => status >= 200 && status < 300,
  }
}
