import { type AdminPath, adminPaths, publicAdminPaths } from '#contract/admin-pages.ts'

/** Address of a page with a query string; empty values are omitted. */
export function pathTo(path: AdminPath, query: Record<string, string | undefined> = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value) search.set(name, value)
  const text = search.toString()
  return text === '' ? path : `${path}?${text}`
}

/** Sign-in page that returns to the requested page. */
export const signInPath = (redirect: string) => pathTo('/sign-in', { redirect: redirect === '/' ? undefined : redirect })

/** Target of `?redirect=`: a page of the back office, else the home; never another site's (open redirect). */
export function redirectTarget(search: string): string {
  const wanted = new URLSearchParams(search).get('redirect') ?? ''
  const own = 'https://own.invalid'
  if (!wanted.startsWith('/') || !URL.canParse(wanted, own)) return '/'
  const url = new URL(wanted, own)
  const isPage = adminPaths.some(one => one === url.pathname) && !publicAdminPaths.includes(url.pathname)
  return url.origin === own && isPage ? url.pathname + url.search : '/'
}
