import { createHash } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply } from 'fastify'
import type { App } from './app.ts'
import { type FirstCalls, readPreloads } from './preloads.ts'

export interface StaticOptions extends FirstCalls {
  /** Folder of a built React app: index.html and assets/ with hashed names. */
  folder: string
  /** Paths of pages; every other path gets the same page with status 404, which then shows not-found. */
  isPage: (path: string) => boolean
}

/**
 * Serves a built React app in the compressed form that the browser accepts: hashed assets are cached forever, its one
 * page never.
 */
export async function serveStatic(app: App, options: StaticOptions): Promise<void> {
  await app.register(fastifyStatic, {
    root: options.folder,
    index: false,
    wildcard: true,
    preCompressed: true,
    setHeaders: (reply, file) => {
      reply.header('Cache-Control', cachingOf(file))
    },
  })
  const answerOf = await readPreloads(options.folder, options)
  const allowEarly = earlyScriptPolicy(readFileSync(path.join(options.folder, 'index.html'), 'utf8'))
  const sendPage = (reply: FastifyReply, pathname: string, query = '') => {
    const isShared = options.sharedBy !== undefined && new URLSearchParams(query).has(options.sharedBy)
    const { file, headers } = answerOf(pathname, isShared)
    return allowEarly(reply).headers(headers).sendFile(file)
  }
  app.setNotFoundHandler((request, reply) => {
    const [address = '/', query] = request.url.split('?')
    const pathname = address.length > 1 ? address.replace(/\/$/, '') : address
    const wantsPage =
      (request.method === 'GET' || request.method === 'HEAD') && !pathname.startsWith('/api/') && !pathname.startsWith('/assets/')
    if (!wantsPage) return reply.status(404).send({ error: { code: 'not_found', message: '地址不存在', requestId: request.id } })
    if (options.isPage(pathname)) return sendPage(reply, pathname, query)
    // Not by sendFile: a browser that has the page would get a 404 without it.
    return allowEarly(reply)
      .status(404)
      .type('text/html; charset=utf-8')
      .header('Cache-Control', 'no-cache')
      .send(createReadStream(path.join(options.folder, 'index.html')))
  })
  app.get('/', (_, reply) => sendPage(reply, '/'))
}

/** Built files have names of their own; the icon is asked for by each page, and stays for a day. */
function cachingOf(file: string): string {
  if (file.includes(`${path.sep}assets${path.sep}`)) return 'public, max-age=31536000, immutable'
  return path.basename(file).startsWith('favicon.') ? 'public, max-age=86400' : 'no-cache'
}

/** Lets the page run the one script that is part of it (ui/frame/early.js), by its hash; all pages have the same. */
function earlyScriptPolicy(page: string): (reply: FastifyReply) => FastifyReply {
  const [, script = ''] = page.match(/<script>(.*?)<\/script>/s) ?? []
  const hash = createHash('sha256').update(script).digest('base64')
  return reply => {
    const policy = String(reply.getHeader('content-security-policy'))
    return reply.header('content-security-policy', policy.replace("script-src 'self'", `script-src 'self' 'sha256-${hash}'`))
  }
}
