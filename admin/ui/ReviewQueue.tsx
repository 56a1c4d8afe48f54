import { Button, Checkbox, Skeleton } from 'antd'
import { type ReactNode, useEffect, useRef } from 'react'
import { relativeTime } from '#ui/display/Moment.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import type { ListQuery } from '#ui/list/ListPage.tsx'
import { ChoiceBar, useChoice } from '#ui/list/list-choice.tsx'
import { focusNext } from '#ui/list/row-focus.ts'
import layout from '#ui/theme/layout.module.css'
import style from './Review.module.css'

/** A list entry of a waiting submission. */
export interface QueueLine {
  /** Why it comes before others, in a word. */
  mark: string | null
  title: string
  waitsSince: string
  whose: string
  about: string
}

interface ReviewQueueProps<Row> {
  /** Name of the queue's items: 内容, 认证. */
  name: string
  tabs?: ReactNode
  query: Pick<ListQuery<never>, 'error' | 'refetch'> & { data: unknown }
  /** Undefined: not known yet. */
  rows: readonly Row[] | undefined
  current: Row | null
  go: (row: Row | undefined) => void
  idOf: (row: Row) => string
  lineOf: (row: Row) => QueueLine
  /** Shown when the queue is empty. */
  nothing: { title: string; text: string }
  /** Shown when the item in the address is not waiting. */
  gone: { title: string; text: string; first: string }
  /** Acts on the ticked items; with it the items get check boxes. */
  batch?: (rows: Row[], clear: () => void) => ReactNode
  /** The current item. */
  children: (current: Row) => ReactNode
}

/** Review queue: waiting items beside the current one; on a narrow screen only the current one. */
export function ReviewQueue<Row>(props: ReviewQueueProps<Row>) {
  const { tabs, query, rows, idOf, batch } = props
  const { choice, choose, clear } = useChoice<string>(props.name)
  const chosen = rows?.filter(row => choice.rows.includes(idOf(row))) ?? []
  const currentId = props.current === null ? null : idOf(props.current)
  const shownId = useRef(currentId)
  // With a decided item goes the button that had the focus: the next one gets it.
  useEffect(() => {
    if (shownId.current !== null && shownId.current !== currentId) focusNext()
    shownId.current = currentId
  }, [currentId])
  return (
    <>
      <section className={layout.card} aria-label="待审核" data-review-queue>
        {tabs}
        {query.error && !query.data ? (
          <ErrorPanel title="待审核列表没能加载" error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Queue {...props} chosenIds={chosen.map(idOf)} onChoose={batch ? choose : undefined} />
        )}
      </section>
      {batch && chosen.length > 0 ? (
        <ChoiceBar
          choice={{ rows: chosen, isEverything: false }}
          onEverything={() => undefined}
          onClear={clear}
          everything={undefined}
          isPageChosen={false}
        >
          {batch(chosen, clear)}
        </ChoiceBar>
      ) : null}
    </>
  )
}

interface QueueChoice {
  chosenIds: readonly string[]
  onChoose: ((ids: string[]) => void) | undefined
}

function Queue<Row>(props: ReviewQueueProps<Row> & QueueChoice) {
  const { rows, current, go, nothing, gone, children } = props
  if (!rows) return <Skeleton active className={style.nothing} />
  if (rows.length === 0 && current === null) return <Nothing {...nothing} />
  return (
    <div className={style.split}>
      <QueueList {...props} rows={rows} />
      <div className={style.item} data-review-item tabIndex={-1}>
        {current === null ? (
          <Nothing {...gone}>
            <Button onClick={() => go(rows[0])}>{gone.first}</Button>
          </Nothing>
        ) : (
          children(current)
        )}
      </div>
    </div>
  )
}

type QueueListProps<Row> = Pick<ReviewQueueProps<Row>, 'name' | 'current' | 'go' | 'idOf' | 'lineOf'> &
  QueueChoice & { rows: readonly Row[] }

function QueueList<Row>({ name, rows, current, go, idOf, lineOf, chosenIds, onChoose }: QueueListProps<Row>) {
  const list = useRef<HTMLOListElement>(null)
  const currentId = current === null ? null : idOf(current)
  useEffect(() => {
    if (currentId) list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [currentId])
  return (
    <ol ref={list} className={style.queue} aria-label={`等待审核的${name}`}>
      {rows.map(row => {
        const { mark, title, waitsSince, whose, about } = lineOf(row)
        return (
          <li key={idOf(row)}>
            {onChoose ? (
              <Checkbox
                aria-label={`选择 ${title}`}
                checked={chosenIds.includes(idOf(row))}
                onChange={({ target }) => onChoose(target.checked ? [...chosenIds, idOf(row)] : chosenIds.filter(id => id !== idOf(row)))}
              />
            ) : null}
            <button type="button" aria-current={idOf(row) === currentId ? 'true' : undefined} onClick={() => go(row)}>
              <span className={`${layout.beside} ${layout.spread} ${style.line}`}>
                <b>
                  {mark ? <em>{mark} </em> : null}
                  {title}
                </b>
                <small>{relativeTime(Date.parse(waitsSince), Date.now())}</small>
              </span>
              <span className={`${layout.beside} ${layout.spread} ${style.line}`}>
                <span>{whose}</span>
                <small>{about}</small>
              </span>
            </button>
          </li>
        )
      })}
    </ol>
  )
}

const Nothing = ({ title, text, children }: { title: string; text: string; children?: ReactNode }) => (
  <div className={style.nothing}>
    <h2>{title}</h2>
    <p>{text}</p>
    {children}
  </div>
)
