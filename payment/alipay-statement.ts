import { parse } from 'csv-parse/sync'
import { firstOrThrow } from '#values/or-throw.ts'
import { fenOfYuan, GatewayFailed, type StatementLine } from './gateway.ts'
import { unzip } from './unzip.ts'

const kinds: Record<string, StatementLine['kind']> = { 交易: 'payment', 退款: 'refund' }
const timePattern = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/

/**
 * Alipay's 业务明细 of a day: a ZIP of two CSV in GBK; the one that is not the summary (汇总) has the trades, between lines
 * that begin with `#`. Rejects anything else with `GatewayFailed`: no line is ever skipped silently.
 */
export async function readAlipayStatement(zip: Buffer): Promise<StatementLine[]> {
  const details = [...(await unzip(zip))].filter(([name]) => name.endsWith('.csv') && !name.includes('汇总'))
  if (details.length !== 1) throw new GatewayFailed('the statement of Alipay has no details')
  const rows = rowsOf(new TextDecoder('gbk').decode(firstOrThrow(details)[1]))
  return rows.map(row => {
    const cell = (title: string) => row[title]?.trim() ?? ''
    const kind = kinds[cell('业务类型')]
    const at = cell('完成时间')
    const amount = cell('订单金额（元）').replace(/^-/, '')
    if (!kind || !timePattern.test(at))
      throw new GatewayFailed(`Alipay's statement has a line that is not known: ${Object.values(row).join(',')}`)
    return {
      kind,
      tradeNumber: cell('商户订单号'),
      refundNumber: kind === 'refund' ? cell('退款批次号/请求号') : '',
      gatewayNumber: cell('支付宝交易号'),
      amountFen: fenOfYuan(amount),
      at: new Date(`${at.replace(' ', 'T')}+08:00`),
    }
  })
}

function rowsOf(text: string): Record<string, string>[] {
  try {
    return parse(text, { columns: true, comment: '#', comment_no_infix: true, skip_empty_lines: true, trim: true })
  } catch (error) {
    throw new GatewayFailed('the statement of Alipay is no table', { cause: error })
  }
}
