import type { RawBuilder } from 'kysely'
import { type DeliveryFilter, deliveryFilter, messageKindNames } from '#contract/messages/delivery.ts'
import { messageStates } from '#contract/messages/message-state.ts'
import { terms } from '#contract/terms.ts'
import type { Tx } from '#db/connect.ts'
import { type ExportCell, type ExportColumn, type ExportPage, type ExportRows, earlier, exportSource } from '#domain/export-source/index.ts'
import { type AccountId, encodeId } from '#values/id.ts'
import { itemOrThrow, lastOrThrow } from '#values/or-throw.ts'
import { carrierNames } from '#values/phone.ts'
import { type Delivery, presentAll, shownColumns } from './delivery.ts'
import { describeDeliveries } from './delivery-facts.ts'
import { fromOf, messageWhere } from './delivery-where.ts'

interface Column extends ExportColumn {
  cell: (message: Delivery) => ExportCell
}

const columns: readonly Column[] = [
  { key: 'createdAt', title: '提交时间', kind: 'time', cell: one => one.createdAt },
  { key: 'phone', title: '手机号', kind: 'phone', cell: one => one.phone },
  { key: 'carrier', title: '运营商', kind: 'text', cell: one => carrierNames[one.carrier] },
  { key: 'province', title: '省份/国家', kind: 'text', cell: one => one.province },
  { key: 'kind', title: '类型', kind: 'text', cell: one => messageKindNames[one.kind] },
  { key: 'signature', title: '签名', kind: 'text', cell: one => one.signatureText },
  { key: 'content', title: '内容', kind: 'text', width: 60, cell: one => one.content },
  { key: 'segments', title: terms.segments, kind: 'number', cell: one => one.segmentCount },
  { key: 'state', title: '状态', kind: 'text', cell: one => messageStates[one.state].name },
  { key: 'code', title: '状态码', kind: 'text', cell: one => one.reason?.code ?? null },
  { key: 'reason', title: '原因', kind: 'text', cell: one => one.reason?.meaning ?? null },
  { key: 'submittedAt', title: '发送时间', kind: 'time', cell: one => one.submittedAt },
  { key: 'finishedAt', title: '回执时间', kind: 'time', cell: one => one.finishedAt },
  { key: 'took', title: `${terms.latency}（秒）`, kind: 'number', cell: tookSeconds },
  { key: 'payment', title: '支付方式', kind: 'text', cell: one => one.charge && (one.charge.grantName ?? '余额') },
  { key: 'amount', title: '费用（元）', kind: 'money', cell: one => (one.charge?.state === 'posted' ? one.charge.amountHao : null) },
  { key: 'clicks', title: terms.clicks, kind: 'number', isExtra: true, cell: one => one.clicks?.clickCount ?? null },
  { key: 'clickedAt', title: '首次点击时间', kind: 'time', isExtra: true, cell: one => one.clicks?.firstAt ?? null },
  { key: 'app', title: '应用', kind: 'text', isExtra: true, cell: one => one.appName },
  {
    key: 'broadcastId',
    title: '群发编号',
    kind: 'text',
    isExtra: true,
    cell: one => one.broadcastId && encodeId('broadcast', one.broadcastId),
  },
  { key: 'customId', title: '自定义编号', kind: 'text', isExtra: true, cell: one => one.customId },
  { key: 'messageId', title: '短信编号', kind: 'text', isExtra: true, cell: one => encodeId('message', one.messageId) },
]

function tookSeconds({ state, submittedAt, finishedAt }: Delivery): number | null {
  return state === 'delivered' && submittedAt && finishedAt ? (finishedAt.getTime() - submittedAt.getTime()) / 1000 : null
}

/** Export of message records (发送记录). A message's state and cost are those at the moment its row is written. */
export const messageExport = exportSource({
  name: 'message',
  permission: 'message.read',
  filter: deliveryFilter,
  columns: columns.map(({ cell: _, ...column }) => column),
  fix: (filter, now) => ({ ...filter, from: fromOf(filter, now) ?? undefined, until: earlier(filter.until, now) }),
  describe: describeDeliveries,
  count: async (tx, account, filter, most) => {
    const { found } = await tx
      .selectFrom(meant(tx, account, filter).select('messageId').limit(most).as('counted'))
      .select(row => row.fn.countAll<number>().as('found'))
      .executeTakeFirstOrThrow()
    return found
  },
  rows: readRows,
})

/** The filter of an export has an end, so the present time doesn't matter. */
const whereOf = (account: AccountId, filter: DeliveryFilter) => messageWhere(account, filter, filter.until!)

function meant(tx: Tx, account: AccountId, filter: DeliveryFilter) {
  const { keys, rowFilter } = whereOf(account, filter)
  const query = tx.selectFrom('message').where(keys)
  return rowFilter ? query.where(rowFilter) : query
}

/** Messages that one page examines when the filter skips some. */
const examinedRows = 50_000

async function readRows(tx: Tx, account: AccountId, filter: DeliveryFilter, { after, limit }: ExportPage): Promise<ExportRows> {
  const { keys, rowFilter } = whereOf(account, filter)
  const until = rowFilter ? await lastExamined(tx, keys, after) : null
  let query = meant(tx, account, filter).select(shownColumns).orderBy('messageId', 'desc').limit(limit)
  if (after) query = query.where('messageId', '<', after)
  if (until) query = query.where('messageId', '>=', until)
  const found = await query.execute()
  const shown = await presentAll(tx, account, found)
  return {
    rows: shown.map((one, index) => columns.map(column => column.cell({ ...one, phone: itemOrThrow(found, index).phone }))),
    last: found.length === limit ? lastOrThrow(found).messageId : until,
  }
}

/** The last message that a page examines; null when it examines all that are left. */
async function lastExamined(tx: Tx, keys: RawBuilder<boolean>, after: string | null): Promise<string | null> {
  const reachable = tx.selectFrom('message').select('messageId').where(keys).orderBy('messageId', 'desc')
  const row = await (after ? reachable.where('messageId', '<', after) : reachable)
    .offset(examinedRows - 1)
    .limit(1)
    .executeTakeFirst()
  return row?.messageId ?? null
}
