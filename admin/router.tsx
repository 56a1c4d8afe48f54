import { createBrowserRouter, type RouteObject } from 'react-router'
import { publicAdminPaths } from '#contract/admin-pages.ts'
import { loadChunk } from '#ui/frame/chunk.ts'
import { NotFoundPage } from '#ui/frame/NotFoundPage.tsx'
import { PageError } from '#ui/frame/PageError.tsx'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { GlobalLayout } from './layout/GlobalLayout.tsx'
import { routes } from './routes.tsx'
import { prefetchMe } from './session.ts'

const pages: RouteObject[] = Object.entries(routes).map(([path, { load }]) => ({
  path,
  lazy: async () => ({ Component: (await loadChunk(load)).Page }),
  HydrateFallback: PageSkeleton,
  ErrorBoundary: PageError,
}))

// The session is queried while the page's chunk loads.
if (!publicAdminPaths.includes(location.pathname)) void prefetchMe()

/** All pages of the back office under one layout. */
export const router = createBrowserRouter([
  {
    Component: GlobalLayout,
    ErrorBoundary: PageError,
    children: [...pages, { path: '*', Component: () => <NotFoundPage home="/" /> }],
  },
])
