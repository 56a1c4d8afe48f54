import { createReadStream } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply } from 'fastify'
import type { App } from './app.ts'
import { readPreloads } from './preloads.ts'

export interface StaticOptions {
  /** Folder of a built React app: index.html and assets/ with hashed names. */
  folder: string
  /** Paths of pages; every other path gets the same page with status 404, which then shows not-found. */
  isPage: (path: string) => boolean
  /** The call that tells who is signed in. */
  sessionCall: string
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
      reply.header('Cache-Control', file.includes(`${path.sep}assets${path.sep}`) ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const answerOf = await readPreloads(options.folder, options.sessionCall)
  const sendPage = (reply: FastifyReply, pathname: string) => {
    const { file, headers } = answerOf(pathname)
    return reply.headers(headers).sendFile(file)
  }
  app.setNotFoundHandler((request, reply) => {
    const [address = '/'] = request.url.split('?')
    const pathname = address.length > 1 ? address.replace(/\/$/, '') : address
    const wantsPage =
      (request.method === 'GET' || request.method === 'HEAD') && !pathname.startsWith('/api/') && !pathname.startsWith('/assets/')
    if (!wantsPage) return reply.status(404).send({ error: { code: 'not_found', message: '地址不存在', requestId: request.id } })
    if (options.isPage(pathname)) return sendPage(reply, pathname)
    // Not by sendFile: a browser that has the page would get a 404 without it.
    return reply
      .status(404)
      .type('text/html; charset=utf-8')
      .header('Cache-Control', 'no-cache')
      .send(createReadStream(path.join(options.folder, 'index.html')))
  })
  app.get('/', (_, reply) => sendPage(reply, '/'))
}
