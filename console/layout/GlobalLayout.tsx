import { Suspense } from 'react'
import { Navigate, Outlet, ScrollRestoration, useLocation } from 'react-router'
import { loginPath, redirectTarget } from '#console/paths.ts'
import { isForVisitors, pageRoute } from '#console/routes.tsx'
import { type Me, mayBeSignedIn, useMe } from '#console/session.ts'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { lazyPart } from '#ui/frame/chunk.ts'
import { FrameSkeleton } from '#ui/frame/FrameSkeleton.tsx'
import { RouteVoice } from '#ui/frame/RouteVoice.tsx'
import { PublicLayout } from './PublicLayout.tsx'
import { skeletonHead } from './skeleton-head.ts'

const SignedInLayout = lazyPart('SignedInLayout', () => import('./SignedInLayout.tsx'))

/** The one layout of all pages: slim and public for visitors, the console's frame for members. */
export function GlobalLayout() {
  const { pathname, search } = useLocation()
  const route = pageRoute(pathname)
  return (
    <>
      <RouteVoice title={route?.title ?? '页面不存在'} product="鸿雁" />
      {isForVisitors(pathname, search) ? <VisitorPage /> : <PageForAnyone isOpen={route?.audience !== 'member'} />}
      <ScrollRestoration />
    </>
  )
}

const VisitorPage = () => (
  <PublicLayout>
    <Outlet />
  </PublicLayout>
)

function PageForAnyone({ isOpen }: { isOpen: boolean }) {
  const { pathname, search } = useLocation()
  const me = useMe(!isOpen || mayBeSignedIn())
  if (me.data) return pathname === '/' ? <Navigate to={redirectTarget(search)} replace /> : <MemberPage me={me.data} />
  if (isOpen && !me.isPending) return <VisitorPage />
  if (me.error?.status === 401) return <Navigate to={loginPath(pathname + search)} replace />
  if (me.error) return <ErrorPanel error={me.error} onRetry={() => void me.refetch()} title="控制台没能打开" />
  return isOpen ? <VisitorPage /> : <FrameSkeleton head={skeletonHead(pathname)} />
}

function MemberPage({ me }: { me: Me }) {
  const { pathname } = useLocation()
  return (
    <Suspense fallback={<FrameSkeleton head={skeletonHead(pathname)} />}>
      <SignedInLayout me={me}>
        <Outlet />
      </SignedInLayout>
    </Suspense>
  )
}
