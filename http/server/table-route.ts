import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { smallBody } from '#domain/table-files/index.ts'
import type { App } from './app.ts'
import { fileNameOf } from './file-name.ts'

export interface TableFile {
  fileName: string
  bytes: Buffer
}

/**
 * A route that accepts a small table as bytes and returns its parsed rows. `mayEnter` refuses before a byte is read.
 */
export function serveTableRoutes<Who>(
  app: App,
  route: { path: string; fileNameHeader: string },
  mayEnter: (request: FastifyRequest) => Promise<Who>,
  read: (who: Who, file: TableFile) => Promise<unknown>,
): void {
  app.register(async scope => {
    // The stream is passed on as it arrives; other content types are refused.
    scope.addContentTypeParser(
      'application/octet-stream',
      (_request: FastifyRequest, payload: Readable, done: (error: null, body: Readable) => void) => done(null, payload),
    )
    scope.post(route.path, { bodyLimit: Number.MAX_SAFE_INTEGER }, async (request: FastifyRequest) => {
      const who = await mayEnter(request)
      const bytes = await smallBody(request.body as Readable)
      return read(who, { fileName: fileNameOf(request.headers[route.fileNameHeader]), bytes })
    })
  })
}
