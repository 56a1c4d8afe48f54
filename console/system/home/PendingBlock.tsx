import { BlockError } from './BlockError.tsx'
import style from './Home.module.css'

interface PendingBlockProps {
  query: { error: { message: string } | null; refetch: () => unknown }
  /** About what the block will take, so that nothing moves when it comes. */
  heightPx?: number
}

/** In the place of a block whose answer isn't there: its shape while it is on the way, else what failed. The other blocks go on. */
export function PendingBlock({ query, heightPx = 180 }: PendingBlockProps) {
  if (query.error) return <BlockError onRetry={() => void query.refetch()} message={query.error.message} />
  return <div className={style.pending} style={{ height: heightPx }} aria-busy="true" />
}
