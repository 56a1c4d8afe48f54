import { Drawer, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import style from './DetailDrawer.module.css'
import { ErrorPanel } from './ErrorPanel.tsx'
import type { ListQuery } from './ListPage.tsx'

interface DetailDrawerProps<Detail> {
  isOpen: boolean
  onClose: () => void
  title: ReactNode
  /** What `useCall` gives for the detail; leave it out for a drawer that shows what is there already (a form). */
  query?: Pick<ListQuery<never>, 'error' | 'refetch'> & { data: Detail | undefined }
  /** Acts at the foot. */
  actions?: ReactNode
  children: ReactNode | ((detail: Detail) => ReactNode)
}

/** A thing's facts, timeline and actions, 640 px from the right. */
export function DetailDrawer<Detail>({ isOpen, onClose, title, query, actions, children }: DetailDrawerProps<Detail>) {
  return (
    <Drawer
      open={isOpen}
      onClose={onClose}
      size={640}
      title={title}
      destroyOnHidden
      styles={{ wrapper: { maxWidth: '100vw' } }}
      footer={actions ? <div className={style.foot}>{actions}</div> : null}
    >
      {typeof children === 'function' ? <Loaded query={query}>{children}</Loaded> : children}
    </Drawer>
  )
}

function Loaded<Detail>({ query, children }: { query: DetailDrawerProps<Detail>['query']; children: (detail: Detail) => ReactNode }) {
  if (query?.data !== undefined)
    return (
      // A long detail may have nothing in it that takes the focus: by keys it is scrolled from here.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
      <section tabIndex={0} aria-label="详情" className={style.detail}>
        {children(query.data)}
      </section>
    )
  if (query?.error) return <ErrorPanel title="详情没能加载" error={query.error} onRetry={() => void query.refetch()} />
  return <Skeleton active title paragraph={{ rows: 8 }} />
}

/** Facts in two columns, one on a phone; lines with null are left out. */
export function Facts({ facts }: { facts: [label: string, value: ReactNode][] }) {
  return (
    <dl className={style.facts}>
      {facts
        .filter(([, value]) => value !== null && value !== undefined)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

/** A titled part of a drawer or a page. */
export function Section({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section className={style.section}>
      <header>
        <h2>{title}</h2>
        {action}
      </header>
      {children}
    </section>
  )
}
