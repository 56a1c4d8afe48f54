import type { IncomingMessage } from 'node:http'

/** Reads the fields of a small form; null when it is too large. Rejects when the client disconnects. */
export async function readForm(request: IncomingMessage, maxBytes: number): Promise<URLSearchParams | null> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > maxBytes) return null
    chunks.push(chunk)
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
}
