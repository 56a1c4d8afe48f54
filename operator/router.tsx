import { createBrowserRouter, type RouteObject } from 'react-router'
import { loadChunk } from '#console/ui/chunk.ts'
import { NotFoundPage } from '#console/ui/NotFoundPage.tsx'
import { PageError } from '#console/ui/PageError.tsx'
import { PageSkeleton } from '#console/ui/PageSkeleton.tsx'
import { publicOperatorPaths } from '#contract/operator-pages.ts'
import { GlobalLayout } from './layout/GlobalLayout.tsx'
import { routes } from './routes.tsx'
import { prefetchMe } from './session.ts'

const pages: RouteObject[] = Object.entries(routes).map(([path, { load }]) => ({
  path,
  lazy: async () => ({ Component: (await loadChunk(load)).Page }),
  HydrateFallback: PageSkeleton,
  ErrorBoundary: PageError,
}))

// Who is signed in is asked while the page's chunk is on the way.
if (!publicOperatorPaths.includes(location.pathname)) void prefetchMe()

/** All pages of the back office under one layout. */
export const router = createBrowserRouter([
  {
    Component: GlobalLayout,
    ErrorBoundary: PageError,
    children: [...pages, { path: '*', Component: () => <NotFoundPage home="/" /> }],
  },
])
