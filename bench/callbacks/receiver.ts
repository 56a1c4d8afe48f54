import { createServer } from 'node:http'
import { z } from 'zod'
import { portOrThrow } from '#values/or-throw.ts'

/** A customer's web server that counts reports: one for each request, or the entries of an array. */
export async function startCounter() {
  let count = 0
  let firstAtMs = 0
  let lastAtMs = 0
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    const parts: Buffer[] = []
    request.on('data', part => parts.push(part))
    request.on('end', () => {
      firstAtMs ||= performance.now()
      lastAtMs = performance.now()
      const body = Buffer.concat(parts).toString('utf8')
      count += body.startsWith('[') ? z.array(z.unknown()).parse(JSON.parse(body)).length : 1
      response.end('OK')
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    port: portOrThrow(server),
    count: () => count,
    /** Reports per second between the first and the last. */
    perSecond: () => (count * 1_000) / (lastAtMs - firstAtMs),
    close: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

/** Waits until a count reaches its end; throws when nothing moves for long. */
export async function reached(count: () => number, atLeast: number): Promise<void> {
  let [last, changedAtMs] = [-1, performance.now()]
  while (count() < atLeast) {
    if (count() !== last) [last, changedAtMs] = [count(), performance.now()]
    if (performance.now() - changedAtMs > 30_000) throw new Error(`stuck at ${count()} of ${atLeast}`)
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}
