import { createBrowserRouter, type RouteObject } from 'react-router'
import { loadChunk } from '#ui/chunk.ts'
import { PageError } from '#ui/PageError.tsx'
import { PageSkeleton } from '#ui/PageSkeleton.tsx'
import { GlobalLayout } from './layout/GlobalLayout.tsx'
import { NotFoundRoute } from './layout/NotFoundRoute.tsx'
import { pageRoute, routes } from './routes.tsx'
import { prefetchMe } from './session.ts'

const pages: RouteObject[] = Object.entries(routes).map(([path, { load }]) => ({
  path,
  lazy: async () => ({ Component: (await loadChunk(load)).Page }),
  HydrateFallback: PageSkeleton,
  ErrorBoundary: PageError,
}))

// Who is signed in is asked while the page's chunk is on the way, so that the first screen waits for one round trip, not two.
if (pageRoute(location.pathname)?.audience !== 'visitor') void prefetchMe()

/** All pages under one global layout (the customer's specification, §2). */
export const router = createBrowserRouter([
  {
    Component: GlobalLayout,
    ErrorBoundary: PageError,
    children: [...pages, { path: '*', Component: NotFoundRoute }],
  },
])
