import { Drawer, Skeleton } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import style from './DetailDrawer.module.css'
import { ErrorPanel } from './ErrorPanel.tsx'
import { useFocusBack } from './focus-back.ts'
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
  useFocusBack(isOpen)
  return (
    <Drawer
      open={isOpen}
      onClose={onClose}
      size={640}
      rootClassName="hy-detail"
      title={title}
      destroyOnHidden
      styles={{ wrapper: { maxWidth: '100vw' }, title: { overflowWrap: 'anywhere' } }}
      footer={actions ? <div className={style.foot}>{actions}</div> : null}
    >
      <Within>{typeof children === 'function' ? <Loaded query={query}>{children}</Loaded> : children}</Within>
    </Drawer>
  )
}

/** Waits until the drawer is in the document: where nothing moves it would not be yet, and a field that wants the focus could not have it. */
function Within({ children }: { children: ReactNode }) {
  const [isWithin, setWithin] = useState(false)
  useEffect(() => setWithin(true), [])
  return isWithin && children
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
