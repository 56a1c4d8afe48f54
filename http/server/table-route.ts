import type { FastifyRequest } from 'fastify'
import { smallBody } from '#domain/table-files/index.ts'
import { bytesOf, byteType, passBytes } from '#http/server/byte-body.ts'
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
    scope.addContentTypeParser(byteType, passBytes)
    scope.post(route.path, { bodyLimit: Number.MAX_SAFE_INTEGER }, async (request: FastifyRequest) => {
      const who = await mayEnter(request)
      const bytes = await smallBody(bytesOf(request))
      return read(who, { fileName: fileNameOf(request.headers[route.fileNameHeader]), bytes })
    })
  })
}
