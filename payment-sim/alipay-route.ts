import { formatChinaTime } from '#values/china-time.ts'
import type { SimTrade } from './book.ts'
import { alipayText, isSigned, sign } from './signing.ts'
import type { PaymentSim } from './sim.ts'
import { linesOf } from './statement.ts'

type Fields = Record<string, string>

/** An answer of Alipay's gateway: a page for the payer, or JSON to a program. */
export type AlipayAnswer = { kind: 'cashier'; trade: SimTrade } | { kind: 'json'; text: string } | { kind: 'wrong'; reason: string }

/**
 * `POST /gateway.do` and, for the page, `GET`: the methods that our merchant uses, requests and answers signed. `url`:
 * the simulator's own.
 */
export function answerAlipay(sim: PaymentSim, fields: Fields, url: string): AlipayAnswer {
  const { method = '', sign: signature = '' } = fields
  const isOurs =
    fields.app_id === sim.contract.appId && isSigned(alipayText(fields, ['sign']), signature, sim.contract.alipayMerchant.publicKey)
  if (method === 'alipay.trade.page.pay') {
    const trade = isOurs ? openTrade(sim, fields) : null
    return trade ? { kind: 'cashier', trade } : { kind: 'wrong', reason: isOurs ? '订单信息有误' : '验签失败' }
  }
  const answer = isOurs
    ? act(sim, method, JSON.parse(fields.biz_content ?? '{}') as Fields, url)
    : { code: '40002', msg: 'Invalid Arguments', sub_code: 'isv.invalid-signature', sub_msg: '验签出错' }
  const text = JSON.stringify(answer)
  return {
    kind: 'json',
    text: `{"${method.replaceAll('.', '_')}_response":${text},"sign":${JSON.stringify(sign(text, sim.contract.alipay.privateKey))}}`,
  }
}

function openTrade(sim: PaymentSim, fields: Fields): SimTrade | null {
  const content = JSON.parse(fields.biz_content ?? '{}') as Fields
  const amountFen = Math.round(Number(content.total_amount) * 100)
  if (!content.out_trade_no || !(amountFen > 0)) return null
  return sim.open('alipay', {
    tradeNumber: content.out_trade_no,
    amountFen,
    subject: content.subject ?? '',
    webhookUrl: fields.notify_url ?? '',
    returnUrl: fields.return_url ?? '',
    expiresAtMs: content.time_expire ? Date.parse(`${content.time_expire.replace(' ', 'T')}+08:00`) : Date.now() + 900_000,
  })
}

const success = { code: '10000', msg: 'Success' }
const failure = (code: string) => ({ code: '40004', msg: 'Business Failed', sub_code: `ACQ.${code}`, sub_msg: code })
const statuses = { waiting: 'WAIT_BUYER_PAY', paid: 'TRADE_SUCCESS', closed: 'TRADE_CLOSED' }
const yuan = (fen: number) => (fen / 100).toFixed(2)

function act(sim: PaymentSim, method: string, content: Fields, url: string): Fields {
  if (method === 'alipay.data.dataservice.bill.downloadurl.query')
    return linesOf(sim, 'alipay', content.bill_date ?? '').length === 0
      ? { code: '40004', msg: 'Business Failed', sub_code: 'isp.bill_not_exist', sub_msg: '账单不存在' }
      : { ...success, bill_download_url: `${url}/bill/alipay?day=${content.bill_date}` }
  const { out_trade_no: tradeNumber = '', out_request_no: refundNumber = '' } = content
  const trade = sim.find('alipay', tradeNumber)
  if (!trade) return failure('TRADE_NOT_EXIST')
  const about = { ...success, out_trade_no: tradeNumber, trade_no: trade.gatewayNumber }
  if (method === 'alipay.trade.query')
    return {
      ...about,
      trade_status: statuses[trade.state],
      total_amount: yuan(trade.amountFen),
      buyer_logon_id: '138****8000',
      ...(trade.paidAtMs ? { send_pay_date: formatChinaTime(trade.paidAtMs) } : {}),
    }
  if (method === 'alipay.trade.close') return sim.close('alipay', tradeNumber) === 'paid' ? failure('TRADE_STATUS_ERROR') : about
  if (method === 'alipay.trade.refund') {
    const done = sim.refund('alipay', tradeNumber, refundNumber, Math.round(Number(content.refund_amount) * 100))
    if (!done) return failure('REFUND_AMT_NOT_EQUAL_TOTAL')
    const { refund, isNew } = done
    if (refund.state === 'failed') return failure('BUYER_ERROR')
    if (isNew && sim.refundMode === 'lost') throw new Error('the answer is lost')
    const isMoved = isNew && refund.state === 'done'
    return {
      ...about,
      fund_change: isMoved ? 'Y' : 'N',
      refund_fee: yuan(refund.amountFen),
      ...(isMoved ? { gmt_refund_pay: formatChinaTime(refund.atMs) } : {}),
    }
  }
  if (method === 'alipay.trade.fastpay.refund.query') {
    const known = sim.findRefund('alipay', tradeNumber, refundNumber)
    if (known?.state !== 'done') return about
    return {
      ...about,
      out_request_no: refundNumber,
      refund_amount: yuan(known.amountFen),
      refund_status: 'REFUND_SUCCESS',
      gmt_refund_pay: formatChinaTime(known.atMs),
    }
  }
  return { code: '40001', msg: 'Missing Method', sub_code: 'isv.missing-method', sub_msg: method }
}
