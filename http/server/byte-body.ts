import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { refuse } from '#contract/refusals.ts'

/** The content type of routes that take a file's bytes; others are refused. */
export const byteType = 'application/octet-stream'

/** Its parser: passes the stream on as it arrives. */
export const passBytes = (_request: FastifyRequest, payload: Readable, done: (error: null, body: Readable) => void): void =>
  done(null, payload)

/** The stream of a request's body. Refuses `file_empty` where it has none. */
export const bytesOf = ({ body }: FastifyRequest): Readable => (body instanceof Readable ? body : refuse('file_empty'))
