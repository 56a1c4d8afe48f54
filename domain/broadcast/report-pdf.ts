import { broadcastStates } from '#contract/broadcast/broadcast.ts'
import { messageKindNames } from '#contract/messages/delivery.ts'
import { endedCount } from '#contract/messages/statistics.ts'
import { terms } from '#contract/terms.ts'
import type { Executor } from '#db/connect.ts'
import {
  createDocument,
  formatPdfTime,
  type PdfDoc,
  pdfBytes,
  writeFacts,
  writeHeading,
  writeTable,
  writeText,
  writeTitle,
} from '#domain/documents/index.ts'
import type { AccountId } from '#values/id.ts'
import { formatYuan } from '#values/money.ts'
import { carrierNames } from '#values/phone.ts'
import { readBreakdown } from './breakdown.ts'
import { readBroadcast } from './read.ts'

type Broadcast = Awaited<ReturnType<typeof readBroadcast>>
type Breakdown = Awaited<ReturnType<typeof readBreakdown>>

const count = (n: number) => n.toLocaleString('en-US')
const share = (part: number, whole: number) => (whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)}%`)

/** Report of a broadcast (PDF): figures, funnel, causes, carriers, provinces, cost, text. Refuses `not_found`. */
export async function broadcastPdf(executor: Executor, account: AccountId, broadcastId: string, now: Date) {
  const one = await readBroadcast(executor, account, broadcastId)
  const breakdown = await readBreakdown(executor, account, broadcastId)
  const { name, attestedName } = await executor
    .selectFrom('account')
    .select(['name', 'attestedName'])
    .where('accountId', '=', account)
    .executeTakeFirstOrThrow()
  const holder = attestedName ?? name
  const doc = createDocument({ title: `群发报告 ${one.name}`, foot: `鸿雁 · ${holder} · 群发报告`, now })
  writeTitle(doc, one.name, '群发报告')
  writeFacts(doc, [
    ['账户', holder],
    ['生成时间', formatPdfTime(now)],
    ['状态', broadcastStates[one.state]],
    ['类型', messageKindNames[one.kind]],
    ['提交人', one.memberName || '–'],
    ['提交时间', formatPdfTime(one.createdAt)],
    ['开始时间', one.startedAt ? formatPdfTime(one.startedAt) : '–'],
    ['结束时间', one.finishedAt ? formatPdfTime(one.finishedAt) : '–'],
  ])
  writeFunnel(doc, one)
  writeCauses(doc, breakdown)
  writeShares(
    doc,
    '运营商',
    breakdown.carriers.map(({ carrier, ...shares }) => ({ name: carrierNames[carrier], ...shares })),
  )
  writeShares(
    doc,
    '省份',
    breakdown.provinces.map(({ province, ...shares }) => ({ name: province || '未知', ...shares })),
  )
  writeCost(doc, one)
  writeHeading(doc, '内容')
  writeText(doc, `【${one.signatureText}】${one.templateText}`)
  if (one.leftOut.length > 0) {
    writeHeading(doc, '没有发送的行')
    writeFacts(
      doc,
      one.leftOut.map(({ reason, rowCount }) => [`${count(rowCount)}行`, reason] as const),
    )
  }
  writeText(doc, '回执最长在提交后72小时内陆续到达，成功、失败和费用会随之变化。', { isQuiet: true })
  return { name: one.name, bytes: await pdfBytes(doc) }
}

function writeFunnel(doc: PdfDoc, { recipientCount, counts, clicks, replyCount, optOutCount }: Broadcast): void {
  const ended = endedCount({ deliveredCount: counts.delivered, failedCount: counts.failed, unknownCount: counts.unknown })
  const clicked: [string, number, number][] = clicks ? [[terms.clickers, clicks.clickedCount, counts.delivered]] : []
  const steps: [string, number, number][] = [
    ['短信', recipientCount, recipientCount],
    [terms.submitted, counts.submitted, recipientCount],
    [terms.delivered, counts.delivered, recipientCount],
    ...clicked,
    ['回复', replyCount, counts.delivered],
    ['退订', optOutCount, counts.delivered],
  ]
  writeHeading(doc, `结果　到达率 ${share(counts.delivered, ended)}`)
  writeTable(
    doc,
    [
      { title: '步骤', share: 2 },
      { title: '数量', share: 1, isNumber: true },
      { title: '比例', share: 1, isNumber: true },
    ],
    steps.map(([step, part, whole]) => ({ cells: [step, count(part), share(part, whole)] })),
  )
}

function writeCauses(doc: PdfDoc, { causes }: Breakdown): void {
  if (causes.length === 0) return
  writeHeading(doc, terms.causes)
  writeTable(
    doc,
    [
      { title: '原因', share: 2 },
      { title: '短信', share: 1, isNumber: true },
      { title: '建议', share: 5 },
    ],
    causes.map(({ cause, messageCount, advice }) => ({ cells: [cause, count(messageCount), advice] })),
  )
}

type Shares = Omit<Breakdown['carriers'][number], 'carrier'> & { name: string }

function writeShares(doc: PdfDoc, title: string, rows: readonly Shares[]): void {
  if (rows.length === 0) return
  writeHeading(doc, title)
  writeTable(
    doc,
    [
      { title, share: 2 },
      ...['短信', terms.delivered, terms.failed, terms.unknown, terms.awaiting, terms.rate].map(name => ({
        title: name,
        share: 1,
        isNumber: true,
      })),
    ],
    rows.map(row => ({
      cells: [
        row.name,
        ...[row.messageCount, row.deliveredCount, row.failedCount, row.unknownCount, row.awaitedCount].map(count),
        share(row.deliveredCount, endedCount(row)),
      ],
    })),
  )
}

function writeCost(doc: PdfDoc, one: Broadcast): void {
  const held = one.segmentCount - one.postedSegments - one.voidedSegments
  writeHeading(doc, '费用')
  writeTable(
    doc,
    [
      { title: '项目', share: 2 },
      { title: terms.segments, share: 1, isNumber: true },
      { title: terms.balancePaid, share: 1, isNumber: true },
    ],
    [
      { cells: ['预估', count(one.segmentCount), formatYuan(one.estimatedHao)] },
      { cells: [terms.held, count(held), formatYuan(one.heldHao)] },
      { cells: ['扣费', count(one.postedSegments), formatYuan(one.postedHao)] },
      { cells: ['退回', count(one.voidedSegments), formatYuan(one.voidedHao)] },
    ],
  )
}
