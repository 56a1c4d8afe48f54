import type { FastifyRequest } from 'fastify'
import { refuse } from '#contract/refusals.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
const safeTypes = /^application\/(json|octet-stream)(;|$)/

/**
 * Refuses what another site could make a browser send with our cookie: a mutating request must come from our own origin (Sec-Fetch-Site, or Origin
 * against Host) and carry a content type that no plain form can send.
 */
export async function refuseForeignOrigin(request: FastifyRequest): Promise<void> {
  if (!request.url.startsWith('/api/')) return
  const site = request.headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site') refuse('origin_refused')
  if (safeMethods.has(request.method)) return
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
