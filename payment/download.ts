import { GatewayFailed } from './gateway.ts'

/** A statement of a day with hundreds of thousands of trades. */
const maxBytes = 64 * 1024 * 1024

/** Downloads a file whose address a gateway gave. Rejects with `GatewayFailed`. */
export async function download(url: string): Promise<Buffer> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(60_000), redirect: 'error' })
    if (!answer.ok) throw new GatewayFailed(`the statement was not given: ${answer.status}`)
    const chunks: Uint8Array[] = []
    let byteCount = 0
    for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
      byteCount += chunk.length
      if (byteCount > maxBytes) throw new GatewayFailed('the statement is larger than any day')
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } catch (error) {
    throw error instanceof GatewayFailed ? error : new GatewayFailed('the statement could not be fetched', { cause: error })
  }
}
