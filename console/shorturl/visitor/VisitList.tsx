import { Switch } from 'antd'
import { ExportButton } from '#console/shared/ExportButton.tsx'
import { deviceNames } from '#contract/links/link-rule.ts'
import { abroad, type VisitSplit, visitCalls, visitorKindNames } from '#contract/links/visit.ts'
import { send, useListCall } from '#ui/call.ts'
import { thousands } from '#ui/display/Count.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { optionsOf } from '#ui/form/options.ts'
import { useGrowingList } from '#ui/list/growing-list.ts'
import { type Filter, ListFilters } from '#ui/list/ListFilters.tsx'
import { ListSettings } from '#ui/list/ListSettings.tsx'
import { ListTable } from '#ui/list/ListTable.tsx'
import { type Density, useColumns } from '#ui/list/list-columns.ts'
import type { ListState } from '#ui/list/list-state.ts'
import { NewsBar } from '#ui/list/NewsBar.tsx'
import { Pager } from '#ui/list/Pager.tsx'
import { usePrintedRows } from '#ui/list/printed-rows.ts'
import { useRemembered } from '#ui/remembered.ts'
import layout from '#ui/theme/layout.module.css'
import { hourName, weekdayNames } from '#values/china-time.ts'
import { keysOf } from '#values/keys.ts'
import { provinces, unknownProvince } from '#values/province.ts'
import { visitDimensionNames } from '../../shared/labels/links.ts'
import { type Live, useLiveVisits } from './live.ts'
import style from './Visitor.module.css'
import { type FilterValues, noListFilter, periodOf, type VisitRow, visitConditionOf, visitsPlace } from './view.ts'
import { visitColumns } from './visit-columns.tsx'

/** Visits of which it is unknown. */
const none = { value: 'none', label: unknownProvince }
const hourOptions = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourName(hour) }))
const filters: Filter[] = [
  { kind: 'select', name: 'kind', label: '类型', options: [...optionsOf(visitorKindNames), { value: 'program', label: '全部机器访问' }] },
  {
    kind: 'select',
    name: 'province',
    label: '地区',
    options: [...[...provinces, abroad].map(province => ({ value: province, label: province })), none],
  },
  { kind: 'select', name: 'device', label: '设备', options: [...optionsOf(deviceNames), none] },
  { kind: 'select', name: 'weekday', label: '星期', options: weekdayNames.map((label, day) => ({ value: String(day + 1), label })) },
  { kind: 'select', name: 'hour', label: '时段', options: hourOptions },
  ...(['city', 'isp', 'os', 'browser', 'inApp', 'referrer', 'language', 'arm'] as const).map(
    (name): Filter => ({ kind: 'fixed', name, label: visitDimensionNames[name], textOf: value => textOf(name, value) }),
  ),
]

const unknownNames: Partial<Record<VisitSplit, string>> = { inApp: '浏览器', referrer: '直接打开或不明来源', arm: '默认目标' }
function textOf(name: VisitSplit, value: string): string {
  if (value === 'none') return unknownNames[name] ?? none.label
  return name === 'arm' ? `目标${Number(value) + 1}` : value
}

interface VisitListProps {
  list: ListState<FilterValues>
  showsBots: boolean
  isLive: boolean
  onLive: (isLive: boolean) => void
}

