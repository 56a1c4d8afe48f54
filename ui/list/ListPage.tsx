import { Alert, Button } from 'antd'
import { type ReactNode, useContext } from 'react'
import { type FigureFacts, Figures } from '#ui/display/Figures.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { PageHead } from '#ui/frame/PageHead.tsx'
import { useRemembered } from '#ui/remembered.ts'
import layout from '#ui/theme/layout.module.css'
import type { News } from './growing-list.ts'
import style from './List.module.css'
import { type Filter, ListFilters } from './ListFilters.tsx'
import { ListSettings } from './ListSettings.tsx'
import { isEachChosen, ListTable } from './ListTable.tsx'
import { ListTabs, type ListTabsFacts } from './ListTabs.tsx'
import { ListViews, SaveView } from './ListViews.tsx'
import { type Choice, ChoiceBar, useChoice } from './list-choice.tsx'
import { type Density, type ListColumn, useColumns } from './list-columns.ts'
import { type ColumnSort, canSort, sortAfter, sortOf, sortRows } from './list-sort.ts'
import type { ListState } from './list-state.ts'
import { ListViewSourceContext } from './list-view.ts'
import { NewsBar } from './NewsBar.tsx'
import { Pager } from './Pager.tsx'
import { type ReadPage, usePrintedRows } from './printed-rows.ts'

/** The result of `useCall` for a list call. */
export interface ListQuery<Row> {
  /** Without `nextCursor` the list has no further pages. */
  data: { rows: Row[]; nextCursor?: string | null } | undefined
  error: { message: string; requestId?: string; code?: string; status?: number } | null
  isPending: boolean
  isFetching: boolean
  refetch: () => unknown
  /** Of a list that grows while it is read. */
  news?: News | null
}

/** The order that a list's call sorts by, figures with the largest first; empty: the list's own. */
interface ListOrder {
  by: string
  onChange: (by: string) => void
}

export interface EmptyState {
  title: string
  /** What this list is for and how to begin. */
  text: string
  action?: ReactNode
  /** Shown instead of “nothing matches the filter” while the search isn't complete. */
  unfinished?: string
}

export interface ListPageProps<Row> {
  /** Key of the saved column settings. */
  id: string
  title: string
  note?: ReactNode
  /** The main action, a primary button. */
  action?: ReactNode
  figures?: FigureFacts[]
  /** Tabs bound to one name of the query string. */
  tabs?: ListTabsFacts
  filters?: Filter[]
  list: ListState
  query: ListQuery<Row>
  columns: ListColumn<Row>[]
  rowKey: (row: Row) => string
  /** Reads the rows for paper; without it the page that is shown is printed. */
  readPage?: ReadPage<Row> | undefined
  order?: ListOrder | undefined
  onOpen?: ((row: Row) => void) | undefined
  /** Acts on the ticked rows, or on everything that matches the filter; with it the rows get check boxes. */
  batch?: ((choice: Choice<Row>, clear: () => void) => ReactNode) | undefined
  /** How many rows match the filter: with it all of them can be chosen at once, over all pages. */
  everything?: number | undefined
  emptyState: EmptyState
  errorTitle: string
  /** What follows, in the empty area under few rows. */
  next?: ReactNode
  /** Shown between the filters and the table: the part of the address that could not be used. */
  warning?: ReactNode
  /** Beside the table on wide screens: groups of the rows. */
  aside?: ReactNode
  /** Drawers and dialogs of the page. */
  children?: ReactNode
}

