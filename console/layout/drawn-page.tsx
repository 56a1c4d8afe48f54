import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { pageRoute } from '#console/routes.tsx'
import { queryClient } from '#console/session.ts'
import { PublicLayout } from './PublicLayout.tsx'

export { skeletonHead } from './skeleton-head.ts'

export const titleOf = (path: string) => pageRoute(path)?.title

/** Stands in for the browser's storages, which are empty at a first visit. */
const emptyStorage = { getItem: () => null }

/** HTML of a page as visitors see it before anything is entered, for the first paint; null for members' pages. */
export async function drawPage(path: string): Promise<string | null> {
  const route = pageRoute(path)
  if (!route || route.audience === 'member') return null
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(globalThis, name, { value: emptyStorage, configurable: true })
  const { Page } = await route.load()
  return renderToStaticMarkup(
    <div className="hy-slow" data-static inert>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter initialEntries={[path]}>
          <PublicLayout>
            <Page />
          </PublicLayout>
        </MemoryRouter>
      </QueryClientProvider>
    </div>,
  )
}
