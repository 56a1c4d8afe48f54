import { type PagePath, pagePaths } from '#contract/pages.ts'

type Query = Record<string, string | number | undefined>

/** Address of a page with a query string; empty values are omitted. */
export function pathTo(path: PagePath, query: Query = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== '') search.set(name, String(value))
  const text = search.toString()
  return text === '' ? path : `${path}?${text}`
}

/** Sign-in page that returns to the requested page. */
export const loginPath = (redirect?: string) => pathTo('/user/login', { redirect: redirect === '/' ? undefined : redirect })

/** Target of `?redirect=`: a page of the console, else its home. */
export const redirectTarget = (search: string): string => ownAddress(new URLSearchParams(search).get('redirect') ?? '') ?? '/system/home'

/** An address from a query if it is a console page behind the sign-in; never another site's (open redirect). */
function ownAddress(wanted: string): string | null {
  const own = 'https://own.invalid'
  if (!wanted.startsWith('/') || !URL.canParse(wanted, own)) return null
  const url = new URL(wanted, own)
  const isPage = pagePaths.some(one => one === url.pathname) && !url.pathname.startsWith('/user/')
  return url.origin === own && isPage ? url.pathname + url.search : null
}
