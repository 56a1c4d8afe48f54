import { Brand } from './Logo.tsx'

const menuLines = 16

interface FrameSkeletonProps {
  /** The name of the app. */
  name?: string | undefined
  /** Part of index.html, there before any script; shown on pages inside the frame alone (early.js). */
  isStatic?: boolean
}

/**
 * Placeholder of the signed-in frame while it loads, with menu and header in place, so that nothing jumps. Its styles
 * are part of index.html (frame-skeleton.css).
 */
export const FrameSkeleton = ({ name, isStatic = false }: FrameSkeletonProps) => (
  <div className="hy-frame" data-static={isStatic || undefined}>
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
        <i />
        <i />
        <i />
      </div>
    </div>
  </div>
)
