import os from 'node:os'
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { sendRaw } from '#test/support/raw-http.ts'
import { createApp } from './app.ts'
import { consoleUrl } from './console-url.ts'

/** The link in a message that a request with this Host causes, and the server's own address. */
async function linkFor(host: string, publicUrl?: string) {
  const app = await createApp({ forBrowsers: true })
  app.get('/api/link', async (request: FastifyRequest) => ({ link: consoleUrl(request, publicUrl, '/user/login') }))
  const base = await app.listen({ host: '127.0.0.1', port: 0 })
  const { body } = await sendRaw(base, [`GET /api/link HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`])
  await app.close()
  return { base, link: z.looseObject({ link: z.string() }).parse(JSON.parse(body)).link }
}

test.each(['localhost:4000', '127.0.0.1:4000', `${os.hostname().toLowerCase()}:4000`])(
  'a link uses %s, a name of this machine',
  async host => expect((await linkFor(host)).link).toBe(`http://${host}/user/login`),
)

test.each(['evil.example', '127.0.0.1.evil.example', 'localhost.evil.example:4000', 'a b'])('a link never uses %j', async host => {
  const { base, link } = await linkFor(host)
  expect(link).toBe(`${base}/user/login`)
})

test('the public address takes precedence over any Host', async () => {
  expect((await linkFor('evil.example', 'https://console.example')).link).toBe('https://console.example/user/login')
})