/** 访问记录: list of visits, with new ones on top while it is live. */
export function VisitList({ list, showsBots, isLive, onLive }: VisitListProps) {
  const period = periodOf(list.values)
  const condition = visitConditionOf(list.values, showsBots)
  const { from: _, to: __, ...of } = period
  const input = { ...period, ...condition, ...list.page }
  const query = useGrowingList(useListCall(visitCalls.list, input), {
    call: visitCalls.list,
    of: input,
    // While it is live, new visits are wanted at once.
    isFirst: list.turn.isFirst && !isLive,
    keyOf: row => row.visitId,
    readMost: pageSize => send(visitCalls.list, { ...period, ...condition, pageSize }),
  })
  const live = useLiveVisits({ ...of, ...condition }, isLive && list.turn.isFirst)
  const [density, setDensity] = useRemembered<Density>('density', 'middle')
  const fresh = new Set(live.rows.map(row => row.visitId))
  const data = query.data ? { ...query.data, rows: joined(live, query.data.rows) } : undefined
  const hidden = new Set([
    ...(list.values.link === '' ? [] : ['link']),
    ...(data?.rows.some(row => row.recipient) ? [] : ['recipient']),
    ...(condition.kind === 'person' ? ['kind'] : []),
  ])
  const columns = useColumns(
    'visit',
    visitColumns(row => fresh.has(row.visitId)).filter(column => !hidden.has(column.id)),
  )
  const own: ListState = {
    ...list,
    values: list.values,
    isFiltered: keysOf(noListFilter).some(name => list.values[name] !== ''),
    reset: () => list.change(noListFilter),
  }
  const isWhole = query.data?.nextCursor === null && list.turn.isFirst
  const printed = usePrintedRows<VisitRow>(isWhole ? undefined : page => send(visitCalls.list, { ...period, ...condition, ...page }))
  const shown = { ...query, data: printed ?? data, isFetching: query.isPlaceholderData }
  return (
    <section id={visitsPlace} className={layout.card} aria-label="访问记录">
      <header className={style.head}>
        <h2>访问记录</h2>
        <LiveSwitch live={live} isLive={isLive} isFirst={list.turn.isFirst} onLive={onLive} />
        <ExportButton source="visit" filter={{ ...period, ...condition }} count={data?.rows.length === 0 && !data.nextCursor ? 0 : null} />
      </header>
      <div className={style.tools}>
        <ListFilters filters={filters} list={own} />
        <ListSettings columns={columns} density={density} onDensity={setDensity} />
      </div>
      <NewsBar news={query.news} />
      {query.error && !query.data ? (
        <ErrorPanel title="访问记录没能加载" error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <ListTable
          title="访问记录"
          query={shown}
          columns={columns.shown}
          sizes={columns.sizes}
          rowKey={row => row.visitId}
          density={density}
          chosen={[]}
          onChoose={undefined}
          isFiltered={own.isFiltered}
          onReset={own.reset}
          emptyState={{
            title: '这段时间没有访问',
            text: '换一个时间试试；打开实时后，新的访问会马上出现在这里。',
            ...(query.data?.searchedUntil ? { unfinished: '已查到较早的时间，点“下一页”继续向前查找。' } : {}),
          }}
        />
      )}
      {data && (data.rows.length > 0 || data.nextCursor !== null || !list.turn.isFirst) ? (
        <Pager list={own} nextCursor={data.nextCursor} />
      ) : null}
    </section>
  )
}

/** New visits above those of the list, without the ones that it has by now too. */
function joined({ rows: fresh }: Live, rows: VisitRow[]): VisitRow[] {
  const known = new Set(fresh.map(row => row.visitId))
  return [...fresh, ...rows.filter(row => !known.has(row.visitId))]
}

type LiveSwitchProps = Pick<VisitListProps, 'isLive' | 'onLive'> & { live: Live; isFirst: boolean }

function LiveSwitch({ live, isLive, isFirst, onLive }: LiveSwitchProps) {
  return (
    <div className={style.live}>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch is a control. */}
      <label className={style.switch}>
        <Switch size="small" checked={isLive} onChange={onLive} />
        实时
      </label>
      <span role="status">{isLive ? liveText(live, isFirst) : ''}</span>
    </div>
  )
}

function liveText({ state, count, rows }: Live, isFirst: boolean): string {
  if (!isFirst) return '翻到第一页时继续'
  if (state !== 'listening') return '正在连接…'
  if (count === 0) return '等待新的访问'
  return `新到 ${thousands(count)} 次${count > rows.length ? `，列出最近 ${rows.length} 次` : ''}`
}
