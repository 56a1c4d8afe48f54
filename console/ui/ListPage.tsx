import { Alert, Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { ErrorPanel } from './ErrorPanel.tsx'
import { type FigureFacts, Figures } from './Figures.tsx'
import style from './List.module.css'
import { type Filter, ListFilters } from './ListFilters.tsx'
import { ListTable } from './ListTable.tsx'
import { ListTabs, type ListTabsFacts } from './ListTabs.tsx'
import { ColumnSettings, type Density, type ListColumn, useColumns } from './list-columns.tsx'
import type { ListState } from './list-state.ts'
import { PageHead } from './PageHead.tsx'
import { Pager } from './Pager.tsx'
import { useRemembered } from './remembered.ts'

/** What `useCall` gives for a list call. */
export interface ListQuery<Row> {
  data: { rows: Row[]; nextCursor: string | null } | undefined
  error: { message: string; requestId?: string; code?: string; status?: number } | null
  isPending: boolean
  isFetching: boolean
  refetch: () => unknown
}

export interface EmptyState {
  title: string
  /** What this list is for and how to begin. */
  text: string
  action?: ReactNode
  /** Said instead of “nothing fits the filter” while the search isn't over. */
  unfinished?: string
}

export interface ListPageProps<Row> {
  /** Names the remembered column settings. */
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
  onOpen?: (row: Row) => void
  /** Actions on the chosen rows; with it the rows get check boxes. */
  batch?: (rows: Row[], clear: () => void) => ReactNode
  emptyState: EmptyState
  errorTitle: string
  /** Drawers and dialogs of the page. */
  children?: ReactNode
}

/** The list pattern: title and main action, figures, filters in one row, table, batch bar, paging by cursor. */
export function ListPage<Row>(props: ListPageProps<Row>) {
  const { list, query, tabs } = props
  const columns = useColumns(props.id, props.columns)
  const [density, setDensity] = useRemembered<Density>('density', 'middle')
  const [chosen, setChosen] = useState<Row[]>([])
  const clear = () => setChosen([])
  return (
    <>
      <PageHead title={props.title} note={props.note} action={props.action} />
      {props.figures ? <Figures figures={props.figures} /> : null}
      <section className={style.card} aria-label={props.title}>
        {tabs ? <ListTabs tabs={tabs} list={list} /> : null}
        <div className={style.bar}>
          {props.filters ? <ListFilters filters={props.filters} list={list} /> : <span />}
          <ColumnSettings columns={columns} density={density} onDensity={setDensity} />
        </div>
        {query.error && query.data ? <StaleBar query={query} /> : null}
        {query.error && !query.data ? (
          <ErrorPanel title={props.errorTitle} error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <ListTable
            {...props}
            columns={columns.shown}
            density={density}
            chosen={chosen}
            onChoose={props.batch ? setChosen : undefined}
            isFiltered={list.isFiltered}
            onReset={list.reset}
          />
        )}
        {query.data && (query.data.rows.length > 0 || query.data.nextCursor !== null || !list.turn.isFirst) ? (
          <Pager list={list} nextCursor={query.data.nextCursor} />
        ) : null}
      </section>
      {props.batch && chosen.length > 0 ? (
        <div className={style.batch} role="toolbar" aria-label="批量操作">
          <span>
            已选 <b>{chosen.length}</b> 项
          </span>
          {props.batch(chosen, clear)}
          <Button type="link" onClick={clear}>
            取消选择
          </Button>
        </div>
      ) : null}
      {props.children}
    </>
  )
}

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
