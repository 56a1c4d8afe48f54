import { connect, type Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, createApp } from './app.ts'
import type { BodyTime } from './body-time.ts'

let app: App
let port: number
beforeAll(async () => {
  app = await createApp({ forBrowsers: false })
  const route = (bodyTime: BodyTime) => ({ config: { bodyTime } })
  app.post('/short', route({ wholeMs: 1_000, stretchMs: 250, leastBytes: 0 }), async () => 'taken')
  app.post('/steady', route({ wholeMs: 60_000, stretchMs: 1_500, leastBytes: 100 }), async (request: FastifyRequest) => request.body)
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => app.close())

/** Sends a JSON string in pieces and returns what arrived before the end. */
async function drip(path: string, pieces: readonly string[], pauseMs: number): Promise<string> {
  const socket: Socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', chunk => {
    answer += chunk.toString()
    socket.end()
  })
  socket.on('error', () => undefined)
  const closed = new Promise(resolve => socket.once('close', resolve))
  const length = pieces.join('').length
  socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`)
  for (const piece of pieces) {
    if (socket.destroyed) break
    await new Promise(resolve => setTimeout(resolve, pauseMs))
    socket.write(piece)
  }
  await closed
  return answer
}

test('a body that takes too long, or is too slow, ends its connection; a steady one is accepted however long it takes', async () => {
  const letters = Array.from({ length: 30 }, () => 'a')
  expect(await drip('/short', ['"', ...letters, '"'], 100)).toContain('408 Request Timeout')
  expect(await drip('/steady', ['"', ...letters, '"'], 100)).toContain('408 Request Timeout')
  expect(await drip('/steady', ['"a', ...Array.from({ length: 10 }, () => 'a'.repeat(200)), '"'], 200)).toContain('200 OK')
  expect(await drip('/short', ['"a"'], 0)).toContain('taken')
})
