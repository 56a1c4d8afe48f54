import { mayBeSignedIn, useMe } from '#console/session.ts'
import { NotFoundPage } from '#ui/frame/NotFoundPage.tsx'

export function NotFoundRoute() {
  return <NotFoundPage home={useMe(mayBeSignedIn()).data ? '/system/home' : '/'} />
}
