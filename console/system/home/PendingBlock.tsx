import { BlockError } from './BlockError.tsx'
import style from './Home.module.css'

interface PendingBlockProps {
  query: { error: { message: string } | null; refetch: () => unknown }
  /** Approximate height of the block, so that nothing moves when it is loaded. */
  heightPx?: number
}

/** Placeholder of a block without an answer: a skeleton while loading, else the error. Other blocks are unaffected. */
export function PendingBlock({ query, heightPx = 180 }: PendingBlockProps) {
  if (query.error) return <BlockError onRetry={() => void query.refetch()} message={query.error.message} />
  return <div className={style.pending} style={{ height: heightPx }} aria-busy="true" />
}
