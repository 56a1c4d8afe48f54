import type { FastifyRequest } from 'fastify'
import { refuse } from '#contract/refusals.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Allows requests from programs and other sites: the route requires another proof than a cookie. */
    takesForeignOrigins?: boolean
  }
}

export const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
const safeTypes = /^application\/(json|octet-stream)(;|$)/

/** The declared path of the matching route. The raw path may be percent-encoded or an absolute URI. */
export const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? ''

/**
 * CSRF protection: refuses requests that another site could make a browser send with our cookie. Every unsafe method
 * must come from our own origin (Sec-Fetch-Site, or Origin against Host) with a content type that no plain form can
 * send, unless its route allows foreign origins. Other sites can't read calls either; links to pages work from
 * everywhere.
 */
export async function refuseForeignOrigin(request: FastifyRequest): Promise<void> {
  const isSafe = safeMethods.has(request.method)
  if (request.routeOptions.config?.takesForeignOrigins || (isSafe && !routeOf(request).startsWith('/api/'))) return
  const site = request.headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site') refuse('origin_refused')
  if (isSafe) return
  const { origin, host } = request.headers
  if (origin !== undefined && hostOf(origin) !== host) refuse('origin_refused')
  if (origin === undefined && site !== undefined && site !== 'same-origin') refuse('origin_refused')
  if (!safeTypes.test(request.headers['content-type'] ?? '')) refuse('origin_refused')
}

function hostOf(origin: string): string | null {
  try {
    return new URL(origin).host
  } catch {
    return null
  }
}
