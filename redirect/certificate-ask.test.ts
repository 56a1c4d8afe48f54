import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { portOrThrow } from '#values/or-throw.ts'
import { certificateAsk, certificateAskPath } from './certificate-ask.ts'

test('a certificate is wanted for the platform’s short domain and verified own ones alone', async () => {
  const domains = { of: (host: string | undefined) => (host === 'go.school.cn' ? host : '') }
  const server = createServer(certificateAsk(domains, 'https://s.example.com')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const ask = async (query: string) => (await fetch(`http://127.0.0.1:${portOrThrow(server)}${certificateAskPath}${query}`)).status
  expect(await ask('?domain=go.school.cn')).toBe(200)
  expect(await ask('?domain=GO.School.cn')).toBe(200)
  expect(await ask('?domain=s.example.com')).toBe(200)
  expect(await ask('?domain=other.example.com')).toBe(404)
  expect(await ask('?domain=')).toBe(404)
  expect(await ask('')).toBe(404)
  server.close()
})
