import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendPage } from './pages.ts'

/** Answers a path of the short domain that is no code. */
export type Answerer = (request: IncomingMessage, response: ServerResponse) => void

const sendText = (response: ServerResponse, text: string, cacheControl: string) => {
  response.writeHead(200, {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': cacheControl,
    'x-content-type-options': 'nosniff',
  })
  response.end(text)
}

/** Static responses of every short domain beside its codes. Search engines must not index its links. */
export const staticResponses: ReadonlyMap<string, Answerer> = new Map<string, Answerer>([
  ['/', (_, response) => sendPage(response, 'home')],
  ['/robots.txt', (_, response) => sendText(response, 'User-agent: *\nDisallow: /\n', 'max-age=86400')],
  // Known links redirect without the database, so health does not depend on it.
  ['/health', (_, response) => sendText(response, 'ok\n', 'no-store')],
  ['/favicon.ico', (_, response) => response.writeHead(204, { 'cache-control': 'max-age=86400' }).end()],
])
