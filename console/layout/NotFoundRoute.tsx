import { useMe } from '#console/session.ts'
import { NotFoundPage } from '#ui/NotFoundPage.tsx'

export function NotFoundRoute() {
  return <NotFoundPage home={useMe().data ? '/system/home' : '/'} />
}
