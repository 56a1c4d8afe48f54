import type { IncomingMessage } from 'node:http'

/** The fields of a small form; null when it is larger than it may be. Rejects when the sender goes away. */
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
