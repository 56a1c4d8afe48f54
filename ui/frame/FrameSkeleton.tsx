import { Brand } from './Logo.tsx'

const menuLines = 16

/** Head of the page that comes: its title, the tabs beside it (itself included), the line below. */
export interface SkeletonHead {
  title: string
  tabs: readonly string[]
  note?: string | undefined
}

interface FrameSkeletonProps {
  /** The name of the app. */
  name?: string | undefined
  /** Part of index.html, there before any script; shown on pages inside the frame alone (early.js). */
  isStatic?: boolean
  /** Shown at the bare address alone (early.js): a query may choose another view with another head. */
  head?: SkeletonHead | null
}

/**
 * Placeholder of the signed-in frame while it loads, with menu and header in place, so that nothing jumps. Its styles
 * are part of index.html (frame-skeleton.css).
 */
export const FrameSkeleton = ({ name, isStatic = false, head = null }: FrameSkeletonProps) => (
  <div className="hy-frame hy-slow" data-static={isStatic || undefined}>
    <div className="hy-frame-side">
      <div className="hy-frame-brand">
        <Brand name={name} />
      </div>
      {Array.from({ length: menuLines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: grey lines have no other identity.
        <i key={line} />
      ))}
    </div>
    <div className="hy-frame-header">
      <svg width="14" height="14" viewBox="0 0 14 14" stroke="currentColor" strokeWidth="1.2" aria-hidden="true">
        <path d="M0 2h14M0 7h14M0 12h14" />
      </svg>
    </div>
    <div className="hy-frame-body">
      <div className="hy-frame-page" role="status">
        <span>页面加载中</span>
        {head ? <Head {...head} /> : null}
        <i />
        <i />
        <i />
      </div>
    </div>
  </div>
)

/** As in PageHead.tsx; the page's own head is the one for screen readers. */
const Head = ({ title, tabs, note }: SkeletonHead) => (
  <div className="hy-frame-head" aria-hidden>
    {tabs.length > 0 ? (
      <div className="hy-frame-tabs">{tabs.map(tab => (tab === title ? <b key={tab}>{tab}</b> : <small key={tab}>{tab}</small>))}</div>
    ) : (
      <b>{title}</b>
    )}
    {note ? <p>{note}</p> : null}
  </div>
)
