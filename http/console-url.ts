import type { FastifyRequest } from 'fastify'
import { isHttps } from './sessions.ts'

/** A page of the console as links in messages have it: at its public name, else where this request came to. */
export const consoleUrl = (request: FastifyRequest, publicUrl: string | undefined, path: string): string =>
  new URL(path, publicUrl ?? `${isHttps(request) ? 'https' : 'http'}://${request.headers.host}`).href
