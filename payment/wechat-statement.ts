import { createHash } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { fenOfYuan, GatewayFailed, type StatementLine } from './gateway.ts'

const kinds: Record<string, StatementLine['kind'] | null> = { SUCCESS: 'payment', REFUND: 'refund', REVOKED: null }
const timePattern = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/

/**
 * WeChat Pay's trade bill (type ALL) of a day: CSV with a backtick before each value and a summary in the last two
 * lines. `sha1`: its hash in the signed answer. Rejects anything else with `GatewayFailed`: no line is ever skipped
 * silently.
 */
export function readWechatStatement(file: Buffer, sha1: string): StatementLine[] {
  if (createHash('sha1').update(file).digest('hex') !== sha1.toLowerCase())
    throw new GatewayFailed('the statement is not the one that WeChat Pay announced')
  const [titles = [], ...rows] = rowsOf(file.toString('utf8'))
  const end = rows.findIndex(row => row[0] === '总交易单数')
  if (end < 0) throw new GatewayFailed('the statement of WeChat Pay has no end')
  return rows.slice(0, end).flatMap(cells => {
    const cell = (title: string) => (cells[titles.indexOf(title)] ?? '').replace(/^`/, '')
    const kind = kinds[cell('交易状态')]
    const at = cell('交易时间')
    if (kind === undefined || !timePattern.test(at))
      throw new GatewayFailed(`WeChat Pay's statement has a line that is not known: ${cells.join(',')}`)
    if (kind === null) return []
    const isRefund = kind === 'refund'
    return {
      kind,
      tradeNumber: cell('商户订单号'),
      refundNumber: isRefund ? cell('商户退款单号') : '',
      gatewayNumber: cell(isRefund ? '微信退款单号' : '微信订单号'),
      amountFen: fenOfYuan(cell(isRefund ? '申请退款金额' : '订单金额')),
      at: new Date(`${at.replace(' ', 'T')}+08:00`),
    }
  })
}

function rowsOf(text: string): string[][] {
  try {
    return parse(text, { bom: true, relax_column_count: true, skip_empty_lines: true, quote: null })
  } catch (error) {
    throw new GatewayFailed('the statement of WeChat Pay is no table', { cause: error })
  }
}
