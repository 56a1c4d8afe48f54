import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import type { ListQuery } from '#ui/list/ListPage.tsx'
import { PageHead } from './PageHead.tsx'

interface PageFailureProps {
  /** The page's title. */
  page: string
  query: Pick<ListQuery<unknown>, 'error' | 'refetch'>
  /** What failed, where it isn't the page. */
  title?: string
}

/** A page whose answer didn't come: its head, with the pages beside it, and the error. */
export const PageFailure = ({ page, query, title = `${page}没能加载` }: PageFailureProps) => (
  <>
    <PageHead title={page} />
    {query.error ? <ErrorPanel title={title} error={query.error} onRetry={() => void query.refetch()} /> : null}
  </>
)
