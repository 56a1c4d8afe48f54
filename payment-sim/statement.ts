import { crc32, deflateRawSync } from 'node:zlib'
import { encode } from 'iconv-lite'
import { chinaDay, formatChinaTime } from '#values/china-time.ts'
import type { PaymentMethod, SimRefund, SimTrade } from './book.ts'
import type { PaymentSim } from './sim.ts'

interface Line {
  trade: SimTrade
  /** Null: the payment itself. */
  refund: SimRefund | null
  atMs: number
}

/** A gateway's transactions on a day in China, in chronological order. */
export function linesOf(sim: PaymentSim, paymentMethod: PaymentMethod, day: string): Line[] {
  return sim.book
    .all()
    .flatMap(trade => (trade.paymentMethod === paymentMethod && trade.paidAtMs !== null ? [{ trade, paidAtMs: trade.paidAtMs }] : []))
    .flatMap(({ trade, paidAtMs }): Line[] => [
      { trade, refund: null, atMs: paidAtMs },
      ...trade.refunds.filter(refund => refund.state === 'done').map(refund => ({ trade, refund, atMs: refund.atMs })),
    ])
    .filter(line => chinaDay(line.atMs) === day)
    .sort((a, b) => a.atMs - b.atMs)
}

const yuan = (fen: number) => (fen / 100).toFixed(2)
const sum = (lines: readonly Line[], isRefund: boolean) =>
  lines.reduce((total, { trade, refund }) => total + (isRefund ? (refund?.amountFen ?? 0) : refund ? 0 : trade.amountFen), 0)

const alipayTitles =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注'

/** Alipay's 业务明细 as a download: a ZIP with the details and their summary, CSV in GBK. */
export function alipayStatement(sim: PaymentSim, day: string): Buffer {
  const lines = linesOf(sim, 'alipay', day)
  const rows = lines.map(({ trade, refund, atMs }) => {
    const amount = refund ? `-${yuan(refund.amountFen)}` : yuan(trade.amountFen)
    const time = formatChinaTime(atMs)
    const cells = [
      trade.gatewayNumber,
      trade.tradeNumber,
      refund ? '退款' : '交易',
      trade.subject,
      time,
      time,
      '',
      '',
      '',
      '',
      '*客户(138****8000)',
    ]
    return [
      ...cells,
      amount,
      amount,
      '0.00',
      '0.00',
      '0.00',
      '0.00',
      '0.00',
      '',
      '0.00',
      '0.00',
      refund?.refundNumber ?? '',
      '0.00',
      '0.00',
      '',
    ]
      .map(cell => `${cell}\t`)
      .join(',')
  })
  const text = [
    '#支付宝业务明细查询',
    `#账号：[${sim.contract.sellerId}0156]`,
    `#起始日期：[${day} 00:00:00]   终止日期：[${day} 23:59:59]`,
    '#-----------------------------------------业务明细列表----------------------------------------',
    alipayTitles,
    ...rows,
    '#-----------------------------------------业务明细列表结束------------------------------------',
    `#交易合计：${lines.filter(line => !line.refund).length}笔，商家实收共${yuan(sum(lines, false))}元，商家优惠共0.00元`,
    `#退款合计：${lines.filter(line => line.refund).length}笔，商家实收退款共-${yuan(sum(lines, true))}元，商家优惠退款共0.00元`,
    '',
  ].join('\r\n')
  const name = `${sim.contract.sellerId}0156_${day.replaceAll('-', '')}`
  return zip([
    [`${name}_业务明细.csv`, encode(text, 'gbk')],
    [`${name}_业务明细(汇总).csv`, encode('#支付宝业务汇总查询\r\n', 'gbk')],
  ])
}

const wechatTitles =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注'

/** WeChat Pay's trade bill (type ALL): CSV with backticks, and the sums in the last two lines. */
export function wechatStatement(sim: PaymentSim, day: string): string {
  const lines = linesOf(sim, 'wechat', day)
  const row = (cells: readonly string[]) => cells.map(cell => `\`${cell}`).join(',')
  const rows = lines.map(({ trade, refund, atMs }) => {
    const back = refund ? yuan(refund.amountFen) : '0.00'
    const paid = refund ? '0.00' : yuan(trade.amountFen)
    const { appId, merchantId } = sim.contract
    return row([
      ...[formatChinaTime(atMs), appId, merchantId, '0', '', trade.gatewayNumber, trade.tradeNumber, 'oUpF8uMuAJO', 'NATIVE'],
      ...[
        refund ? 'REFUND' : 'SUCCESS',
        'OTHERS',
        'CNY',
        paid,
        '0.00',
        refund ? `5${trade.gatewayNumber}` : '0',
        refund?.refundNumber ?? '0',
        back,
        '0.00',
      ],
      ...[refund ? 'ORIGINAL' : '', refund ? 'SUCCESS' : '', trade.subject, '', '0.00000', '0.60%', paid, back, ''],
    ])
  })
  const total = [yuan(sum(lines, false)), yuan(sum(lines, true)), '0.00', '0.00000', yuan(sum(lines, false)), yuan(sum(lines, true))]
  return `\uFEFF${[
    wechatTitles,
    ...rows,
    '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额',
    row([String(lines.length), ...total]),
    '',
  ].join('\r\n')}`
}

/** A ZIP of a few files, deflated, with names in UTF-8 (APPNOTE.TXT 4.3). */
function zip(files: readonly [name: string, bytes: Buffer][]): Buffer {
  const locals: Buffer[] = []
  const entries: Buffer[] = []
  let at = 0
  for (const [name, bytes] of files) {
    const packed = deflateRawSync(bytes)
    const nameBytes = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(0x800, 2)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(bytes.length, 18)
    common.writeUInt16LE(nameBytes.length, 22)
    const offset = Buffer.alloc(14)
    offset.writeUInt32LE(at, 10)
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), common, nameBytes, packed])
    locals.push(local)
    entries.push(Buffer.concat([Buffer.from('504b01021400', 'hex'), common, offset, nameBytes]))
    at += local.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.write('504b0506', 'hex')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...locals, directory, end])
}
