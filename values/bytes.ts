/** Chunks of a stream of bytes; throws where it carries anything else. */
export async function* chunksOf(stream: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const chunk of stream) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('a stream that carries something other than bytes')
    yield chunk
  }
}

/** The whole of a stream of bytes; null as soon as it is larger than the limit. */
export async function wholeOf(stream: AsyncIterable<unknown>, mostBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let byteCount = 0
  for await (const chunk of chunksOf(stream)) {
    byteCount += chunk.length
    if (byteCount > mostBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
