import { Drawer, Skeleton } from 'antd'
import { type ReactNode, useRef } from 'react'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import type { ListQuery } from '#ui/list/ListPage.tsx'
import layout from '#ui/theme/layout.module.css'
import style from './DetailDrawer.module.css'
import { focusInDrawer } from './first-focus.ts'
import { useFocusBack } from './focus-back.ts'
import { Opened } from './Opened.tsx'

interface DetailDrawerProps<Detail> {
  onClose: () => void
  title: ReactNode
  /** The result of `useCall` for the detail; omitted for a drawer whose content is loaded already (a form). */
  query?: Pick<ListQuery<never>, 'error' | 'refetch'> & { data: Detail | undefined }
  /** Actions in the footer. */
  actions?: ReactNode
  children: ReactNode | ((detail: Detail) => ReactNode)
}

/** Drawer with facts, timeline and actions of one object, 640 px from the right. */
export function DetailDrawer<Detail>({ onClose, title, query, actions, children }: DetailDrawerProps<Detail>) {
  const panel = useRef<HTMLDivElement>(null)
  useFocusBack(true)
  return (
    <Drawer
      open
      onClose={onClose}
      panelRef={panel}
      size={640}
      rootClassName="hy-detail"
      title={title}
      destroyOnHidden
      styles={{ wrapper: { maxWidth: '100vw' }, title: { overflowWrap: 'anywhere' } }}
      footer={actions ? <div className={`${layout.row} ${layout.end}`}>{actions}</div> : null}
    >
      <Opened isOpen panel={panel} onOpened={query ? null : focusInDrawer}>
        {typeof children === 'function' ? (
          <Loaded query={query} onClose={onClose}>
            {children}
          </Loaded>
        ) : (
          children
        )}
      </Opened>
    </Drawer>
  )
}

function Loaded<Detail>({
  query,
  onClose,
  children,
}: Pick<DetailDrawerProps<Detail>, 'query' | 'onClose'> & { children: (detail: Detail) => ReactNode }) {
  if (query?.data !== undefined)
    return (
      // A long detail may contain nothing focusable: with the focus here, keys can scroll it.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
      <section tabIndex={0} aria-label="详情" className={style.detail}>
        {children(query.data)}
      </section>
    )
  if (query?.error) return <ErrorPanel title="详情没能加载" error={query.error} onRetry={() => void query.refetch()} onBack={onClose} />
  return <Skeleton active title paragraph={{ rows: 8 }} />
}
