import type { RawBuilder } from 'kysely'
import type { ExportFacts } from '#contract/export/export.ts'
import { deviceNames } from '#contract/links/link-rule.ts'
import { type VisitFilter, visitFilter, visitorKindNames } from '#contract/links/visit.ts'
import type { Tx } from '#db/connect.ts'
import {
  type ExportCell,
  type ExportColumn,
  type ExportPage,
  type ExportRows,
  earlier,
  exportSource,
  periodText,
  setFacts,
} from '#domain/export-source/index.ts'
import { batchRecipients, linkGroupName, linkName } from '#domain/links/index.ts'
import { presentVisits, rangeOfDays, type Visit, visitColumns, visitWhere } from '#domain/visit-statistics/index.ts'
import { hourName, weekdayNames } from '#values/china-time.ts'
import type { AccountId } from '#values/id.ts'
import { lastOrThrow } from '#values/or-throw.ts'
import { broadcastName, recipientPhones } from './visit.ts'

interface Column extends ExportColumn {
  /** `phone`: recipient of the message that carried the link; `name`: of a batch's recipient. */
  cell: (visit: Visit, phone: string | null, name: string | null) => ExportCell
}

const columns: readonly Column[] = [
  { key: 'at', title: '访问时间', kind: 'time', cell: one => one.at },
  { key: 'code', title: '短码', kind: 'text', cell: one => one.link.code },
  { key: 'title', title: '短链标题', kind: 'text', cell: one => one.link.title },
  { key: 'phone', title: '收件人', kind: 'phone', cell: (_one, phone) => phone },
  { key: 'name', title: '批量收件人', kind: 'text', isExtra: true, cell: (_one, _phone, name) => name },
  { key: 'kind', title: '类型', kind: 'text', cell: one => visitorKindNames[one.kind] },
  { key: 'address', title: 'IP', kind: 'text', cell: one => one.address },
  { key: 'province', title: '省份', kind: 'text', cell: one => one.province },
  { key: 'city', title: '城市', kind: 'text', cell: one => one.city },
  { key: 'isp', title: '运营商', kind: 'text', cell: one => one.isp },
  { key: 'device', title: '设备', kind: 'text', cell: one => one.device && deviceNames[one.device] },
  { key: 'os', title: '系统', kind: 'text', cell: one => one.os },
  { key: 'browser', title: '浏览器', kind: 'text', cell: one => one.browser },
  { key: 'inApp', title: '应用', kind: 'text', cell: one => one.inApp },
  { key: 'referrer', title: '来源网站', kind: 'text', cell: one => one.referrer },
  { key: 'language', title: '语言', kind: 'text', isExtra: true, cell: one => one.language },
  { key: 'arm', title: '分流', kind: 'number', isExtra: true, cell: one => one.arm && one.arm + 1 },
]

/** Export of visits (访问记录). Addresses are masked as on the screen. */
export const visitExport = exportSource({
  name: 'visit',
  permission: 'link.read',
  filter: visitFilter,
  columns: columns.map(({ cell: _, ...column }) => column),
  fix: (filter, now) => ({ ...filter, until: earlier(filter.until, now) }),
  describe,
  count: async (tx, account, filter, most) => {
    const { found } = await tx
      .selectFrom(meant(tx, account, filter).select('visitId').limit(most).as('counted'))
      .select(row => row.fn.countAll<number>().as('found'))
      .executeTakeFirstOrThrow()
    return found
  },
  rows: readRows,
})

async function describe(tx: Tx, account: AccountId, filter: VisitFilter): Promise<ExportFacts> {
  const { linkId, linkGroupId, broadcastId, kind, device } = filter
  const { from, until } = rangeOfDays(filter)
  return setFacts([
    ['访问时间', periodText(from, earlier(filter.until, until))],
    ['短链', linkId && (await linkName(tx, account, linkId))],
    ['分组', linkGroupId && (await linkGroupName(tx, account, linkGroupId))],
    ['群发', broadcastId && (await broadcastName(tx, account, broadcastId))],
    ['类型', kind === 'program' ? '机器人' : kind && visitorKindNames[kind]],
    ['省份', named(filter.province)],
    ['城市', named(filter.city)],
    ['运营商', named(filter.isp)],
    ['设备', device && (device === 'none' ? unknownValue : deviceNames[device])],
    ['系统', named(filter.os)],
    ['浏览器', named(filter.browser)],
    ['应用', named(filter.inApp)],
    ['来源网站', named(filter.referrer)],
    ['语言', named(filter.language)],
    ['分流', filter.arm && (filter.arm === 'none' ? '默认目标' : `目标${Number(filter.arm) + 1}`)],
    ['星期', filter.weekday ? weekdayNames[filter.weekday - 1] : null],
    ['时段', filter.hour === undefined ? null : hourName(filter.hour)],
  ])
}

const unknownValue = '未知'
const named = (value: string | undefined) => (value === 'none' ? unknownValue : value)

function meant(tx: Tx, account: AccountId, filter: VisitFilter) {
  const { keys, rowFilter } = visitWhere(account, filter)
  const query = tx.selectFrom('visit').where(keys)
  return rowFilter ? query.where(rowFilter) : query
}

const of = (names: ReadonlyMap<string, string>, id: string | null) => (id === null ? null : (names.get(id) ?? null))

/** Visits that one page examines when the filter skips some. */
const examinedRows = 50_000

async function readRows(tx: Tx, account: AccountId, filter: VisitFilter, { after, limit }: ExportPage): Promise<ExportRows> {
  const { keys, rowFilter } = visitWhere(account, filter)
  const until = rowFilter ? await lastExamined(tx, keys, after) : null
  let query = meant(tx, account, filter).select(visitColumns).orderBy('visitId', 'desc').limit(limit)
  if (after) query = query.where('visitId', '<', after)
  if (until) query = query.where('visitId', '>=', until)
  const found = await query.execute()
  const shown = await presentVisits(tx, account, found)
  const phones = await recipientPhones(
    tx,
    account,
    shown.map(one => one.messageId),
  )
  const others = await batchRecipients(
    tx,
    account,
    shown.map(one => one.messageId),
  )
  return {
    rows: shown.map(one => columns.map(column => column.cell(one, of(phones, one.messageId), of(others, one.messageId)))),
    last: found.length === limit ? lastOrThrow(found).visitId : until,
  }
}

/** The last visit that a page examines; null when it examines all that are left. */
async function lastExamined(tx: Tx, keys: RawBuilder<boolean>, after: string | null): Promise<string | null> {
  const reachable = tx.selectFrom('visit').select('visitId').where(keys).orderBy('visitId', 'desc')
  const row = await (after ? reachable.where('visitId', '<', after) : reachable)
    .offset(examinedRows - 1)
    .limit(1)
    .executeTakeFirst()
  return row?.visitId ?? null
}