/** List page: title and main action, figures, filters in one row, table, batch bar, paging by cursor. */
export function ListPage<Row>(props: ListPageProps<Row>) {
  const { list, query, tabs } = props
  const views = useContext(ListViewSourceContext)
  const columns = useColumns(props.id, props.columns)
  const { query: sorted, sortOf: columnSort } = useSorted(props)
  const isWhole = isWholeList(props)
  const printed = usePrintedRows(isWhole ? undefined : props.readPage)
  const shownQuery = printed ? { ...query, data: printed } : sorted
  const [density, setDensity] = useRemembered<Density>('density', 'middle')
  const settings = <ListSettings columns={columns} density={density} onDensity={setDensity} />
  // Without filters the settings stand beside the tabs.
  const isBare = tabs !== undefined && !props.filters
  const { choice, choose, chooseEverything, clear } = useChoice<Row>(JSON.stringify(list.values))
  return (
    <>
      <PageHead title={props.title} note={props.note} action={props.action} />
      {props.figures ? <Figures figures={query.error && !query.data ? props.figures.map(withoutValue) : props.figures} /> : null}
      <div className={props.aside ? style.split : undefined}>
        {props.aside}
        <section className={layout.card} aria-label={props.title}>
          {tabs ? (
            <div className={isBare ? style.tabs : undefined}>
              <ListTabs tabs={tabs} list={list} />
              {isBare ? settings : null}
            </div>
          ) : null}
          {views?.has(props.id) ? <ListViews id={props.id} source={views} list={list} columns={columns} /> : null}
          {isBare ? null : (
            <div className={style.bar} data-bare={!props.filters || undefined}>
              {props.filters ? (
                <ListFilters filters={props.filters} list={list}>
                  {views?.has(props.id) ? <SaveView id={props.id} source={views} list={list} columns={columns} /> : null}
                </ListFilters>
              ) : null}
              {settings}
            </div>
          )}
          {props.warning}
          {query.error && query.data ? <StaleBar query={query} /> : null}
          <NewsBar news={query.news} />
          {query.error && !query.data ? (
            <ErrorPanel
              title={props.errorTitle}
              error={query.error}
              onRetry={() => void query.refetch()}
              action={list.isFiltered ? <Button onClick={list.reset}>清除筛选</Button> : null}
            />
          ) : (
            <ListTable
              {...props}
              query={shownQuery}
              sortOf={columnSort}
              columns={columns.shown}
              sizes={columns.sizes}
              density={density}
              chosen={choice.rows}
              onChoose={props.batch ? choose : undefined}
              isFiltered={list.isFiltered}
              onReset={list.reset}
            />
          )}
          {(printed ? printed.nextCursor === null : isWhole) ? null : (
            <p className="hy-printed">
              {printed
                ? `前 ${printed.rows.length} 行，后面还有；全部的行请用“导出”下载。`
                : query.data
                  ? `本页 ${query.data.rows.length} 行，后面或前面还有；全部的行请用“导出”下载。`
                  : notLoaded}
            </p>
          )}
          {query.data && (query.data.rows.length > 0 || query.data.nextCursor || !list.turn.isFirst) ? (
            <Pager list={list} nextCursor={query.data.nextCursor ?? null} />
          ) : null}
          {props.next && isShort(props) ? <div className={style.next}>{props.next}</div> : null}
        </section>
      </div>
      {props.batch && choice.rows.length > 0 ? (
        <ChoiceBar
          choice={choice}
          onEverything={chooseEverything}
          onClear={clear}
          everything={props.everything}
          isPageChosen={isEachChosen(query.data?.rows ?? [], choice.rows, props.rowKey)}
        >
          {props.batch(choice, clear)}
        </ChoiceBar>
      ) : null}
      {/* Not yet seen, what is below the list does not jump when the rows come. */}
      <div style={query.isPending ? { visibility: 'hidden' } : undefined}>{props.children}</div>
    </>
  )
}

/** A figure that a failed list would have given. */
const withoutValue = (figure: FigureFacts): FigureFacts => (figure.value === null ? { ...figure, value: '–' } : figure)

const notLoaded = '这里还没有加载完，没有打印。'

/** Whether the first page has all rows. */
const isWholeList = <Row,>({ query: { data }, list }: Pick<ListPageProps<Row>, 'query' | 'list'>): boolean =>
  data !== undefined && !data.nextCursor && list.turn.isFirst

/** Below so many rows there is room, and most likely somebody who is new. */
const fewRows = 5

/** Whether a list has a few rows in all, not merely of its filter. */
function isShort<Row>(props: ListPageProps<Row>): boolean {
  const count = props.query.data?.rows.length ?? 0
  return isWholeList(props) && !props.list.isFiltered && count > 0 && count < fewRows
}

/** The rows of a complete list in the chosen order; longer lists sort where their call does (`order`). */
function useSorted<Row>({ query, list, columns, order }: ListPageProps<Row>) {
  const { data } = query
  const isComplete = data !== undefined && !data.nextCursor && list.turn.isFirst
  const { by, isDescending } = sortOf(list.sort)
  const sorted = isComplete ? columns.find(column => column.id === by) : undefined
  const columnSort = (column: ListColumn<Row>): ColumnSort | undefined => {
    if (order && column.order !== undefined) return orderSort(order, column.order, column)
    if (!isComplete || column.id === 'actions' || !canSort(column, data.rows)) return undefined
    return {
      direction: column.id !== sorted?.id ? 'none' : isDescending ? 'descending' : 'ascending',
      next: '排序：升序、降序、默认',
      onPress: () => list.turn.sort(sortAfter(list.sort, column)),
    }
  }
  const shown = sorted && isComplete ? { ...query, data: { ...data, rows: sortRows(data.rows, sorted, isDescending) } } : query
  return { query: shown, sortOf: columnSort }
}

/** A press sorts by the column, another one returns to the list's own order. */
function orderSort({ by, onChange }: ListOrder, name: string, { isNumber, isLatestFirst }: OrderedColumn): ColumnSort {
  const next = isNumber ? '从多到少排列' : isLatestFirst ? '最近的在前' : '按文字排列'
  return {
    direction: by !== name ? 'none' : isNumber || isLatestFirst ? 'descending' : 'ascending',
    next: by === name ? '恢复默认顺序' : next,
    onPress: () => onChange(by === name ? '' : name),
  }
}
type OrderedColumn = Pick<ListColumn<unknown>, 'isNumber' | 'isLatestFirst'>

const StaleBar = ({ query }: { query: ListQuery<unknown> }) => (
  <Alert
    banner
    type="warning"
    title={`没能更新，显示的是之前的内容：${query.error?.message ?? ''}`}
    action={
      <Button size="small" onClick={() => void query.refetch()}>
        重试
      </Button>
    }
  />
)
