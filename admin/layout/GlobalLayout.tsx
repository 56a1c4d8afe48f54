import { Suspense } from 'react'
import { Navigate, Outlet, ScrollRestoration, useLocation } from 'react-router'
import { signInPath } from '#admin/paths.ts'
import { routeOf } from '#admin/routes.tsx'
import { useMe } from '#admin/session.ts'
import { publicAdminPaths } from '#contract/admin-pages.ts'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { FrameSkeleton } from '#ui/frame/FrameSkeleton.tsx'
import { PublicFrame } from '#ui/frame/PublicFrame.tsx'
import { RouteVoice } from '#ui/frame/RouteVoice.tsx'

const SignedInLayout = lazyPart('SignedInLayout', () => import('./SignedInLayout.tsx'))

/** The one layout of all pages: sign-in pages are outside of the back office's frame. */
export function GlobalLayout() {
  const { pathname } = useLocation()
  return (
    <>
      <RouteVoice title={routeOf(pathname)?.title ?? '页面不存在'} product="鸿雁运营后台" />
      {publicAdminPaths.includes(pathname) ? <VisitorFrame /> : <StaffPage />}
      <ScrollRestoration />
    </>
  )
}

const VisitorFrame = () => (
  <PublicFrame links={null} footer="鸿雁运营后台 · 仅供平台工作人员使用，所有操作都会留下记录">
    <Outlet />
  </PublicFrame>
)

function StaffPage() {
  const { pathname, search } = useLocation()
  const me = useMe()
  if (me.data)
    return (
      <Suspense fallback={<FrameSkeleton name="运营后台" />}>
        <SignedInLayout me={me.data}>
          <Outlet />
        </SignedInLayout>
      </Suspense>
    )
  if (me.error?.status === 401) return <Navigate to={signInPath(pathname + search)} replace />
  if (me.error) return <ErrorPanel error={me.error} onRetry={() => void me.refetch()} title="运营后台没能打开" />
  return <FrameSkeleton name="运营后台" />
}
