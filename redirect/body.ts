import type { IncomingMessage } from 'node:http'
import { wholeOf } from '#values/bytes.ts'

/** Reads the fields of a small form; null when it is too large. Rejects when the client disconnects. */
export async function readForm(request: IncomingMessage, maxBytes: number): Promise<URLSearchParams | null> {
  const body = await wholeOf(request, maxBytes)
  return body && new URLSearchParams(body.toString('utf8'))
}
